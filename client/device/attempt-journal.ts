import type { AttemptState, JournalEvent } from '../../domain/attempt/journal.ts'
import type { Refused } from './delivery.ts'
import type { Kept } from './kept-events.ts'
import { openKeptEvents } from './kept-events.ts'
import type { Ports } from './ports.ts'
import { realPorts } from './real-ports.ts'
import { runJournal } from './running-journal.ts'
import type { Revealed } from './server-answer.ts'

/** What the page says of an attempt. serverNowMs: the server's clock when it made the page. questions: ids in the paper's order. */
export type AttemptOnPage = {
  id: string
  carryKey: string
  mode: 'exam' | 'practice'
  endsAtMs: number | null
  serverNowMs: number
  questions: readonly string[]
}

/** unsent: events that the server has not acknowledged. link: how it stands with them.
 *  kept: in how many places of this device everything is. apart: events that the server has, and does not count.
 *  stuck: events that it cannot read; they stay here. refused: why it takes nothing from this reader; everything stays.
 *  isSubmitted: it has said that the attempt is over. isClockSure: it has told this page the time. */
export type JournalStatus = {
  unsent: number
  link: 'sent' | 'sending' | 'offline'
  kept: Kept
  apart: number
  stuck: number
  refused: Refused | null
  isSubmitted: boolean
  isClockSure: boolean
}

export type JournalEntry = Pick<JournalEvent, 'kind' | 'question' | 'option' | 'locale' | 'spentMs'>

/** An attempt's answers on this device. `state` and `status` are new objects when they change, and only then. */
export type AttemptJournal = {
  readonly state: AttemptState
  readonly status: JournalStatus
  subscribe: (listener: () => void) => () => void
  /** Kept on the device when it returns; sent soon. */
  write: (entry: JournalEntry) => void
  /** The server's clock, ms since 1970. */
  now: () => number
  /** Sends what is unsent, now. */
  flush: () => Promise<void>
  /** Journals that the reader is done, and submits as soon as the network allows, also after the page was closed and opened again.
   *  'clock': only when the server has confirmed the time, for a device's own clock ends no attempt. */
  submit: (by: 'reader' | 'clock') => Promise<'submitted' | 'waiting'>
  /** Practice: asks for the key of a question; null where that is not possible now. What was saved until then stands. */
  reveal: (question: string) => Promise<Revealed | null>
  /** The answers so far, to be carried to another device by hand. */
  rescueCode: () => string
  close: () => void
}

/** Opens the journal of an attempt with all that this device holds of it, and goes on to ask the server for the rest.
 *  Errors: none. A device without any storage keeps the answers in memory, and `status.kept` says so. */
export async function openJournal(
  attempt: AttemptOnPage,
  ports: Ports = realPorts(),
): Promise<AttemptJournal> {
  const writer = newWriter(ports.random)
  let journal: ReturnType<typeof runJournal> | null = null
  // Listens before it reads: what another tab writes in between is in one of the two.
  const early: unknown[] = []
  const channel = ports.channel(`abhyasa-journal-1-${attempt.id}`, (message) => {
    if (journal) journal.hear(message)
    else early.push(message)
  })
  const keeping = openKeptEvents(ports, attempt.id, writer, () => journal?.changed())
  const found = await keeping.load((late) => journal?.takeRecords(late))
  journal = runJournal({ attempt, ports, writer, channel, keeping, found })
  for (const message of early) journal.hear(message)
  ports.persist()
  return journal.start()
}

/** One for each page load. */
const newWriter = (random: () => number) =>
  Array.from({ length: 12 }, () => Math.floor(random() * 36).toString(36)).join('')
