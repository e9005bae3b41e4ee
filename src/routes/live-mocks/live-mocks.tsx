import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import * as v from 'valibot'
import type { AppEnv } from '../../app-env.ts'
import { fromBase64 } from '../../../domain/live-mock/seal.ts'
import { fallbackChain, isLocale, type Locale } from '../../../domain/locale.ts'
import { isGstState } from '../../../domain/gst-states.ts'
import { stageOf } from '../../../domain/live-mock/live-mock.ts'
import { hallPath } from '../../addresses/paths.ts'
import {
  enterLiveMock,
  liveMockBySlug,
  liveMocks as readLiveMocks,
  liveResult,
  ownLiveEntry,
  publicLiveResult,
  type LiveMock,
} from '../../api-client/live-mocks.ts'
import { attemptJournal } from '../../api-client/attempts.ts'
import { edgeCache } from '../../edge-cache.ts'
import { cached } from '../../middleware/page-cache.ts'
import { formFields } from '../../respond/form.ts'
import { redirectToAttempt } from '../../respond/attempt-address.ts'
import { LiveMockPage } from './live-mock-page.tsx'
import { LiveMocksPage } from './live-mocks-page.tsx'
import { LiveResultPage } from './live-result-page.tsx'
import { LiveWaitPage } from './live-wait-page.tsx'

/** Live mocks: the list, one live mock with its form to enter, the sealed paper and its code, and
 *  the results. The waiting room has the address of the hall (routes/attempts/live-room.tsx). */
export const liveMocks = new Hono<AppEnv>()

const mockPath = '/live-mocks/:slug{[a-z0-9-]+}'

liveMocks.get('/live-mocks', cached(), async (c) => {
  const found = await readLiveMocks(c.var.api)
  if (!found.ok) return c.var.fail(found.error)
  return c.render(<LiveMocksPage page={c.var.page} mocks={found.value} nowMs={Date.now()} />)
})

liveMocks.get(mockPath, cached(), async (c) => {
  const found = await liveMockBySlug(c.var.api, c.req.param('slug'))
  if (!found.ok) return c.var.fail(found.error)
  const mock = found.value
  if (!mock) return c.notFound()
  const result = mock.publishedAt === null ? null : await publicLiveResult(c.var.api, mock.slug)
  return c.render(
    <LiveMockPage
      page={c.var.page}
      mock={mock}
      stage={stageOf(mock, Date.now())}
      result={result?.ok ? result.value : null}
      problem={null}
      typed={{}}
      vapidKey={c.var.config.VAPID_PUBLIC_KEY}
    />,
  )
})

/** Enters, and leads into the waiting room. */
liveMocks.post(mockPath, async (c) => {
  const { page, reader } = c.var
  const found = await liveMockBySlug(c.var.api, c.req.param('slug'))
  if (!found.ok) return c.var.fail(found.error)
  if (!found.value) return c.notFound()
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const guest = await reader.becomeGuest()
  if (!guest.ok) return c.var.fail(guest.error)
  const entered = await enterLiveMock(
    reader.api,
    found.value.slug,
    entryOf(form.value, found.value, page.locale),
  )
  if (entered.ok) {
    const { attempt } = entered.value
    return redirectToAttempt(c, hallPath(attempt.id), attempt)
  }
  if (entered.error.kind !== 'http-error' || entered.error.status !== 409)
    return c.var.fail(entered.error)
  c.status(409)
  return c.render(
    <LiveMockPage
      page={page}
      mock={found.value}
      stage="closed"
      result={null}
      problem="closed"
      typed={form.value}
      vapidKey={c.var.config.VAPID_PUBLIC_KEY}
    />,
  )
})

/** What the form says; what is missing or unknown gets its default. */
function entryOf(typed: Record<string, string>, mock: LiveMock, readerLocale: Locale) {
  const { exam = '', state = '', language, extraTime } = typed
  const languages = mock.languages
  const preferred = fallbackChain(readerLocale).find((locale) => languages.includes(locale))
  return {
    exam: mock.exams.includes(exam) ? exam : mock.exam,
    state: isGstState(state) ? state : null,
    locale:
      isLocale(language) && languages.includes(language)
        ? language
        : (preferred ?? languages[0] ?? readerLocale),
    extraTime: extraTime === 'yes',
  }
}

/** The ranks, with the reader's own; before the publication, that the answers are received. */
liveMocks.get(`${mockPath}/result`, async (c) => {
  const slug = c.req.param('slug')
  const { api, page, reader } = c.var
  const found = await liveMockBySlug(api, slug)
  if (!found.ok) return c.var.fail(found.error)
  if (!found.value) return c.notFound()
  const result = await liveResult(reader.api, slug)
  const vapidKey = c.var.config.VAPID_PUBLIC_KEY
  if (result.ok)
    return c.render(<LiveResultPage page={page} result={result.value} vapidKey={vapidKey} />)
  if (result.error.kind !== 'http-error' || result.error.status !== 409)
    return c.var.fail(result.error)
  const entry = await ownLiveEntry(reader.api, slug)
  const isBeforeBell = Date.now() < Date.parse(found.value.bellAt)
  const journal =
    entry.ok && !isBeforeBell ? await attemptJournal(reader.api, entry.value.attempt.id) : null
  return c.render(
    <LiveWaitPage
      page={page}
      mock={entry.ok ? entry.value.mock : found.value}
      attempt={journal?.ok ? journal.value.attempt : entry.ok ? entry.value.attempt : null}
      vapidKey={vapidKey}
    />,
  )
})

const hour = 3600

/** The sealed paper. Its address changes with its bytes. */
liveMocks.get(`${mockPath}/sealed/:digest{[0-9a-f]{64}}`, async (c) => {
  const { slug, digest } = c.req.param()
  const key = `https://sealed.invalid/${digest}`
  const stored = await edgeCache.match(key)
  if (stored) return answerBytes(await stored.arrayBuffer())
  const found = await liveMockBySlug(c.var.api, slug)
  if (!found.ok) return c.var.fail(found.error, 'json')
  if (found.value?.sealedDigest !== digest) return c.notFound()
  const sealed = await c.var.api.forward(`/api/live-mocks/${slug}/sealed`, { method: 'GET' })
  if (!sealed.ok) return c.var.fail(sealed.error, 'json')
  if (!sealed.value.ok) return c.json({ message: 'Unavailable' }, 503)
  const bytes = fromBase64(await sealed.value.text()).buffer
  c.executionCtx.waitUntil(edgeCache.put(key, answerBytes(bytes.slice(0))))
  return answerBytes(bytes)
})

const answerBytes = (bytes: ArrayBuffer) =>
  new Response(bytes, {
    headers: {
      'content-type': 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  })

/** In memory; lost with the isolate: the codes of papers that have begun. */
const knownCodes = new Map<string, string>()
const maxKnownCodes = 100
const codeBody = v.object({ data: v.object({ code: v.string() }) })

/** The opening code: 425 until the bell, by the product API's clock; then the same small answer for
 *  everybody, from memory, the edge cache and the browser's. */
liveMocks.get(`${mockPath}/code`, async (c) => {
  const slug = c.req.param('slug')
  const key = `https://opening-code.invalid/${c.var.page.origin}/${slug}`
  const known = knownCodes.get(key) ?? (await storedCode(key))
  if (known !== null) return answerCode(c, key, known)
  const asked = await c.var.api.forward(`/api/live-mocks/${slug}/code`, { method: 'GET' })
  if (!asked.ok) return c.var.fail(asked.error, 'json')
  const body: unknown = await asked.value.json().catch(() => null)
  const parsed = v.safeParse(codeBody, body)
  if (!asked.value.ok || !parsed.success)
    return Response.json(body, {
      status: asked.value.ok ? 502 : asked.value.status,
      headers: { 'cache-control': 'no-store' },
    })
  const { code } = parsed.output.data
  const stored = Response.json({ data: { code } })
  stored.headers.set('cache-control', `public, max-age=${hour}`)
  c.executionCtx.waitUntil(edgeCache.put(key, stored))
  return answerCode(c, key, code)
})

async function storedCode(key: string): Promise<string | null> {
  const stored = await edgeCache.match(key)
  const parsed = stored && v.safeParse(codeBody, await stored.json())
  return parsed?.success ? parsed.output.data.code : null
}

function answerCode(c: Context<AppEnv>, key: string, code: string): Response {
  if (knownCodes.size >= maxKnownCodes) knownCodes.clear()
  knownCodes.set(key, code)
  return c.json({ data: { code } }, 200, { 'cache-control': `public, max-age=${hour}` })
}
