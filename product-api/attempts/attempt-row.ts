import type { Context } from 'hono'
import type { Api } from '../env.ts'
import { forbidden } from '../identity/refusals.ts'
import { notFound } from '../strapi/errors.ts'
import { hoursOf, type Hours } from './clock.ts'
import { headOf, type Locale } from './frozen-paper.ts'

export type Mode = 'exam' | 'practice' | 'form'

/** A row of `attempts` with the head of its paper (JSON of PaperHead). Times are ISO 8601; flags are 0 or 1. */
export type AttemptRow = {
  id: string
  version_id: number
  test_id: number
  user_id: number | null
  guest_id: string | null
  mode: Mode
  locale: Locale
  right_by: 'free' | 'plan' | 'one-premium-test'
  extra_time: number
  started_at: string
  ends_at: string | null
  answered: number
  last_tick: number
  updated_at: string
  is_compared: number
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

export const attemptById = (db: D1Database, id: string): D1PreparedStatement =>
  db
    .prepare(
      'SELECT a.*, v.head FROM attempts a JOIN paper_versions v ON v.id = a.version_id WHERE a.id = ?',
    )
    .bind(id)

export const hoursOfAttempt = (row: AttemptRow): Hours =>
  hoursOf(headOf(row), {
    mode: row.mode,
    startedAt: Date.parse(row.started_at),
    extraTime: row.extra_time === 1,
  })

/** Whose an attempt is. */
export type Owner = { kind: 'member'; id: number } | { kind: 'guest'; id: string }

/** Who asks. Errors: Refusal 403 where it is neither a member nor a guest. */
export function ownerOf(c: Context<Api>): Owner {
  const owner = ownerIfAny(c)
  if (!owner) throw forbidden()
  return owner
}

export function ownerIfAny(c: Context<Api>): Owner | null {
  const [user, guest] = [c.get('user'), c.get('guest')]
  if (user) return { kind: 'member', id: user.id }
  return guest && { kind: 'guest', id: guest.id }
}

export const isOf = (owner: Owner, row: AttemptRow): boolean =>
  owner.kind === 'member' ? row.user_id === owner.id : row.guest_id === owner.id

/** The column in which an owner stands. */
export const columnOf = ({ kind }: Owner) => (kind === 'member' ? 'user_id' : 'guest_id')

/** An attempt of whoever asks. Errors: Refusal 403 without a token, 404 for what is another's or nobody's. */
export async function ownAttempt(c: Context<Api>, id: string): Promise<AttemptRow> {
  const owner = ownerOf(c)
  const row = await attemptById(c.env.DB, id).first<AttemptRow>()
  if (!row || !isOf(owner, row)) throw notFound()
  return row
}
