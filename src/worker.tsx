import { Hono } from 'hono/quick'
import type { AppEnv } from './app-env.ts'
import { apiClient } from './middleware/api-client.ts'
import { exams } from './middleware/exams.ts'
import { notices } from './middleware/notices.ts'
import { pageCache } from './middleware/page-cache.ts'
import {
  pageContext,
  pathWithoutLocale,
  redirectToCanonicalPath,
} from './middleware/page-context.ts'
import { render } from './middleware/render.ts'
import { request } from './middleware/request.ts'
import { requireSameOrigin } from './middleware/same-origin.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { session } from './middleware/session.ts'
import { trafficSource } from './middleware/traffic-source.ts'
import { handleUncaughtError, notFound } from './respond/failure.tsx'
import { account } from './routes/account/account.tsx'
import { api } from './routes/api/api.ts'
import { attempts } from './routes/attempts/attempts.tsx'
import { history } from './routes/attempts/history.tsx'
import { liveRoom } from './routes/attempts/live-room.tsx'
import { rescue } from './routes/attempts/rescue.tsx'
import { results } from './routes/attempts/results.tsx'
import { auth } from './routes/auth/auth.tsx'
import { bookmarks } from './routes/bookmarks/bookmarks.tsx'
import { checkout } from './routes/checkout/checkout.tsx'
import { currentAffairs } from './routes/current-affairs/current-affairs.tsx'
import { feedback } from './routes/feedback/feedback.tsx'
import { flashCards } from './routes/flash-cards/flash-cards.tsx'
import { reviews } from './routes/flash-cards/reviews.ts'
import { writtenCards } from './routes/flash-cards/written-cards.tsx'
import { home } from './routes/home/home.tsx'
import { image } from './routes/image/image.ts'
import { info } from './routes/info/info.tsx'
import { liveMocks } from './routes/live-mocks/live-mocks.tsx'
import { login } from './routes/login/login.tsx'
import { offline } from './routes/offline/offline.tsx'
import { papers } from './routes/papers/papers.tsx'
import { payment } from './routes/payment/payment.tsx'
import { progress } from './routes/progress/progress.tsx'
import { reminders } from './routes/reminders/reminders.tsx'
import { search } from './routes/search/search.tsx'
import { compressedScripts } from './routes/site-files/compressed-scripts.ts'
import { siteFiles } from './routes/site-files/site-files.ts'
import { studyPlan } from './routes/study-plan/study-plan.tsx'
import { start } from './routes/test/start.tsx'
import { anyTest, test } from './routes/test/test.tsx'
import { EndedSessions } from './session/ended-sessions.ts'

// Strict: without it Hono would ignore getPath.
const site = new Hono<AppEnv>({ strict: true, getPath: pathWithoutLocale })

site.route('/', compressedScripts) // before all that pages need
site.use(request) // settings, request id, request log
site.use(exams) // the exams that the site has: src/exams.ts
site.use(pageContext) // c.var.page: language, path, layout, inside the app or not
site.use(trafficSource) // ?user_source= and ?webview= become cookies
site.use(notices) // what operators tell readers, in stored pages too
site.use(pageCache((...request) => site.fetch(...request))) // pages of routes with `cached`
site.use(apiClient) // c.var.api: the product API without authorization
site.use(session) // c.var.reader; seals the session cookie afterwards if it changed
site.use(render) // c.render, c.var.renderParts, c.var.fail
site.use(securityHeaders)
site.use(requireSameOrigin) // refuses writes from other origins
site.use(redirectToCanonicalPath)

site.route('/', home)
site.route('/', info)
site.route('/', checkout)
site.route('/', payment)
site.route('/', currentAffairs)
site.route('/', reviews) // before flashCards, whose /flash-cards/:tag would match it
site.route('/', writtenCards) // before flashCards, as reviews
site.route('/', flashCards)
site.route('/', studyPlan)
site.route('/', bookmarks)
site.route('/', offline)
site.route('/', progress)
site.route('/', reminders)
site.route('/', search)
site.route('/', feedback)
site.route('/', login)
site.route('/', account)
site.route('/', liveMocks)
site.route('/', liveRoom) // before results and attempts: the halls of live mocks before the bell
site.route('/', results)
site.route('/', attempts)
site.route('/', history)
site.route('/', rescue)
site.route('/', siteFiles)
site.route('/', image)
site.route('/', auth)
site.route('/', api)
site.route('/', test)
site.route('/', start)
site.route('/', papers)
site.route('/', anyTest) // last: it matches every path of three segments

site.notFound(notFound)
site.onError(handleUncaughtError)

// The class of the binding ENDED_SESSIONS (wrangler.toml).
export { EndedSessions }

export default site
