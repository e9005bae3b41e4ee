import { encodeBase64Url } from 'hono/utils/encode'
import type { Person } from './people.ts'

/** What a code stands for until it is exchanged. */
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

const lifeMs = 10 * 60 * 1000

/** One isolate long. */
const grants = new Map<string, Grant>()

export function issueCode(given: Omit<Grant, 'expiresMs'>): string {
  const code = `4/${crypto.randomUUID()}`
  grants.set(code, { ...given, expiresMs: Date.now() + lifeMs })
  return code
}

/** Takes a code back: it works once. Null for an unknown one and for one whose ten minutes are over. */
export function redeemCode(code: string): Grant | null {
  const found = grants.get(code)
  grants.delete(code)
  return found && found.expiresMs > Date.now() ? found : null
}

/** Whether the verifier is the one whose challenge came with the grant; none is needed where none came. */
export async function isVerified({ challenge }: Grant, verifier: string): Promise<boolean> {
  if (challenge === undefined) return true
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return encodeBase64Url(hash).replace(/=+$/, '') === challenge
}
