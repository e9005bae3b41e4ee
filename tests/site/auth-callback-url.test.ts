import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { captureLog, origin, productApiAnswers, visit } from '../support/site.ts'
import { callbackCookie, cookiesOf, redirectTarget, newBrowser, signIn } from '../support/reader.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

/** ORIGIN is replaced by the site's origin. */
const unsafeUrls = [
  'https://evil.example/x',
  'ORIGIN@evil.example',
  'ORIGIN.evil.example/',
  'ORIGIN:8443/x',
  'javascript:alert(1)',
  'data:text/html,x',
  '',
  '//evil.example/x',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'ORIGIN//evil.example',
  'ORIGIN/\\evil.example',
  'dash',
  'not a url',
  'http://127.0.0.1:4310.evil.example/',
  'http://[',
  '%',
  '\u0000',
]
const safeUrls = [
  ['/vao-paper-1', 'ORIGIN/vao-paper-1'],
  ['/en/vao?x=1&y=2#h', 'ORIGIN/en/vao?x=1&y=2#h'],
  ['ORIGIN/ok?x=1#h', 'ORIGIN/ok?x=1#h'],
  ['ORIGIN', 'ORIGIN'],
  ['/?next=//evil.example', 'ORIGIN/?next=//evil.example'],
] as const

const withOrigin = (text: string) => text.replace('ORIGIN', origin())

it.each(unsafeUrls)(
  'redirects to the home page after signing out with the unsafe callbackUrl %j',
  async (callbackUrl) => {
    productApiAnswers({})
    const browser = newBrowser()
    const response = await browser.call('/api/auth/signout', {
      callbackUrl: withOrigin(callbackUrl),
    })
    expect([response.status, await response.json()]).toEqual([200, { url: origin() }])
  },
)

it.each(safeUrls)(
  'redirects after signing out with callbackUrl %j to %s',
  async (callbackUrl, url) => {
    productApiAnswers({})
    const browser = newBrowser()
    const response = await browser.call('/api/auth/signout', {
      callbackUrl: withOrigin(callbackUrl),
    })
    expect([response.status, await response.json()]).toEqual([200, { url: withOrigin(url) }])
  },
)

it.each(unsafeUrls)('stays on the site with ?callbackUrl=%j in every call', async (callbackUrl) => {
  const query = `?callbackUrl=${encodeURIComponent(withOrigin(callbackUrl))}`
  for (const path of ['session', 'csrf', 'providers'])
    expect((await visit(`/api/auth/${path}${query}`)).status).toBe(200)
  const response = await visit(`/api/auth/signin${query}`)
  const to = new URL(response.headers.get('location')!)
  expect([response.status, to.origin, to.pathname]).toEqual([302, origin(), '/login'])
  expect(to.searchParams.get('callbackUrl')).toBe(origin())
})

it.each(unsafeUrls)('stays on the site with a callback cookie of %j', async (stored) => {
  productApiAnswers({})
  const browser = newBrowser(new Map([[callbackCookie, encodeURIComponent(withOrigin(stored))]]))
  expect((await browser.go('/api/auth/session')).status).toBe(200)
  const response = await browser.call('/api/auth/signout')
  expect([response.status, await response.json()]).toEqual([200, { url: origin() }])
})

it('redirects to the home page for a callback cookie with invalid percent-encoding', async () => {
  productApiAnswers({})
  const browser = newBrowser(new Map([[callbackCookie, '%E0%A4%A']]))
  expect(await redirectTarget(await browser.call('/api/auth/signout'))).toBe(origin())
})

it('prefers the body to the query, and the query to the cookie', async () => {
  productApiAnswers({})
  const browser = newBrowser()
  const out = (query: string, fields: Record<string, string>) =>
    browser.call(`/api/auth/signout${query}`, fields).then(redirectTarget)
  expect(await out('?callbackUrl=/query', { callbackUrl: '/body' })).toBe(`${origin()}/body`)
  expect(await out('', {})).toBe(`${origin()}/body`)
  expect(await out('?callbackUrl=/query', {})).toBe(`${origin()}/query`)
  expect(await out('', {})).toBe(`${origin()}/query`)
})

it('stores the callback URL in a session cookie, which is set only when it changes', async () => {
  productApiAnswers({})
  const browser = newBrowser()
  const first = await browser.go('/api/auth/signin?callbackUrl=%2Fen')
  const { value, attributes } = cookiesOf(first)[callbackCookie]!
  expect(decodeURIComponent(value)).toBe(`${origin()}/en`)
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'])
  const second = await browser.go('/api/auth/signin?callbackUrl=%2Fen')
  expect(second.headers.getSetCookie()).toEqual([])
})

it.each([
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example/x', '/'],
  ['/en/vao?x=1#h', '/en/vao?x=1#h'],
  ['', '/account'],
])('redirects after the sign-in form with callbackUrl %j to %s', async (callbackUrl, path) => {
  const { browser, tokens } = await signIn()
  productApiAnswers({
    '/api/auth/local': { ...tokens, user: (await browser.session()).user as object },
  })
  const typed = { email: 'a@b.in', password: 'anything', callbackUrl }
  const response = await newBrowser().post('/login', typed)
  expect([response.status, response.headers.get('location')]).toEqual([303, origin() + path])
})
