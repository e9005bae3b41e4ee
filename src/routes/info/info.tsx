import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { infoSlugs, policySlugs } from '../../../domain/content-page.ts'
import { failed, ok } from '../../../domain/result.ts'
import { knownPage } from '../../api-client/known-content.ts'
import { pageBySlug } from '../../api-client/pages.ts'
import type { Locale } from '../../../domain/locale.ts'
import type { ApiClient } from '../../api-client/client.ts'
import { patternBySlug } from '../../api-client/patterns.ts'
import { cached } from '../../middleware/page-cache.ts'
import { notFoundFailure } from '../../respond/page-in-parts.ts'
import { ExamGroupPage, ExamGroupText } from './exam-group-page.tsx'
import { InfoPage, InfoText } from './info-page.tsx'

export const info = new Hono<AppEnv>()

for (const slug of [...policySlugs, ...infoSlugs])
  info.get(`/${slug}`, cached(), async (c) => {
    const { api, page, brand } = c.var
    const plan = planOf[slug] ?? null
    return c.var.renderParts({
      known: await knownPage(api, slug, page.locale),
      frame: (facts) => <InfoPage {...{ page, facts, plan }} />,
      load: async () => {
        const [content, pattern] = await Promise.all([
          pageBySlug(api, slug, page.locale),
          patternFor(slug, api, page.locale),
        ])
        if (!content.ok) return content
        if (!content.value) return failed(notFoundFailure)
        const text = <InfoText {...{ page, brand, content: content.value, pattern }} />
        return ok({ facts: content.value, parts: { text } })
      },
    })
  })

for (const group of ['vao', 'pdo'] as const)
  info.get(`/${group}`, cached(), async (c) => {
    const { api, page } = c.var
    return c.var.renderParts<{ description: string | null }>({
      known: await knownPage(api, group, page.locale),
      frame: ({ description }) => <ExamGroupPage {...{ page, group, description }} />,
      load: async () => {
        const [content, pattern] = await Promise.all([
          pageBySlug(api, group, page.locale),
          patternFor(group, api, page.locale),
        ])
        if (!content.ok) return content
        const text = <ExamGroupText {...{ page, content: content.value, pattern }} />
        return ok({
          facts: { description: content.value?.description ?? null },
          parts: { text },
        })
      },
    })
  })

/** The pattern sheet of each page that is about an exam. */
const patternOf: Record<string, string> = {
  vao: 'vao',
  pdo: 'pdo',
  'ao-exam-info': 'ao',
  'aao-exam-info': 'aao',
}

/** The study plan that has the days of a page as tasks. */
const planOf: Record<string, string> = { 'pdo-30days-material': 'pdo' }

/** The pattern sheet of a page; null if it has none, or if it cannot be loaded. */
async function patternFor(pageSlug: string, api: ApiClient, locale: Locale) {
  const slug = patternOf[pageSlug]
  const pattern = slug === undefined ? null : await patternBySlug(api, slug, locale)
  return pattern?.ok ? pattern.value : null
}
