import * as v from 'valibot'
import { failed, ok, type Result } from '../../domain/result.ts'
import { sessionMaxAgeSec, type Tokens } from '../../domain/session-user.ts'

/** What every data centre has to know of a session besides its cookie: that it is over (copies of
 *  the cookie are then refused), or its newest tokens (the answer that carried them may have been
 *  lost on the way to the phone). */
export type SessionState = { over: true } | { over: false; tokens: Tokens | null }

export type SessionStateStore = {
  /** Cost: a look-up in memory, and every 30 s one read of KV. */
  stateOf: (sessionId: string) => Promise<SessionState>
  end: (sessionId: string) => Promise<void>
  storeTokens: (sessionId: string, tokens: Tokens) => Promise<void>
}

const freshInMemoryMs = 30_000
const maxEntriesInMemory = 2000

const stored = v.pipe(
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

/** Stored in KV, which reaches every data centre within a minute, and in this isolate's memory,
 *  where it is valid at once; other isolates ask KV every 30 s, so elsewhere within 90 s. What is stored is encrypted: KV contains nothing that could be
 *  used. */
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
      const encrypted = await encrypt(JSON.stringify(state))
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
      const parsed = v.safeParse(stored, text)
      const state: SessionState = parsed.success ? parsed.output : unknownState
      remember(sessionId, state)
      return state
    },
    end: (sessionId) => write(sessionId, { over: true }),
    async storeTokens(sessionId, tokens) {
      // A refresh that was still on its way when the reader signed out does not bring the session
      // back.
      if (memory.get(sessionId)?.state.over) return
      await write(sessionId, { over: false, tokens })
    },
  }
}

const unknownState: SessionState = { over: false, tokens: null }

/** A store that fails breaks no page: until it answers again, the cookie alone decides. */
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

const logFailure = (what: 'get' | 'put', error: unknown) => {
  console.error(JSON.stringify({ at: 'sessions', what, error: String(error) }))
}
