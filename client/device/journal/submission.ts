import type { EventSet } from './event-set.ts'
import type { JournalEntry } from './journal-status.ts'
import type { ServerClock } from './server-clock.ts'

/** Decides when the submit event of an attempt is written, and by whom the attempt is submitted.
 *  write: adds an event to the journal with this time, ms since 1970.
 *  endsAtMs: Infinity if the attempt has no time limit. */
export function createSubmission({
  endsAtMs,
  events,
  clock,
  write,
}: {
  endsAtMs: number
  events: EventSet
  clock: ServerClock
  write: (entry: JournalEntry, at: number) => void
}) {
  let isConfirmed = false
  let isDueByClock = false

  /** The event's time shows later who submitted: the clock does so exactly at the end. */
  function writeSubmit(at: number) {
    const entry = { question: null, option: null, locale: null, spentMs: 0 }
    if (!events.state().isSubmitted) write({ kind: 'submit', ...entry }, at)
  }

  const submittedBy = () =>
    events.all().some(({ kind, at }) => kind === 'submit' && at >= endsAtMs) ? 'clock' : 'reader'

  return {
    /** Whether the server has confirmed that the attempt is over. */
    isConfirmed: () => isConfirmed,
    confirm() {
      isConfirmed = true
    },
    /** By whom the attempt is to be submitted now; null: not yet, or already submitted. */
    pending: () => (events.state().isSubmitted && !isConfirmed ? submittedBy() : null),

    /** Ends the attempt. 'clock': only once the server has confirmed the time, because a device's
     *  own clock may be wrong. */
    request(by: 'reader' | 'clock') {
      isDueByClock = by === 'clock'
      if (by === 'reader') writeSubmit(Math.min(clock.eventTime(), endsAtMs - 1))
      else endByClock()
    },
    /** Whether it waits for the server to confirm the time. */
    awaitsClock: () => isDueByClock,
    clockConfirmed: endByClock,
  }

  function endByClock() {
    if (!isDueByClock || !clock.isConfirmed()) return
    isDueByClock = false
    if (clock.now() >= endsAtMs) writeSubmit(endsAtMs)
  }
}
