// The log of card reviews. Devices write reviews and the product API stores them. The schedule is
// computed from them (card-schedule.ts) and not stored.

/** 1 again, 2 hard, 3 good, 4 easy. */
export const cardGrades = [1, 2, 3, 4] as const
export type CardGrade = (typeof cardGrades)[number]

/** A review of a card. Its id identifies it: the same review may arrive any number of times.
 *  id: writer.tick; writer: the id of a page load, 8 to 32 of [a-z0-9-]; tick: counts its reviews.
 *  card: documentId of a flash card, or 'q:' and the documentId of a question answered wrongly.
 *  at: ms since 1970 by the server's clock as the device estimates it.
 *  tookMs: time until the grade was given. */
export type CardReview = {
  id: string
  card: string
  at: number
  grade: CardGrade
  tookMs: number
}

const reviewIdPattern = /^[a-z0-9-]{8,32}\.[1-9][0-9]{0,8}$/
const cardPattern = /^(q:)?[A-Za-z0-9_-]{1,64}$/
const maxTookMs = 24 * 3600_000

/** Parses a review from a storage or the network; null if it is not a review. */
export function parseReview(found: unknown): CardReview | null {
  if (typeof found !== 'object' || found === null) return null
  const { id, card, at, grade, tookMs } = found as Record<string, unknown>
  const known = cardGrades.find((candidate) => candidate === grade)
  const isComplete =
    typeof id === 'string' &&
    reviewIdPattern.test(id) &&
    typeof card === 'string' &&
    cardPattern.test(card) &&
    isCount(at) &&
    isCount(tookMs)
  return isComplete && known
    ? { id, card, at, grade: known, tookMs: Math.min(tookMs, maxTookMs) }
    : null
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const retraction = /^undo-([a-z0-9-]{8,32})-([1-9][0-9]{0,8})$/

/** The card of a review that takes back another: the log can only grow, so a review is undone by
 * one of this card. No card of the content has such an id. */
export const retractionOf = (reviewId: string) => `undo-${reviewId.replace('.', '-')}`

/** The id of the review that a review of this card takes back; null: it is a real card. */
export function retractedId(card: string): string | null {
  const [, writer, tick] = retraction.exec(card) ?? []
  return writer === undefined ? null : `${writer}.${tick}`
}

/** The order of replay: by time, then by id; never by arrival. */
export const compareReviews = (one: CardReview, other: CardReview) =>
  one.at - other.at || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)

/** The union of logs, in the order of replay. If two differ about an id, the first log has
 *  precedence: pass the server's first. Cost: n log n. */
export function mergeReviews(...logs: readonly (readonly CardReview[])[]): CardReview[] {
  const byId = new Map<string, CardReview>()
  for (const review of logs.flat()) if (!byId.has(review.id)) byId.set(review.id, review)
  return [...byId.values()].sort(compareReviews)
}
