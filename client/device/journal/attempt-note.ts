import type { EventSet } from './event-set.ts'
import type { EventRecord, EventStorage } from './event-storage.ts'
import type { AttemptNote } from './local-storage-copy.ts'
import type { ServerClock } from './server-clock.ts'

/** The clock's offset is stored again when it has changed by more than this. */
const offsetToleranceMs = 2000

/** The note of an attempt, in memory and in the storages. It is stored in one transaction with
 *  acknowledged events. stored: the note of an earlier page load. */
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
    /** Records up to which number the server's events have been read. */
    advance(next: number | null | undefined) {
      note.next = Math.max(note.next, next ?? 0)
    },
    /** Stores the note and these events in one transaction. */
    store,
    storeChangedOffset() {
      if (Math.abs(clock.offsetMs() - (note.offsetMs ?? 0)) > offsetToleranceMs) store([])
    },
  }
}
