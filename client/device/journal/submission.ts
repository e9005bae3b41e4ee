import type { EventSet } from './event-set.ts'
import type { JournalEntry, Stage } from './journal-status.ts'
import type { ServerClock } from './server-clock.ts'

/** The server's estimate of a submission at the end is earlier by less than this. */
const toleranceMs = 10_000

/** Decides when the submit event of an attempt is written, and by whom the attempt is submitted.
 *  Everything follows from the events, the clock and the server's confirmation: nothing is decided
 *  by a moment that has passed, so that a wrong clock is without effect once it is corrected.
 *  write: adds an event to the journal with this time, ms since 1970. endsAtMs: Infinity if the
 *  attempt has no time limit. beforeEnd: called before the submit event is written by the clock. */
export function createSubmission({
  endsAtMs,
  device,
  events,
  clock,
  write,
  beforeEnd,
}: {
  endsAtMs: number
  device: string
  events: EventSet
  clock: ServerClock
  write: (entry: JournalEntry, at: number) => void
  beforeEnd: () => void
}) {
  let confirmedBy: 'reader' | 'clock' | null = null

  /** The event's time shows later who submitted: the clock does so exactly at the end. */
  function writeSubmit(at: number) {
    const entry = { question: null, option: null, locale: null, spentMs: 0 }
    if (!isHandedIn()) write({ kind: 'submit', ...entry }, at)
  }

  const submitEvents = () => events.all().filter(({ kind }) => kind === 'submit')
  const isHandedIn = () => events.state().isSubmitted
  const isOver = () => clock.now() >= endsAtMs

  return {
    isHandedIn,
    isOver,
    /** Whether the server has confirmed that the attempt is over. */
    isConfirmed: () => confirmedBy !== null,
    confirm(by: 'reader' | 'clock') {
      confirmedBy ??= by
    },
    submittedBy(): 'reader' | 'clock' | 'elsewhere' | null {
      const isOwn = () => submitEvents().some((event) => event.device === device)
      return confirmedBy === 'reader' && !isOwn() ? 'elsewhere' : confirmedBy
    },
    stage(): Stage {
      if (confirmedBy !== null) return 'submitted'
      return isHandedIn() || isOver() ? 'ending' : 'answering'
    },
    /** By whom the attempt is to be submitted now; null: not yet, or already submitted. */
    pending(): 'reader' | 'clock' | null {
      if (!isHandedIn() || confirmedBy !== null) return null
      const isByClock = submitEvents().some(({ at }) => at >= endsAtMs - toleranceMs)
      return isByClock ? 'clock' : 'reader'
    },
    /** Submits for the reader, unless the time is over. */
    submit() {
      if (!isOver()) writeSubmit(Math.min(clock.eventTime(), endsAtMs - 1))
    },
    /** Submits by the clock if the attempt is over by the time that the server has told lately: a
     *  device's own clock may be wrong, or fast. Returns whether the server has to be asked for the
     *  time. */
    endIfOver(): boolean {
      if (confirmedBy !== null || isHandedIn() || !isOver()) return false
      if (!clock.isFresh()) return true
      beforeEnd()
      writeSubmit(endsAtMs)
      return false
    },
  }
}
