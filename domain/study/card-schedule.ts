import { createEmptyCard, fsrs, Rating, State, type Card } from 'ts-fsrs'
import { cardGrades, compareReviews, type CardGrade, type CardReview } from './review-log.ts'

// When a card comes again: FSRS, replayed from the log. The schedule is not stored, so no device
// can overwrite that of another.

const dayMs = 24 * 3600_000

/** Without fuzz: every device has to compute the same day. */
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

/** The state of every reviewed card. Any order and any number of copies give the same.
 *  Cost: about 15 µs a review. */
export function scheduleOf(reviews: Iterable<CardReview>): Schedule {
  const distinct = new Map([...reviews].map((review) => [review.id, review]))
  const states = new Map<string, CardState>()
  for (const { card, at, grade } of [...distinct.values()].sort(compareReviews))
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

/** FSRS counts days of UTC: they begin at 5:30 in the morning in India, when hardly anybody
 *  reviews. */
const startOfDay = (ms: number) => Math.floor(ms / dayMs) * dayMs

/** The last reviews before an exam are spread over at most so many days. */
const maxSpreadDays = 7

/** When a card comes again, ms since 1970. With an exam (its day, as 2027-01-31) no later than the
 *  day before it, unless it was reviewed on that day already; spread over the days before by the
 *  card's id, so that not all cards come on the last evening. */
export function dueMsOf(card: string, { dueMs, lastAt }: CardState, exam: string | null): number {
  if (exam === null) return dueMs
  const lastDay = Date.parse(`${exam}T00:00:00Z`) - dayMs
  const daysLeft = Math.round((lastDay - startOfDay(lastAt)) / dayMs)
  if (dueMs <= lastDay || daysLeft < 1) return dueMs
  const spread = Math.min(maxSpreadDays, Math.floor(daysLeft / 5))
  return lastDay - (numberOf(card) % (spread + 1)) * dayMs
}

/** A hash of an id, the same on every device. */
function numberOf(name: string): number {
  let number = 0
  for (const letter of name) number = (Math.imul(number, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return number
}

/** How long until the card comes again, in ms, for each grade that could be given now. */
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

/** The cards to review: those that are due, the longest due first, then new ones in their order. */
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

/** How much earlier a card that is being learned may come when nothing else is due. */
const aheadMs = 20 * 60_000

/** The card to review now; when nothing is due, the next of those due within minutes. null: done
 *  for now. */
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

/** When the first of the cards is due, in ms since 1970; null: none was ever reviewed. */
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

export type CardCounts = { due: number; fresh: number; learned: number }

/** due: to be reviewed now. fresh: never reviewed. learned: come again in days. */
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
