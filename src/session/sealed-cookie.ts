import { decrypt, encrypt, Session } from 'hono-sessions'
import * as v from 'valibot'
import { sessionSeconds } from '../../domain/session-user.ts'

/** A cookie of 4,096 bytes is the most that browsers keep; this leaves room for its name and attributes. */
const mostSealed = 3800
/** A longer one was not made here: opening it would be work for nothing. */
const mostOpened = 4096

const stored = v.object({
  _data: v.record(v.string(), v.object({ value: v.unknown(), flash: v.boolean() })),
  _expire: v.nullable(v.string()),
  _delete: v.boolean(),
  _accessed: v.nullable(v.string()),
})

/** What the cookie holds, under one name in hono-sessions' own envelope. */
const record = v.object({
  jwt: v.string(),
  refreshToken: v.string(),
  user: v.object({
    id: v.number(),
    isPremium: v.boolean(),
    device_id: v.nullable(v.string()),
    gender: v.string(),
    blocked: v.boolean(),
    confirmed: v.boolean(),
    createdAt: v.string(),
    updatedAt: v.string(),
    username: v.string(),
    provider: v.string(),
    freeTestTaken: v.boolean(),
  }),
  /** When the product API was last asked about the user, in milliseconds. */
  askedAt: v.number(),
  error: v.nullable(v.picklist(['RefreshAccessTokenError', 'SignedInElsewhere'])),
})
export type SessionRecord = v.InferOutput<typeof record>

/** Seals with the newest key. Errors: throws where the result would not fit into a cookie. */
export async function seal(keys: Keys, content: SessionRecord): Promise<string> {
  const session = new Session(sessionSeconds)
  session.set('session', content)
  session.touch()
  const sealed = await encrypt(keys[0], JSON.stringify(session.getCache()))
  if (sealed.length > mostSealed) throw new Error(`the session takes ${sealed.length} bytes`)
  return sealed
}

/** First seals, all open. */
export type Keys = readonly [string, ...string[]]

export type Opened = {
  content: SessionRecord
  /** When it was sealed, in milliseconds. */
  sealedAt: number
  /** Sealed with a key that is not the newest one. */
  isOldKey: boolean
}

/** Opens a cookie. null: altered, cut, sealed by somebody else, over, or of another shape. Never throws. */
export async function open(keys: Keys, sealed: string): Promise<Opened | null> {
  if (sealed.length > mostOpened) return null
  for (const [index, key] of keys.entries()) {
    const text = await decrypt(key, sealed).catch(() => null)
    if (typeof text === 'string') return contentOf(text, index > 0)
  }
  return null
}

function contentOf(text: string, isOldKey: boolean): Opened | null {
  const envelope = v.safeParse(v.pipe(v.string(), v.parseJson(), stored), text)
  if (!envelope.success) return null
  const session = new Session(sessionSeconds)
  session.setCache(envelope.output)
  if (!session.sessionValid()) return null
  const content = v.safeParse(record, session.get('session'))
  const sealedAt = Date.parse(envelope.output._accessed ?? '')
  if (!content.success || Number.isNaN(sealedAt)) return null
  return { content: content.output, sealedAt, isOldKey }
}

/** Any text under the newest key, for stores that others may read. */
export const hide = (keys: Keys, text: string): Promise<string> => encrypt(keys[0], text)

/** null: it was not hidden with any of these keys. */
export async function show(keys: Keys, hidden: string): Promise<string | null> {
  for (const key of keys) {
    const text = await decrypt(key, hidden).catch(() => null)
    if (typeof text === 'string') return text
  }
  return null
}
