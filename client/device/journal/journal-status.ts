import type { JournalEvent } from '../../../domain/attempt/journal.ts'
import type { ReplacedAnswer } from './acknowledgement.ts'
import type { AllSent } from './event-set.ts'
import type { CopyCount } from './event-storage.ts'

/** Why the server lets this reader not in. signed-out: nobody is signed in, or nobody who may send
 *  events. not-found: the attempt is another account's. The events stay on the device. */
export type Barrier = 'signed-out' | 'not-found'

/** answering: time is left by the server's clock, as well as this page knows it. ending: the reader
 *  has submitted, or the time is over; the server has not confirmed it yet. submitted: it has. */
export type Stage = 'answering' | 'ending' | 'submitted'

/** unsent: number of events that the server has not acknowledged. refused: of how many questions
 *  it has not accepted one. allSent: the proof that there are none. isOnline: the last request
 *  succeeded. copies: how many of the device's two storages have all events. apart: number of
 *  acknowledged events that do not count. barrier: why the server lets this reader not in.
 *  isHandedIn: the reader has submitted, or the server's clock. submittedBy: null until the
 *  server has confirmed it; 'elsewhere' by the reader on another device. isClockConfirmed: this
 *  page knows the server's time. replaced: answers that another device's later one replaced. */
export type JournalStatus = {
  stage: Stage
  unsent: number
  refused: number
  allSent: AllSent | null
  isOnline: boolean
  copies: CopyCount
  apart: number
  barrier: Barrier | null
  isHandedIn: boolean
  submittedBy: 'reader' | 'clock' | 'elsewhere' | null
  isClockConfirmed: boolean
  replaced: readonly ReplacedAnswer[]
}

/** An event as its caller writes it; the journal adds writer, tick and time. */
export type JournalEntry = Pick<JournalEvent, 'kind' | 'question' | 'option' | 'locale' | 'spentMs'>

/** Holds the current status, a new object only when it changes, and the listeners to changes. */
export function createJournalStatus(latest: () => JournalStatus) {
  const listeners = new Set<() => void>()
  let status = latest()
  return {
    current: () => status,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Calls every listener: the status or the answers may have changed. */
    update() {
      const next = latest()
      const names = Object.keys(next) as (keyof JournalStatus)[]
      if (names.some((name) => next[name] !== status[name])) status = next
      for (const listener of listeners) listener()
    },
  }
}
