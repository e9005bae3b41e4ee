import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { explain } from '../../respond/failure.tsx'
import { infoSlugs, policySlugs } from '../../../domain/content-page.ts'
import { pageBySlug } from '../../api-client/pages.ts'
import type { Locale } from '../../../domain/locale.ts'
import type { Ask } from '../../api-client/client.ts'
import { patternBySlug } from '../../api-client/patterns.ts'
import { HubPage } from './hub-page.tsx'
import { InfoPage } from './info-page.tsx'

export const info = new Hono<AppEnv>()

for (const slug of [...policySlugs, ...infoSlugs])
  info.get(`/${slug}`, async (c) => {
    const { ask, page: place, brand } = c.var
    const page = await pageBySlug(ask, slug, place.locale)
    if (!page.ok) return explain(c, page.error)
    if (!page.value) return c.notFound()
    const pattern = await patternFor(slug, ask, place.locale)
    const plan = planOf[slug] ?? null
    return c.render(<InfoPage {...{ place, brand, page: page.value, pattern, plan }} />)
  })

for (const hub of ['vao', 'pdo'] as const)
  info.get(`/${hub}`, async (c) => {
    const { ask, page: place } = c.var
    const [page, pattern] = await Promise.all([
      pageBySlug(ask, hub, place.locale),
      patternFor(hub, ask, place.locale),
    ])
    if (!page.ok) return explain(c, page.error)
    return c.render(<HubPage place={place} hub={hub} page={page.value} pattern={pattern} />)
  })

/** Pages that tell of an exam, and the pattern sheet that belongs to each. */
const sheetOf: Record<string, string> = {
  vao: 'vao',
  pdo: 'pdo',
  'ao-exam-info': 'ao',
  'aao-exam-info': 'aao',
}

/** The plan that has a page's days as tasks to tick off. */
const planOf: Record<string, string> = { 'pdo-30days-material': 'pdo' }

/** A page can do without its pattern sheet. */
async function patternFor(page: string, ask: Ask, reader: Locale) {
  const slug = sheetOf[page]
  const sheet = slug === undefined ? null : await patternBySlug(ask, slug, reader)
  return sheet?.ok ? sheet.value : null
}
