import { type JournalEvent } from '../../../domain/attempt/journal.ts'
import { arrayIn, isRecord } from '../untyped-data.ts'
import { parseEvent } from './event-line.ts'

/** A message between tabs of one device about an attempt. isNew: the sender has just opened and
 *  requests the unsent events. events: written by the sender or by other devices. isStored: the
 *  events are in the storage that the tabs share. settled, apart:
 *  ids of acknowledged events that count, and of those that do not. submittedBy: who has submitted
 *  the attempt, as the server has confirmed; null if nobody has. */
export type TabMessage = {
  isNew: boolean
  events: readonly JournalEvent[]
  isStored: boolean
  settled: readonly string[]
  apart: readonly string[]
  submittedBy: 'reader' | 'clock' | null
}

/** The channel of an attempt. The number is the version of its messages. */
export const channelName = (attempt: string) => `abhyasa-journal-1-${attempt}`

/** null: not a message. A tab may run an earlier or later build: unknown fields are ignored, and
 *  missing ones are empty. */
export function parseTabMessage(found: unknown): TabMessage | null {
  if (!isRecord(found)) return null
  const events = arrayIn(found.events).map(parseEvent)
  return {
    isNew: found.isNew === true,
    events: events.filter((event) => event !== null),
    isStored: found.isStored === true,
    settled: arrayIn(found.settled).map(String),
    apart: arrayIn(found.apart).map(String),
    submittedBy:
      found.submittedBy === 'clock' || found.submittedBy === 'reader' ? found.submittedBy : null,
  }
}
