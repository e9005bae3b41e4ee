import { describe, expect, it } from 'vitest'
import { outcomesOf } from '../../domain/attempt/answer-history.ts'
import { eventId, eventKinds, replay } from '../../domain/attempt/journal.ts'
import {
  addToProgress,
  answeredIn,
  answerIn,
  emptyProgress,
  progressOf,
  replacedIn,
  stateOf,
  type JournalProgress,
} from '../../domain/attempt/journal-progress.ts'
import {
  choiceWriter,
  replacedAnswers,
  type ReceivedEvent,
} from '../../domain/attempt/replaced-answers.ts'
import { seededRandom } from '../support/seeded-random.ts'

const histories = 3000
const questions = ['q1', 'q2', 'q3', 'q4']

/** Deliveries of a few devices in any order: late, doubled, by devices without an id, with clocks
 *  that are wrong, rescue codes, choices of the reader. */
function randomDeliveries(seed: number): ReceivedEvent[][] {
  const random = seededRandom(seed)
  const isOneDevice = random.next() < 0.3
  const deviceNames = isOneDevice ? ['phone'] : [null, 'phone', 'tablet', choiceWriter]
  const devices = Array.from({ length: isOneDevice ? 1 : 1 + random.integerBelow(3) }, (_, i) => ({
    name: random.itemOf(deviceNames),
    writers: [`writer-${i}-a`, `writer-${i}-b`],
    tick: 0,
    clock: random.integerBelow(3) === 0 ? random.integerBelow(100) - 50 : 0,
    waiting: [] as ReceivedEvent[],
  }))
  const deliveries: ReceivedEvent[][] = []
  const delivered: ReceivedEvent[] = []
  let n = 0
  for (let step = 0; step < 10 + random.integerBelow(50); step++) {
    const device = random.itemOf(devices)
    const known = Math.max(0, ...devices.map(({ tick }) => tick))
    device.tick = random.next() < 0.7 ? device.tick + 1 : known + 1
    device.waiting.push({
      ...{ n: 0, writer: random.itemOf(device.writers), tick: device.tick },
      at: Math.max(0, step * 10 + device.clock + random.integerBelow(15)),
      kind: random.next() < 0.02 ? 'reveal' : random.itemOf(eventKinds.slice(0, 6)),
      question: random.next() < 0.05 ? null : random.itemOf(questions),
      option: random.next() < 0.2 ? null : random.integerBelow(4),
      locale: random.itemOf(['kn', 'en', null] as const),
      // A rescue code brings the events of other tabs under the device of its own.
      ...{ spentMs: random.integerBelow(100) },
      device: random.next() < 0.05 ? random.itemOf(deviceNames) : device.name,
      seen: random.next() < 0.3 ? null : random.integerBelow(n + 1),
    })
    if (random.next() < 0.4) continue
    const sent = device.waiting
    if (random.next() < 0.8) device.waiting = []
    if (random.next() < 0.2) sent.reverse()
    const ids = new Set(delivered.map(eventId))
    const fresh = sent
      .filter((event) => !ids.has(eventId(event)) && ids.add(eventId(event)))
      .map((event) => ({ ...event, n: (n += 1) }))
    delivered.push(...fresh)
    deliveries.push(fresh)
  }
  return deliveries
}

/** What is to be equal, in a form that compares. */
const valuesOf = (progress: JournalProgress) => ({
  state: { ...stateOf(progress), questions: sorted(stateOf(progress).questions) },
  replaced: replacedIn(progress).map(idsOf).sort(),
  answered: answeredIn(progress),
  answers: questions.map((question) => answerIn(progress, question)),
})

function valuesByReplay(events: ReceivedEvent[]): ReturnType<typeof valuesOf> {
  const state = replay(events)
  const outcomes = outcomesOf(events)
  return {
    state: { ...state, questions: sorted(state.questions) },
    replaced: replacedAnswers(events).map(idsOf).sort(),
    answered: [...state.questions.values()].filter(({ saved }) => saved !== null).length,
    answers: questions.map((question) => {
      const found = events.find(
        (event) => event.question === question && outcomes.get(event) === 'counts',
      )
      return found ? eventId(found) : null
    }),
  }
}

const sorted = <Value>(map: ReadonlyMap<string, Value>) =>
  new Map([...map].sort(([one], [other]) => (one < other ? -1 : 1)))
const idsOf = ({ question, kept, replaced }: ReturnType<typeof replacedAnswers>[number]) =>
  `${question} ${eventId(kept)} ${eventId(replaced)}`

describe('the progress of a journal', () => {
  it(`equals replay after each delivery of ${histories} random histories`, () => {
    const counts = { added: 0, recomputed: 0, replaced: 0 }
    for (let seed = 1; seed <= histories; seed++) {
      let progress = emptyProgress()
      const all: ReceivedEvent[] = []
      for (const delivery of randomDeliveries(seed)) {
        all.push(...delivery)
        const isAdded = addToProgress(progress, delivery)
        if (!isAdded) progress = progressOf(all)
        counts[isAdded ? 'added' : 'recomputed'] += 1
        const values = valuesOf(progress)
        expect(values, `seed ${seed}`).toEqual(valuesByReplay(all))
        counts.replaced += values.replaced.length
      }
    }
    // Each case occurs often enough to be checked.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(1000)
  }, 120_000)

  it('has the events of one writer in its order, also where a code names another device', () => {
    const event = (tick: number, device: string, at: number, option: number): ReceivedEvent => ({
      ...{ writer: 'one-writer', tick, at, kind: option < 0 ? 'clear' : 'save', question: 'q1' },
      ...{ option: option < 0 ? null : option, locale: null, spentMs: 0, device, n: tick },
    })
    // The times of a code are rounded down.
    const saved = event(1, 'own-device', 1_207, 2)
    const cleared = event(2, 'device-of-the-code', 0, -1)
    expect(replay([cleared, saved]).questions.get('q1')?.saved).toBeNull()
    const progress = progressOf([cleared])
    expect(addToProgress(progress, [saved])).toBe(false)
    expect(valuesOf(progressOf([saved, cleared]))).toEqual(valuesByReplay([cleared, saved]))
  })

  it('is not changed by events that count before others of it', () => {
    const event = (tick: number, device: string, at: number): ReceivedEvent => ({
      ...{ writer: `writer-of-${device}`, tick, at, kind: 'save', question: 'q1', option: 1 },
      ...{ locale: null, spentMs: 0, device, n: tick },
    })
    const progress = progressOf([event(1, 'one', 100), event(2, 'one', 200)])
    const before = valuesOf(progress)
    expect(addToProgress(progress, [event(3, 'one', 300), event(4, 'other', 150)])).toBe(false)
    expect(valuesOf(progress)).toEqual(before)
    expect(addToProgress(progress, [event(1, 'one', 300)])).toBe(false)
    expect(addToProgress(progress, [event(1, 'other', 300)])).toBe(true)
  })
})
