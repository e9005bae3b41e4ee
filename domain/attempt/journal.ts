// The event journal of an attempt. The browser writes events, the product API stores them, and both
// compute the same state from them, in whatever order and however often they arrive.

import type { Locale } from '../locale.ts'

export const eventKinds = [
  'visit', // a question was shown
  'choose', // an option was tapped, not saved yet
  'save', // Save & Next, or a tap where tapping saves (practice, forms)
  'mark', // Mark for Review & Next
  'clear', // Clear Response
  'leave', // another question was opened without saving
  'reveal', // practice: the key was requested; the saved answer is final
  'submit', // the attempt is over
] as const
export type EventKind = (typeof eventKinds)[number]

/** An event. writer and tick identify it: the same event may arrive any number of times.
 *  writer: the id of a page load, 8 to 32 of [a-z0-9-].
 *  tick: a Lamport clock: one more than the greatest tick that the writer knows. It orders events.
 *  at: ms since 1970 by the server's clock as the device estimates it.
 *  spentMs: time on this question since the writer's last event.
 *  question: documentId; null for 'submit'. option: index, null for none; the fifth circle ('not
 *  answered') is the index after the last option. locale: the language of the question shown. */
export type JournalEvent = {
  writer: string
  tick: number
  at: number
  kind: EventKind
  question: string | null
  option: number | null
  locale: Locale | null
  spentMs: number
}

export const eventId = ({ writer, tick }: Pick<JournalEvent, 'writer' | 'tick'>) =>
  `${writer}.${tick}`

export type QuestionState = {
  isVisited: boolean
  /** The checked option: the last one chosen, saved or not. */
  chosen: number | null
  /** The option that counts when the paper is submitted. */
  saved: number | null
  isMarked: boolean
  isRevealed: boolean
  /** The last option that was chosen but not saved when the question was left; null if there is
   *  none, or an option was saved since. */
  unsaved: number | null
  spentMs: number
  locale: JournalEvent['locale']
}

export type AttemptState = {
  questions: ReadonlyMap<string, QuestionState>
  isSubmitted: boolean
  /** The greatest known tick; the next event's is one more. */
  lastTick: number
}

export const untouchedQuestion: QuestionState = {
  isVisited: false,
  chosen: null,
  saved: null,
  isMarked: false,
  isRevealed: false,
  unsaved: null,
  spentMs: 0,
  locale: null,
}

/** The order of replay: by tick, then by writer; never by time or by arrival. */
export const compareEvents = (one: JournalEvent, other: JournalEvent) =>
  one.tick - other.tick || (one.writer < other.writer ? -1 : one.writer > other.writer ? 1 : 0)

/** Computes the state after all these events. Their order and duplicates make no difference.
 *  Cost: n log n. */
export function replay(events: Iterable<JournalEvent>): AttemptState {
  const distinct = new Map([...events].map((event) => [eventId(event), event]))
  const questions = new Map<string, QuestionState>()
  let isSubmitted = false
  let lastTick = 0
  for (const event of [...distinct.values()].sort(compareEvents)) {
    lastTick = Math.max(lastTick, event.tick)
    if (event.kind === 'submit') isSubmitted = true
    if (event.question === null) continue
    const before = questions.get(event.question) ?? untouchedQuestion
    questions.set(event.question, applyEvent(before, event))
  }
  return { questions, isSubmitted, lastTick }
}

/** Computes a question's state after one more event. */
export function applyEvent(before: QuestionState, event: JournalEvent): QuestionState {
  const now = {
    ...before,
    isVisited: true,
    spentMs: before.spentMs + event.spentMs,
    locale: event.locale ?? before.locale,
  }
  // After the key was revealed, the answer is final.
  if (before.isRevealed) return { ...now, chosen: before.saved }
  switch (event.kind) {
    case 'visit':
    case 'submit':
      return now
    case 'choose':
      return { ...now, chosen: event.option }
    case 'save':
      return { ...now, chosen: event.option, saved: event.option, isMarked: false, unsaved: null }
    case 'mark':
      return { ...now, chosen: event.option, saved: event.option, isMarked: true, unsaved: null }
    case 'clear':
      return { ...now, chosen: null, saved: null, isMarked: false, unsaved: null }
    case 'leave':
      return {
        ...now,
        chosen: before.saved,
        unsaved: before.chosen === before.saved ? before.unsaved : before.chosen,
      }
    case 'reveal':
      return { ...now, chosen: before.saved, isRevealed: true }
  }
}

/** The option that was chosen but not saved, and so would not count if the paper were submitted
 *  now; null if there is none. */
export function unsavedChoiceOf({ chosen, saved, unsaved }: QuestionState): number | null {
  if (chosen !== null && chosen !== saved) return chosen
  return unsaved === saved ? null : unsaved
}
