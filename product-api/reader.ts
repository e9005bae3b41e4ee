import * as v from 'valibot'
import { databaseOverBatches, type Database, type QueryResult, type Statement } from './database.ts'
import type { ReaderNamespace } from './object-bindings.ts'
import type { Owner } from './owner.ts'
import type { ReviewDelivery } from './study/stored-reviews.ts'

/** The rows of one or more attempts, by table. `body` of an archive is in hexadecimal digits. */
export type AttemptRows = Record<AttemptTable, Record<string, string | number | null>[]>
export type AttemptTable = (typeof attemptTables)[number]
/** Parents first. */
export const attemptTables = [
  ...['paper_versions', 'attempts', 'journal_segments', 'journal_archives'],
  ...['attempt_marks', 'score_changes'],
] as const

/** What a guest's object hands over to a member's. */
export type Released = { attempts: AttemptRows; reviews: ReviewDelivery[] }

/** What the Worker asks of a reader's object (reader-object.ts). Ids are those of attempts. */
export type ReaderObjectStub = {
  fetch(request: Request): Promise<Response>
  runBatch(owner: Owner, statements: readonly Statement[]): Promise<QueryResult[]>
  /** Makes all attempts and reviews of a guest those of the member whose object this is, each once.
   *  Returns how many attempts are new here. */
  claim(member: Extract<Owner, { kind: 'member' }>, guestId: string): Promise<number>
  /** What the guest has whose object this is; from now on it is the member's. */
  release(owner: Owner, memberId: number): Promise<Released>
  /** Deletes released attempts, and deliveries of reviews by their numbers. */
  forget(ids: readonly string[], deliveries: readonly number[]): Promise<void>
  /** Deletes all data of the reader. `isAccountGone`: and refuses all requests for a day. */
  erase(isAccountGone?: boolean): Promise<void>
  /** Moves the reader's attempts of before from the product database. */
  takeOldAttempts(owner: Owner): Promise<void>
  /** Moves the reader's reviews of cards of before from the product database. */
  takeOldReviews(owner: Owner): Promise<void>
  /** Sends summaries again, and does what is due, as the alarm would. */
  wake(owner: Owner, ids: readonly string[]): Promise<void>
  /** Brings submitted attempts to the rulings of this moment. */
  rescore(owner: Owner, ids: readonly string[]): Promise<void>
}

/** A reader's object, which is created at the first request, near India where Cloudflare has room:
 *  the hint is a wish. An account's id is never given twice. Source: Durable Objects, Data
 *  location. */
export const objectOf = (readers: ReaderNamespace, { kind, id }: Owner) =>
  readers.get(readers.idFromName(`${kind} ${id}`) as never, {
    locationHint: 'apac',
  }) as ReaderObjectStub

/** The database of a reader's object, for what is not worth a call of its own. Cost: one request to
 *  the object for each batch. */
export const databaseOfReader = (readers: ReaderNamespace, owner: Owner): Database =>
  databaseOverBatches((statements) => objectOf(readers, owner).runBatch(owner, statements))

/** A row of `attempts`: whose it is. */
const OwnedRow = v.object({ user_id: v.nullable(v.number()), guest_id: v.nullable(v.string()) })

export function ownerIn(row: unknown): Owner {
  const { user_id, guest_id } = v.parse(OwnedRow, row)
  return user_id === null ? { kind: 'guest', id: guest_id ?? '' } : { kind: 'member', id: user_id }
}

/** The reader of an attempt that the product database knows, by its summary or as the entry of a
 *  live mock; null: it does not know it yet. */
export async function readerOfAttempt(shared: Database, id: string): Promise<Owner | null> {
  const row = await shared
    .prepare(
      `SELECT user_id, guest_id FROM attempts WHERE id = ?1
       UNION ALL SELECT user_id, guest_id FROM live_entries WHERE id = ?1 LIMIT 1`,
    )
    .bind(id)
    .first()
  return row && ownerIn(row)
}

/** Who asks an object, in the header that only the Worker sets. `isOwner`: false for somebody who
 *  may have an attempt's carry key. */
export const callerHeader = 'x-reader'
export type Caller = v.InferOutput<typeof Caller>
export const Caller = v.object({
  owner: v.variant('kind', [
    v.object({ kind: v.literal('member'), id: v.number() }),
    v.object({ kind: v.literal('guest'), id: v.string() }),
  ]),
  isOwner: v.boolean(),
})
