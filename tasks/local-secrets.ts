import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const names = ['SESSION_KEYS', 'JWT_SECRETS', 'PAYMENT_SECRETS', 'DESK_KEYS'] as const
type Secrets = Record<(typeof names)[number], string>

/** The secrets of this machine's local site. Each is generated once and stored in the state folder,
 *  so that sessions, tokens and open payments survive a restart. */
export function localSecrets(state: string): Secrets {
  const file = `${state}/secrets.json`
  const stored = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>)
    : {}
  const secrets = Object.fromEntries(
    names.map((name) => [name, stored[name] ?? randomBytes(32).toString('base64url')]),
  ) as Secrets
  if (names.some((name) => stored[name] === undefined)) {
    mkdirSync(state, { recursive: true })
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  }
  return secrets
}
