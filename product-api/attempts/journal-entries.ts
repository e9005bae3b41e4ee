import * as v from 'valibot'
import {
  eventId,
  eventKinds,
  type EventKind,
  type JournalEvent,
} from '../../domain/attempt/journal.ts'
import { locales } from '../../domain/locale.ts'
import { sha256 } from '../cryptography.ts'
import type { PaperVersion, PaperVersionQuestion } from '../papers/paper-versions.ts'
import { attemptDeadlines, type AttemptRow } from './attempt-row.ts'
import { deadlineFor, isBeforeSection, isPastGrace } from './deadlines.ts'

/** An event that a device sent, to be stored. `notCountedReason`: why it does not count; the INSERT
 *  adds 'after-submission'. `raw`: the sent JSON, if some of it is invalid. */
export type ReceivedEvent = Omit<JournalEvent, 'kind'> & {
  id: string
  kind: EventKind | 'unreadable'
  notCountedReason: 'impossible' | 'late' | null
  raw: string | null
}

/** Parses the events of a journal that a device sent. Nothing is refused: an invalid event is
 *  stored as it was sent and does not count. */
export function parseEvents(
  sent: readonly unknown[],
  attempt: AttemptRow,
  paper: PaperVersion,
  receivedAt: number,
): Promise<ReceivedEvent[]> {
  const questions = new Map(paper.questions.map((question) => [question.id, question]))
  const deadlines = attemptDeadlines(attempt)
  const hasFifthCircle = paper.marks.blank !== '0'

  async function parseEvent(entry: unknown): Promise<ReceivedEvent> {
    const identity = v.safeParse(Identity, entry)
    if (!identity.success) return unreadableEvent(entry)
    const id = eventId(identity.output)
    const content = v.safeParse(Content, entry)
    if (!content.success) return { ...(await unreadableEvent(entry)), ...identity.output, id }
    const at = content.output.at ?? receivedAt
    const question = questions.get(content.output.question ?? '') ?? null
    const isEarly = isBeforeSection(deadlines, question?.section ?? null, receivedAt)
    const isValid = isPossible(content.output, question) && !isEarly
    return {
      ...identity.output,
      ...content.output,
      ...{ id, at, question: question?.id ?? null },
      notCountedReason: !isValid ? 'impossible' : isLate(at, question) ? 'late' : null,
      raw: isValid ? null : rawText(entry),
    }
  }

  function isPossible(
    { kind, question, option }: Content,
    known: PaperVersionQuestion | null,
  ): boolean {
    switch (kind) {
      case 'submit':
        return question === null || known !== null
      case 'choose':
      case 'save':
      case 'mark':
        return known !== null && (option === null || option < circleCount(known))
      case 'reveal':
        return known !== null && attempt.mode === 'practice'
      case 'visit':
      case 'clear':
      case 'leave':
        return known !== null
    }
  }
  const circleCount = ({ optionCount }: PaperVersionQuestion) =>
    optionCount + (hasFifthCircle ? 1 : 0)

  function isLate(at: number, question: PaperVersionQuestion | null): boolean {
    const deadline = deadlineFor(deadlines, question?.section ?? null)
    return deadline !== null && isPastGrace(deadline, receivedAt) && at > deadline
  }

  return Promise.all(sent.map(parseEvent))
}

/** Events with a larger tick do not count, so that there is always room for a next tick. */
const maxTick = 2_000_000_000

/** Writers with the prefix 'server-' are the server's own (reveal.ts). */
const Identity = v.object({
  writer: v.pipe(v.string(), v.regex(/^(?!server-)[a-z0-9-]{8,32}$/)),
  tick: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxTick)),
})

const dayMs = 24 * 60 * 60 * 1000
const rounded = v.pipe(v.number(), v.transform(Math.round), v.safeInteger())

/** An invalid time, duration or language does not make an answer invalid. */
const Content = v.object({
  kind: v.picklist(eventKinds),
  question: v.optional(v.nullable(v.string()), null),
  option: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), null),
  at: v.fallback(v.nullable(rounded), null),
  locale: v.fallback(v.nullable(v.picklist(locales)), null),
  spentMs: v.fallback(v.pipe(rounded, v.minValue(0), v.maxValue(dayMs)), 0),
})
type Content = v.InferOutput<typeof Content>

const unreadableEvent = async (entry: unknown): Promise<ReceivedEvent> => ({
  id: `unreadable-${await sha256(JSON.stringify(entry))}`,
  ...{ writer: '', tick: 0, at: 0, kind: 'unreadable', question: null, option: null },
  ...{ locale: null, spentMs: 0, notCountedReason: 'impossible', raw: rawText(entry) },
})

const maxRawBytes = 2048

/** The beginning of the entry's JSON, without a character that the limit cuts in two. */
const rawText = (entry: unknown): string =>
  new TextDecoder()
    .decode(new TextEncoder().encode(JSON.stringify(entry)).subarray(0, maxRawBytes))
    .replace(/\uFFFD+$/, '')
