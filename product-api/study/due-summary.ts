import { countsOf, dueMsOf, scheduleOf } from '../../domain/study/card-schedule.ts'
import { defaultLocale } from '../../domain/locale.ts'
import type { Stores } from '../database.ts'
import type { Owner } from '../owner.ts'
import { mistakeCardsOf } from './mistakes.ts'
import { ownCardsOf } from './own-cards.ts'
import { followedPlanOf } from './plan-log.ts'
import { allReviewsOf } from './review-log.ts'

export type DueSummary = {
  /** Cards that are due now, as the page of due cards counts them. */
  due: number
  /** When the next card is due that is not due yet; null: none was reviewed. ms since 1970. */
  nextDueMs: number | null
  /** ms since 1970; null: never. */
  lastReviewMs: number | null
}

/** How many cards are due for an owner. Cost: three reads, and one
 *  of the reader's object. */
export async function dueSummary(stores: Stores, owner: Owner, now: Date): Promise<DueSummary> {
  const db = stores.shared
  const [mistakes, own, reviews, followed] = await Promise.all([
    mistakeCardsOf(db, owner, defaultLocale),
    ownCardsOf(db, owner),
    allReviewsOf(stores.own),
    followedPlanOf(db, owner),
  ])
  const [schedule, exam, nowMs] = [scheduleOf(reviews), followed?.examOn ?? null, now.getTime()]
  const kept = new Set([...mistakes, ...own].map(({ id }) => id))
  // As study/due-cards.ts: reviews of drills and of deleted cards are not due.
  const reviewed = [...schedule.keys()].filter((id) => !/^(q:|own-)/.test(id) || kept.has(id))
  const later = reviewed.flatMap((id) => {
    const state = schedule.get(id)
    const dueMs = state ? dueMsOf(id, state, exam) : 0
    return dueMs > nowMs ? [dueMs] : []
  })
  return {
    due: countsOf(reviewed, schedule, nowMs, exam).due,
    nextDueMs: later.length === 0 ? null : later.reduce((one, other) => Math.min(one, other)),
    lastReviewMs: reviews.reduce<number | null>((last, { at }) => Math.max(last ?? 0, at), null),
  }
}
