import type { JournalEvent } from '../../../domain/attempt/journal.ts'
import type { CopyCount } from './event-storage.ts'

/** Why the server refuses events. signed-out: nobody is signed in, or nobody who may send them.
 *  not-found: the attempt is another account's. The events stay on the device. */
export type Refused = 'signed-out' | 'not-found'

/** unsent: number of events that the server has not acknowledged. link: state of the connection.
 *  copies: how many of the device's two storages have all events. apart: number of acknowledged
 *  events that do not count. stuck: number of events that the server cannot read; they stay on the
 *  device. refused: why the server refuses this reader's events. isSubmitted: the server has
 *  confirmed the submission. isClockConfirmed: this page knows the server's time. */
export type JournalStatus = {
  unsent: number
  link: 'sent' | 'sending' | 'offline'
  copies: CopyCount
  apart: number
  stuck: number
  refused: Refused | null
  isSubmitted: boolean
  isClockConfirmed: boolean
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
