import * as v from 'valibot'
import { failed, ok, type Result } from '../../domain/result.ts'
import { sessionMaxAgeSec, type Tokens } from '../../domain/session-user.ts'

/** The state of a session that its cookie may lack: that it is over (copies of the cookie are then
 *  refused), or its newest tokens (the response with the new cookie may have been lost). */
export type SessionState = { over: true } | { over: false; tokens: Tokens | null }

export type SessionStateStore = {
  /** Cost: one Map look-up, and one KV read every 30 s. */
  stateOf: (sessionId: string) => Promise<SessionState>
  end: (sessionId: string) => Promise<void>
  storeTokens: (sessionId: string, tokens: Tokens) => Promise<void>
}

/** Part of the stored JSON. Version 0 had the same fields without `v`. */
const stateVersion = 1
const freshInMemoryMs = 30_000
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

/** Session states in KV, which propagates them to every data centre within a minute, and in this
 *  isolate's memory; other isolates read KV every 30 s, so a session that ended is refused
 *  everywhere within 90 s. Values are encrypted, so that reading KV reveals no token. */
export function sessionStateStore(
  store: KVNamespace,
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
  return {
    async stateOf(sessionId) {
      const known = memory.get(sessionId)
      if (known && (known.state.over || Date.now() - known.readAt < freshInMemoryMs))
        return known.state
      const read = await readFrom(store, sessionId)
      if (!read.ok) return known?.state ?? unknownState
      const text = read.value === null ? null : await decrypt(read.value)
      const parsed = v.safeParse(storedState, text)
      const state: SessionState = parsed.success ? parsed.output : unknownState
      remember(sessionId, state)
      return state
    },
    end: (sessionId) => write(sessionId, { over: true }),
    async storeTokens(sessionId, tokens) {
      // A renewal that was in flight while the reader signed out must not restore the session.
      if (memory.get(sessionId)?.state.over) return
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
