import * as v from 'valibot'
import { failed, ok, type Result } from '../../domain/result.ts'
import { claimsOf, sessionMaxAgeSec, type Tokens } from '../../domain/session-user.ts'
import { addEndedSession, isSessionEnded } from './ended-sessions.ts'

/** The state of a session that its cookie may lack: that it is over (copies of the cookie are then
 *  refused), or its newest tokens (the response with the new cookie may have been lost). */
export type SessionState = { over: true } | { over: false; tokens: Tokens | null }

export type SessionStateStore = {
  /** Whether the session ended while its access token was valid; this suffices until the token
   *  expires. Cost: look-ups in memory, and one request in 30 s for all sessions. */
  isEnded: (sessionId: string) => Promise<boolean>
  /** Needed where the access token has expired. Cost: one Map look-up, and one KV read where this
   *  isolate has not read the state for `maxAgeMs`. */
  stateOf: (sessionId: string, maxAgeMs?: number) => Promise<SessionState>
  /** Ends the session whose access token this is. */
  end: (jwt: string) => Promise<void>
  storeTokens: (sessionId: string, tokens: Tokens) => Promise<void>
}

/** Part of the stored JSON. Version 0 had the same fields without `v`. */
const stateVersion = 1
/** While it is older than an access token lives, the list of ended sessions has what it lacks. */
const freshInMemoryMs = 600_000
/** By then no access token of an ended session is valid: its own are refused by its state in KV. */
const minListedMs = 3600_000
const maxEntriesInMemory = 2000

const storedState = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.object({ over: v.literal(true) }),
    v.object({
      over: v.literal(false),
      tokens: v.object({ jwt: v.string(), refreshToken: v.string() }),
    }),
  ]),
)

const memory = new Map<string, { state: SessionState; readAt: number }>()

/** As if this isolate had just started. For tests. */
export const forgetSessionStates = () => memory.clear()

/** Session states in KV, in the list of ended sessions and in this isolate's memory. Other isolates
 *  read the list every 30 s, so a session that ended is refused everywhere within 30 s. Where an
 *  access token has expired, they read KV: it has the newest tokens, and that a session has ended
 *  longer ago than the list remembers. Values are encrypted: reading KV reveals no token. */
export function sessionStateStore(
  { store, ended }: { store: KVNamespace; ended: DurableObjectNamespace | null },
  encrypt: (text: string) => Promise<string>,
  decrypt: (encrypted: string) => Promise<string | null>,
): SessionStateStore {
  const remember = (sessionId: string, state: SessionState) => {
    if (memory.size >= maxEntriesInMemory) memory.delete([...memory.keys()][0] ?? '')
    memory.set(sessionId, { state, readAt: Date.now() })
  }
  const write = async (sessionId: string, state: SessionState) => {
    remember(sessionId, state)
    try {
      const encrypted = await encrypt(JSON.stringify({ v: stateVersion, ...state }))
      await store.put(`session:${sessionId}`, encrypted, { expirationTtl: sessionMaxAgeSec })
    } catch (error) {
      logFailure('put', error)
    }
  }
  const isEnded = async (sessionId: string) =>
    memory.get(sessionId)?.state.over === true ||
    (ended !== null && (await isSessionEnded(ended, sessionId)))
  return {
    isEnded,
    async stateOf(sessionId, maxAgeMs = freshInMemoryMs) {
      const known = memory.get(sessionId)
      if (known && (known.state.over || Date.now() - known.readAt < maxAgeMs)) return known.state
      const read = await readFrom(store, sessionId)
      if (!read.ok) return known?.state ?? unknownState
      const text = read.value === null ? null : await decrypt(read.value)
      const parsed = v.safeParse(storedState, text)
      const state: SessionState = parsed.success ? parsed.output : unknownState
      remember(sessionId, state)
      return state
    },
    async end(jwt) {
      const claims = claimsOf(jwt)
      if (!claims) return
      const { sessionId: id, endsAtMs } = claims
      const until = Math.max(endsAtMs, Date.now() + minListedMs)
      const listed = ended && addEndedSession(ended, { id, until })
      await Promise.all([write(id, { over: true }), listed])
    },
    async storeTokens(sessionId, tokens) {
      // A renewal that was in flight while the reader signed out must not restore the session.
      if (await isEnded(sessionId)) return
      await write(sessionId, { over: false, tokens })
    },
  }
}

const unknownState: SessionState = { over: false, tokens: null }

/** While KV fails, the cookie alone decides, so that no page fails. */
async function readFrom(
  store: KVNamespace,
  sessionId: string,
): Promise<Result<string | null, 'unavailable'>> {
  try {
    return ok(await store.get(`session:${sessionId}`))
  } catch (error) {
    logFailure('get', error)
    return failed('unavailable')
  }
}

const logFailure = (operation: 'get' | 'put', error: unknown) => {
  console.error(JSON.stringify({ sessionStateStore: operation, error: String(error) }))
}
