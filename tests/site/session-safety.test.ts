import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  captureLog,
  list,
  capturedLog,
  neverAnswers,
  paperRow,
  productApiAnswers,
  type Wire,
} from '../support/site.ts'
import {
  requestsTo,
  freshTokens,
  isCleared,
  newBrowser,
  memberWire,
  sessionCookie,
  signIn,
  userRow,
} from '../support/reader.ts'

beforeEach(captureLog)
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Advances the clock until the session loads the user again. */
const advanceOneMinute = () => vi.setSystemTime(Date.now() + 61_000)

/** A response of the product API that waits for `release`. `isRequested`: resolves when the request
 *  has arrived. */
function delayedResponse(answer: object) {
  let release = () => {}
  let markRequested = () => {}
  const isRequested = new Promise<void>((done) => (markRequested = done))
  const isReleased = new Promise<void>((done) => (release = done))
  return {
    isRequested,
    release,
    answer: async () => {
      markRequested()
      await isReleased
      return Response.json(answer)
    },
  }
}

describe('a reader who signs out while another tab requests the session', () => {
  it.each<[string, number]>([
    ['a valid token', 900],
    ['an expired token', -10],
  ])('stays signed out when that request has %s', async (_, endsInSec) => {
    const sessionId = crypto.randomUUID()
    const { browser } = await signIn({ tokens: freshTokens({ sessionId, endsInSec }) })
    advanceOneMinute()
    const user = delayedResponse(userRow({ isPremium: true }))
    productApiAnswers({
      '/api/token/refresh': freshTokens({ sessionId, endsInSec: 1800 }),
      '/api/users/7': user.answer,
    })
    const tab = browser.copy()
    const inFlight = tab.go('/api/auth/session')
    await user.isRequested
    expect(isCleared(await browser.signOut())).toBe(true)
    user.release()
    await inFlight
    productApiAnswers(memberWire())
    expect(await tab.session()).toEqual({})
    expect(tab.jar.has(sessionCookie)).toBe(false)
    expect((await tab.go('/account')).status).toBe(303)
  })

  it('stays signed out when that request was renewing the token', async () => {
    const sessionId = crypto.randomUUID()
    const { browser } = await signIn({ tokens: freshTokens({ sessionId, endsInSec: -10 }) })
    advanceOneMinute()
    const refresh = delayedResponse(freshTokens({ sessionId, endsInSec: 1800 }))
    productApiAnswers({ ...memberWire(), '/api/token/refresh': refresh.answer })
    const tab = browser.copy()
    const inFlight = tab.go('/api/auth/session')
    await refresh.isRequested
    const signedOut = browser.signOut()
    setTimeout(refresh.release, 2300)
    expect(isCleared(await signedOut)).toBe(true)
    await inFlight
    expect(await tab.session()).toEqual({})
    expect((await tab.go('/account')).status).toBe(303)
  })
})

describe('a copied cookie', () => {
  it.each([
    ['/api/auth/signout', 'next-auth'],
    ['/account/sign-out', 'the form of the account'],
    ['/account/devices', 'all devices'],
    ['/account/delete', 'deletion'],
  ])('is rejected after a call of %s (%s)', async (path) => {
    const { browser } = await signIn()
    const copy = browser.copy()
    expect(await copy.session()).toHaveProperty('user')
    await browser.call(path)
    const seen = productApiAnswers(memberWire())
    const response = await copy.go('/api/auth/session')
    expect([await response.text(), isCleared(response)]).toEqual(['{}', true])
    expect((await copy.go('/account')).status).toBe(303)
    expect(seen).toEqual([])
  })
})

describe('GET session while the product API fails', () => {
  it.each<[string, Wire]>([
    ['a refused connection', { '/': () => Promise.reject(new TypeError('down')) }],
    ['HTML', { '/': () => new Response('<h1>nginx</h1>') }],
    ['a 500', { '/': () => Response.json({}, { status: 500 }) }],
    ['a 503 of a proxy', { '/': () => new Response('busy', { status: 503 }) }],
    ['another shape', { '/': { id: 'seven' } }],
    ['half an answer', { '/': () => new Response('{"id":7,') }],
    ['a 404', { '/': () => Response.json({}, { status: 404 }) }],
  ])('returns the user of the cookie after %s', async (_, wire) => {
    const { browser } = await signIn()
    advanceOneMinute()
    const seen = productApiAnswers(wire)
    const response = await browser.go('/api/auth/session')
    expect([response.status, await response.json()]).toMatchObject([200, { user: userRow() }])
    expect(seen.length).toBeGreaterThan(0)
  })

  it('returns the user of the cookie after a timeout', { timeout: 20_000 }, async () => {
    const { browser } = await signIn()
    advanceOneMinute()
    const seen = productApiAnswers({ '/': neverAnswers })
    const startedAt = performance.now()
    const response = await browser.go('/api/auth/session')
    expect([response.status, await response.json()]).toMatchObject([200, { user: userRow() }])
    expect(seen).toHaveLength(1)
    expect(performance.now() - startedAt).toBeLessThan(11_000)
  })

  it('keeps the reader signed in when an expired token cannot be renewed', async () => {
    const { browser } = await signIn({ tokens: freshTokens({ endsInSec: -10 }) })
    advanceOneMinute()
    productApiAnswers({ '/': () => Promise.reject(new TypeError('down')) })
    expect(await browser.session()).toMatchObject({ user: userRow() })
    expect(await browser.session()).toHaveProperty('error', null)
  })

  it('keeps the reader signed in when renewals are rate-limited', async () => {
    const { browser } = await signIn({ tokens: freshTokens({ endsInSec: -10 }) })
    advanceOneMinute()
    productApiAnswers({ '/api/token/refresh': () => Response.json({}, { status: 429 }) })
    expect(await browser.session()).toHaveProperty('error', null)
  })
})

describe('GET session', () => {
  it('loads the user at most once a minute', async () => {
    const { browser, seen } = await signIn()
    await browser.session()
    expect(seen).toEqual([])
    advanceOneMinute()
    await browser.session()
    await browser.session()
    expect(requestsTo(seen, '/api/users/7')).toHaveLength(1)
  })

  it('reports that the account became premium without signing in again', async () => {
    const { browser } = await signIn()
    advanceOneMinute()
    productApiAnswers(memberWire({ isPremium: true }))
    expect(await browser.session()).toMatchObject({ user: { isPremium: true } })
  })

  it("saves the app's push token at the first fresh session after signing in", async () => {
    const { browser } = await signIn()
    browser.jar.set('device_id', 'push-token-of-now-1')
    const saved = userRow({ device_id: 'push-token-of-now-1' })
    const seen = productApiAnswers({ ...memberWire(), '/api/update-profile': saved })
    expect(await browser.session()).toMatchObject({ user: { device_id: 'push-token-of-now-1' } })
    await browser.session()
    expect(requestsTo(seen, '/api/update-profile')).toHaveLength(1)
  })

  it("saves the app's push token in the profile once", async () => {
    const { browser } = await signIn()
    browser.jar.set('device_id', 'push-token-0123456789')
    advanceOneMinute()
    const seen = productApiAnswers({
      ...memberWire(),
      '/api/update-profile': userRow({ device_id: 'push-token-0123456789' }),
    })
    expect(await browser.session()).toMatchObject({ user: { device_id: 'push-token-0123456789' } })
    expect(await requestsTo(seen, '/api/update-profile')[0]!.json()).toEqual({
      id: 7,
      gender: 'others',
      device_id: 'push-token-0123456789',
    })
  })
})

it.each([
  '/',
  '/en',
  '/account',
  '/en/account',
  '/account/delete',
  '/login',
  '/vao-paper-1',
  '/nosuch',
])('leaks no token in the HTML of %s or the log', async (path) => {
  const { browser, tokens } = await signIn({
    wire: { '/api/practice-tests': list(paperRow()) },
  })
  const cookie = browser.jar.get(sessionCookie)!
  const html = await browser.read(path)
  expect(html).toContain('data-session="7"')
  for (const secret of [tokens.jwt, tokens.refreshToken, cookie])
    for (const text of [html, capturedLog()]) expect(text).not.toContain(secret)
})

it('stores no page of one reader for others', async () => {
  const { browser } = await signIn({ row: { name: 'Only Ravi' } })
  const response = await browser.go('/account')
  expect(response.headers.get('cache-control')).toMatch(/private, no-store/)
  expect(await response.text()).toContain('Only Ravi')
  const visitor = await newBrowser().go('/account')
  expect(visitor.status).toBe(303)
  expect(await newBrowser().read('/en')).not.toContain('data-session')
})
