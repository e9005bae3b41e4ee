import {
  afterReview,
  dueMsOf,
  scheduleOf,
  type CardState,
  type Schedule,
} from '../../../domain/study/card-schedule.ts'
import type { CardGrade, CardReview } from '../../../domain/study/review-log.ts'
import { browserPorts } from '../../device/browser-ports.ts'
import { openCardLog } from '../../device/cards/card-log.ts'
import { storeDueCards } from '../../device/today-notes.ts'

/** In the notes of the home page: a card that is not due, because its only review was undone. */
const neverMs = Number.MAX_SAFE_INTEGER

export type DeckLog = Awaited<ReturnType<typeof openDeckLog>>

/** Opens the review log and computes the schedule of a page's cards. The owner is the reader named
 *  by the page's data-session attribute. */
export async function openDeckLog(cards: readonly string[]) {
  const owner = document.documentElement.dataset.session ?? 'guest'
  const log = await openCardLog(browserPorts(), owner === 'over' ? 'guest' : owner)
  const own = new Set(cards)
  let schedule: Schedule = new Map()
  const added: CardReview[] = []
  const refresh = () => {
    schedule = scheduleOf(log.reviewsOf(own))
    const dueOf = ([card, state]: [string, CardState]) =>
      [card, dueMsOf(card, state, log.exam())] as const
    if (schedule.size > 0) storeDueCards(new Map([...schedule].map(dueOf)))
  }
  refresh()
  return {
    now: log.now,
    exam: log.exam,
    status: log.status,
    unsentCards: log.unsentCards,
    schedule: () => schedule,

    /** Calls the listener when reviews were sent, or received from another device. Returns the
     *  function that unsubscribes. */
    subscribe: (listener: () => void) =>
      log.subscribe(() => {
        refresh()
        listener()
      }),

    /** Adds a review. Returns the time until the card is due again, in ms. */
    review(card: string, grade: CardGrade, tookMs: number): number {
      const review = log.add(card, grade, tookMs)
      const { at } = review
      added.push(review)
      const state = afterReview(schedule.get(card), at, grade)
      refresh()
      return Math.max(0, dueMsOf(card, schedule.get(card) ?? state, log.exam()) - at)
    },
    canUndo: () => added.length > 0,
    /** Takes back the last review of this page. Returns its card. */
    undo(): string | null {
      const review = added.pop()
      if (!review) return null
      log.retract(review)
      refresh()
      if (!schedule.has(review.card)) storeDueCards(new Map([[review.card, neverMs]]))
      return review.card
    },
    close: () => log.close(),
  }
}
