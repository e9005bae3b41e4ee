import { Hono } from 'hono'
import { nearestReplica } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import { notFound } from '../strapi/errors.ts'
import { categories, states, tags } from './catalogue.ts'
import { collectionRoutes } from './collection-routes.ts'
import { contentIndexRoutes } from './content-index.ts'
import { flashCards } from './flash-cards.ts'
import { localeRoutes } from './locales-routes.ts'
import { pages } from './pages.ts'
import { patternSheets } from './pattern-sheets.ts'
import { practiceTests } from './practice-tests.ts'
import { solvedSampleRoutes } from './solved-sample.ts'
import { subscriptionPlans } from './subscription-plans.ts'

/** The collections that everybody may read, and the languages they exist in. */
export const contentRoutes = new Hono<ApiEnv>()
contentRoutes.route('/content-index', contentIndexRoutes)
contentRoutes.route('/i18n/locales', localeRoutes)
contentRoutes.route('/solved-samples', solvedSampleRoutes)
contentRoutes.route('/states', collectionRoutes(states))
contentRoutes.route('/categories', collectionRoutes(categories))
contentRoutes.route('/tags', collectionRoutes(tags))
contentRoutes.route('/pages', collectionRoutes(pages))
contentRoutes.route('/pattern-sheets', collectionRoutes(patternSheets))
contentRoutes.route('/practice-tests', collectionRoutes(practiceTests))
contentRoutes.route('/flash-cards', collectionRoutes(flashCards))
contentRoutes.route('/subscription-plans', collectionRoutes(subscriptionPlans))

/** The content's figures, outside /api. */
export const figureRoutes = new Hono<ApiEnv>()

// A figure's name changes with its content, so caches may store it without expiry.
figureRoutes.get('/:name', async (c) => {
  const row = await nearestReplica(c.env.DB)
    .prepare('SELECT content_type, bytes FROM media WHERE path = ?')
    .bind(`/figures/${c.req.param('name')}`)
    .first<{ content_type: string; bytes: ArrayBuffer }>()
  if (!row) throw notFound()
  return c.body(new Uint8Array(row.bytes), 200, {
    'content-type': row.content_type,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  })
})
