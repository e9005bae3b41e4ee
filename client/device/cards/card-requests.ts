import { parseReview, type CardReview } from '../../../domain/study/review-log.ts'
import type { Ports } from '../ports.ts'
import { arrayIn, isRecord, stringsIn } from '../untyped-data.ts'

export const reviewsPath = '/flash-cards/reviews'
const deadlineMs = 15_000

/** A page of the server's log. next: the number of its last entry, to be sent as `after`. exam: the
 *  day of the exam, as 2027-01-31. serverNowMs: the server's clock, ms since 1970. */
export type LogPage = {
  reviews: CardReview[]
  next: number
  isAll: boolean
  exam: string | null
  serverNowMs: number | null
}

/** Sends reviews. Returns the ids that the server has stored, and those that it will never accept;
 *  null without a response. */
export async function sendReviews(
  ports: Ports,
  reviews: readonly CardReview[],
): Promise<{ acknowledged: string[]; refused: string[] } | null> {
  const data = await request(ports, reviewsPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reviews }),
  })
  return data && { acknowledged: stringsIn(data.acknowledged), refused: stringsIn(data.refused) }
}

/** Fetches the reviews of all devices after the log entry `after`; null without a response. */
export async function fetchReviews(ports: Ports, after: number): Promise<LogPage | null> {
  const data = await request(ports, `${reviewsPath}?after=${after}`, { method: 'GET' })
  if (!data) return null
  const now = typeof data.now === 'string' ? Date.parse(data.now) : NaN
  return {
    reviews: arrayIn(data.reviews).flatMap((found) => parseReview(found) ?? []),
    next: typeof data.next === 'number' ? data.next : after,
    isAll: data.isAll !== false,
    exam: typeof data.exam === 'string' ? data.exam : null,
    serverNowMs: Number.isNaN(now) ? null : now,
  }
}

async function request(
  { fetch, setTimer }: Ports,
  path: string,
  init: RequestInit,
): Promise<Record<string, unknown> | null> {
  const abort = new AbortController()
  const cancelTimeout = setTimer(() => abort.abort(), deadlineMs)
  try {
    const response = await fetch(path, { ...init, signal: abort.signal })
    if (!response.ok) return null
    const body: unknown = await response.json()
    return isRecord(body) && isRecord(body.data) ? body.data : null
  } catch {
    // No network, an incomplete response, or a page that is no JSON: the caller retries.
    return null
  } finally {
    cancelTimeout()
  }
}
