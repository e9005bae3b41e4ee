import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { searchContent } from '../../api-client/search.ts'
import { cached } from '../../middleware/page-cache.ts'
import { SearchPage } from './search-page.tsx'

export const search = new Hono<AppEnv>()

search.get('/search', cached({ vary: ['q'] }), async (c) => {
  const typed = (c.req.query('q') ?? '').trim().slice(0, 80)
  if (typed === '') return c.render(<SearchPage page={c.var.page} query="" results={null} />)
  const found = await searchContent(c.var.api, c.var.page.locale, typed)
  if (!found.ok) return c.var.fail(found.error)
  return c.render(<SearchPage page={c.var.page} query={typed} results={found.value} />)
})
