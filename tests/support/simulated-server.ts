import { eventId, eventKinds, replay, type JournalEvent } from '../../domain/attempt/journal.ts'
import { provisionalUntilMs } from '../../domain/attempt/provisional.ts'
import { choiceWriter, replacedAnswers } from '../../domain/attempt/replaced-answers.ts'
import { refusal, withMoods, type ServerMood } from './server-moods.ts'

type Standing = 'counted' | 'late' | 'after-submission' | 'impossible'
/** The event's `at` is the server's estimate. */
type Row = { n: number; event: JournalEvent; receivedAt: number; standing: Standing }

type Sent = {
  events?: JournalEvent[]
  after?: number
  limit?: number
  question?: string
  event?: string
  by?: 'reader' | 'clock'
  device?: string | null
}

/** One attempt on a server that follows the contract of the product API, in memory. Times in ms. */
export function simulateServer(attempt: {
  clock: () => number
  endsAtMs: number | null
  graceMs: number
  questions: readonly string[]
}) {
  const startedAt = attempt.clock()
  const rows = new Map<string, Row>()
  const counters = { submissions: 0, posts: 0, received: [] as JournalEvent[] }
  let submitted: { at: number; by: 'reader' | 'clock' } | null = null
  /** Ids that it rejects as malformed, with the status it answers then. */
  const rejectedIds = new Map<string, number>()
  const condition = { mood: 'fine' as ServerMood }

  const countedRows = () => [...rows.values()].filter(({ standing }) => standing === 'counted')
  const counted = () => countedRows().map(({ event }) => event)

  /** isCarrier: the sender has only the carry key, because the session has ended. */
  function answerTo(
    isCarrier: boolean,
    ...[method, path, body]: [method: string, path: string, body: string | undefined]
  ): Response {
    submitOverdue()
    if (isCarrier && (method === 'GET' || path.endsWith('/choose'))) return refusal(403)
    const url = new URL(path, 'https://site.test')
    const action = url.pathname.split('/').at(-1)
    if (method === 'GET') {
      const { after, limit } = Object.fromEntries(url.searchParams)
      return Response.json({ data: eventsAfter(Number(after), [], Number(limit ?? maxEvents)) })
    }
    const sent = JSON.parse(body ?? '') as Sent
    const events = sent.events ?? []
    counters.posts++
    counters.received.push(...events)
    for (const event of events) {
      const status = rejectedIds.get(eventId(event))
      if (status !== undefined) return refusal(status)
    }
    for (const event of events) take(event, sent.device ?? null)
    if (action === 'submit') {
      counters.submissions++
      submitted ??= { at: attempt.clock(), by: sent.by ?? 'reader' }
      return Response.json({ data: shown() })
    }
    if (action === 'reveal') {
      const accepted = [attempt.questions.indexOf(sent.question ?? '') % 4]
      const key = { question: sent.question, accepted, explanation: null, outcome: 'right' }
      return Response.json({ data: key })
    }
    if (action === 'choose') {
      choose(sent.question ?? '', sent.event ?? '', sent.after ?? 0)
      return Response.json({ data: { replaced: replaced(), attempt: shown() } })
    }
    const ids = events.map(eventId)
    const results = ids.map(resultOf)
    const after = sent.after ?? 0
    const others = eventsAfter(after, ids, sent.limit)
    const { questions } = attempt
    const none = { events: [], replaced: [], next: after, questions }
    const own = isCarrier ? { ...others, ...none } : others
    return Response.json({ data: { results, ...own } })
  }

  function take(event: JournalEvent, device: string | null) {
    const id = eventId(event)
    const receivedAt = attempt.clock()
    if (rows.has(id)) return
    const at = Math.max(startedAt, estimatedTime(event, receivedAt))
    const own = { ...event, at, device }
    rows.set(id, { n: rows.size + 1, event: own, receivedAt, standing: standingOf(own) })
  }

  /** A time that has not come yet is a wrong clock's: what its device knew happened before. */
  function estimatedTime({ at, seen, kind }: JournalEvent, receivedAt: number) {
    if (kind === 'submit' || at <= receivedAt + maxClockErrorMs) return Math.min(receivedAt, at)
    const known = countedRows().filter(({ n }) => n <= (seen ?? 0))
    return Math.max(receivedAt - futureMarginMs, ...known.map(({ event }) => event.at))
  }

  function standingOf({ at, kind, question }: JournalEvent): Standing {
    const { endsAtMs, graceMs, questions, clock } = attempt
    if (!eventKinds.includes(kind)) return 'impossible'
    if (question !== null && !questions.includes(question)) return 'impossible'
    if (submitted && !isProvisional()) return 'after-submission'
    const isLate = endsAtMs !== null && at > endsAtMs && clock() > endsAtMs + graceMs
    return isLate ? 'late' : 'counted'
  }

  const isProvisional = () =>
    submitted?.by === 'clock' &&
    attempt.endsAtMs !== null &&
    attempt.clock() < provisionalUntilMs(attempt.endsAtMs)

  /** The minute's cron: submits what no device has submitted. */
  function submitOverdue() {
    const { endsAtMs, graceMs, clock } = attempt
    if (endsAtMs !== null && clock() > endsAtMs + graceMs)
      submitted ??= { at: endsAtMs, by: 'clock' }
  }

  function resultOf(id: string) {
    const row = rows.get(id)
    if (!row) return { stored: 'refused', id, reason: 'journal-full' }
    const { at } = row.event
    if (row.standing !== 'counted') return { stored: 'apart', id, at, reason: row.standing }
    return { stored: 'counted', id, at, isReplaced: false }
  }

  const replaced = () =>
    replacedAnswers(countedRows().map(({ event, n }) => ({ ...event, n }))).map((found) => ({
      question: found.question,
      number: attempt.questions.indexOf(found.question) + 1,
      kept: answerOf(found.kept),
      replaced: answerOf(found.replaced),
    }))

  const answerOf = (event: JournalEvent) => ({
    ...{ event: eventId(event), device: event.device ?? null, option: event.option, at: event.at },
  })

  function choose(question: string, id: string, seen: number) {
    const wanted = rows.get(id)?.event
    if (submitted || wanted?.question !== question) return
    const tick = replay(counted()).lastTick + 1
    const own = { writer: choiceWriter, device: choiceWriter, tick, at: attempt.clock(), seen }
    const event: JournalEvent = { ...wanted, ...own, kind: 'save', spentMs: 0 }
    const row = { n: rows.size + 1, event, receivedAt: own.at, standing: 'counted' as const }
    rows.set(eventId(event), row)
  }

  function eventsAfter(after: number, butNot: readonly string[], limit = maxEvents) {
    const all = countedRows().filter(
      ({ n, event }) => n > after && !butNot.includes(eventId(event)),
    )
    const page = all.slice(0, limit)
    return {
      events: page.map(({ event: { seen: _, ...event } }) => event),
      next: page.length === limit ? page.at(-1)!.n : Math.max(after, rows.size),
      replaced: replaced(),
      attempt: shown(),
    }
  }

  const shown = () => ({
    status: submitted === null ? 'running' : 'submitted',
    submittedBy: submitted?.by ?? null,
    now: new Date(attempt.clock()).toISOString(),
  })

  return {
    answer: withMoods((...request) => answerTo(false, ...request), condition),
    /** To the holder of the carry key. */
    answerCarrier: withMoods((...request) => answerTo(true, ...request), condition),
    storedIds: () => Promise.resolve(rows.keys()),
    rows,
    counters,
    rejectedIds,
    condition,
    replaced,
    state: () => replay(counted()),
    isSubmitted: () => submitted !== null,
    submittedBy: () => submitted?.by ?? null,
  }
}

/** As the product API has them (product-api/attempts/journal-entries.ts). */
const maxClockErrorMs = 5000
const futureMarginMs = 75_000
const maxEvents = 2000

export type SimulatedServer = ReturnType<typeof simulateServer>
