import { Hono } from 'hono'
import { fallbackChain } from '../content/fallback.ts'
import type { Api } from '../env.ts'
import { askIndex } from './ask-index.ts'
import { show, type SearchResult } from './show.ts'
import { defaultLocale } from '../strapi/query.ts'

export const search = new Hono<Api>()

const mostResults = 40
const mostQuestionsOfOnePaper = 3
const longestQuery = 100

/** GET /api/search?q=&locale= -> { data: SearchResult[] }, best first. An addition to the specification's table. */
search.get('/', async (c) => {
  const typed = (c.req.query('q') ?? '').slice(0, longestQuery)
  const locale = c.req.query('locale') || defaultLocale
  const found = await askIndex(c.env.DB, typed, mostResults * 3)
  const results = await show(c.env.DB, found, fallbackChain(locale))
  const data = withoutCrowding(results).slice(0, mostResults)
  return c.json({ data, meta: {} })
})

/** A word that a whole paper is about would fill the list with its questions. */
function withoutCrowding(results: readonly SearchResult[]): SearchResult[] {
  const questionsOf = new Map<string, number>()
  return results.filter(({ kind, slug }) => {
    if (kind !== 'question') return true
    const count = (questionsOf.get(slug) ?? 0) + 1
    questionsOf.set(slug, count)
    return count <= mostQuestionsOfOnePaper
  })
}
