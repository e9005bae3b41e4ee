import { readReview, type CardReview } from '../../domain/study/review-log.ts'
import { isRecord } from './event-line.ts'
import type { Ports } from './ports.ts'

export const reviewsPath = '/flash-cards/reviews'
const deadlineMs = 15_000

/** What the server says of a log. serverNowMs: its clock. */
export type LogPage = {
  reviews: CardReview[]
  next: number
  isAll: boolean
  exam: string | null
  serverNowMs: number | null
}

/** Which of the reviews the server has now, and which it will never take. null: it was not reached. */
export async function sendReviews(
  ports: Ports,
  reviews: readonly CardReview[],
): Promise<{ taken: string[]; refused: string[] } | null> {
  const data = await ask(ports, reviewsPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reviews }),
  })
  return data && { taken: textsIn(data.acknowledged), refused: textsIn(data.refused) }
}

/** What arrived there after the entry `after`, from whichever device. null: it was not reached. */
export async function reviewsAfter(ports: Ports, after: number): Promise<LogPage | null> {
  const data = await ask(ports, `${reviewsPath}?after=${after}`, { method: 'GET' })
  if (!data) return null
  const list: unknown[] = Array.isArray(data.reviews) ? data.reviews : []
  const now = typeof data.now === 'string' ? Date.parse(data.now) : NaN
  return {
    reviews: list.flatMap((found) => readReview(found) ?? []),
    next: typeof data.next === 'number' ? data.next : after,
    isAll: data.isAll !== false,
    exam: typeof data.exam === 'string' ? data.exam : null,
    serverNowMs: Number.isNaN(now) ? null : now,
  }
}

async function ask(
  { fetch, timer }: Ports,
  path: string,
  init: RequestInit,
): Promise<Record<string, unknown> | null> {
  const stop = new AbortController()
  const stopWaiting = timer(() => stop.abort(), deadlineMs)
  try {
    const response = await fetch(path, { ...init, signal: stop.signal })
    if (!response.ok) return null
    const body: unknown = await response.json()
    return isRecord(body) && isRecord(body.data) ? body.data : null
  } catch {
    // No network, half an answer, or a page that is no JSON: asked again later.
    return null
  } finally {
    stopWaiting()
  }
}

const textsIn = (found: unknown): string[] =>
  Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string') : []
