import type { EventSet } from './event-set.ts'
import type { EventRecord, EventStorage } from './event-storage.ts'
import type { AttemptNote } from './local-storage-copy.ts'
import type { ServerClock } from './server-clock.ts'

/** The clock's offset is stored again when it has changed by more. */
const offsetToleranceMs = 2000

/** The note of an attempt: in memory, and stored together with what the server said of events.
 *  stored: what an earlier page load has left. */
export function createAttemptNote(
  attempt: { carryKey: string; endsAtMs: number | null },
  stored: AttemptNote | null,
  { events, clock, storage }: { events: EventSet; clock: ServerClock; storage: EventStorage },
) {
  const note: AttemptNote = {
    carryKey: attempt.carryKey || (stored?.carryKey ?? ''),
    endsAtMs: attempt.endsAtMs,
    offsetMs: null,
    next: stored?.next ?? 0,
    settled: 0,
  }

  function store(records: readonly EventRecord[]) {
    note.offsetMs = clock.offsetMs()
    note.settled = events.countOf('counted') + events.countOf('apart')
    storage.update(records, note)
  }

  return {
    carryKey: note.carryKey,
    next: () => note.next,
    /** The server's events have been read up to here. */
    advance(next: number | null | undefined) {
      note.next = Math.max(note.next, next ?? 0)
    },
    /** Stores the note with these events, both or neither. */
    store,
    storeChangedOffset() {
      if (Math.abs(clock.offsetMs() - (note.offsetMs ?? 0)) > offsetToleranceMs) store([])
    },
  }
}
