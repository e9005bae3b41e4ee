import * as v from 'valibot'
import {
  drill as drillContract,
  progress as progressContract,
} from '../../domain/contracts/progress.ts'
import type { Locale } from '../../domain/locale.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { Progress } from '../../domain/study/progress.ts'
import { anyAnswer, type ApiClient } from './client.ts'
import { isNotFound, type ApiError } from './errors.ts'
import { dataOf, strapiQuery } from './strapi.ts'

/** A drill of ten questions; keys and explanations are in it after it was answered. */
export type Drill = v.InferOutput<typeof drillContract>

/** The reader's progress in an exam, or in that of their latest paper; null where the product API
 *  has none. Errors: http-error 403 for readers who are neither member nor guest. */
export async function ownProgress(
  api: ApiClient,
  exam: string | undefined,
  locale: Locale,
): Promise<Result<Progress | null, ApiError>> {
  const query = strapiQuery({ exam, locale })
  const found = await api.call('GET', `/api/user-progress${query}`, dataOf(progressContract))
  return !found.ok && isNotFound(found.error) ? ok(null) : found
}

/** Sets the reader's aim in an exam, in percent of the marks; null removes it. */
export const setTarget = (api: ApiClient, exam: string, percent: number | null) =>
  api.call('POST', '/api/user-progress/target', anyAnswer, { body: { exam, percent } })

const drillPath = (id: string) => `/api/user-drills/${encodeURIComponent(id)}`

/** Makes a drill of what the reader missed. Errors: http-error 404 where nothing was missed. */
export const createDrill = (api: ApiClient, exam: string, locale: Locale) =>
  api.call('POST', `/api/user-drills?locale=${locale}`, dataOf(drillContract), { body: { exam } })

export const ownDrill = (api: ApiClient, id: string, locale: Locale) =>
  api.call('GET', `${drillPath(id)}?locale=${locale}`, dataOf(drillContract))

/** Marks the answers: indexes by question. A second time changes nothing. */
export const answerDrill = (
  api: ApiClient,
  id: string,
  answers: Readonly<Record<string, number>>,
  locale: Locale,
) =>
  api.call('POST', `${drillPath(id)}/answers?locale=${locale}`, dataOf(drillContract), {
    body: { answers },
  })
