import * as v from 'valibot'
import {
  eventId,
  eventKinds,
  type EventKind,
  type JournalEvent,
} from '../../domain/attempt/journal.ts'
import type { NotCountedReason } from '../../domain/attempt/attempt-result.ts'
import { provisionalUntilMs } from '../../domain/attempt/provisional.ts'
import { locales } from '../../domain/locale.ts'
import { sha256 } from '../cryptography.ts'
import type { PaperVersion, PaperVersionQuestion } from '../papers/paper-versions.ts'
import { attemptDeadlines, type AttemptRow } from './attempt-row.ts'
import { deadlineFor, isBeforeSection, isPastGrace } from './deadlines.ts'
import { maxJournalEvents } from './limits.ts'

/** Who sent a batch of events: `device`, if it has an id; `sentAt`: what the clock that gave their
 *  times says now; `via`: a form or a rescue code instead of the device itself. */
export type Batch = {
  device: string | null
  sentAt: number | null
  via: 'form' | 'code' | null
}

/** An event that a device sent, to be stored. `happenedAt`: by the server's estimate, ms since
 *  1970. `isUndated`: its time has not come yet, so the estimate is `futureMarginMs` before its
 *  arrival. `isEarly`: its section has not begun. `problem`: why it does not count, and `reason`,
 *  if there is a closer one; whether the attempt is already submitted, only the database knows.
 *  `raw`: what was sent, if some of it is invalid. */
export type ReceivedEvent = Omit<JournalEvent, 'kind' | 'device' | 'seen'> &
  Pick<Batch, 'device' | 'via'> & {
    seen: number | null
    id: string
    kind: EventKind | 'unreadable'
    happenedAt: number
    isUndated: boolean
    isEarly: boolean
    problem: 'impossible' | 'late' | null
    reason: NotCountedReason | null
    raw: string | null
  }

/** Parses whatever a device sent as events of an attempt's journal. Nothing is refused: what is
 *  invalid is stored as it came and does not count. */
export function parseEvents(
  sent: readonly unknown[],
  attempt: AttemptRow,
  paper: PaperVersion,
  receivedAt: number,
  { device = null, sentAt = null, via = null }: Partial<Batch> = {},
): Promise<ReceivedEvent[]> {
  const questions = new Map(paper.questions.map((question) => [question.id, question]))
  const deadlines = attemptDeadlines(attempt)
  const hasFifthCircle = paper.marks.blank !== '0'
  const startedAt = Date.parse(attempt.started_at)

  async function parseEvent(entry: unknown): Promise<ReceivedEvent> {
    const identity = v.safeParse(Identity, entry)
    if (!identity.success) return { ...(await unreadableEvent(entry)), device, via }
    const id = eventId(identity.output)
    const content = v.safeParse(Content, entry)
    if (!content.success)
      return { ...(await unreadableEvent(entry)), ...identity.output, id, device, via }
    const at = content.output.at ?? receivedAt
    const question = questions.get(content.output.question ?? '') ?? null
    const isEarly = isBeforeSection(deadlines, question?.section ?? null, receivedAt)
    const isKnownTick = identity.output.tick <= attempt.last_tick + maxJournalEvents
    const isValid = isPossible(content.output, question) && !isEarly && isKnownTick
    const { happenedAt, isUndated } = estimatedTime(at, content.output.kind)
    const late = isValid ? lateness(happenedAt, question) : null
    return {
      ...identity.output,
      ...content.output,
      ...{ id, at, question: question?.id ?? null, device, via },
      ...(isCodeOfVersion1(identity.output.writer)
        ? { happenedAt: startedAt, isUndated: false }
        : { happenedAt, isUndated }),
      isEarly,
      problem: !isValid ? 'impossible' : late && 'late',
      reason: late,
      raw: isValid ? null : rawText(entry),
    }
  }

  /** A device's clock may be wrong; what it says while it sends shows by how much. A small
   *  difference is the network's. */
  function estimatedTime(at: number, kind: EventKind) {
    const offset = sentAt === null ? 0 : receivedAt - sentAt
    const corrected = Math.abs(offset) > maxNetworkMs ? at + offset : at
    // A submission by the clock has the time of the end.
    const isUndated = kind !== 'submit' && corrected > receivedAt + maxClockErrorMs
    const latest = isUndated ? receivedAt - futureMarginMs : receivedAt
    return { happenedAt: Math.max(startedAt, Math.min(latest, corrected)), isUndated }
  }

  /** A code of version 1 does not say when its answers were given. */
  const isCodeOfVersion1 = (writer: string) =>
    via === 'code' && device === null && writer.startsWith('rescue-')

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

  /** Why it is too late; null: it is not. Nothing in a form says when an answer was chosen but the
   *  time at which the form arrives. */
  function lateness(
    happenedAt: number,
    question: PaperVersionQuestion | null,
  ): 'late' | 'form-undated' | 'period-over' | null {
    const deadline = deadlineFor(deadlines, question?.section ?? null)
    if (deadline === null || !isPastGrace(deadline, receivedAt)) return null
    if (happenedAt > deadline) return via === 'form' ? 'form-undated' : 'late'
    const end = deadlines.endsAt ?? deadline
    return receivedAt > provisionalUntilMs(end) ? 'period-over' : null
  }

  return Promise.all(sent.map(parseEvent))
}

/** A request takes no longer than this. A larger difference is a wrong clock's. */
const maxNetworkMs = 15_000

/** A device knows the server's time by less than this. A later time is a wrong clock's. */
const maxClockErrorMs = 5000
/** A tap whose time has not come yet happened at some moment before its arrival. It is dated so
 *  that it does not win over what other devices answered in the last minute and had delivered. */
const futureMarginMs = 75_000

/** Events with a larger tick do not count, so that there is always room for a next tick. Nor do
 *  those whose tick is further from the last known one than a full journal: no device gets there,
 *  and the ticks of all that the journal can take stay below this limit. */
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
  seen: v.fallback(v.nullable(v.pipe(rounded, v.minValue(0))), null),
})
type Content = v.InferOutput<typeof Content>

const unreadableEvent = async (entry: unknown): Promise<ReceivedEvent> => ({
  id: `unreadable-${await sha256(JSON.stringify(entry))}`,
  ...{ writer: '', tick: 0, at: 0, kind: 'unreadable', question: null, option: null },
  ...{ locale: null, spentMs: 0, device: null, seen: null, via: null },
  ...{ happenedAt: 0, isUndated: false, isEarly: false },
  ...{ problem: 'impossible', reason: null, raw: rawText(entry) },
})

const maxRawBytes = 256

/** The beginning of the entry's JSON, without a character that the limit cuts in two. */
const rawText = (entry: unknown): string =>
  new TextDecoder()
    .decode(new TextEncoder().encode(JSON.stringify(entry)).subarray(0, maxRawBytes))
    .replace(/\uFFFD+$/, '')
