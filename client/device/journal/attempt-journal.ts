import type { AttemptState } from '../../../domain/attempt/journal.ts'
import { browserPorts } from '../browser-ports.ts'
import type { Ports } from '../ports.ts'
import type { Revealed } from './attempt-requests.ts'
import { openEventStorage } from './event-storage.ts'
import type { JournalEntry, JournalStatus } from './journal-status.ts'
import { createRunningJournal, type AttemptOnPage } from './running-journal.ts'
import { channelName } from './tab-messages.ts'

/** An attempt's answers on this device. `state` and `status` are new objects when they change, and
 *  only then. */
export type AttemptJournal = {
  readonly state: AttemptState
  readonly status: JournalStatus
  /** Returns what unsubscribes. */
  subscribe: (listener: () => void) => () => void
  /** Stored on the device when it returns; sent soon. */
  write: (entry: JournalEntry) => void
  /** The server's clock, ms since 1970. */
  now: () => number
  /** Sends what is unsent, now. */
  flush: () => Promise<void>
  /** Writes that the attempt is over, and submits it as soon as the network allows, also after the
   *  page was closed and opened again. 'clock': only when the server has confirmed the time. */
  submit: (by: 'reader' | 'clock') => Promise<'submitted' | 'waiting'>
  /** Practice: requests the key of a question; null where that is not possible now. What was saved
   *  until then is final. */
  reveal: (question: string) => Promise<Revealed | null>
  /** The answers so far, to be carried to another device by hand. */
  rescueCode: () => string
  close: () => void
}

/** Opens the journal of an attempt with all that this device has stored of it, and then fetches the
 *  rest from the server. Errors: none. A device without any storage has the answers in memory, and
 *  `status.kept` says so. */
export async function openJournal(
  attempt: AttemptOnPage,
  ports: Ports = browserPorts(),
): Promise<AttemptJournal> {
  const writer = newWriter(ports.random)
  let journal: ReturnType<typeof createRunningJournal> | null = null
  // Listens before it reads: what another tab writes in between is in one of the two.
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

/** One for each page load. */
const newWriter = (random: () => number) =>
  Array.from({ length: 12 }, () => Math.floor(random() * 36).toString(36)).join('')
