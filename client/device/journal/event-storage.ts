import { eventId, type JournalEvent } from '../../../domain/attempt/journal.ts'
import type { Ports } from '../ports.ts'
import { isOfLaterVersion, parseJson } from '../untyped-data.ts'
import { createWriteQueue } from '../write-queue.ts'
import { formatEventLine, parseEventLine } from './event-line.ts'
import type { Standing } from './event-set.ts'
import {
  formatNote,
  openLocalStorageCopy,
  parseNote,
  type AttemptNote,
} from './local-storage-copy.ts'

// IndexedDB  event/{attempt}/{id}   a mark for the standing, then the event's line (version 1)
//            note/{attempt}         JSON of AttemptNote with its version
//            broken/{key}           an entry that could not be read
//
// A text of a later version begins with 'v' and its number ('v2:…'); it stays as it is.

/** How many of the device's two storages have all events; 0: they are lost with the page. */
export type CopyCount = 0 | 1 | 2
export type EventRecord = { event: JournalEvent; standing: Standing }
export type StoredAttempt = { records: readonly EventRecord[]; note: AttemptNote | null }
export type EventStorage = ReturnType<typeof openEventStorage>

const maxWaitMs = 2000
const dayMs = 86_400_000

/** Stores an attempt's events on the device: in IndexedDB, which also has the standing of each, and
 *  as a copy in localStorage. Either of them may be missing, full or broken.
 *  onChange: called when `copies()` may have changed. */
export function openEventStorage(
  ports: Ports,
  attempt: string,
  writer: string,
  onChange: () => void,
) {
  const prefix = `event/${attempt}/`
  const noteKey = `note/${attempt}`
  const queue = createWriteQueue(ports, onChange)
  const copy = openLocalStorageCopy(ports.localStorage, attempt, writer)

  const entryOf = ({ event, standing }: EventRecord): [string, string] => [
    prefix + eventId(event),
    marks[standing] + formatEventLine(event, ''),
  ]
  const putRecords = (records: readonly EventRecord[]) => queue.put(records.map(entryOf))

  async function readIndexedDb(): Promise<StoredAttempt> {
    const [entries, notes] = await Promise.all([
      ports.store.entries(prefix),
      ports.store.entries(noteKey),
    ])
    const records: EventRecord[] = []
    const broken: (readonly [string, string])[] = []
    for (const [key, text] of entries) {
      const event = parseEventLine(text.slice(1), '')
      const standing = standings.find((known) => marks[known] === text[0])
      if (/^v\d+:/.test(text)) queue.protect(key)
      else if (event && standing) records.push({ event, standing })
      else broken.push([key, text])
    }
    const noteText = notes.find(([key]) => key === noteKey)?.[1] ?? ''
    if (isOfLaterVersion(parseJson(noteText))) queue.protect(noteKey)
    const note = parseNote(noteText)
    if (broken.length > 0) {
      queue.put(broken.map(([key, text]) => [`broken/${key}`, text]))
      queue.remove(broken.map(([key]) => key))
    }
    // If events are missing that existed when the note was written, or the device of an event is
    // unknown, all are requested again.
    const settled = records.filter(({ standing }) => standing !== 'unsent')
    const isComplete =
      note !== null &&
      settled.length >= note.settled &&
      settled.every(({ event }) => event.writer in note.devices)
    return { records, note: note && { ...note, next: isComplete ? note.next : 0 } }
  }

  return {
    /** Reads both storages, and copies to each what only the other has. If IndexedDB takes too
     *  long, this resolves without it, and `onLate` receives its content later. */
    async load(onLate: (found: StoredAttempt) => void): Promise<StoredAttempt> {
      const copied = copy.read()
      const reading = readIndexedDb()
      const stored = await Promise.race([
        reading.catch(() => null),
        new Promise<undefined>((giveUp) => ports.setTimer(() => giveUp(undefined), maxWaitMs)),
      ])
      if (stored === null) queue.markFailed()
      if (stored === undefined) void reading.then(onLate, queue.markFailed)
      const inStore = new Set(stored?.records.map(({ event }) => eventId(event)))
      const inCopy = new Set(copied.events.map(eventId))
      const onlyInCopy = copied.events
        .filter((event) => !inStore.has(eventId(event)))
        .map((event): EventRecord => ({ event, standing: 'unsent' }))
      putRecords(onlyInCopy)
      const records = [...(stored?.records ?? []), ...onlyInCopy]
      copy.append(
        records
          .filter(({ event, standing }) => standing === 'unsent' && !inCopy.has(eventId(event)))
          .map(({ event }) => event),
      )
      // The copy's note is the newer one, but only IndexedDB has the events of other devices.
      const latest = copied.note ?? stored?.note ?? null
      const devices = { ...copied.note?.devices, ...stored?.note?.devices }
      return { records, note: latest && { ...latest, devices, next: stored?.note?.next ?? 0 } }
    },

    /** Stores a new event of this device. localStorage has it when this returns. */
    add(event: JournalEvent) {
      copy.append([event])
      putRecords([{ event, standing: 'unsent' }])
    },

    /** Stores the standings of these events together with the note, in one transaction. */
    update(records: readonly EventRecord[], note: AttemptNote) {
      copy.writeNote(note)
      queue.put([...records.map(entryOf), [noteKey, formatNote(note)]])
    },

    /** Whether localStorage has every event of this page. */
    isCopied: copy.isComplete,

    copies: () => (Number(copy.isComplete()) + Number(!queue.hasFailed())) as CopyCount,

    /** Removes events from localStorage that the server and IndexedDB have had for a day. */
    compact(isCounted: (id: string) => boolean, nowMs: number) {
      if (!queue.hasFailed())
        copy.removeTexts((event) => isCounted(eventId(event)) && event.at < nowMs - dayMs)
    },

    /** Removes events of an attempt that is over, once the server has them. */
    remove(ids: readonly string[]) {
      const done = new Set(ids)
      if (copy.removeTexts((event) => done.has(eventId(event)))) copy.removeNote()
      queue.remove([...ids.map((id) => prefix + id), noteKey])
    },
  }
}

const standings = ['unsent', 'counted', 'apart'] as const
const marks: Record<Standing, string> = { unsent: '?', counted: '+', apart: '!' }
