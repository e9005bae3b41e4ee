import * as v from 'valibot'
import { eventId, eventKinds, type EventKind, type JournalEvent } from '../../domain/attempt/journal.ts'
import { digest } from '../identity/digests.ts'
import { hoursOfAttempt, type AttemptRow } from './attempt-row.ts'
import { endFor, isBeforeItsTime, isPastGrace } from './clock.ts'
import type { FrozenPaper, FrozenQuestion } from './frozen-paper.ts'

/** An entry of a journal on its way into the database. `fault`: why it does not count; that the attempt is submitted is known
 *  to the database alone. `raw`: what came, where something about it makes no sense. */
export type Arrival = Omit<JournalEvent, 'kind'> & {
  id: string
  kind: EventKind | 'unreadable'
  fault: 'impossible' | 'late' | null
  raw: string | null
}

/** Reads whatever a device has sent as entries of an attempt's journal. Nothing is refused: what makes no sense is kept as it came. */
export function readEvents(
  entries: readonly unknown[],
  attempt: AttemptRow,
  paper: FrozenPaper,
  receivedAt: number,
): Promise<Arrival[]> {
  const questions = new Map(paper.questions.map((question) => [question.id, question]))
  const hours = hoursOfAttempt(attempt)
  const hasFifthCircle = paper.marks.blank !== '0'

  async function read(entry: unknown): Promise<Arrival> {
    const identity = v.safeParse(Identity, entry)
    if (!identity.success) return unreadable(entry)
    const id = eventId(identity.output)
    const content = v.safeParse(Content, entry)
    if (!content.success) return { ...(await unreadable(entry)), ...identity.output, id }
    const at = content.output.at ?? receivedAt
    const question = questions.get(content.output.question ?? '') ?? null
    const isEarly = isBeforeItsTime(hours, question?.section ?? null, receivedAt)
    const isPossible = canBe(content.output, question) && !isEarly
    return {
      ...identity.output,
      ...content.output,
      ...{ id, at, question: question?.id ?? null },
      fault: !isPossible ? 'impossible' : isLate(at, question) ? 'late' : null,
      raw: isPossible ? null : rawOf(entry),
    }
  }

  function canBe({ kind, question, option }: Content, known: FrozenQuestion | null): boolean {
    switch (kind) {
      case 'submit':
        return question === null || known !== null
      case 'choose':
      case 'save':
      case 'mark':
        return known !== null && (option === null || option < circlesOf(known))
      case 'reveal':
        return known !== null && attempt.mode === 'practice'
      case 'visit':
      case 'clear':
      case 'leave':
        return known !== null
    }
  }
  const circlesOf = ({ optionCount }: FrozenQuestion) => optionCount + (hasFifthCircle ? 1 : 0)

  function isLate(at: number, question: FrozenQuestion | null): boolean {
    const end = endFor(hours, question?.section ?? null)
    return end !== null && isPastGrace(end, receivedAt) && at > end
  }

  return Promise.all(entries.map(read))
}

/** Events are counted up to here: beyond, there would be no room for the next one. */
const lastTick = 2_000_000_000

/** The server writes under names of its own (reveal.ts). */
const Identity = v.object({
  writer: v.pipe(v.string(), v.regex(/^(?!server-)[a-z0-9-]{8,32}$/)),
  tick: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(lastTick)),
})

const dayMs = 24 * 60 * 60 * 1000
const whole = v.pipe(v.number(), v.transform(Math.round), v.safeInteger())

/** An answer is not lost for a clock, a stopwatch or a language that makes no sense. */
const Content = v.object({
  kind: v.picklist(eventKinds),
  question: v.optional(v.nullable(v.string()), null),
  option: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), null),
  at: v.fallback(v.nullable(whole), null),
  locale: v.fallback(v.nullable(v.picklist(['kn', 'en', 'te'])), null),
  spentMs: v.fallback(v.pipe(whole, v.minValue(0), v.maxValue(dayMs)), 0),
})
type Content = v.InferOutput<typeof Content>

const unreadable = async (entry: unknown): Promise<Arrival> => ({
  id: `unreadable-${await digest(JSON.stringify(entry))}`,
  ...{ writer: '', tick: 0, at: 0, kind: 'unreadable', question: null, option: null },
  ...{ locale: null, spentMs: 0, fault: 'impossible', raw: rawOf(entry) },
})

const mostRawBytes = 2048

/** The beginning of an entry as it came; a letter that is cut in the middle is left out. */
const rawOf = (entry: unknown): string =>
  new TextDecoder()
    .decode(new TextEncoder().encode(JSON.stringify(entry)).subarray(0, mostRawBytes))
    .replace(/\uFFFD+$/, '')
