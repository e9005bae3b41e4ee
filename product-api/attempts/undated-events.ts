import type { ReceivedEvent } from './journal-entries.ts'
import { isCounted, type StoredEntry } from './stored-entries.ts'
import type { Journal } from './stored-journal.ts'

/** Dates undated events to no earlier than any event that their device had fetched when it wrote
 *  them: an answer that the reader changed knowingly stays changed. `lastN`: the number of the last
 *  entry. Cost: nothing if they had fetched none or all; otherwise reads the journal. */
export async function afterWhatTheyKnew(
  journal: Journal,
  lastN: number,
  events: readonly ReceivedEvent[],
): Promise<readonly ReceivedEvent[]> {
  const knewSome = events.some(
    ({ isUndated, seen }) => isUndated && (seen ?? 0) > 0 && (seen ?? 0) < lastN,
  )
  const entries: StoredEntry[] = knewSome ? await journal.entries() : []
  const latestUntil = (seen: number) =>
    seen >= lastN
      ? journal.progress.latestAt
      : entries
          .filter((entry) => isCounted(entry) && entry.n <= seen)
          .reduce((latest, { at }) => Math.max(latest, at), 0)
  return events.map((event) =>
    event.isUndated
      ? { ...event, happenedAt: Math.max(event.happenedAt, latestUntil(event.seen ?? 0)) }
      : event,
  )
}
