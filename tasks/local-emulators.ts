import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { sharedOptions } from './local-workers.ts'

/** The stand-ins for what lies outside our walls, by name. Each listens on a port of its own, counted from the site's. */
const names = ['messages', 'google'] as const
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

/** Starts the stand-ins behind `port`: messages on the next one, Google on the one after. Never part of a deployment. */
export async function startEmulators(port: number, state: string): Promise<Emulators> {
  const started = await Promise.all(
    names.map(async (name, index) => {
      const script = await bundled(name)
      const worker = new Miniflare(
        convertV4MiniflareOptions({
          ...sharedOptions(state, true),
          host: '127.0.0.1',
          port: port + 1 + index,
          workers: [
            { name: `${name}-emulator`, modules: true, script, compatibilityDate: '2026-08-15' },
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
      },
      productApi: {
        SMS_GATEWAY_URL: `${byNumber(urls.messages)}/sms`,
        SMS_GATEWAY_TOKEN: credentials.messages,
        MAIL_GATEWAY_URL: `${byNumber(urls.messages)}/mail`,
        MAIL_GATEWAY_TOKEN: credentials.messages,
        GOOGLE_CLIENT_ID: credentials.googleId,
        GOOGLE_JWKS_URL: `${byNumber(urls.google)}/oauth2/v3/certs`,
      },
    },
    stop: async () => {
      await Promise.all(started.map(({ worker }) => worker.dispose()))
    },
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

/** Keys of this machine's own, made once: sessions and tokens outlive a restart. */
export function localSecrets(state: string): { SESSION_KEYS: string; JWT_SECRETS: string } {
  const file = `${state}/secrets.json`
  if (existsSync(file))
    return JSON.parse(readFileSync(file, 'utf8')) as { SESSION_KEYS: string; JWT_SECRETS: string }
  const made = {
    SESSION_KEYS: randomBytes(32).toString('base64url'),
    JWT_SECRETS: randomBytes(32).toString('base64url'),
  }
  mkdirSync(state, { recursive: true })
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 })
  return made
}
