import type { JournalEvent } from '../../domain/attempt/journal.ts'
import { eventIn, isRecord, lineOf } from './event-line.ts'

// What localStorage keeps of an attempt: the one storage that is written before a tap's handler returns. Every page load writes
// texts of its own, so two tabs never write over each other; a text is closed after some lines, so that no tap costs more.
//
// abhyasa.journal.1.{attempt}.{writer}.{number}  '1', and below it a line for each event
// abhyasa.journal.1.{attempt}.note               JSON of AttemptNote

const root = 'abhyasa.journal.1.'
const brokenRoot = 'abhyasa.broken.'
const header = '1'
const linesInText = 64

/** What has to be known of an attempt besides its events.
 *  offsetMs: the server's clock less the device's. next: how far the server's list of events was read. settled: how many
 *  events were known then that the server has. */
export type AttemptNote = {
  carryKey: string
  endsAtMs: number | null
  offsetMs: number | null
  next: number
  settled: number
}

export type SecondCopy = ReturnType<typeof openSecondCopy>

export function openSecondCopy(storage: Storage | null, attempt: string, writer: string) {
  const prefix = `${root}${attempt}.`
  const noteKey = `${prefix}note`
  let open: JournalEvent[] = []
  let count = 0
  /** Texts for which there was no room. Each write tries them again. */
  const unstored = new Map<string, string>()
  let isNoteStored = true
  const stores = (key: string, text: string) => succeeds(() => storage?.setItem(key, text))
  const removes = (key: string) => succeeds(() => storage?.removeItem(key))

  function write() {
    unstored.set(`${prefix}${writer}.${count}`, textOf(open, writer))
    for (const [key, text] of unstored) if (stores(key, text)) unstored.delete(key)
  }

  const readTexts = () =>
    textsIn(storage, prefix)
      .filter(([key]) => key !== noteKey)
      .map(([key, text]) => ({ key, text, ...readText(text, ownerIn(key.slice(prefix.length))) }))

  return {
    /** Whether everything that it was given is stored. */
    isWhole: () => storage !== null && unstored.size === 0 && isNoteStored,

    /** Stored when it returns, if there is room. */
    append(events: readonly JournalEvent[]) {
      for (const event of events) {
        if (open.length === linesInText || count === 0) {
          if (count > 0) write()
          open = []
          count++
        }
        open.push(event)
      }
      if (events.length > 0) write()
    },

    /** What all page loads have left. A text that cannot be read is put aside and stays; its readable lines count. */
    read(): { events: JournalEvent[]; note: AttemptNote | null } {
      const texts = readTexts()
      for (const { key, text, isReadable } of texts)
        if (!isReadable && stores(brokenRoot + key, text)) removes(key)
      const [note] = textsIn(storage, noteKey)
      return { events: texts.flatMap(({ events }) => events), note: readNote(note?.[1] ?? '') }
    },

    keepNote(note: AttemptNote) {
      isNoteStored = stores(noteKey, JSON.stringify(note))
    },

    /** Takes out the texts whose every event may go; the note too, when nothing is left that it would be about. */
    drop(mayGo: (event: JournalEvent) => boolean) {
      const left = readTexts().filter(
        ({ key, events, isReadable }) => !isReadable || !events.every(mayGo) || !removes(key),
      )
      if (left.length === 0) removes(noteKey)
    },
  }
}

const textOf = (events: readonly JournalEvent[], owner: string) =>
  [header, ...events.map((event) => lineOf(event, owner))].join('\n')

const ownerIn = (name: string) => name.replace(/\.\d+$/, '')

function readText(text: string, owner: string) {
  const [first, ...lines] = text.split('\n')
  const found = first === header ? lines.map((line) => eventIn(line, owner)) : [null]
  const events = found.filter((event) => event !== null)
  return { events, isReadable: events.length === found.length }
}

/** null: none, or none that can be read. */
export function readNote(text: string): AttemptNote | null {
  try {
    const found: unknown = JSON.parse(text)
    if (!isRecord(found) || typeof found.carryKey !== 'string') return null
    const number = (value: unknown) => (typeof value === 'number' ? value : null)
    return {
      carryKey: found.carryKey,
      endsAtMs: number(found.endsAtMs),
      offsetMs: number(found.offsetMs),
      next: number(found.next) ?? 0,
      settled: number(found.settled) ?? 0,
    }
  } catch {
    return null
  }
}

function textsIn(storage: Storage | null, prefix: string): [key: string, text: string][] {
  try {
    return Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '')
      .filter((key) => key.startsWith(prefix))
      .map((key) => [key, storage?.getItem(key) ?? ''])
  } catch {
    return []
  }
}

/** A browser may refuse its storage at any time, or have no room. */
function succeeds(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
