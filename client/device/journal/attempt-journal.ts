import type { AttemptState } from '../../../domain/attempt/journal.ts'
import { browserPorts } from '../browser-ports.ts'
import type { Ports } from '../ports.ts'
import type { AttemptOnPage } from './attempt-on-page.ts'
import type { Revealed } from './attempt-requests.ts'
import { openEventStorage } from './event-storage.ts'
import type { JournalEntry, JournalStatus } from './journal-status.ts'
import { createRunningJournal } from './running-journal.ts'
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
  /** A time that the server's clock has surely reached, ms since 1970. */
  earliest: () => number
  /** Sends all unsent events now, also those that the server has refused before. */
  flush: () => Promise<void>
  /** Writes the submit event, and submits the attempt as soon as the network allows, also after the
   *  page was closed and opened again. At the attempt's end the journal does so by itself. */
  submit: () => Promise<'submitted' | 'waiting'>
  /** Calls the listener before the journal submits at the end: it may write a last event. Returns
   *  the function that unsubscribes. */
  onEnd: (listener: () => void) => () => void
  /** Practice: requests the key of a question; null if that is not possible now. The answer saved
   *  until then is final. */
  reveal: (question: string) => Promise<Revealed | null>
  /** Makes an answer count that another device's replaced. event: the answer's id. Resolves to
   *  whether the server has taken the choice. */
  choose: (question: string, event: string) => Promise<boolean>
  /** The question of the latest event on this device when the journal was opened; null: none. */
  readonly lastQuestion: string | null
  /** The id of this device in the attempt. */
  readonly device: string
  /** What this device did and the server does not have, as a code to be copied to another device by
   *  hand. */
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
  const writer = newId(ports.random)
  let journal: ReturnType<typeof createRunningJournal> | null = null
  // Listens before it reads the storage, so that no event of another tab is missed in between.
  const early: unknown[] = []
  const channel = ports.openChannel(channelName(attempt.id), (message) => {
    if (journal) journal.onTabMessage(message)
    else early.push(message)
  })
  const storage = openEventStorage(ports, attempt.id, writer, () => journal?.update())
  const stored = await storage.load((late) => journal?.addStored(late))
  const device = stored.note?.device || newId(ports.random)
  journal = createRunningJournal({ attempt, ports, writer, device, channel, storage, stored })
  for (const message of early) journal.onTabMessage(message)
  ports.persist()
  return journal.start()
}

/** Returns a new id of a writer (each page load has its own) or of a device. */
const newId = (random: () => number) =>
  Array.from({ length: 12 }, () => Math.floor(random() * 36).toString(36)).join('')
