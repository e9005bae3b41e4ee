import * as v from 'valibot'
import { answerOutcomes } from '../attempt/answer-history.ts'
import { notCountedReasons } from '../attempt/attempt-result.ts'
import { eventKinds } from '../attempt/journal.ts'
import { after, attempt } from './attempts.ts'
import { requestBody } from './bodies.ts'
import { count, locale, time } from './fields.ts'

// The journal of an attempt: what a device is told of what it sent, what other devices wrote, and
// what happened to the answers.

/** One entry of an attempt's journal. `at`: ms since 1970, by the clock of the device. */
export const journalEvent = v.object({
  writer: v.string(),
  tick: count,
  at: v.number(),
  kind: v.picklist(eventKinds),
  question: v.nullable(v.string()),
  option: v.nullable(count),
  locale: v.nullable(locale),
  spentMs: v.number(),
  /** The device of its writer; null: unknown. Events of different devices count in the order of
   *  `at`. */
  device: v.nullable(v.string()),
})
export type JournalEvent = v.InferOutput<typeof journalEvent>

/** Why an entry is stored and does not count. */
export const notCountedReason = v.picklist(notCountedReasons)

/** What became of one sent entry. counted: stored, and part of the answers; `isReplaced`: another
 *  device's later answer counts instead. apart: stored, and not part of the answers. refused: not
 *  stored; the device keeps it, and sends it again: section-not-open: its section has its own time,
 *  which has not begun. `id`: writer.tick, or 'unreadable-' and a digest of an entry that
 *  has none. `at`: when it happened, by the server's estimate. */
export const entryResult = v.variant('stored', [
  v.object({
    stored: v.literal('counted'),
    id: v.string(),
    at: v.number(),
    isReplaced: v.boolean(),
  }),
  v.object({
    stored: v.literal('apart'),
    id: v.string(),
    at: v.number(),
    reason: notCountedReason,
  }),
  v.object({
    stored: v.literal('refused'),
    id: v.string(),
    reason: v.picklist(['journal-full', 'section-not-open']),
  }),
])

/** An answer in a journal, as `replaced` names it. `event`: its id. */
const answerOfDevice = v.object({
  event: v.string(),
  device: v.nullable(v.string()),
  option: v.nullable(count),
  at: v.number(),
})

/** Two devices answered a question differently without knowledge of each other: `kept` counts,
 *  `replaced` was given earlier. */
export const replacedAnswer = v.object({
  question: v.string(),
  number: count,
  kept: answerOfDevice,
  replaced: answerOfDevice,
})

/** `results` says of each sent entry, at the same place, what became of it: a device takes for
 *  sent what is stored there, and nothing else. `acknowledged` and `apart` say the same by id.
 *  `events` came from other devices after `after`. `replaced`: empty for the holder of a carry
 *  key. */
export const acknowledgement = v.object({
  results: v.array(entryResult),
  acknowledged: v.array(v.string()),
  apart: v.array(v.object({ id: v.string(), standing: notCountedReason })),
  replaced: v.array(replacedAnswer),
  events: v.array(journalEvent),
  /** What to send as `after` the next time. */
  next: count,
  attempt,
  /** To the holder of a carry key alone: the paper's questions in order, because a rescue code
   *  numbers its answers. */
  questions: v.optional(v.array(v.string())),
})
export type Acknowledgement = v.InferOutput<typeof acknowledgement>

/** The events that other devices wrote. */
export const journalPage = v.pick(acknowledgement, ['events', 'next', 'attempt', 'replaced'])

/** Chooses between two devices' answers: `event` is the id of the one that is to count. `after`:
 *  the number of the last event that the reader's device has fetched; what came later is named. */
export const choiceRequest = requestBody({
  question: v.pipe(v.string('question must be a string'), v.maxLength(100, 'question is too long')),
  event: v.pipe(v.string('event must be a string'), v.maxLength(60, 'event is too long')),
  after: v.optional(after),
})
export const chosen = v.pick(acknowledgement, ['replaced', 'attempt'])

/** One entry of an attempt's journal, as its owner reads it. `device`: from 1, in the order in
 *  which they came; 0: the server. `at`: by the server's estimate. `outcome`: counts; changed: the
 *  same device changed it later; replaced: another device's later answer counts; not-saved: a tap
 *  that was not saved; noted: no answer; or why it does not count. */
export const historyEntry = v.object({
  id: v.string(),
  device: count,
  via: v.nullable(v.picklist(['form', 'code'])),
  kind: v.picklist([...eventKinds, 'unreadable']),
  question: v.nullable(v.string()),
  number: v.nullable(count),
  option: v.nullable(count),
  at: time,
  receivedAt: time,
  outcome: v.picklist(answerOutcomes),
})

/** What happened to the answers of an attempt: `entries` oldest first, a page of them; counts of
 *  all. `received`: as many as the list has. `late`: arrived after the submission by the clock, and
 *  counts. `isFull`: with visits and saved taps; `full`: whether they are kept, and until when,
 *  once that is known. */
export const answerHistory = v.object({
  attempt,
  devices: count,
  counts: v.object({
    received: count,
    counting: count,
    late: count,
    replaced: count,
    notCounted: count,
  }),
  replaced: v.array(replacedAnswer),
  entries: v.array(historyEntry),
  pages: count,
  isFull: v.boolean(),
  full: v.nullable(v.object({ until: v.nullable(time) })),
})
export type AnswerHistory = v.InferOutput<typeof answerHistory>
