// The event journal of an attempt. The browser writes events, the product API stores them, and both
// compute the same state from them, in whatever order and however often they arrive.

import type { Locale } from '../locale.ts'

export const eventKinds = [
  'visit', // a question was shown
  'choose', // an option was tapped, not saved yet
  'save', // Save & Next, or a tap where tapping saves (practice, forms); of a blank: no change
  'mark', // Mark for Review & Next
  'clear', // Clear Response
  'leave', // another question was opened without saving
  'reveal', // practice: the key was requested; the saved answer is final
  'submit', // the attempt is over
] as const
export type EventKind = (typeof eventKinds)[number]

/** An event. `writer` and `tick` identify it: the same event may arrive any number of times.
 *  writer: one for each page load, 8 to 32 of [a-z0-9-].
 *  device: the device of the writer, of the same form; absent where it is not known.
 *  tick: a Lamport clock, counted over all writers that know of each other; it orders the events of
 *  one device.
 *  at: ms since 1970 by the server's clock, as well as the device knows it, and as the server
 *  estimates it in what it returns.
 *  spentMs: on this question since the writer's last event.
 *  question: documentId. option: index, null for none; the fifth circle ('not answered') is the
 *  index
 *  after the last option. locale: the language in which it was read.
 *  seen: the number of the last event of the server's list that the device had fetched when it
 *  wrote this one; absent where it is not known. */
export type JournalEvent = {
  writer: string
  tick: number
  at: number
  kind: EventKind
  question: string | null
  option: number | null
  locale: Locale | null
  spentMs: number
  device?: string | null
  seen?: number | null
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

/** Whether an event sets the answer of its question. */
export const setsAnswer = ({ kind, option }: Pick<JournalEvent, 'kind' | 'option'>) =>
  kind === 'clear' || ((kind === 'save' || kind === 'mark') && option !== null)

/** The order of the events of one device: by tick, then by writer; never by a clock or by
 *  arrival. */
export const compareEvents = (one: JournalEvent, other: JournalEvent) =>
  one.tick - other.tick || (one.writer < other.writer ? -1 : one.writer > other.writer ? 1 : 0)

/** The order in which events count. Those of one device and those of one writer stand by tick,
 *  whatever their clock said; those of different devices by the time at which they happened, then
 *  by tick. Events without a device are taken for those of one. The events of one writer can come
 *  under two devices: a rescue code names one device, and has another tab's events too.
 *  Cost: n log n. */
export function inOrder<Event extends JournalEvent>(events: readonly Event[]): Event[] {
  const byTick = [...events].sort(compareEvents)
  if (!byTick.some(({ device }) => device)) return byTick
  const ofDevices = new Map<string, number>()
  const ofWriters = new Map<string, number>()
  return byTick
    .map((event) => {
      const { writer } = event
      const device = event.device ?? ''
      const before = Math.max(ofDevices.get(device) ?? 0, ofWriters.get(writer) ?? 0)
      const at = Math.max(event.at, before)
      ofDevices.set(device, at)
      ofWriters.set(writer, at)
      return { event, at }
    })
    .sort((one, other) => one.at - other.at || compareEvents(one.event, other.event))
    .map(({ event }) => event)
}

/** The state after all these events. Any order and any number of copies give the same.
 *  Cost: n log n. */
export function replay(events: Iterable<JournalEvent>): AttemptState {
  const distinct = new Map([...events].map((event) => [eventId(event), event]))
  const questions = new Map<string, QuestionState>()
  let isSubmitted = false
  let lastTick = 0
  for (const event of inOrder([...distinct.values()])) {
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
    case 'mark': {
      const isMarked = event.kind === 'mark'
      const { option } = event
      // The question was blank where it was saved: perhaps only there, because that device had not
      // fetched another one's answer. Only 'clear' takes an answer back.
      if (option === null) return { ...left(now), isMarked }
      return { ...now, chosen: option, saved: option, isMarked, unsaved: null }
    }
    case 'clear':
      return { ...now, chosen: null, saved: null, isMarked: false, unsaved: null }
    case 'leave':
      return left(now)
    case 'reveal':
      return { ...now, chosen: before.saved, isRevealed: true }
  }
}

/** The state after the question was left without saving. */
const left = (state: QuestionState): QuestionState => ({
  ...state,
  chosen: state.saved,
  unsaved: state.chosen === state.saved ? state.unsaved : state.chosen,
})

/** The option that was chosen but not saved, and so would not count if the paper were submitted
 *  now; null if there is none. */
export function unsavedChoiceOf({ chosen, saved, unsaved }: QuestionState): number | null {
  if (chosen !== null && chosen !== saved) return chosen
  return unsaved === saved ? null : unsaved
}
