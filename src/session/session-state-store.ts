import * as v from 'valibot'
import { failed, ok, type Result } from '../../domain/result.ts'
import { sessionSeconds, type Tokens } from '../../domain/session-user.ts'

/** What all of the edge has to know of a session beside its cookie: that it is over (a copy of the cookie shall be worth nothing),
 *  or the newest tokens (an answer that carried them may have been lost on the way to the phone). */
export type SharedState = { over: true } | { over: false; tokens: Tokens | null }

export type SharedMemory = {
  /** Cost: a look-up in memory, and every 30 seconds one read of the store. */
  stateOf: (sessionId: string) => Promise<SharedState>
  end: (sessionId: string) => Promise<void>
  keep: (sessionId: string, tokens: Tokens) => Promise<void>
}

const rememberedForMs = 30_000
const mostRemembered = 2000

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

const remembered = new Map<string, { state: SharedState; readAt: number }>()

/** Kept in KV, which reaches all of the edge within a minute, and in this isolate's memory, where it holds at once.
 *  `hide` and `show` seal what is stored: the store holds nothing that could be used. */
export function sharedMemory(
  store: KVNamespace,
  hide: (text: string) => Promise<string>,
  show: (sealed: string) => Promise<string | null>,
): SharedMemory {
  const remember = (sessionId: string, state: SharedState) => {
    if (remembered.size >= mostRemembered) remembered.delete([...remembered.keys()][0] ?? '')
    remembered.set(sessionId, { state, readAt: Date.now() })
  }
  const write = async (sessionId: string, state: SharedState) => {
    remember(sessionId, state)
    try {
      const sealed = await hide(JSON.stringify(state))
      await store.put(`session:${sessionId}`, sealed, { expirationTtl: sessionSeconds })
    } catch (error) {
      trouble('put', error)
    }
  }
  return {
    async stateOf(sessionId) {
      const known = remembered.get(sessionId)
      if (known && (known.state.over || Date.now() - known.readAt < rememberedForMs))
        return known.state
      const read = await readFrom(store, sessionId)
      if (!read.ok) return known?.state ?? nothingKnown
      const text = read.value === null ? null : await show(read.value)
      const parsed = v.safeParse(stored, text)
      const state: SharedState = parsed.success ? parsed.output : nothingKnown
      remember(sessionId, state)
      return state
    },
    end: (sessionId) => write(sessionId, { over: true }),
    async keep(sessionId, tokens) {
      // A refresh that was still on its way when the reader signed out does not bring the session back.
      if (remembered.get(sessionId)?.state.over) return
      await write(sessionId, { over: false, tokens })
    },
  }
}

const nothingKnown: SharedState = { over: false, tokens: null }

/** A store that fails breaks no page: the cookie is believed until it answers again. */
async function readFrom(
  store: KVNamespace,
  sessionId: string,
): Promise<Result<string | null, 'trouble'>> {
  try {
    return ok(await store.get(`session:${sessionId}`))
  } catch (error) {
    trouble('get', error)
    return failed('trouble')
  }
}

const trouble = (what: 'get' | 'put', error: unknown) => {
  console.error(JSON.stringify({ at: 'sessions', what, error: String(error) }))
}
