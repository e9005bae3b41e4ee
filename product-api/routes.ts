import { Hono } from 'hono'
import { drainBody } from '../http/request-body.ts'
import { attemptsRoutes } from './attempts/routes.ts'
import { contentRoutes, figureRoutes } from './content/routes.ts'
import type { ApiEnv } from './env.ts'
import { authenticate } from './identity/authentication.ts'
import { accountRoutes, signInRoutes } from './identity/routes.ts'
import { guestClaims } from './guest-claims.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { attemptsOfEntries } from './live-mocks/entry-attempts.ts'
import { liveMockRoutes } from './live-mocks/routes.ts'
import { writeBudget } from './limits/write-budget.ts'
import { openApi } from './openapi/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { personalData } from './personal-data.ts'
import { respondToError } from './respond-to-error.ts'
import { applyPendingRulingsInBackground } from './scoring/pending-rulings.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { progressRoutes } from './progress/routes.ts'
import { scoringRoutes } from './scoring/routes.ts'
import { endReminderRoutes, reminderRoutes } from './reminders/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { errorResponse } from './strapi/error-response.ts'
import { notFound } from './strapi/errors.ts'
import { studyRoutes } from './study/routes.ts'

/** Every route of the product API, in the order in which they are matched. openapi/operations.ts
 *  describes them. */
export const api = new Hono<ApiEnv>()

api.use(async (c, next) => {
  await next()
  await drainBody(c.req.raw)
})

// Public: these requests carry their own credentials. A bearer token is ignored, because it may
// have expired.
api.route('/api', signInRoutes)
api.route('/api/openapi.json', openApi)
api.route('/api/reminders/end', endReminderRoutes)
// Authenticates by itself: return URLs and webhooks are authorised by signatures.
api.route('/api', paymentRoutes())

api.use('/api/*', authenticate, writeBudget)

api.route('/api', accountRoutes(personalData))
api.route('/api', privacyRoutes)
api.use('/api/user-test-progresses/*', applyPendingRulingsInBackground)
// Before the routes of attempts: the attempts of live mocks begin at their bell.
api.use('/api/user-test-progresses/*', attemptsOfEntries)
// Before contentRoutes, which takes every path below /practice-tests as a document's id.
api.route('/api', attemptsRoutes(guestClaims))
api.route('/api/live-mocks', liveMockRoutes)
api.route('/api', contentRoutes)
api.route('/api', scoringRoutes)
api.route('/api', studyRoutes)
api.route('/api', progressRoutes)
api.route('/api/reminders', reminderRoutes)
api.route('/api/search', searchRoutes)
api.route('/api', inboxRoutes)

api.route('/figures', figureRoutes)

api.get('/_health', (c) => c.body(null, 204))

api.notFound((c) => errorResponse(c, notFound()))
api.onError(respondToError)
