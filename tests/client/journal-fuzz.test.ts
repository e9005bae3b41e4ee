import { describe, expect, it } from 'vitest'
import { replay, type AttemptState } from '../../domain/attempt/journal.ts'
import { answersOf, attemptHistory } from '../support/attempt-history.ts'
import { simulateTime } from '../support/simulated-device.ts'
import { simulateServer } from '../support/simulated-server.ts'

// Random histories of an attempt on faulty phones and networks, reproducible by their seed. In the
// end the server must have each tap once, and the answers that a plain list of the taps gives.

const questions = Array.from({ length: 12 }, (_, index) => `question${index}`)
const startsAt = Date.UTC(2026, 10, 21, 4, 30)
const minute = 60_000
const graceMs = 2 * minute

/** The environment variables HISTORIES and FIRST choose the number of seeds and the first one. */
const histories = Number(process.env.HISTORIES ?? 2040)
const first = Number(process.env.FIRST ?? 1)
const parts = 12

describe(`${histories} random histories of an attempt`, () => {
  let tapCount = 0
  let excusedCount = 0

  it.each(Array.from({ length: parts }, (_, part) => part + 1))(
    `lose no answer and store each tap once on the server (part %i of ${parts})`,
    { timeout: 300_000 },
    async (part) => {
      for (let seed = first + part - 1; seed < first + histories; seed += parts) {
        const { taps, lost } = await checkHistory(seed)
        tapCount += taps
        excusedCount += lost
      }
    },
  )

  it('lose only taps that no storage had space for, less than one in a thousand', () => {
    expect(tapCount).toBeGreaterThan(histories * 15)
    expect(excusedCount / tapCount).toBeLessThan(0.001)
  })
})

async function checkHistory(seed: number) {
  const time = simulateTime(startsAt)
  const endsAtMs = startsAt + [4, 20, 90][seed % 3]! * minute
  const server = simulateServer({ clock: time.now, endsAtMs, graceMs, questions })
  const history = await attemptHistory(seed, {
    ...{ time, questions, graceMs, optionCount: 5, answer: server.answer },
    attempt: { id: '3f2b8c1e-7a54-4d0b-9c3e-1f6a2b7d8e90', carryKey: 'k3V9w2X8-m4qp_Za', endsAtMs },
  })
  const { about, taps, excused, journals } = history
  const rows = [...server.rows.values()]
  const serials = rows.map(({ event }) => event.spentMs)
  const stored = taps.filter(({ serial }) => serials.includes(serial))
  const lost = taps.filter((tap) => !stored.includes(tap) && !excused.has(tap.serial))
  expect(lost, `${about}: lost`).toEqual([])
  expect(serials.length, `${about}: each once`).toBe(stored.length)
  expect(
    rows.filter(({ standing }) => standing !== 'counted'),
    `${about}: not counted`,
  ).toEqual([])
  const found = shownIn(replay(rows.map(({ event }) => event)))
  if (history.plan !== 'two devices together') expect(found, about).toEqual(answersOf(stored))
  else
    for (const [question, { saved }] of Object.entries(found)) {
      const own = [0, 1].map((place) => answersOf(stored.filter(({ device }) => device === place)))
      const possible = own.map((answers) => answers[question]?.saved ?? null)
      expect(possible, `${about}, ${question}`).toContain(saved)
    }
  for (const { status, state } of journals) {
    expect(status, about).toMatchObject({ unsent: 0, link: 'sent', apart: 0, refused: null })
    expect(shownIn(state), `${about}: what a page shows`).toEqual(found)
  }
  return { taps: taps.length, lost: taps.length - stored.length }
}

const shownIn = ({ questions: states }: AttemptState) =>
  Object.fromEntries(
    [...states].map(([id, { saved, isMarked, chosen }]) => [
      id,
      { saved, marked: isMarked, shown: chosen },
    ]),
  )
