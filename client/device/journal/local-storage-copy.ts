import type { JournalEvent } from '../../../domain/attempt/journal.ts'
import { isOfLaterVersion, isRecord, parseJson, storedVersion } from '../untyped-data.ts'
import { formatEventLine, parseEventLine } from './event-line.ts'

// The copy of an attempt in localStorage, the only storage that is written before the handler of a
// tap returns. Each page load writes its own texts, so that two tabs never overwrite each other; a
// new text is begun after 64 lines, so that the cost of a tap does not grow.
//
// abhyasa.journal.1.{attempt}.{writer}.{number}  the version, '1', and below it a line per event
// abhyasa.journal.1.{attempt}.note               JSON of AttemptNote with its version
//
// A text or note of a later version stays as it is: it is neither read, moved nor removed.

const root = 'abhyasa.journal.1.'
const brokenRoot = 'abhyasa.broken.'
const textVersion = '1'
const maxLinesPerText = 64

/** Stored of an attempt besides its events. offsetMs: the server's clock minus the device's.
 *  next: the number up to which the server's list of events has been read. settled: how many
 *  acknowledged events this device had then. device: the id of this device in the attempt; '' in
 *  notes of before November 2026. devices: the device of each writer that the server has named; ''
 *  where it knows none. */
export type AttemptNote = {
  carryKey: string
  device: string
  devices: Readonly<Record<string, string>>
  endsAtMs: number | null
  offsetMs: number | null
  next: number
  settled: number
}

export type LocalStorageCopy = ReturnType<typeof openLocalStorageCopy>

export function openLocalStorageCopy(storage: Storage | null, attempt: string, writer: string) {
  const prefix = `${root}${attempt}.`
  const noteKey = `${prefix}note`
  let openText: JournalEvent[] = []
  let textCount = 0
  /** Texts for which there was no space, by key. Each write retries them. */
  const unstored = new Map<string, string>()
  let isNoteStored = true
  let isNoteLater = false
  const stores = (key: string, text: string) => succeeds(() => storage?.setItem(key, text))
  const removes = (key: string) => succeeds(() => storage?.removeItem(key))

  function write() {
    unstored.set(`${prefix}${writer}.${textCount}`, formatText(openText, writer))
    for (const [key, text] of unstored) if (stores(key, text)) unstored.delete(key)
  }

  const readTexts = () =>
    textsBelow(storage, prefix)
      .filter(([key]) => key !== noteKey)
      .map(([key, text]) => ({ key, text, ...parseText(text, ownerOf(key.slice(prefix.length))) }))

  return {
    /** Whether all appended events and the note are stored. */
    isComplete: () => storage !== null && unstored.size === 0 && isNoteStored,

    /** Stores events before it returns, if there is space. */
    append(events: readonly JournalEvent[]) {
      for (const event of events) {
        if (openText.length === maxLinesPerText || textCount === 0) {
          if (textCount > 0) write()
          openText = []
          textCount++
        }
        openText.push(event)
      }
      if (events.length > 0) write()
    },

    /** Reads what all page loads have stored. A text that is partly unreadable is moved to another
     *  key; its readable lines are returned. */
    read(): { events: JournalEvent[]; note: AttemptNote | null } {
      const texts = readTexts()
      for (const { key, text, condition } of texts)
        if (condition === 'broken' && stores(brokenRoot + key, text)) removes(key)
      const noteText = textsBelow(storage, noteKey)[0]?.[1] ?? ''
      isNoteLater = isOfLaterVersion(parseJson(noteText))
      return { events: texts.flatMap(({ events }) => events), note: parseNote(noteText) }
    },

    writeNote(note: AttemptNote) {
      isNoteStored = isNoteLater || stores(noteKey, formatNote(note))
    },

    /** Removes the texts whose events are all removable. Returns whether no text is left. */
    removeTexts(isRemovable: (event: JournalEvent) => boolean): boolean {
      const left = readTexts().filter(
        ({ key, events, condition }) =>
          condition !== 'readable' || !events.every(isRemovable) || !removes(key),
      )
      return left.length === 0
    },

    removeNote() {
      if (!isNoteLater) removes(noteKey)
    },
  }
}

const formatText = (events: readonly JournalEvent[], owner: string) =>
  [textVersion, ...events.map((event) => formatEventLine(event, owner))].join('\n')

const ownerOf = (name: string) => name.replace(/\.\d+$/, '')

function parseText(text: string, owner: string) {
  const [version = '', ...lines] = text.split('\n')
  if (/^\d+$/.test(version) && Number(version) > Number(textVersion))
    return { events: [], condition: 'later' as const }
  const found = version === textVersion ? lines.map((line) => parseEventLine(line, owner)) : [null]
  const events = found.filter((event) => event !== null)
  const condition = events.length === found.length ? ('readable' as const) : ('broken' as const)
  return { events, condition }
}

export const formatNote = (note: AttemptNote): string =>
  JSON.stringify({ version: storedVersion, ...note })

/** null: no note, or one of a later version. */
export function parseNote(text: string): AttemptNote | null {
  const found = parseJson(text)
  if (!isRecord(found) || isOfLaterVersion(found) || typeof found.carryKey !== 'string') return null
  return {
    carryKey: found.carryKey,
    device: typeof found.device === 'string' ? found.device : '',
    devices: isRecord(found.devices) ? textsIn(found.devices) : {},
    endsAtMs: numberIn(found.endsAtMs),
    offsetMs: numberIn(found.offsetMs),
    next: numberIn(found.next) ?? 0,
    settled: numberIn(found.settled) ?? 0,
  }
}

const textsIn = (found: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(found).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

const numberIn = (found: unknown) => (typeof found === 'number' ? found : null)

function textsBelow(storage: Storage | null, prefix: string): [key: string, text: string][] {
  try {
    return Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '')
      .filter((key) => key.startsWith(prefix))
      .map((key) => [key, storage?.getItem(key) ?? ''])
  } catch {
    return []
  }
}

/** Returns false if the browser refuses storage or has no space. */
function succeeds(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
