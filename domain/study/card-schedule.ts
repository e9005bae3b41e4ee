import { createEmptyCard, fsrs, Rating, State, type Card } from 'ts-fsrs'
import { cardGrades, compareReviews, type CardGrade, type CardReview } from './review-log.ts'

// When a card comes again: FSRS, replayed from the log. Nothing of it is stored, so no device can overwrite what another learned.

const dayMs = 24 * 3600_000

/** No fuzz: every device must come to the same day. */
const scheduler = fsrs({ request_retention: 0.9, enable_fuzz: false })

const ratings = { 1: Rating.Again, 2: Rating.Hard, 3: Rating.Good, 4: Rating.Easy } as const

/** What the reviews of a card amount to. `dueMs` is as FSRS says; `dueOf` knows of an exam. */
export type CardState = {
  phase: 'learning' | 'learned'
  dueMs: number
  lastAt: number
  lapses: number
  memory: Card
}

export type Schedule = ReadonlyMap<string, CardState>

/** The state of every card that was reviewed. Any order, any number of copies: always the same. Cost: about 15 µs a review. */
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
    // A card that comes by the day is due when its day begins.
    dueMs: isLearned ? startOfDay(due) : due,
    lastAt: at,
    lapses: card.lapses,
    memory: card,
  }
}

/** Days begin at 5.30 in the morning in India, when nobody is in the middle of a review: FSRS counts days of UTC. */
const startOfDay = (ms: number) => Math.floor(ms / dayMs) * dayMs

/** The most days over which the last look before an exam is spread. */
const mostSpread = 7

/** When a card comes again. With an exam (its day, as 2027-01-31) no later than the day before it, if it was not looked at on that
 *  day already: spread over the days before, by the card's name, so that not all cards come on the last evening. */
export function dueMsOf(card: string, { dueMs, lastAt }: CardState, exam: string | null): number {
  if (exam === null) return dueMs
  const lastDay = Date.parse(`${exam}T00:00:00Z`) - dayMs
  const daysLeft = Math.round((lastDay - startOfDay(lastAt)) / dayMs)
  if (dueMs <= lastDay || daysLeft < 1) return dueMs
  const spread = Math.min(mostSpread, Math.floor(daysLeft / 5))
  return lastDay - (numberOf(card) % (spread + 1)) * dayMs
}

/** The same number for the same name on every device. */
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

/** What there is to do: cards that are due, the longest due first, then new ones as they stand. */
export function queueOf(
  cards: readonly string[],
  schedule: Schedule,
  nowMs: number,
  { exam, mostNew: maxNew }: { exam: string | null; mostNew: number },
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

/** How far ahead a card that is being learned may be taken when nothing else is left to do. */
const aheadMs = 20 * 60_000

/** The card to look at now; when nothing is due, the next of those that come in minutes anyway. null: done for now. */
export function nextCard(
  cards: readonly string[],
  schedule: Schedule,
  nowMs: number,
  { exam, mostNew }: { exam: string | null; mostNew: number },
): string | null {
  const settings = { exam, mostNew: Math.max(0, mostNew) }
  const [first] = queueOf(cards, schedule, nowMs, settings)
  const [ahead] = queueOf(cards, schedule, nowMs + aheadMs, { exam, mostNew: 0 })
  return first ?? ahead ?? null
}

/** When the first of the cards comes, in ms since 1970; null: none was ever looked at. */
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

/** due: to be looked at now. fresh: never looked at. learned: come again in days. */
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
