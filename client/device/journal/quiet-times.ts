import type { Ports } from '../ports.ts'

/** Of an attempt that everybody begins and ends at the same moment: for how long its phone makes no
 *  request now, in ms. After the page was opened, and after the end, it waits a time of its own, by
 *  chance up to `spreadMs`, so that not all phones ask at once. Events are stored on the phone
 *  meanwhile, and count by the time at which they happened. */
export function createQuietTimes(
  { endsAtMs, spreadMs = 0 }: { endsAtMs: number | null; spreadMs?: number },
  ports: Ports,
  now: () => number,
): () => number {
  if (spreadMs === 0) return () => 0
  const openedAt = ports.clock.monotonic()
  const [atStart, atEnd] = [ports.random() * spreadMs, ports.random() * spreadMs]
  return () => {
    const sinceStart = ports.clock.monotonic() - openedAt
    if (sinceStart < atStart) return Math.ceil(atStart - sinceStart)
    const sinceEnd = now() - (endsAtMs ?? Infinity)
    return sinceEnd >= 0 && sinceEnd < atEnd ? Math.ceil(atEnd - sinceEnd) : 0
  }
}
