import { Session } from 'hono-sessions'
import * as v from 'valibot'
import { sessionMaxAgeSec } from '../../domain/session-user.ts'
import { decryptText, decryptWithAny, encryptText, type Keys } from '../../http/sealed-text.ts'

// The encrypted and authenticated content of cookies. Each shape has a version `v`. A deploy must
// not sign anybody out: a new field needs a fallback here, and an entry in `fieldsAddedLater`
// of tests/site/stored-shapes.test.ts.

/** Browsers keep cookies of at most 4,096 bytes; this leaves room for the name and the
 *  attributes. */
const maxSealedLength = 3800
/** Longer values were not sealed here and are not decrypted. */
const maxUnsealableLength = 4096

const sessionVersion = 1
const guestVersion = 1

/** The JSON format of hono-sessions. */
const envelope = v.object({
  _data: v.record(v.string(), v.object({ value: v.unknown(), flash: v.boolean() })),
  _expire: v.nullable(v.string()),
  _delete: v.boolean(),
  _accessed: v.nullable(v.string()),
})

const unknownTime = '1970-01-01T00:00:00.000Z'

/** Version 0 had the same fields without `v`. Missing or invalid fields get a default and are
 *  loaded again from the product API. Without tokens or the user's id there is no session. */
const sessionRecord = v.object({
  jwt: v.string(),
  refreshToken: v.string(),
  user: v.object({
    id: v.number(),
    isPremium: v.fallback(v.boolean(), false),
    device_id: v.fallback(v.nullable(v.string()), null),
    gender: v.fallback(v.string(), 'others'),
    blocked: v.fallback(v.boolean(), false),
    confirmed: v.fallback(v.boolean(), true),
    createdAt: v.fallback(v.string(), unknownTime),
    updatedAt: v.fallback(v.string(), unknownTime),
    username: v.fallback(v.string(), ''),
    provider: v.fallback(v.string(), 'local'),
    freeTestTaken: v.fallback(v.boolean(), false),
  }),
  /** When the user was last loaded from the product API, in ms since 1970. 0: load it again. */
  askedAt: v.fallback(v.number(), 0),
  error: v.fallback(v.nullable(v.picklist(['RefreshAccessTokenError', 'SignedInElsewhere'])), null),
})
export type SessionRecord = v.InferOutput<typeof sessionRecord>

/** Seals with the newest key. Throws if the result does not fit into a cookie. */
export async function sealSession(keys: Keys, record: SessionRecord): Promise<string> {
  const session = new Session(sessionMaxAgeSec)
  session.set('session', { v: sessionVersion, ...record })
  session.touch()
  const sealed = await encryptText(keys, JSON.stringify(session.getCache()))
  if (sealed.length > maxSealedLength) throw new Error(`the session takes ${sealed.length} bytes`)
  return sealed
}

export type UnsealedSession = {
  record: SessionRecord
  /** When it was sealed, in ms since 1970. */
  sealedAt: number
  /** Whether it was sealed with a key other than the newest. */
  isOldKey: boolean
}

/** Sessions by their cookie, so that the next request of the same reader decrypts nothing. In
 *  memory; lost with the isolate. What has ended is decided afterwards (session-state-store.ts). */
const unsealedSessions = new Map<
  string,
  { unsealed: UnsealedSession; keys: Keys; endsAt: number }
>()
const maxUnsealed = 500

/** null: modified, truncated, sealed with an unknown key, expired, or without tokens. Never throws.
 *  Cost: one Map look-up for a cookie that this isolate has seen, else about 0.2 ms. */
export async function unsealSession(keys: Keys, sealed: string): Promise<UnsealedSession | null> {
  const known = unsealedSessions.get(sealed)
  if (known && known.keys === keys && known.endsAt > Date.now()) return known.unsealed
  const found = sealed.length > maxUnsealableLength ? null : await decryptWithAny(keys, sealed)
  if (!found) return null
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), envelope), found.text)
  if (!stored.success) return null
  const session = new Session(sessionMaxAgeSec)
  session.setCache(stored.output)
  if (!session.sessionValid()) return null
  const record = v.safeParse(sessionRecord, session.get('session'))
  const sealedAt = Date.parse(stored.output._accessed ?? '')
  if (!record.success || Number.isNaN(sealedAt)) return null
  const unsealed = { record: record.output, sealedAt, isOldKey: found.keyIndex > 0 }
  const endsAt = Date.parse(stored.output._expire ?? '')
  if (unsealedSessions.size >= maxUnsealed)
    unsealedSessions.delete([...unsealedSessions.keys()][0] ?? '')
  // Without an expiry the comparison is false, and it is decrypted every time.
  unsealedSessions.set(sealed, { unsealed, keys, endsAt })
  return unsealed
}

const guestRecord = v.pipe(v.string(), v.parseJson(), v.object({ token: v.string() }))

export const sealGuest = (keys: Keys, token: string): Promise<string> =>
  encryptText(keys, JSON.stringify({ v: guestVersion, token }))

/** The guest's token, or null if it was not sealed with our keys. Version 0 was the token itself,
 *  which is not JSON. */
export async function unsealGuest(keys: Keys, sealed: string): Promise<string | null> {
  const text = await decryptText(keys, sealed)
  const record = v.safeParse(guestRecord, text)
  return record.success ? record.output.token : text
}

const accessVersion = 2

/** What a page carries so that its form is accepted without a cookie: the attempt, its carry key,
 *  and the guest's token; null for a member, whose session no page can stand for. */
export type AttemptAccess = { attempt: string; carryKey: string; guestToken: string | null }

/** Of version 1. */
const accessRecord = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    v: v.number(),
    attempt: v.string(),
    carryKey: v.fallback(v.string(), ''),
    guestToken: v.fallback(v.nullable(v.string()), null),
  }),
)

/** Of a token signed with HS256, which those of the built-in product API are. */
const usualHeader = btoa('{"alg":"HS256","typ":"JWT"}').replace(/=+$/, '')

/** It is a part of every hall's page, and does not compress: version 2 is
 *  '2 {attempt} {carry key} {token}', the token without a usual header. */
export const sealAccess = (
  keys: Keys,
  { attempt, carryKey, guestToken }: AttemptAccess,
): Promise<string> => {
  const token = guestToken?.startsWith(`${usualHeader}.`)
    ? guestToken.slice(usualHeader.length)
    : guestToken
  return encryptText(keys, `${accessVersion} ${attempt} ${carryKey} ${token ?? ''}`)
}

function accessOf(text: string | null): AttemptAccess | null {
  const [version, attempt = '', carryKey = '', token = ''] = text?.split(' ') ?? []
  if (version === String(accessVersion)) {
    const guestToken = token.startsWith('.') ? usualHeader + token : token
    return { attempt, carryKey, guestToken: guestToken || null }
  }
  const record = v.safeParse(accessRecord, text)
  return record.success ? record.output : null
}

/** null: altered, not sealed with our keys, or another attempt's. */
export async function unsealAccess(
  keys: Keys,
  sealed: string,
  attempt: string,
): Promise<AttemptAccess | null> {
  if (sealed.length > maxUnsealableLength) return null
  const access = accessOf(await decryptText(keys, sealed))
  return access?.attempt === attempt ? access : null
}
