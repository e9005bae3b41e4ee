import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { explain } from '../../respond/failure.tsx'
import { search as searchFor } from '../../api-client/search.ts'
import { SearchPage } from './search-page.tsx'

export const search = new Hono<AppEnv>()

search.get('/search', async (c) => {
  const typed = (c.req.query('q') ?? '').trim().slice(0, 80)
  if (typed === '') return c.render(<SearchPage place={c.var.page} typed="" found={null} />)
  c.header('cache-control', 'no-store')
  const found = await searchFor(c.var.ask, c.var.page.locale, typed)
  if (!found.ok) return explain(c, found.error)
  return c.render(<SearchPage place={c.var.page} typed={typed} found={found.value} />)
})
