import { Hono } from 'hono/quick'
import type { Edge } from '../../middleware/edge.ts'
import { explain } from '../../middleware/errors.tsx'
import { infoSlugs, policySlugs } from '../../model/content-page.ts'
import { pageBySlug } from '../../product/pages.ts'
import { HubPage } from './hub-page.tsx'
import { InfoPage } from './info-page.tsx'

export const info = new Hono<Edge>()

for (const slug of [...policySlugs, ...infoSlugs])
  info.get(`/${slug}`, async (c) => {
    const { ask, place, brand } = c.var
    const page = await pageBySlug(ask, slug, place.locale)
    if (!page.ok) return explain(c, page.error)
    if (!page.value) return c.notFound()
    return c.render(<InfoPage place={place} brand={brand} page={page.value} />)
  })

for (const hub of ['vao', 'pdo'] as const)
  info.get(`/${hub}`, async (c) => {
    const page = await pageBySlug(c.var.ask, hub, c.var.place.locale)
    if (!page.ok) return explain(c, page.error)
    return c.render(<HubPage place={c.var.place} hub={hub} page={page.value} />)
  })
