import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { replay, type JournalEvent } from '../domain/attempt/journal.ts'

const test = 'vao-paper-1-full-1'

export type AttemptsUnderLoad = {
  attempts: number
  requests: number
  events: number
  lost: number
  wrongStates: number
  refused: number
  sentAgain: number
  p50Ms: number
  p99Ms: number
}

/** So many aspirants sit one paper at once for `seconds`: each saves an answer every few seconds, and every fifth delivery is
 *  sent twice, as phones on bad links do. Then all submit, and what the product API holds is compared with what was tapped. */
export async function sitTogether(
  port: number,
  { attempts, seconds }: { attempts: number; seconds: number },
): Promise<AttemptsUnderLoad> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const times: number[] = []
  let [refused, sentAgain] = [0, 0]
  const ask: Ask = async (method, path, headers, body) => {
    const startedAt = performance.now()
    const call = { method, path, headers, body }
    // A connection that was kept open may be closed at the moment of use: like a phone, it is said again.
    const answer = await send(agent, port, call).catch(() => {
      sentAgain++
      return send(agent, port, call)
    })
    times.push(performance.now() - startedAt)
    if (answer.status >= 400) refused++
    return answer.json
  }
  const questions = await questionsOf(ask)
  const sitters = await inParallel(attempts, (index) => newSitter(ask, index))
  const endsAt = performance.now() + seconds * 1000
  await Promise.all(sitters.map((sitter) => sit(ask, sitter, questions, endsAt)))
  const kept = await inParallel(attempts, (index) => whatWasKept(ask, sitters[index]!))
  agent.destroy()
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return {
    attempts,
    requests: times.length,
    events: sitters.reduce((sum, { tapped }) => sum + tapped.length, 0),
    lost: kept.reduce((sum, { lost }) => sum + lost, 0),
    wrongStates: kept.filter(({ isSame }) => !isSame).length,
    refused,
    sentAgain,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  }
}

type Ask = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) => Promise<{ data: never }>

type Sitter = {
  headers: Record<string, string>
  attempt: string
  writer: string
  tapped: JournalEvent[]
}

async function questionsOf(ask: Ask): Promise<string[]> {
  const query = `filters[slug][$eq]=${test}&populate[questions][populate]=options&locale=en`
  const { data } = (await ask('GET', `/api/practice-tests?${query}`, {})) as {
    data: [{ questions: { documentId: string }[] }]
  }
  return data[0].questions.map(({ documentId }) => documentId)
}

/** A visitor who has begun: everybody from an address of their own. */
async function newSitter(ask: Ask, index: number): Promise<Sitter> {
  const from = { 'x-client-address': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` }
  const guest = (await ask('GET', '/api/guest/token', from)) as unknown as { jwt: string }
  const headers = { ...from, authorization: `Bearer ${guest.jwt}` }
  const attempt = randomUUID()
  await ask('POST', '/api/user-test-progresses', headers, {
    data: { id: attempt, test, mode: 'exam', locale: 'kn' },
  })
  return { headers, attempt, writer: `bench-${String(index).padStart(6, '0')}`, tapped: [] }
}

/** Answers one question after the other until the time is over, every three to seven seconds. */
async function sit(ask: Ask, sitter: Sitter, questions: readonly string[], endsAt: number) {
  const path = `/api/user-test-progresses/${sitter.attempt}/events`
  while (performance.now() < endsAt) {
    await new Promise((done) => setTimeout(done, 3000 + Math.random() * 4000))
    const events = nextTaps(sitter, questions)
    sitter.tapped.push(...events)
    await ask('POST', path, sitter.headers, { data: { events } })
    if (Math.random() < 0.2) await ask('POST', path, sitter.headers, { data: { events } })
  }
}

function nextTaps({ writer, tapped }: Sitter, questions: readonly string[]): JournalEvent[] {
  const tick = tapped.length + 1
  const question = questions[Math.floor(Math.random() * questions.length)] ?? null
  const option = Math.floor(Math.random() * 4)
  const common = { writer, at: Date.now(), question, locale: 'kn', spentMs: 2000 } as const
  return [
    { ...common, tick, kind: 'visit', option: null },
    { ...common, tick: tick + 1, kind: 'choose', option },
    { ...common, tick: tick + 2, kind: Math.random() < 0.9 ? 'save' : 'mark', option },
  ]
}

async function whatWasKept(ask: Ask, { headers, attempt, tapped }: Sitter) {
  const path = `/api/user-test-progresses/${attempt}`
  await ask('POST', `${path}/submit`, headers, { data: { events: [] } })
  const { data } = (await ask('GET', `${path}/events?after=0`, headers)) as {
    data: { events: JournalEvent[] }
  }
  const kept = new Set(data.events.map(({ writer, tick }) => `${writer}.${tick}`))
  return {
    lost: tapped.filter(({ writer, tick }) => !kept.has(`${writer}.${tick}`)).length,
    isSame: answersOf(data.events) === answersOf(tapped),
  }
}

const answersOf = (events: readonly JournalEvent[]) =>
  JSON.stringify(
    [...replay(events).questions].map(([question, { saved }]) => [question, saved]).sort(),
  )

async function inParallel<Value>(count: number, make: (index: number) => Promise<Value>) {
  const made: Value[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      for (let index = next++; index < count; index = next++) made[index] = await make(index)
    }),
  )
  return made
}

function send(
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
