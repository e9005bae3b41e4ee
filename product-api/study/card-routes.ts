import { Hono } from 'hono'
import { reviewsRequest } from '../../domain/contracts/study.ts'
import { countsOf, dueMsOf, scheduleOf } from '../../domain/study/card-schedule.ts'
import type { ApiEnv } from '../env.ts'
import { noStore } from '../identity/authentication.ts'
import { ownerIfAny } from '../owner.ts'
import { callingOwner, type ReaderEnv } from '../reader-env.ts'
import { databaseOfReader } from '../reader.ts'
import { requestedLocale } from '../requested-locale.ts'
import { validation } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { dueCards } from './due-cards.ts'
import { mistakeCardsOf } from './mistakes.ts'
import { ownCardsOf } from './own-cards.ts'
import { followedPlanOf } from './plan-log.ts'
import { allReviewsOf, reviewsAfter, storeReviews } from './review-log.ts'

/** The caller's review log, inside the reader's object. */
export const cardReviewRoutes = new Hono<ReaderEnv>()
cardReviewRoutes.use(noStore)

const maxBytes = 131_072

/** POST { reviews: CardReview[] } -> { data: { acknowledged: [ids], refused: [ids], now } }.
 *  Idempotent. */
cardReviewRoutes.post('/', async (c) => {
  const owner = callingOwner(c)
  const { reviews } = await readBody(c, reviewsRequest, { isDataAllowed: true, maxBytes })
  const now = new Date()
  const stored = await storeReviews(c.var.stores, owner, reviews, now)
  return c.json({ data: { ...stored, now: now.toISOString() }, meta: {} })
})

/** GET ?after=n -> { data: { reviews, next, isAll, exam, now } }: the reviews of all devices that
 *  arrived after n, and the day of the exam. */
cardReviewRoutes.get('/', async (c) => {
  const owner = callingOwner(c)
  const after = c.req.query('after') ?? '0'
  if (!/^\d{1,15}$/.test(after)) throw validation('after must be a number')
  const log = await reviewsAfter(c.var.stores.own, Number(after))
  const exam = (await followedPlanOf(c.var.stores.shared, owner))?.examOn ?? null
  return c.json({ data: { ...log, exam, now: new Date().toISOString() }, meta: {} })
})

/** The caller's own cards. */
export const userCardRoutes = new Hono<ApiEnv>()
userCardRoutes.use(noStore)

/** GET ?of=wrong&locale= -> { data: MistakeCard[] with dueAt and phase, meta: { counts } }:
 *  questions answered wrong or left blank.
 *  GET ?of=due&locale= -> { data: DueCard[], meta: { counts, calendar } }: cards that are due now,
 *  and how many are due on each of 14 days.
 *  Empty for a caller without a token. */
userCardRoutes.get('/', async (c) => {
  const owner = ownerIfAny(c)
  const locale = requestedLocale(c)
  const noCounts = { due: 0, fresh: 0, learned: 0 }
  if (!owner) return c.json({ data: [], meta: { counts: noCounts } })
  const db = c.env.DB
  const [mistakes, own, reviews, followed] = await Promise.all([
    mistakeCardsOf(db, owner, locale),
    ownCardsOf(db, owner),
    allReviewsOf(databaseOfReader(c.env.READERS, owner)),
    followedPlanOf(db, owner),
  ])
  const [schedule, exam, now] = [scheduleOf(reviews), followed?.examOn ?? null, new Date()]
  if (c.req.query('of') === 'due') {
    const due = await dueCards(db, schedule, { mistakes, own }, { locale, exam, now })
    const { cards, counts, calendar } = due
    return c.json({ data: cards, meta: { counts, calendar } })
  }
  const data = mistakes.map((card) => {
    const state = schedule.get(card.id)
    const dueAt = state ? new Date(dueMsOf(card.id, state, exam)).toISOString() : null
    return { ...card, phase: state?.phase ?? 'new', dueAt }
  })
  const ids = mistakes.map(({ id }) => id)
  const counts = countsOf(ids, schedule, now.getTime(), exam)
  return c.json({ data, meta: { counts } })
})
