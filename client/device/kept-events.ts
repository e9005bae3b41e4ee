import { eventId, type JournalEvent } from '../../domain/attempt/journal.ts'
import { eventIn, lineOf } from './event-line.ts'
import type { Standing } from './event-memory.ts'
import type { Ports } from './ports.ts'
import { openSecondCopy, readNote, type AttemptNote } from './second-copy.ts'
import { queueWrites } from './write-queue.ts'

/** In how many places of the device all events are; 'memory': in none, they go with the page. */
export type Kept = 'twice' | 'once' | 'memory'
export type KeptRecord = { event: JournalEvent; standing: Standing }
export type KeptRecords = { records: readonly KeptRecord[]; note: AttemptNote | null }
export type KeptEvents = ReturnType<typeof openKeptEvents>

const mostWaitMs = 2000

/** The two places where an attempt's events stay on the device: IndexedDB, which also knows what the server said of each, and
 *  a copy in localStorage. Either of them may be missing, full, or broken. */
export function openKeptEvents(
  ports: Ports,
  attempt: string,
  writer: string,
  onChange: () => void,
) {
  const prefix = `event/${attempt}/`
  const noteKey = noteRoot + attempt
  const queue = queueWrites(ports, onChange)
  const copy = openSecondCopy(ports.secondCopy, attempt, writer)

  const textOf = ({ event, standing }: KeptRecord) => marks[standing] + lineOf(event, '')
  const putRecords = (records: readonly KeptRecord[]) =>
    queue.put(records.map((record) => [prefix + eventId(record.event), textOf(record)]))

  async function readStore(): Promise<KeptRecords> {
    const [entries, notes] = await Promise.all([
      ports.store.entries(prefix),
      ports.store.entries(noteKey),
    ])
    const records: KeptRecord[] = []
    const broken: (readonly [string, string])[] = []
    for (const [key, text] of entries) {
      const event = eventIn(text.slice(1), '')
      const standing = standings.find((one) => marks[one] === text[0])
      if (event && standing) records.push({ event, standing })
      else broken.push([key, text])
    }
    const note = readNote(notes.find(([key]) => key === noteKey)?.[1] ?? '')
    if (broken.length > 0) {
      queue.put(broken.map(([key, text]) => [`broken/${key}`, text]))
      queue.remove(broken.map(([key]) => key))
    }
    // Where events are missing that were there when the note was written, the server is asked for all again.
    const settled = records.filter(({ standing }) => standing !== 'unsent').length
    const isWhole = note !== null && settled >= note.settled
    return { records, note: note && { ...note, next: isWhole ? note.next : 0 } }
  }

  return {
    /** Everything that the device holds. What only one of the two had, both have afterwards.
     *  If IndexedDB takes too long, it goes on without; `late` gets what comes then. */
    async load(late: (found: KeptRecords) => void): Promise<KeptRecords> {
      const second = copy.read()
      const reading = readStore()
      const first = await Promise.race([
        reading.catch(() => null),
        new Promise<undefined>((giveUp) => ports.timer(() => giveUp(undefined), mostWaitMs)),
      ])
      if (first === null) queue.fail()
      if (first === undefined) void reading.then(late, queue.fail)
      const inStore = new Set(first?.records.map(({ event }) => eventId(event)))
      const inCopy = new Set(second.events.map(eventId))
      const onlyInCopy = second.events
        .filter((event) => !inStore.has(eventId(event)))
        .map((event): KeptRecord => ({ event, standing: 'unsent' }))
      putRecords(onlyInCopy)
      const records = [...(first?.records ?? []), ...onlyInCopy]
      copy.append(
        records
          .filter(({ event, standing }) => standing === 'unsent' && !inCopy.has(eventId(event)))
          .map(({ event }) => event),
      )
      // Which of the two was written last? The second copy. But only IndexedDB has what came from elsewhere.
      const latest = second.note ?? first?.note ?? null
      return { records, note: latest && { ...latest, next: first?.note?.next ?? 0 } }
    },

    /** Keeps a new event of this device. In the second copy when it returns. */
    keep(event: JournalEvent) {
      copy.append([event])
      putRecords([{ event, standing: 'unsent' }])
    },

    /** What the server said, and how far it was read: both or neither. */
    note(records: readonly KeptRecord[], note: AttemptNote) {
      copy.keepNote(note)
      queue.put([
        ...records.map((record): [string, string] => [
          prefix + eventId(record.event),
          textOf(record),
        ]),
        [noteKey, JSON.stringify(note)],
      ])
    },

    places(): Kept {
      const count = Number(copy.isWhole()) + Number(!queue.hasFailed())
      return (['memory', 'once', 'twice'] as const)[count]!
    },

    /** The second copy need not hold what the server and IndexedDB have had for a day. */
    shed(isCounted: (id: string) => boolean, nowMs: number) {
      if (!queue.hasFailed())
        copy.drop((event) => isCounted(eventId(event)) && event.at < nowMs - 86_400_000)
    },

    /** The attempt is over and the server has these events. */
    forget(ids: readonly string[]) {
      const done = new Set(ids)
      copy.drop((event) => done.has(eventId(event)))
      queue.remove([...ids.map((id) => prefix + id), noteKey])
    },
  }
}

const noteRoot = 'note/'
const standings = ['unsent', 'counted', 'apart'] as const
const marks: Record<Standing, string> = { unsent: '?', counted: '+', apart: '!' }
