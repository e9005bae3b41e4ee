import type { Context } from 'hono'
import type { AttemptMode } from '../../domain/attempt/attempt-result.ts'
import type { Locale } from '../../domain/locale.ts'
import type { Database, PreparedStatement } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { parsePaperHead } from '../papers/paper-versions.ts'
import { notFound } from '../strapi/errors.ts'
import { deadlinesOf, type Deadlines } from './deadlines.ts'

/** A row of `attempts` with the head of its paper version (JSON of PaperHead). Times are ISO 8601;
 *  flags are 0 or 1. `right_by`: why the owner was allowed to start (entitlement.ts). */
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

export const selectAttempt = (db: Database, id: string): PreparedStatement =>
  db
    .prepare(
      `SELECT a.*, v.head FROM attempts a JOIN paper_versions v ON v.id = a.version_id
       WHERE a.id = ?`,
    )
    .bind(id)

export const attemptDeadlines = (row: AttemptRow): Deadlines =>
  deadlinesOf(parsePaperHead(row), {
    mode: row.mode,
    startedAt: Date.parse(row.started_at),
    extraTime: row.extra_time === 1,
  })

export const isOwnedBy = (owner: Owner, row: AttemptRow): boolean =>
  owner.kind === 'member' ? row.user_id === owner.id : row.guest_id === owner.id

/** An attempt of the caller. Errors: Refusal 403 without a token, 404 for an unknown attempt and
 *  for another owner's. */
export async function requireOwnAttempt(c: Context<ApiEnv>, id: string): Promise<AttemptRow> {
  const owner = ownerOf(c)
  const row = await selectAttempt(c.env.DB, id).first<AttemptRow>()
  if (!row || !isOwnedBy(owner, row)) throw notFound()
  return row
}
