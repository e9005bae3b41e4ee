import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { sharedOptions } from './local-workers.ts'

/** The stand-ins for what lies outside our walls, by name. Each listens on a port of its own, counted from the site's. */
const names = ['messages', 'google', 'paypal', 'phonepe'] as const
type Name = (typeof names)[number]

export type Emulators = {
  urls: Record<Name, string>
  /** What the two workers have to be told so that they use them. */
  bindings: { site: Record<string, string>; productApi: Record<string, string> }
  stop: () => Promise<void>
}

const credentials = {
  messages: 'messages-emulator-token',
  googleId: 'google-emulator-client',
  googleSecret: 'google-emulator-secret',
}

/** Starts the stand-ins on the ports after `port`, in the order of their names. `sitePort`: where the site listens, which the
 *  payment providers send payers and webhooks to. Never part of a deployment. */
export async function startEmulators(
  port: number,
  state: string,
  sitePort = port,
): Promise<Emulators> {
  const started = await Promise.all(
    names.map(async (name, index) => {
      const script = await bundled(name)
      const worker = new Miniflare(
        convertV4MiniflareOptions({
          ...sharedOptions(state, true),
          host: '127.0.0.1',
          port: port + 1 + index,
          workers: [
            {
              name: `${name}-emulator`,
              modules: true,
              script,
              compatibilityDate: '2026-08-15',
              bindings: told(name, sitePort),
            },
          ],
        }),
      )
      await worker.ready
      return { name, url: `http://localhost:${port + 1 + index}`, worker }
    }),
  )
  const urls = Object.fromEntries(started.map(({ name, url }) => [name, url])) as Emulators['urls']
  return {
    urls,
    bindings: {
      site: {
        GOOGLE_CLIENT_ID: credentials.googleId,
        GOOGLE_CLIENT_SECRET: credentials.googleSecret,
        GOOGLE_AUTHORIZE_URL: `${urls.google}/o/oauth2/v2/auth`,
        GOOGLE_TOKEN_URL: `${byNumber(urls.google)}/token`,
        PAYMENT_ORIGINS: `${byNumber(urls.paypal)} ${byNumber(urls.phonepe)}`,
      },
      productApi: {
        SMS_GATEWAY_URL: `${byNumber(urls.messages)}/sms`,
        SMS_GATEWAY_TOKEN: credentials.messages,
        MAIL_GATEWAY_URL: `${byNumber(urls.messages)}/mail`,
        MAIL_GATEWAY_TOKEN: credentials.messages,
        GOOGLE_CLIENT_ID: credentials.googleId,
        GOOGLE_JWKS_URL: `${byNumber(urls.google)}/oauth2/v3/certs`,
        PAYMENT_SECRETS: localSecrets(state).PAYMENT_SECRETS,
        ...standInSettings(port),
      },
    },
    stop: async () => {
      await Promise.all(started.map(({ worker }) => worker.dispose()))
    },
  }
}

/** What the product API is told of the payment providers' stand-ins behind `port`. */
export const standInSettings = (port: number) => ({
  PAYPAL_API_URL: `http://127.0.0.1:${portOf('paypal', port)}`,
  PAYPAL_CLIENT_ID: 'paypal-emulator-client',
  PAYPAL_CLIENT_SECRET: 'paypal-emulator-secret',
  PAYPAL_WEBHOOK_ID: 'EMULATOR-WEBHOOK-1',
  PHONEPE_API_URL: `http://127.0.0.1:${portOf('phonepe', port)}/apis/pg-sandbox`,
  PHONEPE_TOKEN_URL: `http://127.0.0.1:${portOf('phonepe', port)}/apis/identity-manager`,
  PHONEPE_CLIENT_ID: 'phonepe-emulator-client',
  PHONEPE_CLIENT_SECRET: 'phonepe-emulator-secret',
  PHONEPE_CLIENT_VERSION: '1',
  PHONEPE_WEBHOOK_USERNAME: 'webhook_user',
  PHONEPE_WEBHOOK_PASSWORD: 'Passw0rd1',
})

const portOf = (name: Name, port: number) => port + 1 + names.indexOf(name)

/** What the payment providers' stand-ins are told of the site. */
function told(name: Name, sitePort: number): Record<string, string> {
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

/** Workers reach each other by number: a name might mean another family of addresses. */
const byNumber = (url: string) => url.replace('localhost', '127.0.0.1')

async function bundled(name: Name): Promise<string> {
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

const secretNames = ['SESSION_KEYS', 'JWT_SECRETS', 'PAYMENT_SECRETS'] as const
type Secrets = Record<(typeof secretNames)[number], string>

/** Keys of this machine's own, each made once: sessions, tokens and payments under way outlive a restart. */
export function localSecrets(state: string): Secrets {
  const file = `${state}/secrets.json`
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {}
  const secrets = Object.fromEntries(
    secretNames.map((name) => [name, kept[name] ?? randomBytes(32).toString('base64url')]),
  ) as Secrets
  if (secretNames.some((name) => kept[name] === undefined)) {
    mkdirSync(state, { recursive: true })
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  }
  return secrets
}
