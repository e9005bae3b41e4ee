import * as v from 'valibot'
import * as contracts from '../../domain/contracts/live-mocks.ts'
import type { Locale } from '../../domain/locale.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { ApiClient } from './client.ts'
import { isNotOffered, type ApiError } from './errors.ts'
import { dataOf } from './strapi.ts'

export type LiveMock = v.InferOutput<typeof contracts.liveMock>
export type LiveEntry = v.InferOutput<typeof contracts.liveEntry>
export type LiveResult = v.InferOutput<typeof contracts.liveResult>
export type LiveRank = NonNullable<NonNullable<LiveResult['own']>['all']>

const path = '/api/live-mocks'
const optional = { isOptional: true }

/** The live mocks, the latest bell first; none where the product API does not know any. */
export async function liveMocks(api: ApiClient): Promise<Result<LiveMock[], ApiError>> {
  const found = await api.read(path, dataOf(v.array(contracts.liveMock)), optional)
  return !found.ok && isNotOffered(found.error) ? ok([]) : found
}

/** The live mock that comes next, or runs and can still be entered; null if there is none. */
export const nextLiveMock = (mocks: readonly LiveMock[], nowMs: number): LiveMock | null =>
  mocks
    .filter(({ bellAt, latestMinutes }) => Date.parse(bellAt) + latestMinutes * 60_000 >= nowMs)
    .at(-1) ?? null

/** One live mock; null if there is none of that name. */
export async function liveMockBySlug(
  api: ApiClient,
  slug: string,
): Promise<Result<LiveMock | null, ApiError>> {
  const found = await api.read(`${path}/${slug}`, dataOf(contracts.liveMock), optional)
  return !found.ok && isNotOffered(found.error) ? ok(null) : found
}

/** Enters a live mock; idempotent for the reader. Errors: http-error 409 after the last moment. */
export const enterLiveMock = (
  api: ApiClient,
  slug: string,
  entry: { exam: string; state: string | null; locale: Locale; extraTime: boolean },
): Promise<Result<LiveEntry, ApiError>> =>
  api.call('POST', `${path}/${slug}/entries`, dataOf(contracts.liveEntry), {
    body: { data: entry },
  })

/** The reader's entry in a live mock. Errors: http-error 404 (none), 403 (nobody). */
export const ownLiveEntry = (api: ApiClient, slug: string): Promise<Result<LiveEntry, ApiError>> =>
  api.call('GET', `${path}/${slug}/entry`, dataOf(contracts.liveEntry))

/** The same by the id of its attempt. */
export const liveEntryById = (api: ApiClient, id: string): Promise<Result<LiveEntry, ApiError>> =>
  api.call('GET', `${path}/entries/${encodeURIComponent(id)}`, dataOf(contracts.liveEntry))

/** The published result, with the reader's place. Errors: http-error 409 before the publication. */
export const liveResult = (api: ApiClient, slug: string): Promise<Result<LiveResult, ApiError>> =>
  api.call('GET', `${path}/${slug}/result`, dataOf(contracts.liveResult))

/** The result for everybody. */
export const publicLiveResult = (
  api: ApiClient,
  slug: string,
): Promise<Result<LiveResult, ApiError>> =>
  api.read(`${path}/${slug}/result`, dataOf(contracts.liveResult), optional)
