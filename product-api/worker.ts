import { Hono } from 'hono'
import { categories, states, tags } from './content-types/catalogue.ts'
import { flashCards } from './content-types/flash-cards.ts'
import { pages } from './content-types/pages.ts'
import { patternSheets } from './content-types/pattern-sheets.ts'
import { practiceTests } from './content-types/practice-tests.ts'
import { subscriptionPlans } from './content-types/subscription-plans.ts'
import type { Api } from './env.ts'
import { bearer } from './identity/bearer.ts'
import { googleSignIn } from './routes/auth-google.ts'
import { passwordChange, passwordSignIn } from './routes/auth-password.ts'
import { phoneSignIn } from './routes/auth-phone.ts'
import { sessions, signOut } from './routes/auth-sessions.ts'
import { collection } from './routes/collection.ts'
import { inbox } from './routes/inbox.ts'
import { locales } from './routes/locales.ts'
import { media } from './routes/media.ts'
import { search } from './routes/search.ts'
import { guests, refresh } from './routes/tokens.ts'
import { profile } from './routes/users-profile.ts'
import { users } from './routes/users.ts'
import { notFound, Refusal } from './strapi/errors.ts'

const api = new Hono<Api>()

// Whoever signs in or renews proves it in the request itself: a token beside it, perhaps over by now, is not looked at.
api.route('/api/auth', passwordSignIn)
api.route('/api/auth/local', phoneSignIn)
api.route('/api/auth/google', googleSignIn)
api.route('/api/token', refresh)
api.route('/api/guest', guests)

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
api.route('/api/practice-tests', collection(practiceTests))
api.route('/api/flash-cards', collection(flashCards))
api.route('/api/subscription-plans', collection(subscriptionPlans))
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

export default api
