import {
  afterReview,
  dueOf,
  scheduleOf,
  type Schedule,
} from '../../../domain/study/card-schedule.ts'
import type { CardGrade } from '../../../domain/study/review-log.ts'
import { openCardLog } from '../../device/card-log.ts'
import { realPorts } from '../../device/real-ports.ts'

export type DeckLog = Awaited<ReturnType<typeof openDeckLog>>

/** The log and the schedule of a page's cards. Whoever is signed in stands in the page itself. */
export async function openDeckLog(cards: readonly string[]) {
  const owner = document.documentElement.dataset.session ?? 'guest'
  const log = await openCardLog(realPorts(), owner === 'over' ? 'guest' : owner)
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

    /** Hears when something was sent, or came from another device. */
    hear: (listener: () => void) =>
      log.hear(() => {
        refresh()
        listener()
      }),

    /** -> how long until the card comes again, in ms. */
    review(card: string, grade: CardGrade, tookMs: number): number {
      const { at } = log.add(card, grade, tookMs)
      const state = afterReview(schedule.get(card), at, grade)
      refresh()
      return Math.max(0, dueOf(card, schedule.get(card) ?? state, log.exam()) - at)
    },
    close: () => log.close(),
  }
}
