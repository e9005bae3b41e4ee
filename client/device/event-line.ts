import { isLocale } from '../../domain/locale.ts'
import { eventId, eventKinds, type JournalEvent } from '../../domain/attempt/journal.ts'

// An event as one short line: 'id,at,kind,question,option,locale,spentMs', numbers in base 36. What is read back may be anything:
// storage breaks, and other versions of this file write into it.

/** owner: the writer whose lines these are; its own name is left out. */
export const lineOf = (event: JournalEvent, owner: string): string =>
  [
    event.writer === owner ? event.tick : eventId(event),
    event.at.toString(36),
    event.kind,
    event.question ?? '',
    event.option ?? '',
    event.locale ?? '',
    event.spentMs.toString(36),
  ].join()

/** null: not a line of ours. */
export function eventIn(line: string, owner: string): JournalEvent | null {
  const [id = '', at = '', kind, question = '', option = '', locale = '', spent = '', ...more] =
    line.split(',')
  const [, writer = owner, tick] = /^(?:(.+)\.)?(\d+)$/.exec(id) ?? []
  if (more.length > 0) return null
  return readEvent({
    writer,
    tick: Number(tick),
    at: parseInt(at, 36),
    kind,
    question: question || null,
    option: option === '' ? null : Number(option),
    locale: locale || null,
    spentMs: parseInt(spent, 36),
  })
}

/** An event out of whatever came from a storage, another tab or the server; null where it is none. */
export function readEvent(found: unknown): JournalEvent | null {
  if (!isRecord(found)) return null
  const { writer, tick, at, question, option, spentMs } = found
  const kind = eventKinds.find((one) => one === found.kind)
  const locale = isLocale(found.locale) ? found.locale : null
  const isWhole =
    typeof writer === 'string' &&
    writer !== '' &&
    isCount(tick) &&
    isCount(at) &&
    isCount(spentMs) &&
    (question === null || typeof question === 'string') &&
    (option === null || isCount(option))
  return isWhole && kind ? { writer, tick, at, kind, question, option, locale, spentMs } : null
}

export const isRecord = (found: unknown): found is Record<string, unknown> =>
  typeof found === 'object' && found !== null

const isCount = (found: unknown): found is number =>
  typeof found === 'number' && Number.isSafeInteger(found) && found >= 0
