import { eventId, eventKinds, replay, type JournalEvent } from '../../domain/attempt/journal.ts'

type Standing = 'counted' | 'late' | 'after-submission' | 'impossible'
type Row = { n: number; event: JournalEvent; standing: Standing }

/** A server with one attempt, in memory, which follows the product API's contract. Times in ms. */
export function simulateServer(attempt: {
  clock: () => number
  endsAtMs: number | null
  graceMs: number
  questions: readonly string[]
}) {
  const rows = new Map<string, Row>()
  const counters = { submissions: 0, posts: 0, received: [] as JournalEvent[] }
  let submittedAt: number | null = null
  /** Ids of events that the server rejects as malformed, with the status of its response. */
  const rejectedIds = new Map<string, number>()

  const counted = () =>
    [...rows.values()].filter(({ standing }) => standing === 'counted').map(({ event }) => event)

  function answer(method: string, path: string, body: string | undefined): Response {
    const url = new URL(path, 'https://site.test')
    const action = url.pathname.split('/').at(-1)
    if (method === 'GET')
      return Response.json({ data: eventsAfter(Number(url.searchParams.get('after')), []) })
    const sent = JSON.parse(body ?? '') as {
      events: JournalEvent[]
      after?: number
      question?: string
    }
    counters.posts++
    counters.received.push(...sent.events)
    for (const event of sent.events) {
      const status = rejectedIds.get(eventId(event))
      if (status !== undefined) return Response.json({ error: { status } }, { status })
    }
    for (const event of sent.events) storeEvent(event)
    if (action === 'submit') {
      counters.submissions++
      submittedAt ??= attempt.clock()
      return Response.json({ data: attemptBody() })
    }
    if (action === 'reveal') {
      const accepted = [attempt.questions.indexOf(sent.question ?? '') % 4]
      return Response.json({
        data: { question: sent.question, accepted, explanation: null, outcome: 'right' },
      })
    }
    const ids = sent.events.map(eventId)
    return Response.json({
      data: {
        acknowledged: ids,
        apart: ids
          .map((id) => ({ id, standing: rows.get(id)?.standing ?? 'counted' }))
          .filter(({ standing }) => standing !== 'counted'),
        ...eventsAfter(sent.after ?? 0, ids),
      },
    })
  }

  function storeEvent(event: JournalEvent) {
    const id = eventId(event)
    if (!rows.has(id)) rows.set(id, { n: rows.size + 1, event, standing: standingOf(event) })
  }

  function standingOf({ at, kind, question }: JournalEvent): Standing {
    const { endsAtMs, graceMs, questions, clock } = attempt
    if (!eventKinds.includes(kind)) return 'impossible'
    if (question !== null && !questions.includes(question)) return 'impossible'
    if (submittedAt !== null) return 'after-submission'
    const isLate = endsAtMs !== null && at > endsAtMs && clock() > endsAtMs + graceMs
    return isLate ? 'late' : 'counted'
  }

  function eventsAfter(after: number, excludedIds: readonly string[]) {
    const all = [...rows.values()].filter(({ n, standing }) => n > after && standing === 'counted')
    return {
      events: all
        .map(({ event }) => event)
        .filter((event) => !excludedIds.includes(eventId(event))),
      next: Math.max(after, rows.size),
      attempt: attemptBody(),
    }
  }

  const attemptBody = () => ({
    status: submittedAt === null ? 'running' : 'submitted',
    now: new Date(attempt.clock()).toISOString(),
  })

  return {
    answer,
    rows,
    counters,
    rejectedIds,
    state: () => replay(counted()),
    isSubmitted: () => submittedAt !== null,
  }
}

export type SimulatedServer = ReturnType<typeof simulateServer>
