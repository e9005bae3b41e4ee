import type { JournalEvent } from '../../../domain/attempt/journal.ts'
import type { Kept } from './event-storage.ts'

/** signed-out: nobody is signed in, or nobody who may send. not-found: the attempt is another
 *  account's. The events stay on the device. */
export type Refused = 'signed-out' | 'not-found'

/** unsent: events that the server has not acknowledged. link: whether they are being sent.
 *  kept: in how many storages of this device everything is. apart: events that the server has and
 *  does not count. stuck: events that it cannot read; they stay here. refused: why it takes nothing
 *  from this reader. isSubmitted: it has confirmed that the attempt is over. isClockConfirmed: it
 *  has told this page the time. */
export type JournalStatus = {
  unsent: number
  link: 'sent' | 'sending' | 'offline'
  kept: Kept
  apart: number
  stuck: number
  refused: Refused | null
  isSubmitted: boolean
  isClockConfirmed: boolean
}

/** What a caller writes; the journal adds writer, tick and time. */
export type JournalEntry = Pick<JournalEvent, 'kind' | 'question' | 'option' | 'locale' | 'spentMs'>

/** The current status, a new object when it changes and only then, and who listens to changes. */
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
