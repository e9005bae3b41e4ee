import { eventId, type JournalEvent } from '../../../domain/attempt/journal.ts'
import { browserPorts } from '../browser-ports.ts'
import { removeHallCopy } from '../offline-hall/hall-copy.ts'
import { createAttemptRequests, firstBatch, maxEvents } from './attempt-requests.ts'
import { openEventStorage, type EventRecord } from './event-storage.ts'

/** After this time, an attempt whose submission is refused is not submitted any more: the server
 *  has done so at its end. */
const weekMs = 7 * 86_400_000

/** Sends the events of an attempt that a closed page left on this device, and its submission. What
 *  the server names as stored is marked so; everything else stays as it is, for the hall and the
 *  next page. Errors: none of the network; rejects if a storage breaks. */
export async function sendLeftEvents(attempt: string) {
  const ports = browserPorts()
  const storage = openEventStorage(ports, attempt, newWriter(), () => undefined)
  const { records, note } = await storage.load(() => undefined)
  if (!note) return
  const unsent = records.filter(({ standing }) => standing === 'unsent')
  const by = submission(records, note.endsAtMs)
  if (unsent.length === 0 && by === null) return
  const requests = createAttemptRequests(ports, {
    ...{ attempt, carryKey: note.carryKey, device: note.device },
  })
  let left = unsent.map(({ event }) => event)
  let submittedBy: 'reader' | 'clock' | null = null
  while (left.length > 0) {
    const batch = firstBatch(left, maxEvents)
    const reply = await requests.sendEvents(batch, note.next, 1)
    if (reply.kind !== 'ok') return
    submittedBy = reply.value.submittedBy
    const standings = new Map(reply.value.results.map(({ id, stored }) => [id, stored]))
    const settled = batch.flatMap((event): EventRecord[] => {
      const stored = standings.get(eventId(event))
      return stored === 'counted' || stored === 'apart' ? [{ event, standing: stored }] : []
    })
    storage.update(settled, note)
    left = left.slice(batch.length)
  }
  if (by === null || submittedBy !== null) return
  const reply = await requests.submit(by)
  const isOver = reply.kind === 'ok' && reply.value.submittedBy !== null
  const sinceMs = ports.clock.wall() - weekMs
  const isGivenUp = reply.kind !== 'failed' && records.every(({ event }) => event.at < sinceMs)
  // Only the hall and the result page say what has become of events that did not arrive.
  if ((isOver || isGivenUp) && unsent.length === 0)
    storage.remove(records.map(({ event }) => eventId(event)))
  // Without its events, a copy of the hall would show an attempt that goes on.
  if (isOver) await removeHallCopy(attempt)
}

/** By whom the attempt was submitted on this phone; null if it was not. */
function submission(
  records: readonly EventRecord[],
  endsAtMs: number | null,
): 'reader' | 'clock' | null {
  const submits = records.map(({ event }) => event).filter(isSubmit)
  if (submits.length === 0) return null
  // The clock's submission is dated to the end, the reader's before it.
  return submits.some(({ at }) => endsAtMs !== null && at >= endsAtMs) ? 'clock' : 'reader'
}

const isSubmit = ({ kind }: JournalEvent) => kind === 'submit'

const newWriter = () => crypto.randomUUID().replaceAll('-', '').slice(0, 12)
