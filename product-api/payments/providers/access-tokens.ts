import { open, seal } from '../../identity/digests.ts'
import type { Answer, Call } from '../wire.ts'
import { send } from '../wire.ts'

/** A provider's token: how it goes into the header, and until when it may be used. */
export type AccessToken = { authorization: string; renewAtMs: number; endsAtMs: number }

export type TokenSource = {
  db: D1Database
  /** Names the account; tokens of another one are not ours. */
  key: string
  /** What tokens are sealed with in the database. */
  secret: string
  /** Asks the provider for a new one; null when it gives none. */
  ask: () => Promise<AccessToken | null>
  nowMs: () => number
}

const held = new Map<string, AccessToken>()

/** Forgets what this isolate holds, as a new one would not have it. */
export const forgetTokens = () => held.clear()

/** This isolate's token, another's, a new one: no call needs more. */
const mostTokens = 3

/** A call with the provider's token. One that is refused with 401 is sent again with the next token: this isolate's own may be over,
 *  and so may another's that it finds in the database.
 *  Cost: nothing while this isolate holds a token, a read while another one does. */
export async function sendWithToken(source: TokenSource, call: Call): Promise<Answer> {
  const refused: string[] = []
  let answer: Answer = { kind: 'silence', because: 'no connection' }
  while (refused.length < mostTokens) {
    const token = await tokenOf(source, refused)
    if (!token) break
    answer = await sendWith(token, call)
    if (answer.kind !== 'answer' || answer.status !== 401) break
    refused.push(token.authorization)
  }
  return answer
}

const sendWith = ({ authorization }: AccessToken, call: Call) =>
  send({ ...call, headers: { ...call.headers, authorization } })

/** PhonePe wants a token used until it nearly ends, by all of us: this isolate's, else another's from the database, else a new
 *  one. `refused`: those that the provider does not know any more. */
async function tokenOf(
  source: TokenSource,
  refused: readonly string[],
): Promise<AccessToken | null> {
  const isFresh = (token: AccessToken) =>
    token.renewAtMs > source.nowMs() && !refused.includes(token.authorization)
  const own = held.get(source.key) ?? null
  if (own && isFresh(own)) return own
  const shared = await readToken(source)
  const token =
    shared && isFresh(shared)
      ? shared
      : await renewed(source, refused.length > 0 ? null : (own ?? shared))
  if (token) held.set(source.key, token)
  return token
}

/** A new token; while the provider gives none, the old one as long as it lasts. */
async function renewed(source: TokenSource, old: AccessToken | null): Promise<AccessToken | null> {
  const token = await source.ask()
  if (!token) return old && old.endsAtMs > source.nowMs() ? old : null
  await source.db
    .prepare(
      `INSERT INTO provider_tokens (key, sealed, expires_at) VALUES (?1, ?2, ?3)
       ON CONFLICT (key) DO UPDATE SET sealed = excluded.sealed, expires_at = excluded.expires_at`,
    )
    .bind(
      source.key,
      await seal(source.secret, JSON.stringify(token)),
      new Date(token.endsAtMs).toISOString(),
    )
    .run()
  return token
}

async function readToken(source: TokenSource): Promise<AccessToken | null> {
  const row = await source.db
    .prepare('SELECT sealed FROM provider_tokens WHERE key = ? AND expires_at > ?')
    .bind(source.key, new Date(source.nowMs()).toISOString())
    .first<{ sealed: string }>()
  return row && unsealed(source.secret, row.sealed)
}

async function unsealed(secret: string, sealed: string): Promise<AccessToken | null> {
  try {
    return JSON.parse(await open(secret, sealed)) as AccessToken
  } catch {
    // Sealed under a secret that was changed since: as good as none.
    return null
  }
}
