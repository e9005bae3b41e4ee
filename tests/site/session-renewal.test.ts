import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { captureLog, list, productApiAnswers, type Wire } from '../support/site.ts'
import {
  requestsTo,
  cookiesOf,
  freshTokens,
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

const refreshPath = '/api/token/refresh'
const status = (code: number) => () => Response.json({ error: {} }, { status: code })
const advanceOneMinute = () => vi.setSystemTime(Date.now() + 61_000)

/** A reader with an expired access token, and the tokens that renewing returns. */
async function withExpiredToken() {
  const sessionId = crypto.randomUUID()
  const { browser, tokens } = await signIn({ tokens: freshTokens({ sessionId, endsInSec: -10 }) })
  return { browser, tokens, renewed: freshTokens({ sessionId, endsInSec: 900 }) }
}

/** A product API that accepts a refresh token once, and then only the newest access token. */
function strictWire(old: string, renewed: { jwt: string }): Wire {
  let isUsed = false
  const own: Wire = memberWire()
  return {
    [refreshPath]: async (request) => {
      const { refreshToken } = await (request.clone() as Request).json<{ refreshToken: string }>()
      await new Promise((done) => setTimeout(done, 20))
      if (isUsed || refreshToken !== old) return status(401)()
      isUsed = true
      return Response.json(renewed)
    },
    '/api/users/': (request) =>
      request.headers.get('authorization') === `Bearer ${renewed.jwt}`
        ? Response.json(own['/api/users/'])
        : status(401)(),
    '/api/sessions': list(),
  }
}

describe('an expired token', () => {
  it('is renewed once for twenty concurrent requests, and nobody is signed out', async () => {
    const { browser, tokens, renewed } = await withExpiredToken()
    const seen = productApiAnswers(strictWire(tokens.refreshToken, renewed))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser.copy().go('/account')),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    expect(requestsTo(seen, refreshPath)).toHaveLength(1)
    for (const answer of answers) {
      browser.jar.set(sessionCookie, cookiesOf(answer)[sessionCookie]!.value)
      expect(await browser.session()).toHaveProperty('user')
    }
  })

  it('is renewed without a bearer, by our own refresh token, before it is used', async () => {
    const { browser, tokens, renewed } = await withExpiredToken()
    const seen = productApiAnswers(strictWire(tokens.refreshToken, renewed))
    await browser.go('/account')
    const [refresh] = requestsTo(seen, refreshPath)
    expect(await refresh!.json()).toEqual({ refreshToken: tokens.refreshToken })
    expect(refresh!.headers.has('authorization')).toBe(false)
    expect(seen.map((request) => request.headers.get('authorization'))).not.toContain(
      `Bearer ${tokens.jwt}`,
    )
  })

  it('is renewed once after a 401 if it was revoked early, and the call is repeated', async () => {
    const sessionId = crypto.randomUUID()
    const { browser, tokens } = await signIn({ tokens: freshTokens({ sessionId }) })
    const renewed = freshTokens({ sessionId, endsInSec: 1800 })
    const seen = productApiAnswers(strictWire(tokens.refreshToken, renewed))
    const response = await browser.go('/api/users/7')
    expect([response.status, await response.json()]).toMatchObject([200, userRow()])
    expect(requestsTo(seen, refreshPath)).toHaveLength(1)
    expect((await browser.go('/account')).status).toBe(200)
    expect(requestsTo(seen, refreshPath)).toHaveLength(1)
  })

  it('stays renewed through the stored tokens when the response was lost', async () => {
    const { browser, tokens, renewed } = await withExpiredToken()
    const seen = productApiAnswers(strictWire(tokens.refreshToken, renewed))
    expect((await browser.copy().go('/account')).status).toBe(200)
    vi.setSystemTime(Date.now() + 70_000)
    const response = await browser.go('/account')
    expect([response.status, requestsTo(seen, refreshPath).length]).toEqual([200, 1])
    expect(cookiesOf(response)).toHaveProperty(sessionCookie)
    vi.setSystemTime(Date.now() + 70_000)
    expect((await browser.go('/account')).status).toBe(200)
    expect(requestsTo(seen, refreshPath)).toHaveLength(1)
  })

  it('can be renewed by the script of the page, which never receives the tokens', async () => {
    const { browser, tokens, renewed } = await withExpiredToken()
    const seen = productApiAnswers(strictWire(tokens.refreshToken, renewed))
    const response = await browser.post(refreshPath, { refreshToken: 'of somebody else' })
    expect([response.status, await response.json()]).toEqual([200, { ok: true }])
    expect(await seen[0]!.json()).toEqual({ refreshToken: tokens.refreshToken })
    expect((await browser.go('/account')).status).toBe(200)
    expect(seen.filter((request) => request.url.endsWith(refreshPath))).toHaveLength(1)
  })

  it.each<[string, Wire]>([
    ['is down', { [refreshPath]: () => Promise.reject(new TypeError('down')) }],
    ['answers 500', { [refreshPath]: status(500) }],
    ['answers HTML', { [refreshPath]: () => new Response('<h1>') }],
  ])('stays signed in while the product API %s, and is renewed later', async (_, wire) => {
    const { browser, tokens, renewed } = await withExpiredToken()
    productApiAnswers({ ...wire, '/': status(401) })
    expect((await browser.go('/account')).status).toBe(503)
    expect(await browser.session()).toMatchObject({ user: userRow() })
    productApiAnswers(strictWire(tokens.refreshToken, renewed))
    expect((await browser.go('/account')).status).toBe(200)
  })
})

/** The HTML of a page without the template elements for its script. */
const visibleHtml = (html: string) => html.replaceAll(/<template[\s\S]*?<\/template>/g, '')

describe('a refused refresh token', () => {
  it('ends the session, as GET session and a dialog on pages report', async () => {
    const { browser } = await withExpiredToken()
    const seen = productApiAnswers({ '/': status(401) })
    const account = await browser.go('/en/account')
    expect(account.status).toBe(401)
    for (const html of [await account.text(), await browser.read('/en')]) {
      expect(visibleHtml(html)).toMatch(/<dialog [^>]*open=""[^>]*data-session-over="expired"/)
      expect(visibleHtml(html)).toContain('Session Expired')
      expect(visibleHtml(html)).toMatch(/<a [^>]*href="\/en\/login\?callbackUrl=/)
    }
    expect(await browser.session()).toEqual({
      error: 'RefreshAccessTokenError',
      expires: expect.any(String),
    })
    expect(requestsTo(seen, refreshPath)).toHaveLength(1)
    expect((await browser.go('/account')).status).toBe(303)
  })

  it('is the only reason for the dialog: a valid session shows none', async () => {
    const { browser } = await signIn()
    expect(visibleHtml(await browser.read('/en'))).not.toContain('data-session-over')
  })

  it('is forgotten when the reader signs in again', async () => {
    const { browser } = await withExpiredToken()
    productApiAnswers({ '/': status(401) })
    await browser.go('/account')
    productApiAnswers({ '/api/auth/local': { ...freshTokens(), user: userRow() }, ...memberWire() })
    await browser.post('/login', { email: 'ravi@example.in', password: 'right' })
    expect(await browser.session()).toMatchObject({ user: userRow() })
    expect(visibleHtml(await browser.read('/en'))).not.toContain('data-session-over')
  })
})

describe('status 499 (the account is in use on another device)', () => {
  const sentence =
    'Seems like you have logged in from mutiple devices, Please login again to access your account.'

  it.each(['/en/account', '/en/account/export'])(
    'shows the prescribed message on %s',
    async (path) => {
      const { browser } = await signIn()
      productApiAnswers({ '/': status(499) })
      const response = await browser.go(path)
      expect(response.status).toBe(401)
      expect(visibleHtml(await response.text())).toContain(sentence)
      expect(visibleHtml(await browser.read('/en'))).toContain(sentence)
      expect(await browser.session()).toMatchObject({ error: 'SignedInElsewhere' })
    },
  )

  it.each([
    ['GET session', '/api/users/7'],
    ['a renewal', refreshPath],
  ])('ends the session when %s receives it', async (_, path) => {
    const { browser } = path === refreshPath ? await withExpiredToken() : await signIn()
    advanceOneMinute()
    productApiAnswers({ [path]: status(499) })
    const session = await browser.session()
    expect(session).toMatchObject({ error: 'SignedInElsewhere' })
    expect(session).not.toHaveProperty('user')
  })

  it('is returned by a forwarded call and ends the session', async () => {
    const { browser } = await signIn()
    productApiAnswers({ '/api/user-subscriptions': status(499) })
    expect((await browser.go('/api/user-subscriptions')).status).toBe(499)
    expect(await browser.session()).toMatchObject({ error: 'SignedInElsewhere' })
  })

  it('ends the session when it follows a renewal', async () => {
    const sessionId = crypto.randomUUID()
    const { browser, tokens } = await signIn({ tokens: freshTokens({ sessionId }) })
    const renewed = freshTokens({ sessionId, endsInSec: 1800 })
    productApiAnswers({
      ...strictWire(tokens.refreshToken, renewed),
      '/api/user-subscriptions': (request) =>
        request.headers.get('authorization') === `Bearer ${renewed.jwt}`
          ? status(499)()
          : status(401)(),
    })
    expect((await browser.go('/api/user-subscriptions')).status).toBe(499)
    expect(await browser.session()).toMatchObject({ error: 'SignedInElsewhere' })
  })
})

describe('the store of session states', () => {
  type Store = Pick<KVNamespace, 'get' | 'put'>
  const store = () => (env as unknown as { SESSIONS: KVNamespace }).SESSIONS
  const tooManyRequests = () => Promise.reject(new Error('KV PUT failed: 429 Too Many Requests'))

  it('contains no readable token', async () => {
    const { browser, tokens, renewed } = await withExpiredToken()
    productApiAnswers(strictWire(tokens.refreshToken, renewed))
    await browser.go('/account')
    const { keys: names } = await store().list()
    const values = await Promise.all(names.map(({ name }) => store().get(name)))
    expect(values.length).toBeGreaterThan(0)
    for (const secret of [renewed.jwt, renewed.refreshToken])
      expect(values.join()).not.toContain(secret)
  })

  it('causes no error page when it cannot be read', async () => {
    const { browser } = await signIn()
    const SESSIONS: Store = { get: tooManyRequests as never, put: tooManyRequests }
    expect((await browser.go('/en', { settings: { SESSIONS } })).status).toBe(200)
  })

  it('loses no renewal when it cannot be written', async () => {
    const { browser, tokens, renewed } = await withExpiredToken()
    productApiAnswers(strictWire(tokens.refreshToken, renewed))
    const SESSIONS: Store = { get: (() => Promise.resolve(null)) as never, put: tooManyRequests }
    expect((await browser.go('/account', { settings: { SESSIONS } })).status).toBe(200)
  })

  it('prevents no sign-out when it cannot be written', async () => {
    const { browser } = await signIn()
    const SESSIONS: Store = { get: (() => Promise.resolve(null)) as never, put: tooManyRequests }
    const response = await browser.call('/api/auth/signout', {}, { settings: { SESSIONS } })
    expect(response.status).toBe(200)
    expect(browser.jar.has(sessionCookie)).toBe(false)
  })

  it('is written once for twenty requests that share a renewal', async () => {
    const { browser, tokens, renewed } = await withExpiredToken()
    productApiAnswers(strictWire(tokens.refreshToken, renewed))
    let written = 0
    const SESSIONS: Store = {
      get: (() => Promise.resolve(null)) as never,
      put: () => {
        written++
        return Promise.resolve()
      },
    }
    await Promise.all(
      Array.from({ length: 20 }, () => browser.copy().go('/account', { settings: { SESSIONS } })),
    )
    expect(written).toBe(1)
  })
})
