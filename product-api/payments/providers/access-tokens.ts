import type { Database } from '../../database.ts'
import { sha256, decrypt, encrypt } from '../../cryptography.ts'
import { sendRequest, type ProviderAnswer, type ProviderRequest } from './provider-request.ts'

/** A provider's access token: the value of the Authorization header, and its times. */
export type AccessToken = { authorization: string; renewAtMs: number; endsAtMs: number }

export type TokenSource = {
  db: Database
  /** Names the account at the provider (`accountKeyOf`), so that changed credentials get a new
   *  token. */
  accountKey: string
  /** The secret under which tokens are encrypted in the database. */
  secret: string
  /** Requests a new token; null if the provider returns none. */
  requestToken: () => Promise<AccessToken | null>
  nowMs: () => number
}

/** A name for an account at a provider that does not reveal its credentials. */
export const accountKeyOf = async (provider: string, credentials: readonly string[]) =>
  `${provider} ${(await sha256(credentials.join('\n'))).slice(0, 16)}`

const tokensInMemory = new Map<string, AccessToken>()

/** Deletes the tokens in this isolate's memory. For tests, which simulate a new isolate. */
export const forgetTokens = () => tokensInMemory.clear()

/** At most three tokens per call: this isolate's, another one's from the database, a new one. */
const maxTokens = 3

/** Sends a request with the provider's token. After a 401 it is sent again with the next token,
 *  because the one in memory or in the database may have been revoked. Cost: besides the request,
 *  nothing if this isolate has a token, else one read; a request for a new token if there is
 *  none. */
export async function sendWithToken(
  source: TokenSource,
  request: ProviderRequest,
): Promise<ProviderAnswer> {
  const refused: string[] = []
  let answer: ProviderAnswer = { kind: 'no-answer', because: 'no connection' }
  while (refused.length < maxTokens) {
    const token = await currentToken(source, refused)
    if (!token) break
    const { authorization } = token
    answer = await sendRequest({ ...request, headers: { ...request.headers, authorization } })
    if (answer.kind !== 'answer' || answer.status !== 401) break
    refused.push(authorization)
  }
  return answer
}

/** The token in memory, else the one in the database, else a new one: PhonePe requires that a token
 *  is reused until shortly before its end. `refused`: tokens that the provider has rejected. */
async function currentToken(
  source: TokenSource,
  refused: readonly string[],
): Promise<AccessToken | null> {
  const isUsable = (token: AccessToken) =>
    token.renewAtMs > source.nowMs() && !refused.includes(token.authorization)
  const own = tokensInMemory.get(source.accountKey) ?? null
  if (own && isUsable(own)) return own
  const stored = await storedToken(source)
  const token =
    stored && isUsable(stored)
      ? stored
      : await renewedToken(source, refused.length > 0 ? null : (own ?? stored))
  if (token) tokensInMemory.set(source.accountKey, token)
  return token
}

/** A new token; if the provider returns none, the old one until it expires. */
async function renewedToken(
  source: TokenSource,
  old: AccessToken | null,
): Promise<AccessToken | null> {
  const token = await source.requestToken()
  if (!token) return old && old.endsAtMs > source.nowMs() ? old : null
  await source.db
    .prepare(
      `INSERT INTO provider_tokens (key, sealed, expires_at) VALUES (?1, ?2, ?3)
       ON CONFLICT (key) DO UPDATE SET sealed = excluded.sealed, expires_at = excluded.expires_at`,
    )
    .bind(
      source.accountKey,
      await encrypt(source.secret, JSON.stringify(token)),
      new Date(token.endsAtMs).toISOString(),
    )
    .run()
  return token
}

async function storedToken(source: TokenSource): Promise<AccessToken | null> {
  const row = await source.db
    .prepare('SELECT sealed FROM provider_tokens WHERE key = ? AND expires_at > ?')
    .bind(source.accountKey, new Date(source.nowMs()).toISOString())
    .first<{ sealed: string }>()
  return row && decryptedToken(source.secret, row.sealed)
}

async function decryptedToken(secret: string, sealed: string): Promise<AccessToken | null> {
  try {
    return JSON.parse(await decrypt(secret, sealed)) as AccessToken
  } catch {
    // Encrypted with a secret that has been changed since: a new token is requested.
    return null
  }
}
