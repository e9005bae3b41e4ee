import * as v from 'valibot'

const Ended = v.object({ id: v.string(), until: v.number() })
const Row = v.object({ n: v.number(), ...Ended.entries })
export type EndedSession = v.InferOutput<typeof Ended>

const maxRowsPerRead = 5000

/** The Durable Object of the binding ENDED_SESSIONS: one for the site, with the sessions that ended
 *  while their access token was still valid. POST ?id=&until= adds one, which is deleted after
 *  `until` (ms since 1970). GET ?after=n -> those that were added later, in their order. */
export class EndedSessions {
  readonly #sql: SqlStorage

  constructor({ storage }: DurableObjectState) {
    this.#sql = storage.sql
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS ended (
      n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, until INTEGER NOT NULL)`)
    this.#sql.exec('CREATE INDEX IF NOT EXISTS ended_until ON ended (until)')
  }

  fetch(request: Request): Response {
    const { searchParams: query } = new URL(request.url)
    if (request.method === 'POST') {
      const [id, until] = [query.get('id') ?? '', Number(query.get('until'))]
      this.#sql.exec('DELETE FROM ended WHERE until <= ?', Date.now())
      this.#sql.exec('INSERT OR IGNORE INTO ended (id, until) VALUES (?, ?)', id, until)
      return new Response(null, { status: 204 })
    }
    const after = Number(query.get('after'))
    const text = 'SELECT n, id, until FROM ended WHERE n > ? ORDER BY n LIMIT ?'
    return Response.json(this.#sql.exec(text, after, maxRowsPerRead).toArray())
  }
}

/** How old an isolate's list may be. */
const freshForMs = 30_000
const retryAfterMs = 5000
const maxIds = 50_000

type List = { until: Map<string, number>; after: number; readAt: number; isRead: boolean }
const lists = new WeakMap<DurableObjectNamespace, List>()

const objectIn = (objects: DurableObjectNamespace) =>
  objects.get(objects.idFromName('ended'), { locationHint: 'apac' })

/** Whether a session has ended, by the list that this isolate has for all sessions. Where the list
 *  cannot be read, by the one before. Cost: one request to the object in 30 s, whatever the number
 *  of sessions; it answers with what is new. */
export async function isSessionEnded(objects: DurableObjectNamespace, id: string) {
  const list = lists.get(objects) ?? newList()
  lists.set(objects, list)
  if (!list.isRead || Date.now() - list.readAt > freshForMs) await refresh(objects, list)
  return list.until.has(id)
}

const newList = (): List => ({ until: new Map(), after: 0, readAt: -Infinity, isRead: false })

async function refresh(objects: DurableObjectNamespace, list: List) {
  // Other requests do not wait for this one.
  list.readAt = Date.now()
  try {
    for (let isMore = true; isMore;) {
      const response = await objectIn(objects).fetch(`https://ended-sessions/?after=${list.after}`)
      const rows = v.parse(v.array(Row), await response.json())
      for (const { n, id, until } of rows) {
        list.until.set(id, until)
        list.after = Math.max(list.after, n)
      }
      isMore = rows.length === maxRowsPerRead
    }
    list.isRead = true
    for (const [id, until] of list.until)
      if (until <= Date.now() || list.until.size > maxIds) list.until.delete(id)
  } catch (error) {
    list.readAt = Date.now() - freshForMs + retryAfterMs
    list.isRead = true
    console.error(JSON.stringify({ at: 'ended-sessions', error: String(error) }))
  }
}

/** Adds a session to the list of all isolates. Errors: none; a failure is logged. */
export async function addEndedSession(
  objects: DurableObjectNamespace,
  { id, until }: EndedSession,
) {
  try {
    const query = new URLSearchParams({ id, until: String(until) }).toString()
    await objectIn(objects).fetch(`https://ended-sessions/?${query}`, { method: 'POST' })
  } catch (error) {
    console.error(JSON.stringify({ at: 'ended-sessions', error: String(error) }))
  }
}

/** As if this isolate had just started. For tests. */
export const forgetEndedSessions = (objects: DurableObjectNamespace) => lists.delete(objects)
