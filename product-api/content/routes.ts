import { Hono } from 'hono'
import type { ApiEnv } from '../env.ts'
import { categories, states, tags } from './catalogue.ts'
import { collectionRoutes } from './collection-routes.ts'
import { flashCards } from './flash-cards.ts'
import { localeRoutes } from './locales-routes.ts'
import { pages } from './pages.ts'
import { patternSheets } from './pattern-sheets.ts'
import { practiceTests } from './practice-tests.ts'
import { subscriptionPlans } from './subscription-plans.ts'

/** The collections that everybody may read, and the languages they exist in. */
export const contentRoutes = new Hono<ApiEnv>()
contentRoutes.route('/i18n/locales', localeRoutes)
contentRoutes.route('/states', collectionRoutes(states))
contentRoutes.route('/categories', collectionRoutes(categories))
contentRoutes.route('/tags', collectionRoutes(tags))
contentRoutes.route('/pages', collectionRoutes(pages))
contentRoutes.route('/pattern-sheets', collectionRoutes(patternSheets))
contentRoutes.route('/practice-tests', collectionRoutes(practiceTests))
contentRoutes.route('/flash-cards', collectionRoutes(flashCards))
contentRoutes.route('/subscription-plans', collectionRoutes(subscriptionPlans))
