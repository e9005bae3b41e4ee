import type { PlanDayNote } from '../../domain/study/lesson-plan.ts'
import { isRecord, parseJson, storedVersion } from './untyped-data.ts'

// What the home page shows of the reader without a request. Each value is JSON with its version in
// localStorage below 'abhyasa.today.'; client/inline/today.ts reads it. The cookie 'today' says
// that there is any: the home page then contains the panel that it fills in. A sign-out on this
// device removes all of it.

const root = 'abhyasa.today.'
const cookie = 'today=1;path=/;samesite=lax;secure'
const maxTests = 5
const maxCards = 1000

/** The chosen exam: its name in a language, and the address of its page. */
export type ExamNote = { slug: string; name: string; lang: string; href: string }

/** A running test. lang: of its title. path: of its paper. resume: the text of a link back into it,
 *  with {time}. endsAtMs: by this device's clock, ms since 1970; null without a clock. storedAtMs:
 *  when the note was written. */
export type TestNote = {
  id: string
  title: string
  lang: string
  href: string
  path: string
  resume: string
  endsAtMs: number | null
  storedAtMs: number
  answered: number
  count: number
}

/** The study plan from today on. */
export type PlanNote = { days: readonly PlanDayNote[] }

/** When cards are due, by their id, in ms since 1970. */
export type CardNote = { due: Record<string, number> }

/** Stores a running test in place of its earlier note. The oldest notes are removed. */
export const storeRunningTest = (test: TestNote) =>
  writeNote('tests', { tests: [test, ...otherTests(test.id)].slice(0, maxTests) })

/** Removes a test that is over. */
export function removeRunningTest(id: string) {
  if (readNote('tests') !== null) writeNote('tests', { tests: otherTests(id) })
}

/** Adds when these cards are due. Of too many, those that are due last are left out. */
export function storeDueCards(due: ReadonlyMap<string, number>) {
  const stored = readNote('cards')?.due
  const all = { ...(isRecord(stored) ? stored : {}), ...Object.fromEntries(due) }
  const entries = Object.entries(all).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  )
  const first = entries.sort(([, one], [, other]) => one - other).slice(0, maxCards)
  writeNote('cards', { due: Object.fromEntries(first) })
}

/** Removes everything that the home page shows of a reader. */
export function removeTodayNotes() {
  try {
    document.cookie = `${cookie};max-age=0`
    for (const name of ['exam', 'tests', 'plan', 'cards']) localStorage.removeItem(root + name)
  } catch {
    // Without storage there is nothing to remove.
  }
}

function otherTests(id: string): unknown[] {
  const tests = readNote('tests')?.tests
  return Array.isArray(tests) ? tests.filter((test) => !isRecord(test) || test.id !== id) : []
}

function readNote(name: string): Record<string, unknown> | null {
  try {
    const found = parseJson(localStorage.getItem(root + name) ?? '')
    return isRecord(found) ? found : null
  } catch {
    return null
  }
}

/** Does nothing where the browser refuses storage or has no space: the home page shows less. */
function writeNote(name: string, note: object) {
  try {
    localStorage.setItem(root + name, JSON.stringify({ version: storedVersion, ...note }))
    document.cookie = `${cookie};max-age=31536000`
  } catch {
    // The notes are a convenience; the attempt's own storage is separate.
  }
}
