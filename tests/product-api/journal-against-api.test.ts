import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import productApi from '../../product-api/worker.ts'
import { replay, type JournalEvent } from '../../rules/journal.ts'
import { openWire, settings } from '../emulators/identity.ts'
import { answersOf, attemptHistory } from '../support/attempt-history.ts'
import { attemptsPath, newGuest, rowsOf, shortPaper } from '../support/attempts.ts'
import { pretendTime, type Answering } from '../support/pretend-device.ts'

// The histories of tests/client/journal-fuzz.test.ts once more, with the product API itself at the other end.

const histories = Number(import.meta.env.VITE_HISTORIES ?? 150)
const parts = 10

beforeAll(openWire)
afterEach(() => vi.useRealTimers())

describe(`${histories} histories of an attempt against the product API`, () => {
  it.each(Array.from({ length: parts }, (_, part) => part + 1))(
    `lose no answer, and each tap is there once (part %i of ${parts})`,
    { timeout: 300_000 },
    async (part) => {
      for (let seed = part; seed <= histories; seed += parts) await check(seed)
    },
  )
})

async function check(seed: number) {
  vi.useRealTimers()
  const guest = await newGuest()
  const { data: attempt } = await guest.start({ test: shortPaper })
  const { questions } = await guest.paper(attempt.id)
  const time = pretendTime(Date.parse(attempt.startedAt))
  const answer: Answering = (method, path, body) => {
    vi.setSystemTime(time.now())
    return asked(
      new Request(`http://product-api${path.replace('/attempts', attemptsPath)}`, {
        method,
        headers: { authorization: `Bearer ${guest.jwt}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      }),
    )
  }
  const told = await attemptHistory(seed, {
    ...{ time, answer, graceMs: 120_000, optionCount: 4 },
    questions: questions.map(({ id }) => id),
    attempt: {
      id: attempt.id,
      carryKey: attempt.carryKey,
      endsAtMs: Date.parse(String(attempt.endsAt)),
    },
  })
  const { about, taps, excused, journals } = told
  const rows = await rowsOf(
    'SELECT standing, spent_ms FROM attempt_events WHERE attempt_id = ? ORDER BY spent_ms',
    attempt.id,
  )
  const serials = rows.map(({ spent_ms }) => Number(spent_ms))
  const happened = taps.filter(({ serial }) => serials.includes(serial))
  const lost = taps.filter((tap) => !happened.includes(tap) && !excused.has(tap.serial))
  expect(lost, `${about}: lost`).toEqual([])
  expect(serials.length, `${about}: each once`).toBe(happened.length)
  expect(new Set(rows.map(({ standing }) => standing)), about).toEqual(
    new Set(rows.length > 0 ? ['counted'] : []),
  )
  const { events } = (await guest.others(attempt.id)).data
  const there = shownIn(events)
  if (told.plan !== 'two devices together') expect(there, about).toEqual(answersOf(happened))
  for (const { status, state } of journals) {
    expect(status, about).toMatchObject({ unsent: 0, link: 'sent', apart: 0, refused: null })
    expect(shownIn([], state), `${about}: what a page shows`).toEqual(there)
  }
  const submitted = await guest.submit(attempt.id, { by: 'reader' })
  const saved = Object.values(there).filter((one) => one.saved !== null)
  expect(submitted.data.answered, about).toBe(saved.length)
}

/** Straight into the worker: over the test pool's own way, each of many thousand requests is slower than the one before. */
async function asked(request: Request): Promise<Response> {
  const context = createExecutionContext()
  const response = await productApi.fetch(request, settings as never, context)
  await waitOnExecutionContext(context)
  return response
}

const shownIn = (events: Iterable<JournalEvent>, state = replay(events)) =>
  Object.fromEntries(
    [...state.questions].map(([id, { saved, isMarked, chosen }]) => [
      id,
      { saved, marked: isMarked, shown: chosen },
    ]),
  )
