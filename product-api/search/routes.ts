import { Hono } from 'hono'
import { defaultLocale } from '../../domain/locale.ts'
import { fallbackLocales } from '../content/fallback-locales.ts'
import { clientInfo } from '../client-info.ts'
import { nearestReplica } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import { createConcurrencyLimit } from '../limits/concurrency-limit.ts'
import { createTokenBuckets } from '../limits/token-buckets.ts'
import { Refusal } from '../strapi/errors.ts'
import { searchObjectOf } from './search-namespace.ts'
import { searchResults, type SearchResult } from './search-results.ts'

export const searchRoutes = new Hono<ApiEnv>()

const maxResults = 40
const maxQuestionsPerPaper = 3
const maxQueryLength = 100
/** All searches of the site meet in one object, where each takes some milliseconds: who would wait
 *  long is told to try later. */
const concurrency = createConcurrencyLimit({ maxRunning: 4, maxWaiting: 24, maxWaitingOfOne: 12 })
/** Of a network: a school's phones at once, and then two in a second. */
const ofNetwork = createTokenBuckets({ burst: 60, intervalMs: 500 })

/** GET ?q=&locale= -> { data: SearchResult[] }: those in the reader's language, then others, each
 *  best first. Errors, with Retry-After: 429 where a
 *  network searches too often, 503 where too many search at once or there is no index yet. An
 *  addition to the specification's routes. */
searchRoutes.get('/', async (c) => {
  const typed = (c.req.query('q') ?? '').slice(0, maxQueryLength)
  const locale = c.req.query('locale') || defaultLocale
  const { address, network } = clientInfo(c)
  ofNetwork.take(network)
  const results = await concurrency.run(address, async () => {
    const hits = await searchObjectOf(c.env.SEARCH).search(typed, maxResults * 3)
    if (hits === null) throw noIndexYet()
    return searchResults(nearestReplica(c.env.DB), hits, fallbackLocales(locale))
  })
  const isOwn = (result: SearchResult) => result.locale === locale
  const ownFirst = [...results.filter(isOwn), ...results.filter((result) => !isOwn(result))]
  const data = limitQuestionsPerPaper(ownFirst).slice(0, maxResults)
  return c.json({ data, meta: {} })
})

/** For some seconds after the first deployment. */
const noIndexYet = () =>
  new Refusal(503, 'ServiceUnavailableError', 'Too busy, please try again', {
    retryAfterSeconds: 3,
  })

/** Otherwise the questions of one paper about the query's topic would fill the list. */
function limitQuestionsPerPaper(results: readonly SearchResult[]): SearchResult[] {
  const questionsOf = new Map<string, number>()
  return results.filter(({ kind, slug }) => {
    if (kind !== 'question') return true
    const count = (questionsOf.get(slug) ?? 0) + 1
    questionsOf.set(slug, count)
    return count <= maxQuestionsPerPaper
  })
}
