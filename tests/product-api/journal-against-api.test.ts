import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import productApi from '../../product-api/worker.ts'
import { replay, type AttemptState, type JournalEvent } from '../../domain/attempt/journal.ts'
import { simulateGateways, settings, updateRows } from '../emulators/identity.ts'
import { answersOf, attemptHistory } from '../support/attempt-history.ts'
import { simulateTime, type Answering } from '../support/simulated-device.ts'
import { database } from '../support/product-api.ts'

// The random histories of tests/client/journal-fuzz.test.ts, delivered to the real product API.
// The environment variable VITE_HISTORIES sets their number.

const histories = Number(import.meta.env.VITE_HISTORIES ?? 150)
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
      for (let seed = part; seed <= histories; seed += parts) await checkHistory(seed, callsAs(jwt))
    },
  )
})

async function checkHistory(seed: number, call: Answering) {
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
  const history = await attemptHistory(seed, {
    answer(method, path, body) {
      vi.setSystemTime(time.now())
      return call(method, path, body)
    },
    ...{ time, graceMs: 120_000, optionCount: 4 },
    questions: questions.map(({ id }) => id),
    attempt: {
      id: attempt.id,
      carryKey: attempt.carryKey,
      endsAtMs: Date.parse(attempt.endsAt),
    },
  })
  const { about, taps, excused, journals } = history
  const { results: rows } = await database()
    .prepare('SELECT standing, spent_ms AS serial FROM attempt_events WHERE attempt_id = ?')
    .bind(attempt.id)
    .all<{ standing: string; serial: number }>()
  const serials = rows.map(({ serial }) => serial)
  const stored = taps.filter(({ serial }) => serials.includes(serial))
  const lost = taps.filter((tap) => !stored.includes(tap) && !excused.has(tap.serial))
  expect(lost, `${about}: lost`).toEqual([])
  expect(serials.length, `${about}: each once`).toBe(stored.length)
  expect(
    rows.filter(({ standing }) => standing !== 'counted'),
    `${about}: not counted`,
  ).toEqual([])
  const { events } = await fetchData<{ events: JournalEvent[] }>(
    'GET',
    `/${attempt.id}/events?after=0`,
  )
  const serverState = visibleState(replay(events))
  if (history.plan !== 'two devices together') expect(serverState, about).toEqual(answersOf(stored))
  for (const { status, state } of journals) {
    expect(status, about).toMatchObject({ unsent: 0, link: 'sent', apart: 0, refused: null })
    expect(visibleState(state), `${about}: what a page shows`).toEqual(serverState)
  }
  const { answered } = await fetchData<Attempt>('POST', `/${attempt.id}/submit`, { by: 'reader' })
  expect(answered, about).toBe(
    Object.values(serverState).filter(({ saved }) => saved !== null).length,
  )
}

/** Maps the site's paths to the product API's, with a guest's token. */
const callsAs =
  (jwt: string): Answering =>
  (method, path, body) =>
    callProductApi(method, path.replace('/attempts', '/api/user-test-progresses'), {
      headers: {
        authorization: `Bearer ${jwt}`,
        'content-type': 'application/json',
        // A string's length is known, and sent, on a real connection.
        'content-length': String(body?.length ?? 0),
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
