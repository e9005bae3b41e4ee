import { Hono } from 'hono'
import { categories, states, tags } from './content/catalogue.ts'
import { flashCards } from './content/flash-cards.ts'
import { pages } from './content/pages.ts'
import { patternSheets } from './content/pattern-sheets.ts'
import { practiceTests } from './content/practice-tests.ts'
import { subscriptionPlans } from './content/subscription-plans.ts'
import type { Api } from './env.ts'
import { bearer } from './identity/bearer.ts'
import { settlingBehind } from './scoring/keys/settle-behind.ts'
import { attemptJournals } from './attempts/journal-routes.ts'
import { attempts } from './attempts/attempt-routes.ts'
import { googleSignIn } from './identity/google-routes.ts'
import { passwordChange, passwordSignIn } from './identity/password-routes.ts'
import { phoneSignIn } from './identity/phone-routes.ts'
import { sessions, signOut } from './identity/session-routes.ts'
import { collection } from './content/collection-routes.ts'
import { explanations } from './attempts/explanation-routes.ts'
import { inbox } from './inbox/routes.ts'
import { locales } from './content/locales-routes.ts'
import { media } from './content/media-routes.ts'
import { paymentReturns } from './payments/return-routes.ts'
import { paymentWebhooks } from './payments/webhook-routes.ts'
import { payments } from './payments/routes.ts'
import { referralTransactions } from './payments/referral-routes.ts'
import { questionReports } from './scoring/question-report-routes.ts'
import { search } from './search/routes.ts'
import { cardReviews, userCards } from './study/card-routes.ts'
import { studyPlans, userStudyPlan } from './study/plan-routes.ts'
import { quizzes } from './study/quiz-routes.ts'
import { guests, refresh } from './identity/token-routes.ts'
import { userTopics } from './scoring/topic-routes.ts'
import { profile } from './identity/profile-routes.ts'
import { userSubscriptions } from './payments/subscriptions/routes.ts'
import { users } from './identity/user-routes.ts'
import { strike } from './payments/reconcile-due-payments.ts'
import { paymentSettings } from './payments/settings.ts'
import { notFound, Refusal } from './strapi/errors.ts'

const api = new Hono<Api>()

// Whoever signs in or renews proves it in the request itself: a token beside it, perhaps over by now, is not looked at.
api.route('/api/auth', passwordSignIn)
api.route('/api/auth/local', phoneSignIn)
api.route('/api/auth/google', googleSignIn)
api.route('/api/token', refresh)
api.route('/api/guest', guests)
// A payer who comes back proves the payment and not the person; a provider proves itself.
api.route('/api/payment-transactions', paymentReturns)
api.route('/api/payment-transactions', paymentWebhooks)

api.use('/api/*', bearer)

api.route('/api/auth/change-password', passwordChange)
api.route('/api/auth/logout', signOut)
api.route('/api/users', users)
api.route('/api/update-profile', profile)
api.route('/api/sessions', sessions)

api.route('/api/i18n/locales', locales)
api.route('/api/states', collection(states))
api.route('/api/categories', collection(categories))
api.route('/api/tags', collection(tags))
api.route('/api/pages', collection(pages))
api.route('/api/pattern-sheets', collection(patternSheets))
// Before the papers, whose ids could be any word.
api.route('/api/practice-tests', explanations)
api.route('/api/practice-tests', collection(practiceTests))
api.route('/api/flash-cards', collection(flashCards))
api.route('/api/subscription-plans', collection(subscriptionPlans))
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
api.route('/api/search', search)
api.route('/api', inbox)

api.route('/figures', media)

api.get('/_health', (c) => c.body(null, 204))

api.notFound((c) => c.json(notFound().body, 404))
api.onError((error, c) => {
  if (error instanceof Refusal) return c.json(error.body, error.body.error.status as 400)
  console.error(
    JSON.stringify({
      at: 'product-api',
      requestId: c.req.header('x-request-id'),
      error: String(error),
      stack: error.stack,
    }),
  )
  return c.json(new Refusal(500, 'InternalServerError', 'Internal Server Error').body, 500)
})

export default {
  fetch: api.fetch,
  /** Every minute: what is due of payments. */
  scheduled: (_moment, env, context) => {
    context.waitUntil(strike({ db: env.DB, settings: paymentSettings(env), now: () => new Date() }))
  },
} satisfies ExportedHandler<Api['Bindings']>
