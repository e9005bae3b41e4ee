import { eventId } from '../../domain/attempt/journal.ts'
import type { AttemptRow } from './attempt-row.ts'
import type { CountedEntry } from './stored-entries.ts'

type OwnEntry = Pick<
  CountedEntry,
  'writer' | 'kind' | 'question' | 'option' | 'locale' | 'device' | 'seen'
>

/** An entry that the server adds itself, after all others. */
export function serverEntry(row: AttemptRow, entry: OwnEntry, now: Date): CountedEntry {
  const [n, tick, time] = [row.last_n + 1, row.last_tick + 1, now.getTime()]
  const { writer } = entry
  return {
    ...entry,
    ...{ id: eventId({ writer, tick }), n, tick, at: time, receivedAt: time },
    ...{ spentMs: 0, via: null, claimedAt: null, standing: 'counted', raw: null },
  }
}
