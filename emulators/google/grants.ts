import { encodeBase64Url } from 'hono/utils/encode'
import type { Person } from './people.ts'

/** What was granted for an authorization code. */
export type Grant = {
  person: Person
  clientId: string
  redirectUri: string
  scope: string
  nonce: string | undefined
  /** PKCE, S256. */
  challenge: string | undefined
  expiresMs: number
}

const lifetimeMs = 10 * 60 * 1000

/** In memory; lost with the isolate. */
const grants = new Map<string, Grant>()

export function issueCode(grant: Omit<Grant, 'expiresMs'>): string {
  const code = `4/${crypto.randomUUID()}`
  grants.set(code, { ...grant, expiresMs: Date.now() + lifetimeMs })
  return code
}

/** Redeems a code, once. Null for an unknown code and ten minutes after it was issued. */
export function redeemCode(code: string): Grant | null {
  const found = grants.get(code)
  grants.delete(code)
  return found && found.expiresMs > Date.now() ? found : null
}

/** Whether the verifier matches the grant's PKCE challenge; true where the grant has none. */
export async function matchesChallenge({ challenge }: Grant, verifier: string): Promise<boolean> {
  if (challenge === undefined) return true
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return encodeBase64Url(hash).replace(/=+$/, '') === challenge
}
