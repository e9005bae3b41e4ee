import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paymentProviders } from '../../domain/payment-providers.ts'
import { isProviderAddress } from '../../domain/payment.ts'
import site from '../../src/worker.tsx'
import {
  capturedLog,
  captureLog,
  origin,
  productApiAnswers,
  visit,
  wholePaper,
} from '../support/site.ts'
import { freshTokens, newBrowser, password, signIn, userRow } from '../support/reader.ts'

// What holds for every route of the site, also for those that are added later.

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const attemptId = '3f0c3a52-6f0e-4b8e-9a53-0d3a4b9b7c11'
/** Values of parameters in routes' paths; several where a route's answer depends on them. */
const values: Record<string, readonly string[]> = {
  provider: ['credentials', 'phone', 'google'],
  exam: ['vao-paper-1'],
  state: ['karnataka'],
  sgt: ['vao-paper-1'],
  slug: ['vao-paper-1-full-1'],
  tag: ['history'],
  date: ['2026-11-21'],
  width: ['480'],
  name: ['model-paper_pdo-model-paper-1'],
  section: ['previous-papers_2024'],
  id: [attemptId, '01HZX3V8Q4M9N7P2R5T6W8Y0AB'],
  token: ['a-token-of-a-link'],
  kind: ['cards'],
}

/** Every method and path that the site answers, with values for its parameters. */
const requests = [
  ...new Map(
    site.routes
      .filter(({ path }) => path !== '/*')
      .flatMap(({ method, path }) => {
        const methods = method === 'ALL' ? ['GET', 'POST'] : [method]
        return pathsOf(path).flatMap((one) =>
          methods.map((each) => [`${each} ${one}`, { method: each, path: one }] as const),
        )
      }),
  ).values(),
]

function pathsOf(template: string): string[] {
  const parameter = /:(\w+)(\{.*?\}(?=\/|$))?/.exec(template)
  if (!parameter) return [template.replace(/\/\*$/, '')].filter((path) => path !== '')
  const [text, name = ''] = parameter
  return (values[name] ?? ['x']).flatMap((value) => pathsOf(template.replace(text, value)))
}

const origins = paymentProviders.flatMap(({ pageOrigins }) => pageOrigins)
const settings = {
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_CLIENT_SECRET: 'secret',
  GOOGLE_AUTHORIZE_URL: 'https://google.test/auth',
}

function isAllowed(location: string): boolean {
  const target = new URL(location, origin())
  return (
    target.origin === origin() ||
    target.origin === 'https://google.test' ||
    isProviderAddress(target.href, origins)
  )
}

/** Names of parameters and fields that some program takes for an address to go to. */
const addressFields = [
  ...['callbackUrl', 'returnTo', 'return', 'back', 'url', 'next', 'redirect', 'redirectUrl', 'to'],
  ...['continue', 'of', 'error', 'state', 'token', 's', 'user_source', 'from', 'page', 'q'],
]
/** With these most forms succeed, and so come to their redirect. */
const validFields = {
  ...{ email: 'ravi@example.in', phone: '9845012345', otp: '123456', code: 'a-code' },
  ...{ password, passwordConfirmation: password, currentPassword: password, gender: 'female' },
  ...{ message: 'a message', name: 'Ravi', mode: 'exam', language: 'kn', skin: 'standard' },
  ...{ declared: 'yes', plan: 'a-plan', provider: 'paypal', confirm: 'yes', json: 'true' },
}

it('the list of routes has the pages of every feature', () => {
  const paths = requests.map(({ method, path }) => `${method} ${path}`)
  expect(paths).toEqual(
    expect.arrayContaining([
      ...['GET /', 'GET /vao-paper-1', 'POST /login', 'POST /account/delete', 'GET /attempts'],
      ...['POST /api/auth/callback/google', 'POST /feedback', 'GET /sitemap.xml'],
      ...[`GET /payment/${attemptId}`, 'GET /karnataka/vao-paper-1/vao-paper-1-full-1'],
    ]),
  )
  expect(paths.length).toBeGreaterThan(80)
})

describe('every route', () => {
  it.each([
    ['a visitor', 'https://evil.example/x'],
    ['a member', '//evil.example'],
  ])(
    'sends %s to no other site, whatever parameter, field, cookie or answer names %s',
    async (reader, hostile) => {
      const browser = reader === 'a member' ? (await signIn()).browser : newBrowser()
      productApiAnswers({})
      const csrfToken = await browser.csrfToken()
      const jar = new Map(browser.jar)
      // The product API's answers name the address, too: only a provider's is followed.
      const answer = () =>
        Response.json({
          ...freshTokens(),
          user: userRow(),
          ...userRow(),
          data: { id: attemptId, redirectUrl: hostile, url: hostile, token: hostile },
          meta: {},
        })
      productApiAnswers({ '/': answer })
      const left: string[] = []
      let redirects = 0
      for (const { method, path } of requests) {
        const query = new URLSearchParams(addressFields.map((name) => [name, hostile]))
        const fields = new URLSearchParams([...query, ...Object.entries(validFields)])
        fields.set('csrfToken', csrfToken)
        const cookie = [...jar, ['__Secure-next-auth.callback-url', encodeURIComponent(hostile)]]
          .map(([name, value]) => `${name}=${value}`)
          .join('; ')
        const response = await visit(`${path}?${query}`, {
          settings,
          method,
          headers: { cookie, referer: hostile, ...(method !== 'GET' && { origin: origin() }) },
          ...(method === 'POST' && { body: fields }),
        })
        const text = await response.text()
        const location = response.headers.get('location')
        if (location !== null) redirects += 1
        const refresh = response.headers.get('refresh')
        if (location !== null && !isAllowed(location)) left.push(`${method} ${path}: ${location}`)
        if (refresh !== null) left.push(`${method} ${path}: Refresh ${refresh}`)
        // Links, forms and refreshes of a page, and the address in an answer of next-auth's wire.
        const markup =
          /(?:href|src|action|content)="(?:\d+;\s*url=)?(?:https?:)?[/\\]{2}evil\.example/i
        if (markup.test(text) || /^\{"url":"(https?:)?[/\\]*evil\.example/.test(text))
          left.push(`${method} ${path}: in the answer`)
      }
      expect(left).toEqual([])
      expect(redirects).toBeGreaterThan(15)
      expect(capturedLog()).not.toContain('refusedRedirect')
    },
    120_000,
  )
})

describe('no answer of any route', () => {
  it('to one person contains what belongs to another, in whatever order they ask', async () => {
    const person = async (marker: string, id: number) => {
      const tokens = freshTokens()
      const row = { id, username: marker, device_id: `t-${marker}` }
      const { browser } = await signIn({ tokens, row })
      return { marker, id, jwt: tokens.jwt, cookies: new Map(browser.jar) }
    }
    const people = [await person('marker-of-one', 7), await person('marker-of-other', 8)]
    productApiAnswers({
      '/': (request) => {
        const bearer = request.headers.get('authorization')
        const owner = people.find(({ jwt }) => bearer === `Bearer ${jwt}`)
        const marker = owner?.marker ?? 'of nobody'
        const one = { id: attemptId, name: marker, title: marker, message: marker, slug: marker }
        const isList = /practice-tests|pages|tags|states/.test(request.url)
        return Response.json({
          ...userRow({ id: owner?.id ?? 0, username: marker }),
          ...{ email: `${marker}@example.in`, phone: null },
          data: isList ? [wholePaper({ title: marker })] : [one],
          meta: { pagination: { total: 1 }, code: marker, balances: [], offers: [] },
        })
      },
    })
    const own = new Set<string>()
    const leaks: string[] = []
    // Signing out and deleting an account end a session: they come last.
    const last = /sign-?out|delete|devices/
    const inOrder = requests.toSorted(
      (one, other) => Number(last.test(one.path)) - Number(last.test(other.path)),
    )
    for (const { method, path } of inOrder)
      for (const reader of [people[0]!, people[1]!, null]) {
        const cookie = [...(reader?.cookies ?? [])].map(([name, value]) => `${name}=${value}`)
        const response = await visit(path, {
          method,
          headers: {
            ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
            ...(method !== 'GET' && { origin: origin() }),
          },
          ...(method === 'POST' && { body: new URLSearchParams({ id: String(people[1]!.id) }) }),
        })
        const text = (await response.text()) + (response.headers.get('location') ?? '')
        if (reader && text.includes(reader.marker)) own.add(path)
        for (const { marker } of people)
          if (marker !== reader?.marker && text.includes(marker))
            leaks.push(`${method} ${path}: ${marker}`)
      }
    expect(leaks).toEqual([])
    expect([...own]).toEqual(expect.arrayContaining(['/account', '/account/export']))
  }, 120_000)
})
