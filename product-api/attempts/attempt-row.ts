import type { AttemptMode } from '../../domain/attempt/attempt-result.ts'
import type { Locale } from '../../domain/locale.ts'
import type { Database, PreparedStatement } from '../database.ts'
import type { Owner } from '../owner.ts'
import { parsePaperHead } from '../papers/paper-versions.ts'
import { deadlinesOf, type Deadlines } from './deadlines.ts'

/** A row of a reader's `attempts` with the head of its paper version (JSON of PaperHead). Times
 *  are ISO 8601; flags are 0 or 1. `right_by`: why the owner was allowed to start
 *  (entitlement.ts). */
export type AttemptRow = {
  id: string
  version_id: number
  test_id: number
  user_id: number | null
  guest_id: string | null
  mode: Exclude<AttemptMode, 'paper'>
  locale: Locale
  right_by: 'free' | 'plan' | 'one-premium-test'
  extra_time: number
  started_at: string
  ends_at: string | null
  answered: number
  last_tick: number
  updated_at: string
  is_compared: number
  /** Until when answers given in time are awaited; null: the submission is final, or not made. */
  provisional_until: string | null
  marked_n: number | null
  form_paper: 'earlier' | 'changed' | null
  /** 1: a form with the answers of a printed answer sheet. */
  on_paper: number
  /** Raised by whatever changes the journal or submits the attempt. */
  journal_revision: number
  /** The numbers of the last entry of the journal, and of the last that counts. */
  last_n: number
  counted_n: number
  /** Of stored-progress.ts and stored-entries.ts; null in lists. */
  journal_state: string | null
  journal_tail: string | null
  compact_at: string | null
  is_compacted: number
  /** Until when the whole journal is kept in the bucket (full-journal.ts); null: it is not. */
  full_until: string | null
  head: string
} & (Submitted | NotSubmitted)

type Submitted = {
  submitted_at: string
  submitted_by: 'reader' | 'clock'
  score_units: number
  maximum_units: number
  denominator: number
}
type NotSubmitted = { [column in keyof Submitted]: null }

/** For `readAttempt` (read-attempt.ts), and after it. */
export const selectAttempt = (own: Database, id: string): PreparedStatement =>
  own
    .prepare(
      `SELECT a.*, v.head FROM attempts a JOIN paper_versions v ON v.id = a.version_id
       WHERE a.id = ? AND a.released_to IS NULL`,
    )
    .bind(id)

/** The columns of an AttemptRow in a list: without its journal. */
export const listedColumns = [
  ...['id', 'version_id', 'test_id', 'user_id', 'guest_id', 'mode', 'locale', 'right_by'],
  ...['extra_time', 'started_at', 'ends_at', 'submitted_at', 'submitted_by', 'score_units'],
  ...['maximum_units', 'denominator', 'answered', 'last_tick', 'updated_at', 'is_compared'],
  ...['provisional_until', 'marked_n', 'form_paper', 'journal_revision', 'last_n', 'counted_n'],
  ...['compact_at', 'is_compacted', 'full_until'],
]
  .map((column) => `a.${column}`)
  .join(', ')

export const attemptDeadlines = (row: AttemptRow): Deadlines =>
  deadlinesOf(parsePaperHead(row), {
    mode: row.mode,
    startedAt: Date.parse(row.started_at),
    extraTime: row.extra_time === 1,
  })

export const isOwnedBy = (owner: Owner, row: AttemptRow): boolean =>
  owner.kind === 'member' ? row.user_id === owner.id : row.guest_id === owner.id
