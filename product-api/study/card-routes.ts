import { Hono } from 'hono'
import { reviewsRequest } from '../../domain/contracts/study.ts'
import { countsOf, dueOf, scheduleOf } from '../../domain/study/card-schedule.ts'
import { ownerIfAny, ownerOf } from '../attempts/attempt-row.ts'
import type { ApiEnv } from '../env.ts'
import { noStore } from '../identity/authentication.ts'
import { readBody } from '../strapi/request-body.ts'
import { validation } from '../strapi/errors.ts'
import { defaultLocale } from '../strapi/query.ts'
import { dueCards } from './due-cards.ts'
import { mistakesOf } from './mistakes.ts'
import { planFollowedBy } from './plan-log.ts'
import { allReviews, keepReviews, reviewsAfter } from './review-log.ts'

/** The review log of whoever asks. An addition to the specification's table, as the next. */
export const cardReviews = new Hono<ApiEnv>()
cardReviews.use(noStore)

const maxBytes = 131_072

/** POST { reviews: CardReview[] } -> { data: { acknowledged: [ids], refused: [ids], now } }. The same again: the same answer. */
cardReviews.post('/', async (c) => {
  const owner = ownerOf(c)
  const { reviews } = await readBody(c, reviewsRequest, { isDataAllowed: true, maxBytes })
  const now = new Date()
  const kept = await keepReviews(c.env.DB, owner, reviews, now)
  return c.json({ data: { ...kept, now: now.toISOString() }, meta: {} })
})

/** GET ?after=n -> { data: { reviews, next, isAll, exam, now } }: what arrived after n, whichever device sent it, and the day of the exam. */
cardReviews.get('/', async (c) => {
  const owner = ownerOf(c)
  const after = c.req.query('after') ?? '0'
  if (!/^\d{1,15}$/.test(after)) throw validation('after must be a number')
  const log = await reviewsAfter(c.env.DB, owner, Number(after))
  const exam = (await planFollowedBy(c.env.DB, owner))?.examOn ?? null
  return c.json({ data: { ...log, exam, now: new Date().toISOString() }, meta: {} })
})

/** Cards of one's own. */
export const userCards = new Hono<ApiEnv>()
userCards.use(noStore)

/** GET ?of=wrong&locale= -> { data: MistakeCard[] with dueAt and phase, meta: { counts } }: questions that went wrong or were left.
 *  GET ?of=due&locale= -> { data: DueCard[], meta: { counts } }: what is to be looked at now. Nobody has none. */
userCards.get('/', async (c) => {
  const owner = ownerIfAny(c)
  const locale = c.req.query('locale') || defaultLocale
  const nothing = { due: 0, fresh: 0, learned: 0 }
  if (!owner) return c.json({ data: [], meta: { counts: nothing } })
  const db = c.env.DB
  const [mistakes, reviews, followed] = await Promise.all([
    mistakesOf(db, owner, locale),
    allReviews(db, owner),
    planFollowedBy(db, owner),
  ])
  const [schedule, exam, now] = [scheduleOf(reviews), followed?.examOn ?? null, new Date()]
  if (c.req.query('of') === 'due') {
    const { cards, counts } = await dueCards(db, schedule, mistakes, { locale, exam, now })
    return c.json({ data: cards, meta: { counts } })
  }
  const data = mistakes.map((card) => {
    const state = schedule.get(card.id)
    const dueAt = state ? new Date(dueOf(card.id, state, exam)).toISOString() : null
    return { ...card, phase: state?.phase ?? 'new', dueAt }
  })
  const counts = countsOf(
    mistakes.map(({ id }) => id),
    schedule,
    now.getTime(),
    exam,
  )
  return c.json({ data, meta: { counts } })
})
