import { eventId, type EventKind, type JournalEvent } from '../../../domain/attempt/journal.ts'
import type { EventSet } from './event-set.ts'
import type { JournalEntry } from './journal-status.ts'
import type { ServerClock } from './server-clock.ts'

const isAnswer = ({ kind }: { kind: EventKind }) => /choose|save|mark|clear/.test(kind)

/** Gives this page's events their tick, their time, and what the page knew. endsMs: the ends of the
 *  attempt (Infinity: no time limit) and of its sections with a time limit of their own. seen: the
 *  number up to which the server's events have been read. */
export function createEventWriter({
  writer,
  device,
  endsMs,
  events,
  clock,
  seen,
}: {
  writer: string
  device: string
  endsMs: readonly number[]
  events: EventSet
  clock: ServerClock
  seen: () => number
}) {
  let lastTick = 0
  /** By question, what the page knew when its first answer was given of which the server has not
   *  said yet whether it replaces another device's. Until then it hides that one. */
  const knownAt = new Map<string | null, number>()
  /** Times of events that were written before this page knew the server's time, by id. */
  const unconfirmed = new Map<string, number>()
  const endAfter = (atMs: number) => Math.min(...endsMs.filter((end) => end > atMs))
  const lastEndMs = Math.max(...endsMs)

  /** The reader is shown which answers replace others, of those that the server has. */
  function replacedShown() {
    const unsent = new Set(events.unsent().map((event) => isAnswer(event) && event.question))
    for (const [id, { chosen, saved }] of events.state().questions)
      if (chosen !== saved || unsent.has(id)) knownAt.set(id, knownAt.get(id) ?? 0)
      else knownAt.delete(id)
  }
  replacedShown()

  return {
    /** Its time is not earlier than any known event's, so that it comes after what the reader saw
     *  when tapping, and before the attempt's end: later, nothing can be tapped. */
    newEvent(entry: JournalEntry, atMs?: number): JournalEvent {
      lastTick = Math.max(lastTick, events.lastTick()) + 1
      const clockMs = clock.eventTime()
      const at = atMs ?? Math.min(Math.max(clockMs, events.lastAtMs()), lastEndMs - 1)
      const spentMs = Math.max(0, Math.round(entry.spentMs))
      const known = knownAt.get(entry.question) ?? seen()
      if (isAnswer(entry)) knownAt.set(entry.question, known)
      const event = { ...entry, spentMs, writer, tick: lastTick, at, device, seen: known }
      if (atMs === undefined && !clock.isConfirmed()) unconfirmed.set(eventId(event), clockMs)
      return event
    },

    /** Corrects the times of events written before the page knew the server's time. An event that
     *  was written before an end stays before it: a wrong clock makes no answer late. */
    clockSynced(wrongByMs: number) {
      const corrected = [...unconfirmed].flatMap(([id, clockMs]): [string, number][] => {
        const at = events.find(id)?.event.at
        if (at === undefined) return []
        return [[id, Math.max(at, Math.min(clockMs + wrongByMs, endAfter(at) - 1))]]
      })
      events.correct(new Map(corrected))
      unconfirmed.clear()
    },
    replacedShown,
    /** The times before cannot be corrected: nobody knows how long the phone slept. */
    clockStopped: () => unconfirmed.clear(),
  }
}
