import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { replay, type JournalEvent } from '../domain/attempt/journal.ts'

/** The slug of the paper of 100 questions that is answered. */
export const loadedTest = 'vao-paper-1-full-1'

export type AttemptLoadResult = {
  attempts: number
  requests: number
  events: number
  lost: number
  wrongStates: number
  refused: number
  repeated: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  /** Deliveries in a second while the attempts were answered. */
  deliveriesPerSecond: number
}

/** Runs so many attempts of one paper at once for `seconds`. Each saves an answer about every
 *  `pauseSeconds`, and a fifth of the deliveries are sent twice, as by phones on bad links. Then
 *  all are submitted, and the stored events are compared with the sent ones. */
export async function loadAttempts(
  port: number,
  { attempts, seconds, pauseSeconds = 5 }: LoadOptions,
): Promise<AttemptLoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const times: number[] = []
  let [refused, repeated] = [0, 0]
  const call: Call = async (method, path, headers, body) => {
    const startedAt = performance.now()
    const request = { method, path, headers, body }
    // A keep-alive connection may be closed at the moment of use, or the product API be started
    // again; the request is repeated.
    const send = async () => {
      for (let tries = 0; ; tries++)
        try {
          return await sendRequest(agent, port, request)
        } catch (error) {
          if (tries === maxTries) throw error
          repeated++
          if (tries > 0) await new Promise((done) => setTimeout(done, 500))
        }
    }
    let answer = await send()
    times.push(performance.now() - startedAt)
    // As a phone does.
    for (let tries = 0; answer.status >= 400 && tries < maxTries; tries++) {
      refused++
      await new Promise((done) => setTimeout(done, 1000))
      answer = await send()
    }
    return answer.json
  }
  const questions = await questionIds(call)
  const candidates = await runInParallel(attempts, (index) => startCandidate(call, index))
  const answeredFrom = { at: performance.now(), requests: times.length }
  const endsAt = answeredFrom.at + seconds * 1000
  await Promise.all(
    candidates.map((candidate) => answerUntil(call, candidate, questions, endsAt, pauseSeconds)),
  )
  const answeringSeconds = (performance.now() - answeredFrom.at) / 1000
  const deliveries = times.slice(answeredFrom.requests)
  const results = await runInParallel(attempts, (index) => compareStored(call, candidates[index]!))
  agent.destroy()
  const sorted = deliveries.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return {
    attempts,
    requests: times.length,
    events: candidates.reduce((sum, { sent }) => sum + sent.length, 0),
    lost: results.reduce((sum, { lost }) => sum + lost, 0),
    wrongStates: results.filter(({ isSame }) => !isSame).length,
    refused,
    repeated,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    deliveriesPerSecond: deliveries.length / answeringSeconds,
  }
}

const maxTries = 20

type LoadOptions = { attempts: number; seconds: number; pauseSeconds?: number }

type Call = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) => Promise<{ data: never }>

type Candidate = {
  headers: Record<string, string>
  attempt: string
  writer: string
  sent: JournalEvent[]
  /** The number of the last entry that it has fetched. */
  after: number
}

async function questionIds(call: Call): Promise<string[]> {
  const query = `filters[slug][$eq]=${loadedTest}&populate[questions][populate]=options&locale=en`
  const { data } = (await call('GET', `/api/practice-tests?${query}`, {})) as {
    data: [{ questions: { documentId: string }[] }]
  }
  return data[0].questions.map(({ documentId }) => documentId)
}

/** A guest with a started attempt, from a network of its own: guests are limited by network. */
async function startCandidate(call: Call, index: number): Promise<Candidate> {
  const from = { 'x-client-address': `10.${index >> 8}.${index & 255}.1` }
  const guest = (await call('GET', '/api/guest/token', from)) as unknown as { jwt: string }
  const headers = { ...from, authorization: `Bearer ${guest.jwt}` }
  const attempt = randomUUID()
  await call('POST', '/api/user-test-progresses', headers, {
    data: { id: attempt, test: loadedTest, mode: 'exam', locale: 'kn' },
  })
  return { headers, attempt, writer: `bench-${String(index).padStart(6, '0')}`, sent: [], after: 0 }
}

/** Answers questions until `endsAt`. */
async function answerUntil(
  call: Call,
  candidate: Candidate,
  questions: readonly string[],
  endsAt: number,
  pauseSeconds: number,
) {
  const path = `/api/user-test-progresses/${candidate.attempt}/events`
  while (performance.now() < endsAt) {
    await new Promise((done) => setTimeout(done, pauseSeconds * (600 + Math.random() * 800)))
    const events = nextEvents(candidate, questions)
    candidate.sent.push(...events)
    const body = { events, device: candidate.writer, after: candidate.after }
    const { data } = await call('POST', path, candidate.headers, body)
    if (Math.random() < 0.2) await call('POST', path, candidate.headers, body)
    candidate.after = (data as { next: number } | null)?.next ?? candidate.after
  }
}

function nextEvents({ writer, sent }: Candidate, questions: readonly string[]): JournalEvent[] {
  const tick = sent.length + 1
  const question = questions[Math.floor(Math.random() * questions.length)] ?? null
  const option = Math.floor(Math.random() * 4)
  const common = { writer, at: Date.now(), question, locale: 'kn', spentMs: 2000 } as const
  return [
    { ...common, tick, kind: 'visit', option: null },
    { ...common, tick: tick + 1, kind: 'choose', option },
    { ...common, tick: tick + 2, kind: Math.random() < 0.9 ? 'save' : 'mark', option },
  ]
}

async function compareStored(call: Call, { headers, attempt, sent }: Candidate) {
  const path = `/api/user-test-progresses/${attempt}`
  await call('POST', `${path}/submit`, headers, { events: [] })
  const { data } = (await call('GET', `${path}/events?after=0`, headers)) as {
    data: { events: JournalEvent[] }
  }
  const stored = new Set(data.events.map(({ writer, tick }) => `${writer}.${tick}`))
  return {
    lost: sent.filter(({ writer, tick }) => !stored.has(`${writer}.${tick}`)).length,
    isSame: savedAnswers(data.events) === savedAnswers(sent),
  }
}

const savedAnswers = (events: readonly JournalEvent[]) =>
  JSON.stringify(
    [...replay(events).questions].map(([question, { saved }]) => [question, saved]).sort(),
  )

async function runInParallel<Value>(count: number, make: (index: number) => Promise<Value>) {
  const made: Value[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      for (let index = next++; index < count; index = next++) made[index] = await make(index)
    }),
  )
  return made
}

function sendRequest(
  agent: Agent,
  port: number,
  {
    method,
    path,
    headers,
    body,
  }: { method: string; path: string; headers: Record<string, string>; body: unknown },
): Promise<{ status: number; json: { data: never } }> {
  return new Promise((done, fail) => {
    const sending = request(
      {
        ...{ agent, host: '127.0.0.1', port, method },
        path: encodeURI(path),
        headers: { 'content-type': 'application/json', ...headers },
      },
      (response) =>
        void text(response).then(
          (body) =>
            done({
              status: response.statusCode ?? 0,
              json: JSON.parse(body) as { data: never },
            }),
          fail,
        ),
    ).on('error', fail)
    sending.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
