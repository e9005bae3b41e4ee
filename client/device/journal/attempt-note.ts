import type { JournalEvent } from '../../../domain/attempt/journal.ts'
import type { EventSet } from './event-set.ts'
import type { EventRecord, EventStorage } from './event-storage.ts'
import type { AttemptNote } from './local-storage-copy.ts'
import type { ServerClock } from './server-clock.ts'

/** The clock's offset is stored again when it has changed by more than this. */
const offsetToleranceMs = 2000

/** The note of an attempt, in memory and in the storages. It is stored in one transaction with
 *  acknowledged events. stored: the note of an earlier page load. device: the id of this device. */
export function createAttemptNote(
  attempt: { carryKey: string; endsAtMs: number | null },
  stored: AttemptNote | null,
  {
    device,
    events,
    clock,
    storage,
  }: { device: string; events: EventSet; clock: ServerClock; storage: EventStorage },
) {
  const note: AttemptNote = {
    carryKey: attempt.carryKey || (stored?.carryKey ?? ''),
    device,
    devices: {},
    endsAtMs: attempt.endsAtMs,
    offsetMs: null,
    next: stored?.next ?? 0,
    settled: 0,
  }

  function store(records: readonly EventRecord[]) {
    note.offsetMs = clock.offsetMs()
    const settled = events.settled()
    note.settled = settled.length
    note.devices = Object.fromEntries(
      settled.flatMap(({ writer, device }) =>
        device === undefined ? [] : [[writer, device ?? '']],
      ),
    )
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

/** An event of the storages with its device, which they do not store with each event. An unsent
 *  event is this device's own. */
export const withDevice = (
  event: JournalEvent,
  standing: EventRecord['standing'],
  { device, devices }: Pick<AttemptNote, 'device' | 'devices'>,
): JournalEvent => {
  const found = standing === 'unsent' ? device : devices[event.writer]
  return found === undefined ? event : { ...event, device: found || null }
}
