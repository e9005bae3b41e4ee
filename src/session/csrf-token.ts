import { isEqualInConstantTime } from '../../http/equal-in-constant-time.ts'

/** next-auth's double submit token: the cookie contains `token|hash`, the form only the token.
 *  Another site cannot read the cookie, so it cannot send the token. */
export type CsrfPair = { token: string; cookie: string }

export async function newCsrfPair(secret: string): Promise<CsrfPair> {
  const token = hex(crypto.getRandomValues(new Uint8Array(32)))
  return { token, cookie: `${token}|${await hashOf(token, secret)}` }
}

/** The token in a CSRF cookie, or null if its hash was not made with this secret. */
export async function csrfTokenIn(
  cookie: string | undefined,
  secret: string,
): Promise<string | null> {
  const [token = '', hash = ''] = cookie?.split('|') ?? []
  return token !== '' && isEqualInConstantTime(hash, await hashOf(token, secret)) ? token : null
}

async function hashOf(token: string, secret: string): Promise<string> {
  const bytes = new TextEncoder().encode(token + secret)
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

const hex = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
