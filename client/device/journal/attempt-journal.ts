import type { AttemptState } from '../../../domain/attempt/journal.ts'
import { browserPorts } from '../browser-ports.ts'
import type { Ports } from '../ports.ts'
import type { Revealed } from './attempt-requests.ts'
import { openEventStorage } from './event-storage.ts'
import type { JournalEntry, JournalStatus } from './journal-status.ts'
import { createRunningJournal, type AttemptOnPage } from './running-journal.ts'
import { channelName } from './tab-messages.ts'

/** The journal of an attempt on this device. `state` and `status` are new objects when they change,
 *  and only then. */
export type AttemptJournal = {
  readonly state: AttemptState
  readonly status: JournalStatus
  /** Returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
  /** Writes an event. It is stored on the device when this returns, and sent soon after. */
  write: (entry: JournalEntry) => void
  /** The server's clock, ms since 1970. */
  now: () => number
  /** Sends all unsent events now. */
  flush: () => Promise<void>
  /** Writes the submit event, and submits the attempt as soon as the network allows, also after the
   *  page was closed and opened again. 'clock': only once the server has confirmed the time. */
  submit: (by: 'reader' | 'clock') => Promise<'submitted' | 'waiting'>
  /** Practice: requests the key of a question; null if that is not possible now. The answer saved
   *  until then is final. */
  reveal: (question: string) => Promise<Revealed | null>
  /** The answers so far as a rescue code, to be copied to another device by hand. */
  rescueCode: () => string
  close: () => void
}

/** Opens the journal of an attempt with the events that this device has stored, then fetches those
 *  of other devices from the server. Errors: none. A device without any storage has the answers in
 *  memory only: `status.copies` is 0. */
export async function openJournal(
  attempt: AttemptOnPage,
  ports: Ports = browserPorts(),
): Promise<AttemptJournal> {
  const writer = newWriter(ports.random)
  let journal: ReturnType<typeof createRunningJournal> | null = null
  // Listens before it reads the storage, so that no event of another tab is missed in between.
  const early: unknown[] = []
  const channel = ports.openChannel(channelName(attempt.id), (message) => {
    if (journal) journal.onTabMessage(message)
    else early.push(message)
  })
  const storage = openEventStorage(ports, attempt.id, writer, () => journal?.update())
  const stored = await storage.load((late) => journal?.addStored(late))
  journal = createRunningJournal({ attempt, ports, writer, channel, storage, stored })
  for (const message of early) journal.onTabMessage(message)
  ports.persist()
  return journal.start()
}

/** Returns a new writer id: each page load has its own. */
const newWriter = (random: () => number) =>
  Array.from({ length: 12 }, () => Math.floor(random() * 36).toString(36)).join('')
