import { eventId, eventKinds, type JournalEvent } from '../../../domain/attempt/journal.ts'
import { isRecord, localeIn } from '../untyped-data.ts'

// An event as one short line of version 1: 'id,at,kind,question,option,locale,spentMs', numbers in
// base 36. `at` is followed by ':' and `seen`, which builds of before do not read. A line with more
// fields belongs to a later version, which the storages mark: see event-storage.ts and
// local-storage-copy.ts.

/** owner: the writer that the text belongs to; its id is left out of its own lines. */
export const formatEventLine = (event: JournalEvent, owner: string): string =>
  [
    event.writer === owner ? event.tick : eventId(event),
    event.at.toString(36) + (event.seen ? `:${event.seen.toString(36)}` : ''),
    event.kind,
    event.question ?? '',
    event.option ?? '',
    event.locale ?? '',
    event.spentMs.toString(36),
  ].join()

/** Parses a line; null if it is not of version 1. */
export function parseEventLine(line: string, owner: string): JournalEvent | null {
  const [id = '', at = '', kind, question = '', option = '', locale = '', spent = '', ...more] =
    line.split(',')
  const [, writer = owner, tick] = /^(?:(.+)\.)?(\d+)$/.exec(id) ?? []
  if (more.length > 0) return null
  const [time = '', seen] = at.split(':')
  return parseEvent({
    writer,
    tick: Number(tick),
    at: parseInt(time, 36),
    kind,
    question: question || null,
    option: option === '' ? null : Number(option),
    locale: locale || null,
    spentMs: parseInt(spent, 36),
    ...(seen && { seen: parseInt(seen, 36) }),
  })
}

/** Parses an event from a storage, another tab or the server; null if it is not an event. Fields of
 *  later versions are left out. */
export function parseEvent(found: unknown): JournalEvent | null {
  if (!isRecord(found)) return null
  const { writer, tick, at, question, option, spentMs, device, seen } = found
  const kind = eventKinds.find((known) => known === found.kind)
  const locale = localeIn(found.locale)
  const isComplete =
    typeof writer === 'string' &&
    writer !== '' &&
    isCount(tick) &&
    isCount(at) &&
    isCount(spentMs) &&
    (question === null || typeof question === 'string') &&
    (option === null || isCount(option))
  if (!isComplete || !kind) return null
  const own = { writer, tick, at, kind, question, option, locale, spentMs }
  const event = isCount(seen) ? { ...own, seen } : own
  if (device === undefined) return event
  return { ...event, device: typeof device === 'string' ? device : null }
}

const isCount = (found: unknown): found is number =>
  typeof found === 'number' && Number.isSafeInteger(found) && found >= 0
