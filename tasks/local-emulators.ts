import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { paymentProviders } from '../domain/payment-providers.ts'
import { paymentEmulatorSettings } from '../emulators/payment-settings.ts'
import { emulatorVapidKeys } from '../emulators/push/keys.ts'
import { localSecrets } from './local-secrets.ts'
import { compatibilityDate, sharedOptions } from './local-workers.ts'

/** The emulators of the services outside this project. Each listens on its own port: the first on
 *  the port after the site's, and so on in this order, so a new one is appended. A payment
 *  provider's has the provider's id as its name. */
export const emulatorNames = ['messages', 'google', 'paypal', 'phonepe'] as const
type EmulatorName = (typeof emulatorNames)[number]

/** The emulated payment providers, by the names of their emulators. */
export const paymentEmulators = emulatorNames.flatMap((id) => {
  const facts = paymentProviders.find((provider) => provider.id === id)
  return facts ? [{ id, name: facts.name }] : []
})

export type Emulators = {
  urls: Record<EmulatorName, string>
  /** The bindings that make the two Workers use the emulators. */
  bindings: { site: Record<string, string>; productApi: Record<string, string> }
  stop: () => Promise<void>
}

const credentials = {
  messages: 'messages-emulator-token',
  googleId: 'google-emulator-client',
  googleSecret: 'google-emulator-secret',
}

/** Starts the emulators on the ports after `port`. `sitePort` is where the payment emulators send
 *  payers and webhooks. Emulators are never part of a deployment. */
export async function startEmulators(
  port: number,
  state: string,
  sitePort = port,
): Promise<Emulators> {
  const started = await Promise.all(
    emulatorNames.map(async (name) => {
      const worker = new Miniflare(
        convertV4MiniflareOptions({
          ...sharedOptions(state, true),
          host: '127.0.0.1',
          port: portOf(name, port),
          workers: [
            {
              name: `${name}-emulator`,
              modules: true,
              script: await bundleEmulator(name),
              compatibilityDate,
              bindings: emulatorBindings(name, sitePort),
            },
          ],
        }),
      )
      await worker.ready
      return { name, url: `http://localhost:${portOf(name, port)}`, worker }
    }),
  )
  const urls = Object.fromEntries(started.map(({ name, url }) => [name, url])) as Emulators['urls']
  return {
    urls,
    bindings: {
      site: {
        VAPID_PUBLIC_KEY: emulatorVapidKeys.publicKey,
        GOOGLE_CLIENT_ID: credentials.googleId,
        GOOGLE_CLIENT_SECRET: credentials.googleSecret,
        GOOGLE_AUTHORIZE_URL: `${urls.google}/o/oauth2/v2/auth`,
        GOOGLE_TOKEN_URL: `${withIpv4Host(urls.google)}/token`,
        // Also the providers' own, because the environment may name a sandbox (README).
        PAYMENT_ORIGINS: [
          ...paymentEmulators.map(({ id }) => withIpv4Host(urls[id])),
          ...paymentProviders.flatMap(({ pageOrigins }) => pageOrigins),
        ].join(' '),
      },
      productApi: {
        SMS_GATEWAY_URL: `${withIpv4Host(urls.messages)}/sms`,
        SMS_GATEWAY_TOKEN: credentials.messages,
        MAIL_GATEWAY_URL: `${withIpv4Host(urls.messages)}/mail`,
        MAIL_GATEWAY_TOKEN: credentials.messages,
        VAPID_PUBLIC_KEY: emulatorVapidKeys.publicKey,
        VAPID_PRIVATE_KEY: emulatorVapidKeys.privateKey,
        VAPID_SUBJECT: emulatorVapidKeys.subject,
        PUSH_HOSTS: withIpv4Host(urls.messages),
        PUSH_GATEWAY_URL: `${withIpv4Host(urls.messages)}/push-service/app`,
        PUSH_GATEWAY_TOKEN: 'push-emulator-token',
        CRASH_LOG_URL: `${withIpv4Host(urls.messages)}/crashes`,
        GOOGLE_CLIENT_ID: credentials.googleId,
        GOOGLE_JWKS_URL: `${withIpv4Host(urls.google)}/oauth2/v3/certs`,
        PAYMENT_SECRETS: localSecrets(state).PAYMENT_SECRETS,
        ...emulatorPaymentSettings(port),
      },
    },
    stop: async () => {
      await Promise.all(started.map(({ worker }) => worker.dispose()))
    },
  }
}

/** The product API's settings for the payment emulators that were started with `port`. */
export const emulatorPaymentSettings = (port: number) =>
  paymentEmulatorSettings({
    paypal: `http://127.0.0.1:${portOf('paypal', port)}`,
    phonepe: `http://127.0.0.1:${portOf('phonepe', port)}`,
  })

const portOf = (name: EmulatorName, port: number) => port + 1 + emulatorNames.indexOf(name)

/** The bindings of an emulator: the site's URLs. */
function emulatorBindings(name: EmulatorName, sitePort: number): Record<string, string> {
  switch (name) {
    case 'paypal':
      return { PAYPAL_WEBHOOK_URL: `http://127.0.0.1:${sitePort}/paypal/webhook` }
    case 'phonepe':
      return {
        PHONEPE_WEBHOOK_URL: `http://127.0.0.1:${sitePort}/phonepe/webhook`,
        PHONEPE_SITE_ORIGIN: `http://localhost:${sitePort}`,
      }
    case 'messages':
    case 'google':
      return {}
  }
}

/** Workers call each other by IPv4 address: `localhost` may resolve to ::1, where no Worker
 *  listens. */
const withIpv4Host = (url: string) => url.replace('localhost', '127.0.0.1')

async function bundleEmulator(name: EmulatorName): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`emulators/${name}/${name}.ts`],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['workerd', 'browser'],
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}
