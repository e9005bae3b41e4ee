import { createEmptyCard, fsrs, Rating, State, type Card } from 'ts-fsrs'
import type { CardCounts } from './flash-deck.ts'
import {
  cardGrades,
  compareReviews,
  retractedId,
  type CardGrade,
  type CardReview,
} from './review-log.ts'

// The schedule of cards, computed by FSRS from the review log. It is not stored, so that no device
// can overwrite another's.

const dayMs = 24 * 3600_000

/** Without random intervals: every device has to compute the same day. */
const scheduler = fsrs({ request_retention: 0.9, enable_fuzz: false })

const ratings = { 1: Rating.Again, 2: Rating.Hard, 3: Rating.Good, 4: Rating.Easy } as const

/** The state of a card after its reviews. dueMs: by FSRS alone; dueMsOf also considers the exam. */
export type CardState = {
  phase: 'learning' | 'learned'
  dueMs: number
  lastAt: number
  lapses: number
  memory: Card
}

export type Schedule = ReadonlyMap<string, CardState>

/** Computes the state of every reviewed card; independent of the reviews' order and of duplicates.
 *  Reviews that were taken back do not count. Cost: about 15 µs per review. */
export function scheduleOf(reviews: Iterable<CardReview>): Schedule {
  const distinct = new Map([...reviews].map((review) => [review.id, review]))
  const retracted = new Set([...distinct.values()].map(({ card }) => retractedId(card)))
  const states = new Map<string, CardState>()
  for (const { id, card, at, grade } of [...distinct.values()].sort(compareReviews))
    if (!retracted.has(id) && retractedId(card) === null)
      states.set(card, afterReview(states.get(card), at, grade))
  return states
}

export function afterReview(
  before: CardState | undefined,
  at: number,
  grade: CardGrade,
): CardState {
  const { card } = scheduler.next(before?.memory ?? createEmptyCard(at), at, ratings[grade])
  const isLearned = card.state === State.Review
  const due = card.due.getTime()
  return {
    phase: isLearned ? 'learned' : 'learning',
    // A card with an interval of days is due when its day begins.
    dueMs: isLearned ? startOfDay(due) : due,
    lastAt: at,
    lapses: card.lapses,
    memory: card,
  }
}

/** The start of the UTC day, as FSRS counts days. In India it is 5:30 in the morning. */
const startOfDay = (ms: number) => Math.floor(ms / dayMs) * dayMs

/** The last reviews before an exam are spread over at most this many days. */
const maxSpreadDays = 7

/** When a card is due, ms since 1970. With an exam (its day, as 2027-01-31), at the latest the day
 *  before it, unless the card was reviewed on that day already. Cards are spread over the days
 *  before by their id, so that not all are due on the last evening. */
export function dueMsOf(card: string, { dueMs, lastAt }: CardState, exam: string | null): number {
  if (exam === null) return dueMs
  const lastDay = Date.parse(`${exam}T00:00:00Z`) - dayMs
  const daysLeft = Math.round((lastDay - startOfDay(lastAt)) / dayMs)
  if (dueMs <= lastDay || daysLeft < 1) return dueMs
  const spread = Math.min(maxSpreadDays, Math.floor(daysLeft / 5))
  return lastDay - (hashOf(card) % (spread + 1)) * dayMs
}

/** A hash of an id, the same on every device. */
function hashOf(name: string): number {
  let number = 0
  for (const letter of name) number = (Math.imul(number, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return number
}

/** The time until the card would be due again, in ms, for each grade given now. */
export function intervalsAt(
  card: string,
  state: CardState | undefined,
  nowMs: number,
  exam: string | null,
): Record<CardGrade, number> {
  const after = (grade: CardGrade) =>
    Math.max(0, dueMsOf(card, afterReview(state, nowMs, grade), exam) - nowMs)
  const [again, hard, good, easy] = cardGrades
  return { 1: after(again), 2: after(hard), 3: after(good), 4: after(easy) }
}

/** The cards to review: due cards, the earliest due first, then new ones in their order. */
export function queueOf(
  cards: readonly string[],
  schedule: Schedule,
  nowMs: number,
  { exam, maxNew }: { exam: string | null; maxNew: number },
): string[] {
  const due = cards
    .flatMap((card) => {
      const state = schedule.get(card)
      return state ? [{ card, dueMs: dueMsOf(card, state, exam) }] : []
    })
    .filter(({ dueMs }) => dueMs <= nowMs)
    .sort((one, other) => one.dueMs - other.dueMs)
    .map(({ card }) => card)
  return [...due, ...cards.filter((card) => !schedule.has(card)).slice(0, maxNew)]
}

/** How much earlier than due a card may be shown when no other card is due. */
const aheadMs = 20 * 60_000

/** The card to review now; if none is due, the next one due within minutes; null if there is
 *  none. */
export function nextCard(
  cards: readonly string[],
  schedule: Schedule,
  nowMs: number,
  { exam, maxNew }: { exam: string | null; maxNew: number },
): string | null {
  const settings = { exam, maxNew: Math.max(0, maxNew) }
  const [first] = queueOf(cards, schedule, nowMs, settings)
  const [ahead] = queueOf(cards, schedule, nowMs + aheadMs, { exam, maxNew: 0 })
  return first ?? ahead ?? null
}

/** When the first card is due, ms since 1970; null if none was ever reviewed. */
export function earliestDueMs(
  cards: readonly string[],
  schedule: Schedule,
  exam: string | null,
): number | null {
  const due = cards.flatMap((card) => {
    const state = schedule.get(card)
    return state ? [dueMsOf(card, state, exam)] : []
  })
  return due.length === 0 ? null : Math.min(...due)
}

/** Counts the cards of a deck by their state. */
export function countsOf(
  cards: readonly string[],
  schedule: Schedule,
  nowMs: number,
  exam: string | null,
): CardCounts {
  const seen = cards.flatMap((card) => {
    const state = schedule.get(card)
    return state ? [{ card, state }] : []
  })
  return {
    due: seen.filter(({ card, state }) => dueMsOf(card, state, exam) <= nowMs).length,
    fresh: cards.length - seen.length,
    learned: seen.filter(({ state }) => state.phase === 'learned').length,
  }
}

/** How many cards are due on each of so many days from today on; what is overdue is due today.
 *  Days begin as those of the schedule do (5:30 in the morning in India). */
export function dueByDay(
  cards: readonly string[],
  schedule: Schedule,
  nowMs: number,
  { exam, days }: { exam: string | null; days: number },
): { on: string; cards: number }[] {
  const today = startOfDay(nowMs)
  const counts = Array.from({ length: days }, () => 0)
  for (const card of cards) {
    const state = schedule.get(card)
    if (!state) continue
    const day = Math.max(0, (startOfDay(dueMsOf(card, state, exam)) - today) / dayMs)
    if (day < days) counts[day] = (counts[day] ?? 0) + 1
  }
  return counts.map((cards, day) => ({
    on: new Date(today + day * dayMs).toISOString().slice(0, 10),
    cards,
  }))
}
