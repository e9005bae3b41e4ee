import {
  afterReview,
  dueMsOf,
  scheduleOf,
  type Schedule,
} from '../../../domain/study/card-schedule.ts'
import type { CardGrade } from '../../../domain/study/review-log.ts'
import { browserPorts } from '../../device/browser-ports.ts'
import { openCardLog } from '../../device/cards/card-log.ts'

export type DeckLog = Awaited<ReturnType<typeof openDeckLog>>

/** The log and the schedule of a page's cards. The page itself names who is signed in. */
export async function openDeckLog(cards: readonly string[]) {
  const owner = document.documentElement.dataset.session ?? 'guest'
  const log = await openCardLog(browserPorts(), owner === 'over' ? 'guest' : owner)
  const own = new Set(cards)
  let schedule: Schedule = new Map()
  const refresh = () => {
    schedule = scheduleOf(log.reviewsOf(own))
  }
  refresh()
  return {
    now: log.now,
    exam: log.exam,
    status: log.status,
    schedule: () => schedule,

    /** Calls the listener when something was sent, or came from another device. Returns what
     *  unsubscribes. */
    subscribe: (listener: () => void) =>
      log.subscribe(() => {
        refresh()
        listener()
      }),

    /** Returns how long until the card comes again, in ms. */
    review(card: string, grade: CardGrade, tookMs: number): number {
      const { at } = log.add(card, grade, tookMs)
      const state = afterReview(schedule.get(card), at, grade)
      refresh()
      return Math.max(0, dueMsOf(card, schedule.get(card) ?? state, log.exam()) - at)
    },
    close: () => log.close(),
  }
}
