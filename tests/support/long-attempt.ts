import type { JournalEvent } from '../../domain/attempt/journal.ts'
import { seededRandom } from './seeded-random.ts'

/** What a phone delivers of a test, in about 2.4 requests for each question: it opens it, taps once
 *  or twice, saves, and comes back to some. At random moments over 95 minutes. */
export function* longAttempt(
  questions: readonly string[],
  startedAt: number,
  seed: number,
): Generator<{ events: JournalEvent[]; now: number }> {
  const random = seededRandom(seed)
  let now = startedAt
  const pass = () => (now += 2000 + random.integerBelow((95 * 60_000) / questions.length / 1.5))
  let tick = 0
  const write = (event: Partial<JournalEvent>): JournalEvent => ({
    ...{ writer: `writer-${seed}-3f2b8c1e7a54`, tick: (tick += 1), at: now, kind: 'save' },
    ...{ question: null, option: null, locale: 'kn', spentMs: 0, ...event },
  })
  for (const [index, question] of questions.entries()) {
    const option = random.integerBelow(4)
    const spentMs = 1000 + random.integerBelow(40_000)
    const visit = write({ kind: 'visit', question, spentMs: 0 })
    pass()
    yield { events: [visit, write({ kind: 'choose', question, option, spentMs })], now }
    if (random.next() < 0.9) {
      pass()
      yield { events: [write({ question, option, spentMs: 300 })], now }
    }
    if (index % 2 === 0) {
      pass()
      const other = { question, option: random.integerBelow(4), spentMs: 700 }
      yield { events: [write({ kind: 'leave', question, spentMs: 5 }), write(other)], now }
    }
  }
}
