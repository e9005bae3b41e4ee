import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { readAttempt } from '../../product-api/attempts/read-attempt.ts'
import { isCounted } from '../../product-api/attempts/stored-entries.ts'
import { openJournal } from '../../product-api/attempts/stored-journal.ts'
import productApi from '../../product-api/worker.ts'
import { stateOf } from '../../domain/attempt/journal-progress.ts'
import { replay, type AttemptState, type JournalEvent } from '../../domain/attempt/journal.ts'
import { simulateGateways, settings, updateRows } from '../emulators/identity.ts'
import { answersOf, attemptHistory, withdrawn } from '../support/attempt-history.ts'
import { withMoods, type ServerMood } from '../support/server-moods.ts'
import { simulateTime, type Answering } from '../support/simulated-device.ts'
import { entriesOf } from '../support/attempts.ts'
import { storesOf } from '../support/readers.ts'

// The random histories of tests/client/journal-fuzz.test.ts, delivered to the real product API.
// The environment variable VITE_HISTORIES sets their number.

const histories = Number(import.meta.env.VITE_HISTORIES ?? 80)
const parts = 10

/** Ten questions, ten minutes. */
const test = 'vao-paper-1-model-paper-2'

type Attempt = {
  id: string
  carryKey: string
  startedAt: string
  endsAt: string
  answered: number
}

beforeAll(simulateGateways)
afterEach(() => vi.useRealTimers())

describe(`${histories} random histories of an attempt, delivered to the product API`, () => {
  it.each(Array.from({ length: parts }, (_, part) => part + 1))(
    `lose no answer and store each event once (part %i of ${parts})`,
    { timeout: 300_000 },
    async (part) => {
      const guest = await callProductApi('GET', '/api/guest/token', {})
      const { jwt } = await guest.json<{ jwt: string }>()
      for (let seed = part; seed <= histories; seed += parts)
        await checkHistory(seed, callsAs(jwt), callsAs(null))
    },
  )
})

async function checkHistory(seed: number, call: Answering, callCarrier: Answering) {
  vi.useRealTimers()
  // More histories in a minute than a guest may write in a day.
  await updateRows('DELETE FROM limit_counters')
  const fetchData = async <Data>(method: string, path: string, body?: object) => {
    const response = await call(method, `/attempts${path}`, body && JSON.stringify(body))
    return (await response!.json<{ data: Data }>()).data
  }
  const request = { id: crypto.randomUUID(), test, mode: 'exam', locale: 'kn' }
  const attempt = await fetchData<Attempt>('POST', '', { data: request })
  const { questions } = await fetchData<{ questions: { id: string }[] }>(
    'GET',
    `/${attempt.id}/paper`,
  )
  const time = simulateTime(Date.parse(attempt.startedAt))
  const condition = { mood: 'fine' as ServerMood }
  const atSimulatedTime =
    (callNow: Answering): Answering =>
    (method, path, body) => {
      vi.setSystemTime(time.now())
      return callNow(method, path, body)
    }
  const storedIds = async () => {
    return (await entriesOf(attempt.id)).map(({ id }) => id)
  }
  const history = await attemptHistory(seed, {
    server: {
      answer: withMoods(atSimulatedTime(call), condition),
      answerCarrier: withMoods(atSimulatedTime(callCarrier), condition),
      ...{ condition, storedIds },
    },
    ...{ time, graceMs: 120_000, optionCount: 4 },
    questions: questions.map(({ id }) => id),
    attempt: {
      id: attempt.id,
      carryKey: attempt.carryKey,
      endsAtMs: Date.parse(attempt.endsAt),
    },
  })
  const { taps, excused, journals, serials } = history
  const about = `${history.about}\n${history.log}\n`
  const stored = taps.filter(({ serial }) => serials.includes(serial))
  const lost = taps.filter((tap) => !stored.includes(tap) && !excused.has(tap.serial))
  expect(lost, `lost in ${about}`).toEqual([])
  expect(serials.length, `each once in ${about}`).toBe(stored.length)
  expect(history.falseSigns, `false signs in ${about}`).toEqual([])
  const apart = (await entriesOf(attempt.id)).filter(
    ({ standing, raw }) => standing !== 'counted' && raw === null,
  )
  expect(apart, `not counted in ${about}`).toEqual([])
  const stores = await storesOf(attempt.id)
  const row = (await readAttempt(stores.own, attempt.id))!
  const { progress, entries } = await openJournal(stores, row)
  const counted = (await entries()).filter(isCounted)
  expect(stateOf(progress), `what is kept in ${about}`).toEqual(replay(counted))
  const { events, replaced } = await fetchData<{
    events: JournalEvent[]
    replaced: { question: string }[]
  }>('GET', `/${attempt.id}/events?after=0`)
  const serverState = visibleState(replay(events))
  const known = stored.filter(({ question }) => question !== withdrawn)
  if (history.isOneDevice || history.plan === 'two devices apart')
    expect(serverState, about).toEqual(answersOf(known))
  for (const { status, state } of journals) {
    expect(status, about).toMatchObject({ unsent: 0, isOnline: true, barrier: null })
    expect(visibleState(state), `what a page shows in ${about}`).toEqual(serverState)
    expect(status.replaced.map(({ question }) => question)).toEqual(
      replaced.map(({ question }) => question),
    )
  }
  const { answered } = await fetchData<Attempt>('POST', `/${attempt.id}/submit`, { by: 'reader' })
  expect(answered, about).toBe(
    Object.values(serverState).filter(({ saved }) => saved !== null).length,
  )
}

/** Maps the site's paths to the product API's, with a guest's token if there is one. */
const callsAs =
  (jwt: string | null): Answering =>
  (method, path, body) =>
    callProductApi(method, path.replace('/attempts', '/api/user-test-progresses'), {
      headers: {
        'content-type': 'application/json',
        // As over HTTP: the write budget takes a body of unknown length for a large one.
        'content-length': String(body?.length ?? 0),
        ...(jwt !== null && { authorization: `Bearer ${jwt}` }),
      },
      ...(body !== undefined && { body }),
    })

/** Calls the Worker's fetch handler directly: through the test pool, each of many hundred requests
 *  is slower than the one before. */
async function callProductApi(method: string, path: string, init: RequestInit): Promise<Response> {
  const context = createExecutionContext()
  const request = new Request(`http://product-api${path}`, { method, ...init })
  const response = await productApi.fetch(request, settings, context)
  await waitOnExecutionContext(context)
  return response
}

const visibleState = ({ questions }: AttemptState) =>
  Object.fromEntries(
    [...questions].map(([id, { saved, isMarked, chosen }]) => [
      id,
      { saved, marked: isMarked, shown: chosen },
    ]),
  )
