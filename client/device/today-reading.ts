import { clockText } from './clock-text.ts'
import type { TestNote } from './today-notes.ts'

// What inline scripts read of today-notes.ts.

/** What is stored under a name; empty if nothing readable is. */
export function readTodayNote<Note>(name: string): Partial<Note> {
  try {
    const text = localStorage.getItem(`abhyasa.today.${name}`) ?? ''
    const found = JSON.parse(text) as { version?: number } | null
    return found?.version === 1 ? (found as Partial<Note>) : {}
  } catch {
    return {}
  }
}

/** A test without a clock that was not opened for so long is not offered any more. */
const maxAgeMs = 30 * 86_400_000

/** The tests that are running by this device's clock; the one that ends first is first. */
export function runningTests(): TestNote[] {
  const tests = readTodayNote<{ tests: TestNote[] }>('tests').tests ?? []
  return tests
    .filter(({ endsAtMs, storedAtMs }) => (endsAtMs ?? storedAtMs + maxAgeMs) > Date.now())
    .sort((one, other) => (one.endsAtMs ?? Infinity) - (other.endsAtMs ?? Infinity))
}

/** Shows the remaining time now and every second. */
export function runClock(leftMs: number, show: (time: string) => void) {
  const endsAt = performance.now() + leftMs
  const tick = () => show(clockText(endsAt - performance.now()))
  tick()
  setInterval(tick, 1000)
}
