import { Hono } from 'hono'
import { fallbackLocales } from '../content/fallback-locales.ts'
import type { ApiEnv } from '../env.ts'
import { searchIndex } from './search-index.ts'
import { searchResults, type SearchResult } from './search-results.ts'
import { defaultLocale } from '../strapi/query.ts'

export const searchRoutes = new Hono<ApiEnv>()

const maxResults = 40
const maxQuestionsPerPaper = 3
const maxQueryLength = 100

/** GET /api/search?q=&locale= -> { data: SearchResult[] }, best first. An addition to the specification's table. */
searchRoutes.get('/', async (c) => {
  const typed = (c.req.query('q') ?? '').slice(0, maxQueryLength)
  const locale = c.req.query('locale') || defaultLocale
  const found = await searchIndex(c.env.DB, typed, maxResults * 3)
  const results = await searchResults(c.env.DB, found, fallbackLocales(locale))
  const data = withoutCrowding(results).slice(0, maxResults)
  return c.json({ data, meta: {} })
})

/** A word that a whole paper is about would fill the list with its questions. */
function withoutCrowding(results: readonly SearchResult[]): SearchResult[] {
  const questionsOf = new Map<string, number>()
  return results.filter(({ kind, slug }) => {
    if (kind !== 'question') return true
    const count = (questionsOf.get(slug) ?? 0) + 1
    questionsOf.set(slug, count)
    return count <= maxQuestionsPerPaper
  })
}
