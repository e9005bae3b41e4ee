import type { Database } from '../../database.ts'
import { sha256, decrypt, encrypt } from '../../cryptography.ts'
import { sendRequest, type ProviderAnswer, type ProviderRequest } from './provider-request.ts'

/** A provider's token: how it goes into the header, and until when it may be used. */
export type AccessToken = { authorization: string; renewAtMs: number; endsAtMs: number }

export type TokenSource = {
  db: Database
  /** Names the account (`accountKeyOf`); tokens of another one are not ours. */
  accountKey: string
  /** The secret under which tokens are encrypted in the database. */
  secret: string
  /** Asks the provider for a new one; null when it gives none. */
  requestToken: () => Promise<AccessToken | null>
  nowMs: () => number
}

/** Names an account at a provider without revealing its credentials. */
export const accountKeyOf = async (provider: string, credentials: readonly string[]) =>
  `${provider} ${(await sha256(credentials.join('\n'))).slice(0, 16)}`

const tokensInMemory = new Map<string, AccessToken>()

/** Forgets the tokens in this isolate's memory, as a new isolate would not have them. */
export const forgetTokens = () => tokensInMemory.clear()

/** This isolate's token, another isolate's from the database, a new one: no call needs more. */
const maxTokens = 3

/** Sends a request with the provider's token. One that is refused with 401 is sent again with the
 *  next token, for the one in memory may have been revoked, and so may the one in the database.
 *  Cost: nothing while this isolate holds a token, one read while another isolate does. */
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

/** The token in memory, else the one in the database, else a new one: PhonePe wants a token used by
 *  all isolates until it nearly ends. `refused`: tokens that the provider no longer accepts. */
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

/** A new token; while the provider gives none, the old one as long as it lasts. */
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
    // Encrypted under a secret that was changed since: as good as none.
    return null
  }
}
