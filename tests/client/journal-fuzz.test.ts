import { describe, expect, it } from 'vitest'
import { eventId, inOrder, replay, setsAnswer } from '../../domain/attempt/journal.ts'
import type { AttemptState, JournalEvent } from '../../domain/attempt/journal.ts'
import { answersOf, attemptHistory, withdrawn, type Tap } from '../support/attempt-history.ts'
import { simulateTime } from '../support/simulated-device.ts'
import { simulateServer } from '../support/simulated-server.ts'

// Random histories of an attempt on faulty phones and networks, reproducible by their seed. In the
// end the server must have each tap once, and the answers that a plain list of the taps gives; and
// no page may have told its reader otherwise meanwhile. Two devices that change the same question
// may keep another answer than the last tap's only if the reader is told, and can choose.

const questions = Array.from({ length: 12 }, (_, index) => `question${index}`)
const startsAt = Date.UTC(2026, 10, 21, 4, 30)
const minute = 60_000
const graceMs = 2 * minute

/** The environment variables HISTORIES and FIRST choose the number of seeds and the first one. */
const histories = Number(process.env.HISTORIES ?? 2040)
const first = Number(process.env.FIRST ?? 1)
const parts = 12

describe(`${histories} random histories of an attempt from seed ${first}`, () => {
  let tapCount = 0
  let excusedCount = 0

  it.each(Array.from({ length: parts }, (_, part) => part + 1))(
    `lose no answer, store each tap once and show no false sign (part %i of ${parts})`,
    { timeout: 3_600_000 },
    async (part) => {
      for (let seed = first + part - 1; seed < first + histories; seed += parts) {
        const { taps, lost } = await checkHistory(seed)
        tapCount += taps
        excusedCount += lost
      }
    },
  )

  it('lose only taps that no storage had space for, less than one in a thousand', () => {
    expect(tapCount).toBeGreaterThan(histories * 10)
    expect(excusedCount / tapCount).toBeLessThan(0.001)
  })
})

async function checkHistory(seed: number) {
  const time = simulateTime(startsAt)
  const endsAtMs = startsAt + [4, 20, 90][seed % 3]! * minute
  const server = simulateServer({
    clock: () => Math.floor(time.now()),
    endsAtMs,
    graceMs,
    questions,
  })
  const history = await attemptHistory(seed, {
    ...{ time, questions, graceMs, optionCount: 5, server },
    attempt: { id: '3f2b8c1e-7a54-4d0b-9c3e-1f6a2b7d8e90', carryKey: 'k3V9w2X8-m4qp_Za', endsAtMs },
  })
  const { taps, excused, journals } = history
  const about = (what: string) => `${what} in ${history.about}\n${history.log}\n`
  const rows = [...server.rows.values()]
  const { serials } = history
  const stored = taps.filter(({ serial }) => serials.includes(serial))
  const lost = taps.filter((tap) => !stored.includes(tap) && !excused.has(tap.serial))
  expect(lost, about('lost taps')).toEqual([])
  expect(serials.length, about('each once')).toBe(stored.length)
  expect(history.falseSigns, about('false signs')).toEqual([])
  const apart = rows.filter(({ standing }) => standing !== 'counted')
  expect(
    // What a page had only in memory may arrive after the page that replaced it has submitted.
    apart.filter(({ event }) => event.question !== withdrawn && !excused.has(event.spentMs)),
    about('not counted'),
  ).toEqual([])
  const counted = rows.filter(({ standing }) => standing === 'counted')
  const found = shownIn(replay(counted.map(({ event }) => event)))
  const known = stored.filter(({ question }) => question !== withdrawn)
  const hasLateTaps = stored.some(({ serial }) => excused.has(serial))
  if (!hasLateTaps && (history.isOneDevice || history.plan === 'two devices apart'))
    expect(found, about('answers')).toEqual(answersOf(known))
  else if (!hasLateTaps && taps.every(({ device }) => history.hasRightClock(device))) {
    // What the reader has chosen counts, whenever it was given.
    const chosen = history.choices.map(({ question }) => question)
    const unchosen = known.filter(({ question }) => !chosen.includes(question))
    expectLastOrTold(unchosen, found, server.replaced(), about('answers'))
  }
  const answers = inOrder(counted.map(({ event }) => event)).filter(setsAnswer)
  expect(
    replacedUnseen(answers, history, server.replaced().map(asShown)),
    about('answers replaced without a word'),
  ).toEqual([])
  if (!history.isHandedIn) expect(server.submittedBy(), about('submitted by')).not.toBe('reader')
  const stage =
    server.isSubmitted() || history.isHandedIn
      ? 'submitted'
      : time.now() < endsAtMs
        ? 'answering'
        : expect.stringMatching(/ending|submitted/)
  for (const { status, state } of journals) {
    const settled = { unsent: 0, isOnline: true, barrier: null, stage }
    expect(status, about('the status')).toMatchObject(settled)
    expect(shownIn(state), about('what a page shows')).toEqual(found)
    expect(status.replaced, about('what a page tells')).toEqual(server.replaced().map(asShown))
  }
  return history.isStorageDenied
    ? { taps: 0, lost: 0 }
    : { taps: taps.length, lost: taps.length - stored.length }
}

/** Each question has the answer of its last tap, or the reader is told of both. A tap that cleared
 *  an answer is no answer to choose. */
function expectLastOrTold(
  taps: readonly Tap[],
  found: Record<string, { saved: number | null }>,
  replaced: readonly { question: string }[],
  about: string,
) {
  const answers = answersOf(taps)
  for (const [question, { saved }] of Object.entries(found)) {
    const last = answers[question]?.saved ?? null
    const isTold = replaced.some((told) => told.question === question)
    // Clocks are known to some seconds: of two taps in the same seconds, either may be the later.
    const saving = taps.filter((tap) => tap.question === question && savingKinds.includes(tap.kind))
    const [before, latest] = saving.slice(-2)
    const isUnclear = before && latest && latest.atMs - before.atMs < 10_000
    if (!isTold && !isUnclear && last !== null) expect(saved, `${question}: ${about}`).toBe(last)
  }
}

/** The answers of other devices than the one whose answer counts, if whoever gave that had neither
 *  seen nor been told of them, and is not told now. `answers`: in order. */
function replacedUnseen(
  answers: readonly JournalEvent[],
  { taps, serialOf, choices }: History,
  replaced: readonly ReturnType<typeof asShown>[],
) {
  const kept = new Map(answers.map((event) => [event.question, event]))
  const last = new Map(answers.map((event) => [`${event.question} ${event.device}`, event]))
  return [...last.values()].flatMap((event) => {
    const { question, option, kind } = event
    const counting = kept.get(question)!
    const countingOption = counting.kind === 'clear' ? null : counting.option
    if (kind === 'clear' || option === countingOption || event.device === counting.device) return []
    const isNamed = replaced.some(({ replaced: named }) => named.event === eventId(event))
    const serial = serialOf.get(eventId(event)) ?? 0
    // The reader saw it, or was told of it, at a later tap on any device.
    const later = taps.filter((tap) => tap.question === question && tap.serial > serial)
    const known = [
      ...choices.filter((one) => one.question === question).flatMap(({ options }) => options),
      ...later.flatMap(({ saw }) => [saw.saved, ...saw.told]),
    ]
    return isNamed || known.includes(option) ? [] : [{ event, counting, later }]
  })
}
type History = Awaited<ReturnType<typeof attemptHistory>>

const savingKinds: readonly Tap['kind'][] = ['save', 'mark', 'clear']

const asShown = ({ question, number, kept, replaced }: ReturnType<Server['replaced']>[number]) => ({
  ...{ question, number },
  kept: { event: kept.event, device: kept.device, option: kept.option },
  replaced: { event: replaced.event, device: replaced.device, option: replaced.option },
})
type Server = ReturnType<typeof simulateServer>

const shownIn = ({ questions: states }: AttemptState) =>
  Object.fromEntries(
    [...states].map(([id, { saved, isMarked, chosen }]) => [
      id,
      { saved, marked: isMarked, shown: chosen },
    ]),
  )
