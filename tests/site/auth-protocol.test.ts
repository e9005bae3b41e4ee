import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { captureLog, capturedLog, origin, productApiAnswers, visit } from '../support/site.ts'
import {
  requestsTo,
  cookiesOf,
  csrfCookie,
  freshTokens,
  isCleared,
  redirectTarget,
  newBrowser,
  password,
  sessionCookie,
  signIn,
  userRow,
} from '../support/reader.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const at = (path: string) => `${origin()}/api/auth/${path}`
const noStore = { 'cache-control': /no-store/, pragma: /no-cache/, expires: /^0$/ }
const typed = { email: 'ravi@example.in', password, redirect: 'false' }

function expectNoStore({ headers }: Response) {
  for (const [name, value] of Object.entries(noStore)) expect(headers.get(name)).toMatch(value)
}

describe('GET session', () => {
  it('returns {} without caching and cookies for a visitor', async () => {
    const response = await visit('/api/auth/session', {
      headers: { 'content-type': 'application/json' },
    })
    expect([response.status, await response.text()]).toEqual([200, '{}'])
    expect(response.headers.getSetCookie()).toEqual([])
    expectNoStore(response)
  })

  it("returns the user's eleven fields and an expiry in thirty days", async () => {
    const { browser } = await signIn()
    const response = await browser.go('/api/auth/session')
    const { user, expires, ...rest } = await response.json<Record<string, unknown>>()
    expect([response.status, user, rest]).toEqual([200, userRow(), { error: null }])
    const days = (Date.parse(expires as string) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
    expectNoStore(response)
  })

  it('leaves out other fields of the product API, and the tokens', async () => {
    const { browser, tokens } = await signIn({ row: { email: 'secret@example.in', role: 'x' } })
    const text = await browser.read('/api/auth/session')
    for (const secret of [tokens.jwt, tokens.refreshToken, 'secret@example.in', 'role'])
      expect(text).not.toContain(secret)
  })
})

describe('POST session, update()', () => {
  it('reloads the user and ignores the user data in the request', async () => {
    const { browser } = await signIn()
    const seen = productApiAnswers({ '/api/users/7': userRow({ isPremium: true }) })
    const response = await browser.postJson('/api/auth/session', {
      csrfToken: await browser.csrfToken(),
      data: { user: { username: 'admin', freeTestTaken: true } },
    })
    expect(await response.json()).toMatchObject({ user: userRow({ isPremium: true }) })
    expect(response.status).toBe(200)
    expect(seen).toHaveLength(1)
    expect(await browser.session()).toMatchObject({ user: { isPremium: true, username: 'ರವಿ' } })
  })

  it.each(['', 'f'.repeat(64)])(
    'responds with 400 and {} to the CSRF token "%s"',
    async (csrfToken) => {
      const { browser, seen } = await signIn()
      const response = await browser.postJson('/api/auth/session', { csrfToken })
      expect([response.status, await response.text()]).toEqual([400, '{}'])
      expect(seen).toEqual([])
    },
  )

  it('returns {} for a visitor', async () => {
    const browser = newBrowser()
    const response = await browser.call('/api/auth/session')
    expect([response.status, await response.text()]).toEqual([200, '{}'])
  })
})

describe('GET csrf', () => {
  it('returns 64 hex digits that stay the same as long as the cookie exists', async () => {
    const browser = newBrowser()
    const first = await browser.go('/api/auth/csrf')
    expectNoStore(first)
    const { csrfToken } = await first.json<{ csrfToken: string }>()
    expect(csrfToken).toMatch(/^[0-9a-f]{64}$/)
    const { value, attributes } = cookiesOf(first)[csrfCookie]!
    expect(value).toMatch(new RegExp(`^${csrfToken}%7C[0-9a-f]{64}$`))
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'])
    const again = await browser.go('/api/auth/csrf')
    expect(await again.json()).toEqual({ csrfToken })
    expect(again.headers.getSetCookie()).toEqual([])
  })
})

describe('the CSRF token', () => {
  const refused = [
    ['/api/auth/callback/credentials', 'signin?csrf=true&error=AccessDenied'],
    ['/api/auth/callback/phone', 'signin?csrf=true&error=AccessDenied'],
    ['/api/auth/signin/credentials', 'signin?csrf=true&error=AccessDenied'],
    ['/api/auth/signout', 'signout?csrf=true&error=AccessDenied'],
  ] as const

  it.each(refused)(
    'is required: without it %s is 403 {url} and sets a new cookie',
    async (path, url) => {
      const seen = productApiAnswers({})
      const response = await newBrowser().post(path, { ...typed, csrfToken: 'a', json: 'true' })
      expect([response.status, await response.json()]).toEqual([403, { url: at(url) }])
      expect(Object.keys(cookiesOf(response))).toEqual([csrfCookie])
      expect(seen).toEqual([])
    },
  )

  it.each(refused)(
    'has to match: with another one %s is refused and keeps the cookie',
    async (path, url) => {
      const browser = newBrowser()
      await browser.csrfToken()
      const seen = productApiAnswers({})
      const response = await browser.post(path, { csrfToken: 'f'.repeat(64), json: 'true' })
      expect(await response.json()).toEqual({ url: at(url) })
      expect(response.headers.getSetCookie()).toEqual([])
      expect(seen).toEqual([])
    },
  )

  it.each([
    ['another hash', `${'a'.repeat(64)}%7C${'b'.repeat(64)}`, 'a'.repeat(64)],
    ['no hash', 'a'.repeat(64), 'a'.repeat(64)],
    ['an empty value', '', ''],
    ['only a separator', '%7C', ''],
  ])('is replaced in the same response if its cookie has %s', async (_, forged, token) => {
    const browser = newBrowser(new Map([[csrfCookie, forged]]))
    const seen = productApiAnswers({})
    const response = await browser.post('/api/auth/callback/credentials', {
      ...typed,
      csrfToken: token,
      json: 'true',
    })
    expect(await response.json()).toEqual({ url: at('signin?csrf=true&error=AccessDenied') })
    const [newToken = ''] = cookiesOf(response)[csrfCookie]!.value.split('%7C')
    expect(newToken).toMatch(/^[0-9a-f]{64}$/)
    expect(await browser.csrfToken()).toBe(newToken)
    expect(seen).toEqual([])
  })

  it('has to match for signing out: with another one the session stays', async () => {
    const { browser } = await signIn()
    const response = await browser.post('/api/auth/signout', { csrfToken: 'x', json: 'true' })
    expect(await response.json()).toEqual({ url: at('signout?csrf=true&error=AccessDenied') })
    expect(await browser.session()).toHaveProperty('user')
  })
})

describe('POST callback/credentials', () => {
  const tokens = freshTokens()
  const signedIn = { '/api/auth/local': { ...tokens, user: userRow() } }

  it('returns {url} and begins the session with the right password', async () => {
    const seen = productApiAnswers(signedIn)
    const browser = newBrowser()
    const callbackUrl = `${origin()}/vao-paper-1?x=1#h`
    const response = await browser.call('/api/auth/callback/credentials', { ...typed, callbackUrl })
    expect([response.status, await response.json()]).toEqual([200, { url: callbackUrl }])
    expect(browser.jar.has(sessionCookie)).toBe(true)
    const [sent] = requestsTo(seen, '/api/auth/local')
    expect(await sent!.json()).toEqual({ identifier: 'ravi@example.in', password })
  })

  it('accepts JSON, and redirects if `json` is a boolean', async () => {
    productApiAnswers(signedIn)
    const browser = newBrowser()
    const csrfToken = await browser.csrfToken()
    const path = '/api/auth/callback/credentials'
    const text = await browser.postJson(path, { ...typed, csrfToken, json: 'true' })
    expect([text.status, await text.json()]).toEqual([200, { url: origin() }])
    const boolean = await browser.postJson(path, { ...typed, csrfToken, json: true })
    expect([boolean.status, boolean.headers.get('location')]).toEqual([302, origin()])
    expect(cookiesOf(boolean)).toHaveProperty(sessionCookie)
  })

  it.each([400, 401])(
    'responds to a wrong password (%i) with 401, the error code and no session',
    async (status) => {
      productApiAnswers({ '/api/auth/local': () => Response.json({ error: {} }, { status }) })
      const browser = newBrowser()
      const response = await browser.call('/api/auth/callback/credentials', typed)
      const url = at('error?error=CredentialsSignin&provider=credentials')
      expect([response.status, await response.json()]).toEqual([401, { url }])
      expect(browser.jar.has(sessionCookie)).toBe(false)
      const plain = await browser.call('/api/auth/callback/credentials', { ...typed, json: '' })
      expect([plain.status, plain.headers.get('location')]).toEqual([302, url])
    },
  )

  it.each([
    ['is down', () => Promise.reject(new TypeError('down'))],
    ['answers HTML', () => new Response('<h1>nginx</h1>')],
  ])(
    'returns the prescribed error, which no page shows, when the product API %s',
    async (_, answer) => {
      productApiAnswers({ '/api/auth/local': answer })
      const browser = newBrowser()
      const response = await browser.call('/api/auth/callback/credentials', typed)
      expect(response.status).toBe(401)
      const url = new URL((await redirectTarget(response))!)
      const sentence = 'Internet connection failure or server is down'
      expect([url.pathname, url.searchParams.get('error')]).toEqual(['/api/auth/error', sentence])
      const page = await browser.go(url.pathname + url.search)
      expect(page.status).toBe(200)
      expect(await page.text()).not.toContain(sentence)
      expect(await browser.read(`/login${url.search}`)).not.toContain(sentence)
    },
  )

  it('returns Configuration when the product API returns no tokens, which stays so', async () => {
    productApiAnswers({ '/api/auth/local': { user: userRow() } })
    const response = await newBrowser().call('/api/auth/callback/credentials', typed)
    const url = new URL((await redirectTarget(response))!)
    expect([response.status, url.searchParams.get('error')]).toEqual([401, 'Configuration'])
  })

  it("returns the product API's error message", async () => {
    const error = { message: 'Too many <attempts> & more' }
    productApiAnswers({ '/api/auth/local': () => Response.json({ error }, { status: 429 }) })
    const response = await newBrowser().call('/api/auth/callback/credentials', typed)
    expect(response.status).toBe(401)
    const url = new URL((await redirectTarget(response))!)
    expect(url.searchParams.get('error')).toBe(error.message)
  })

  it('accepts a phone number with a code', async () => {
    const seen = productApiAnswers({
      '/api/auth/local/verifyOtp': { ...tokens, user: userRow() },
    })
    const browser = newBrowser()
    const code = { phone: '+919845012345', otp: '123456' }
    const response = await browser.call('/api/auth/callback/phone', code)
    expect(await response.json()).toEqual({ url: origin() })
    expect(await seen[0]!.json()).toEqual(code)
    expect(await browser.session()).toHaveProperty('user')
  })

  it('refuses a body that is neither a form nor JSON, or too large', async () => {
    const seen = productApiAnswers(signedIn)
    const browser = newBrowser()
    const csrfToken = await browser.csrfToken()
    for (const body of ['{', '[1]', 'null', '"x"', '%%%', 'x'.repeat(20_000)]) {
      const response = await browser.go('/api/auth/callback/credentials', {
        method: 'POST',
        body: body.length < 10 ? body : `csrfToken=${csrfToken}&pad=${body}`,
        headers: { 'content-type': body.length < 10 ? 'application/json' : 'text/plain' },
      })
      expect([response.status, await redirectTarget(response)]).toEqual([
        302,
        at('signin?csrf=true&error=AccessDenied'),
      ])
    }
    expect(seen).toEqual([])
  })
})

describe('POST signout', () => {
  it('deletes the cookie, ends the session at the product API, and is repeatable', async () => {
    const { browser, seen, tokens } = await signIn()
    const response = await browser.call('/api/auth/signout', { callbackUrl: '/en' })
    expect([response.status, await response.json()]).toEqual([200, { url: `${origin()}/en` }])
    expect(isCleared(response)).toBe(true)
    const [logout] = requestsTo(seen, '/api/auth/logout')
    expect(logout!.headers.get('authorization')).toBe(`Bearer ${tokens.jwt}`)
    expect(await browser.session()).toEqual({})
    const again = await browser.call('/api/auth/signout', { callbackUrl: '/en' })
    expect([again.status, await again.json()]).toEqual([200, { url: `${origin()}/en` }])
  })

  it('works while the product API is down', async () => {
    const { browser } = await signIn()
    productApiAnswers({ '/': () => Promise.reject(new TypeError('down')) })
    expect(isCleared(await browser.signOut())).toBe(true)
    expect(await browser.session()).toEqual({})
  })

  it('does not sign out by GET', async () => {
    const { browser } = await signIn()
    const response = await browser.go('/api/auth/signout')
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `${origin()}/account`,
    ])
    expect(await browser.session()).toHaveProperty('user')
  })
})

it('leaks no token of a complete visit in the log', async () => {
  const { browser, tokens } = await signIn()
  await browser.session()
  await browser.go('/account')
  await browser.signOut()
  expect(capturedLog()).toContain('/api/auth/signout')
  for (const secret of [tokens.jwt, tokens.refreshToken, password])
    expect(capturedLog()).not.toContain(secret)
})
