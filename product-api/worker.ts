import { Hono } from 'hono'
import { attempts } from './attempts/attempt-routes.ts'
import { explanations } from './attempts/explanation-routes.ts'
import { attemptJournals } from './attempts/journal-routes.ts'
import { mediaRoutes } from './content/media-routes.ts'
import { contentRoutes } from './content/routes.ts'
import type { ApiEnv } from './env.ts'
import { authenticate } from './identity/authentication.ts'
import { accountRoutes, signInRoutes } from './identity/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { openApi } from './openapi/routes.ts'
import { referralTransactions } from './payments/checkout/referral-routes.ts'
import { payments } from './payments/member-routes.ts'
import { reconcileDuePayments } from './payments/reconcile-due-payments.ts'
import { paymentReturns } from './payments/return-routes.ts'
import { paymentSettings } from './payments/settings.ts'
import { userSubscriptions } from './payments/subscriptions/routes.ts'
import { paymentWebhooks } from './payments/webhook-routes.ts'
import { personalData } from './personal-data.ts'
import { questionReports } from './scoring/routes.ts'
import { settlingBehind } from './scoring/settle-behind.ts'
import { userTopics } from './scoring/topic-routes.ts'
import { searchRoutes } from './search/routes.ts'
import { errorResponse } from './strapi/error-response.ts'
import { notFound, Refusal } from './strapi/errors.ts'
import { cardReviews, userCards } from './study/card-routes.ts'
import { studyPlans, userStudyPlan } from './study/plan-routes.ts'
import { quizzes } from './study/quiz-routes.ts'

const api = new Hono<ApiEnv>()

// Public: the request itself proves who asks. A bearer token beside it may have expired, so it is
// ignored.
api.route('/api', signInRoutes)
// A payer who returns proves the payment, not the person; a webhook proves the provider.
api.route('/api/payment-transactions', paymentReturns)
api.route('/api/payment-transactions', paymentWebhooks)

api.use('/api/*', authenticate)

api.route('/api', accountRoutes(personalData))
// Before contentRoutes, in which any word after /practice-tests is a document's id.
api.route('/api/practice-tests', explanations)
api.route('/api', contentRoutes)
api.use('/api/user-test-progresses/*', settlingBehind)
api.route('/api/user-test-progresses', attempts)
api.route('/api/user-test-progresses', attemptJournals)
api.route('/api/user-topics', userTopics)
api.route('/api/quizzes', quizzes)
api.route('/api/card-reviews', cardReviews)
api.route('/api/user-cards', userCards)
api.route('/api/study-plans', studyPlans)
api.route('/api/user-study-plan', userStudyPlan)
api.route('/api/question-reports', questionReports)
api.route('/api/payment-transactions', payments)
api.route('/api/user-subscriptions', userSubscriptions)
api.route('/api/referral-transactions', referralTransactions)
api.route('/api/search', searchRoutes)
api.route('/api', inboxRoutes)

api.route('/figures', mediaRoutes)

api.route('/api/openapi.json', openApi)

api.get('/_health', (c) => c.body(null, 204))

api.notFound((c) => errorResponse(c, notFound()))
api.onError((error, c) => {
  if (error instanceof Refusal) return errorResponse(c, error)
  console.error(
    JSON.stringify({
      at: 'product-api',
      requestId: c.req.header('x-request-id'),
      error: String(error),
      stack: error.stack,
    }),
  )
  return errorResponse(c, new Refusal(500, 'InternalServerError', 'Internal Server Error'))
})

export default {
  fetch: api.fetch,
  /** Every minute: what is due of payments. */
  scheduled: (_moment, env, context) => {
    context.waitUntil(
      reconcileDuePayments({ db: env.DB, settings: paymentSettings(env), now: () => new Date() }),
    )
  },
} satisfies ExportedHandler<ApiEnv['Bindings']>
