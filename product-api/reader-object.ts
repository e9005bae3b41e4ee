import { DurableObject } from 'cloudflare:workers'
import * as v from 'valibot'
import { forgetAttempts, releaseAttempts, storeClaimed } from './attempts/claim.ts'
import { compactJournals, nextCompactionAt } from './attempts/compaction.ts'
import {
  deleteFullJournals,
  eraseFullJournals,
  nextDeletionAt,
  ownSubmittedIds,
} from './attempts/full-journal.ts'
import { moveOldAttempts } from './attempts/old-attempts.ts'
import { nextOverdueAt, submitOverdueAttempts } from './attempts/overdue-attempts.ts'
import { readAttempt } from './attempts/read-attempt.ts'
import { markSent, unsentSummaries } from './attempts/summaries.ts'
import type { Database, Statement, Stores } from './database.ts'
import type { ApiEnv } from './env.ts'
import { erasedAnswer, isMarkedErased, markErased } from './erased-object.ts'
import { databaseWithGroupedReads } from './grouped-reads.ts'
import { ownDatabase, rowsWrittenBy, runInStorage } from './own-database.ts'
import { applyOwnSchema, readFact, writeFact } from './own-schema.ts'
import { moveOldRows } from './old-rows.ts'
import type { Owner } from './owner.ts'
import { readerApp } from './reader-app.ts'
import type { ReaderEnv } from './reader-env.ts'
import { Caller, callerHeader, objectOf, readerOfAttempt, type Released } from './reader.ts'
import { rescoreAttempt } from './scoring/scoring.ts'
import { moveOldReviews } from './study/old-reviews.ts'
import { forgetReviews, releaseReviews, storeClaimedReviews } from './study/stored-reviews.ts'

/** How long a request waits until the queue has its summary; the alarm sends what is left. */
const maxSendMs = 2000
const retryMs = 30_000

/** What a member or guest keeps: attempts with journals and marks, and reviews of cards, in SQLite.
 *  The reader's requests run here one after the other where they touch the data, whatever all
 *  others do. The alarm submits what nobody submits. Documentation: docs/decisions/0051, 0077. */
export class ReaderObject extends DurableObject<ApiEnv['Bindings']> {
  readonly #own: Database
  #owner: Owner | null = null
  #schema: Promise<void> | null = null
  #opened: Promise<void> | null = null
  /** When the alarm is set, as far as this instance knows; Infinity: not. */
  #alarmAt = Infinity
  #mayHaveUnsent = true
  #isErased: boolean | null = null

  constructor(context: DurableObjectState, env: ApiEnv['Bindings']) {
    super(context, env)
    this.#own = ownDatabase(context.storage, (rows) => this.#noteUnsent(rows))
  }

  get #stores(): Stores {
    return { own: this.#own, shared: databaseWithGroupedReads(this.env) }
  }

  get #bucket() {
    return this.env.JOURNALS ?? null
  }

  override async fetch(request: Request): Promise<Response> {
    const caller = v.parse(Caller, JSON.parse(request.headers.get(callerHeader) ?? 'null'))
    if (await this.#hasMark()) return erasedAnswer(request)
    await this.#open(caller.owner)
    const response = await readerApp.fetch(request, { ...this.env, ...this.#variables(caller) })
    await this.#sendSoon()
    return response
  }

  /** The alarm. Cloudflare calls it at least once; whatever it does can be repeated. */
  override async alarm(): Promise<void> {
    this.#alarmAt = Infinity
    if (await this.#hasMark()) return this.#deleteAll()
    await this.#setAlarm(Date.now() + 10 * retryMs) // Before anything can fail.
    await this.#open(null)
    await this.#doWhatIsDue()
  }

  async runBatch(owner: Owner, statements: readonly Statement[]) {
    await this.#open(owner)
    const results = runInStorage(this.ctx.storage, statements)
    this.#noteUnsent(rowsWrittenBy(results))
    await this.#sendSoon()
    return results
  }

  async claim(member: Extract<Owner, { kind: 'member' }>, guestId: string): Promise<number> {
    await this.#open(member)
    await this.#own.prepare('INSERT OR IGNORE INTO claims VALUES (?)').bind(guestId).run()
    await this.#setAlarm(Date.now() + retryMs)
    const moved = await this.#finishClaim(member.id, guestId)
    await this.#sendSoon()
    return moved
  }

  async release(guest: Owner, memberId: number): Promise<Released> {
    await this.#open(guest)
    const reviews = await releaseReviews(this.#own, memberId)
    return { attempts: await releaseAttempts(this.#own, memberId), reviews }
  }

  async forget(ids: readonly string[], deliveries: readonly number[]): Promise<void> {
    await this.#open(null)
    await forgetReviews(this.#own, deliveries)
    await forgetAttempts(this.#own, ids)
  }

  async erase(isAccountGone = false): Promise<void> {
    // First the bucket, so that the call can be repeated; once more for what was under way to it.
    const ids = await ownSubmittedIds(this.#own)
    await eraseFullJournals(this.#bucket, ids)
    await this.#deleteAll()
    await eraseFullJournals(this.#bucket, ids)
    if (isAccountGone) await markErased(this.ctx.storage)
    this.#isErased = isAccountGone
  }

  async #deleteAll(): Promise<void> {
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
    ;[this.#schema, this.#opened, this.#owner, this.#isErased] = [null, null, null, null]
    this.#alarmAt = Infinity
  }

  async #hasMark(): Promise<boolean> {
    return (this.#isErased ??= await isMarkedErased(this.ctx.storage))
  }

  async takeOldAttempts(owner: Owner): Promise<void> {
    await this.#open(owner)
    await this.#takeOldAttempts(owner)
    await this.#doWhatIsDue()
  }

  async takeOldReviews(owner: Owner): Promise<void> {
    await this.#open(owner)
    await moveOldReviews(this.#own, this.env.DB, owner)
  }

  async wake(owner: Owner, ids: readonly string[]): Promise<void> {
    await this.#open(owner)
    await this.#own
      .prepare(
        `INSERT OR IGNORE INTO outbox
         SELECT id FROM attempts WHERE id IN (SELECT value FROM json_each(?))`,
      )
      .bind(JSON.stringify(ids))
      .run()
    await this.#doWhatIsDue()
  }

  async rescore(owner: Owner, ids: readonly string[]): Promise<void> {
    await this.#open(owner)
    for (const id of ids) {
      const attempt = await readAttempt(this.#own, id)
      if (attempt) await rescoreAttempt(this.#stores, attempt)
    }
    await this.#sendSoon()
  }

  /** Prepares the storage, once in the life of an instance. `owner`: null where none is named. */
  async #open(owner: Owner | null): Promise<void> {
    if (await this.#hasMark()) throw new Error('The account is erased')
    this.#schema ??= this.#prepare().catch((error: unknown) => {
      this.#schema = null
      throw error
    })
    await this.#schema
    const reader = this.#owner ?? owner
    if (!reader) return
    this.#opened ??= this.#begin(reader).catch((error: unknown) => {
      this.#opened = null
      throw error
    })
    await this.#opened
  }

  async #prepare(): Promise<void> {
    this.#alarmAt = (await this.ctx.storage.getAlarm()) ?? Infinity
    await applyOwnSchema(this.#own)
    const known = await readFact(this.#own, 'owner')
    if (known !== null) this.#owner = v.parse(Caller.entries.owner, JSON.parse(known))
  }

  async #begin(owner: Owner): Promise<void> {
    if (!this.#owner) await writeFact(this.#own, 'owner', JSON.stringify(owner)).run()
    this.#owner = owner
    if (await moveOldRows(this.#own, this.env.DB, owner)) await this.#schedule()
  }

  async #takeOldAttempts(owner: Owner): Promise<void> {
    await moveOldAttempts(this.#own, this.env.DB, owner)
    await writeFact(this.#own, 'moved', new Date().toISOString()).run()
    await this.#schedule()
  }

  #variables({ owner, isOwner }: Caller): { reader: ReaderEnv['Variables'] } {
    return {
      reader: {
        ...{ stores: this.#stores, owner, isOwner },
        moveOldAttempts: () => moveOldAttempts(this.#own, this.env.DB, owner),
        askOther: async (attempt, request) => {
          const other = await readerOfAttempt(this.env.DB, attempt)
          if (!other) return null
          const headers = new Headers(request.headers)
          headers.set(callerHeader, JSON.stringify({ owner: other, isOwner: false }))
          return objectOf(this.env.READERS, other).fetch(new Request(request, { headers }))
        },
      },
    }
  }

  async #doWhatIsDue(): Promise<void> {
    await this.#finishClaims()
    await submitOverdueAttempts(this.#stores, new Date())
    await compactJournals(this.#stores, this.#bucket, new Date())
    await deleteFullJournals(this.#stores, this.#bucket, new Date())
    await this.#send()
    await this.#schedule()
  }

  async #finishClaims(): Promise<void> {
    const owner = this.#owner
    if (owner?.kind !== 'member') return
    const { results } = await this.#own
      .prepare('SELECT guest_id AS id FROM claims')
      .all<{ id: string }>()
    for (const { id } of results) await this.#finishClaim(owner.id, id)
  }

  async #finishClaim(memberId: number, guestId: string): Promise<number> {
    const guest: Owner = { kind: 'guest', id: guestId }
    const object = objectOf(this.env.READERS, guest)
    const { attempts: rows, reviews } = await object.release(guest, memberId)
    const moved = await storeClaimed(this.#own, memberId, guestId, rows)
    await storeClaimedReviews(this.#own, reviews, new Date())
    const deliveries = reviews.map(({ n }) => n)
    await object.forget(
      rows.attempts.map(({ id }) => String(id)),
      deliveries,
    )
    await this.#own.prepare('DELETE FROM claims WHERE guest_id = ?').bind(guestId).run()
    return moved
  }

  /** Sends what the outbox has, unless the queue is slow: then the alarm does. */
  async #sendSoon(): Promise<void> {
    if (!this.#mayHaveUnsent) return
    const sending = this.#send().then(
      (sent) => (sent > 0 ? this.#schedule() : undefined),
      (error: unknown) => console.error(JSON.stringify({ at: 'outbox', error: String(error) })),
    )
    await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, maxSendMs))])
  }

  async #send(): Promise<number> {
    for (let sent = 0; ;) {
      this.#mayHaveUnsent = false
      const messages = await unsentSummaries(this.#own)
      if (messages.length === 0) return sent
      this.#mayHaveUnsent = true
      await this.env.ATTEMPT_QUEUE.sendBatch(messages.map((body) => ({ body })))
      await markSent(this.#own, messages)
      sent += messages.length
    }
  }

  async #schedule(): Promise<void> {
    const left = await this.#own
      .prepare('SELECT EXISTS (SELECT 1 FROM outbox) OR EXISTS (SELECT 1 FROM claims) AS n')
      .first<{ n: number }>()
    const times = [
      left?.n === 1 ? Date.now() + retryMs : null,
      await nextOverdueAt(this.#stores),
      await nextCompactionAt(this.#stores),
      await nextDeletionAt(this.#stores, this.#bucket, new Date()),
    ].flatMap((at) => (at === null ? [] : [at]))
    if (times.length > 0) await this.#setAlarm(Math.min(...times), { isExact: true })
    else if (this.#alarmAt !== Infinity) {
      this.#alarmAt = Infinity
      await this.ctx.storage.deleteAlarm()
    }
  }

  /** After each batch, before anything else can happen: while something is unsent, the alarm is
   *  set. It is stored together with the batch. A delivery writes one row, and nothing to send. */
  #noteUnsent(rowsWritten: number) {
    if (this.#owner === null || rowsWritten < 2) return
    const [row] = this.ctx.storage.sql.exec('SELECT 1 AS n FROM outbox LIMIT 1').toArray()
    if (!row) return
    this.#mayHaveUnsent = true
    void this.#setAlarm(Date.now() + retryMs)
  }

  /** isExact: also later than it is set now. */
  #setAlarm(at: number, { isExact = false } = {}): Promise<void> {
    if (isExact ? at === this.#alarmAt : at >= this.#alarmAt) return Promise.resolve()
    this.#alarmAt = at
    return this.ctx.storage.setAlarm(at)
  }
}
