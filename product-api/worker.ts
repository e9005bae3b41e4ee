import { Hono } from 'hono'
import { categories, states, tags } from './content-types/catalogue.ts'
import { flashCards } from './content-types/flash-cards.ts'
import { pages } from './content-types/pages.ts'
import { patternSheets } from './content-types/pattern-sheets.ts'
import { practiceTests } from './content-types/practice-tests.ts'
import { subscriptionPlans } from './content-types/subscription-plans.ts'
import type { Api } from './env.ts'
import { bearer } from './identity/bearer.ts'
import { settlingBehind } from './keys/settle-behind.ts'
import { attemptJournals } from './routes/attempt-journals.ts'
import { attempts } from './routes/attempts.ts'
import { googleSignIn } from './routes/auth-google.ts'
import { passwordChange, passwordSignIn } from './routes/auth-password.ts'
import { phoneSignIn } from './routes/auth-phone.ts'
import { sessions, signOut } from './routes/auth-sessions.ts'
import { collection } from './routes/collection.ts'
import { explanations } from './routes/explanations.ts'
import { inbox } from './routes/inbox.ts'
import { locales } from './routes/locales.ts'
import { media } from './routes/media.ts'
import { paymentReturns } from './routes/payment-returns.ts'
import { paymentWebhooks } from './routes/payment-webhooks.ts'
import { payments } from './routes/payments.ts'
import { referralTransactions } from './routes/referral-transactions.ts'
import { questionReports } from './routes/question-reports.ts'
import { search } from './routes/search.ts'
import { cardReviews, userCards } from './routes/study-cards.ts'
import { studyPlans, userStudyPlan } from './routes/study-plans.ts'
import { quizzes } from './routes/study-quizzes.ts'
import { guests, refresh } from './routes/tokens.ts'
import { userTopics } from './routes/user-topics.ts'
import { profile } from './routes/users-profile.ts'
import { userSubscriptions } from './routes/user-subscriptions.ts'
import { users } from './routes/users.ts'
import { strike } from './payments/clock.ts'
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
