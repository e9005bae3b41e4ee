import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { knownAddresses } from '../../src/addresses/site-map.ts'
import { isEasyPassword } from '../../domain/password-strength.ts'
import { sessionFieldsOf } from '../../domain/session-user.ts'
import { attemptRow, attemptsApi, instructions } from '../support/hall.ts'
import {
  capturedLog,
  captureLog,
  list,
  origin,
  productApiAnswers,
  visit,
  wholePaper,
} from '../support/site.ts'
import {
  freshTokens,
  memberWire,
  newBrowser,
  password,
  requestsTo,
  sessionCookie,
  signIn,
  userRow,
} from '../support/reader.ts'

beforeEach(captureLog)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const deviceCookie = '__Host-device'
const signOutCookie = '__Host-signed-out'
const down = () => Promise.reject(new TypeError('down'))
const signedIn = (row: Record<string, unknown> = {}) => ({ ...freshTokens(), user: userRow(row) })

describe('the browser that asks for a one-time code', () => {
  const sent = { ok: true, resendAfterSeconds: 30, expiresInSeconds: 300 }

  it('is named by a sealed cookie, the same when the code is typed', async () => {
    const seen = productApiAnswers({
      '/api/auth/local/registerPhone': sent,
      '/api/auth/local/verifyOtp': signedIn(),
    })
    const browser = newBrowser()
    await browser.post('/login/phone', { phone: '9845012345' })
    expect(browser.jar.has(deviceCookie)).toBe(true)
    await browser.post('/login/code', { phone: '9845012345', otp: '123456' })
    const [asked, typed] = seen.map(({ headers }) => headers.get('x-device-id'))
    expect(asked).toMatch(/^[\w-]{16,64}$/)
    expect(typed).toBe(asked)
    expect(browser.jar.get(deviceCookie)).not.toContain(asked)
  })

  it.each(['/api/auth/local/registerPhone', '/api/auth/local/resend-otp'])(
    'is named by it in a forwarded call, too: %s',
    async (path) => {
      const seen = productApiAnswers({ '/api/auth/local': sent })
      const browser = newBrowser()
      await browser.postJson(path, { phone: '9845012345' })
      expect(browser.jar.has(deviceCookie)).toBe(true)
      await browser.postJson('/api/auth/local/verifyOtp', { phone: '9845012345', otp: '123456' })
      const ids = seen.map(({ headers }) => headers.get('x-device-id'))
      expect(ids[0]).toMatch(/^[\w-]{16,64}$/)
      expect(ids[1]).toBe(ids[0])
    },
  )

  it('cannot be named by the client itself', async () => {
    const seen = productApiAnswers({ '/api/auth/local': sent })
    const headers = { 'x-device-id': 'of-somebody-else-1', 'x-known-users': '7' }
    const browser = newBrowser(new Map([[deviceCookie, 'forged']]))
    await browser.post('/api/auth/local', {}, { headers })
    await browser.post('/login', { email: 'a@b.in', password }, { headers })
    for (const request of seen) {
      expect(request.headers.get('x-device-id')).not.toBe('of-somebody-else-1')
      expect(request.headers.get('x-known-users')).toBeNull()
    }
  })

  it('is known to an account after a sign-in, across sign-outs', async () => {
    const { browser } = await signIn()
    productApiAnswers({})
    await browser.signOut()
    expect(browser.jar.has(sessionCookie)).toBe(false)
    const seen = productApiAnswers({ '/api/auth/local': signedIn() })
    await browser.post('/login', { email: 'ravi@example.in', password })
    expect(seen[0]!.headers.get('x-known-users')).toBe('7')
    expect(seen[0]!.headers.get('x-device-id')).toMatch(/^[\w-]{16,64}$/)
  })
})

describe('a session', () => {
  it('ends, here and at the product API, when somebody else signs in in its browser', async () => {
    const { browser, tokens } = await signIn()
    const copy = browser.copy()
    const seen = productApiAnswers({
      '/api/auth/local': signedIn({ id: 8, username: 'ಸೀತಾ' }),
      '/api/users/8': { ...userRow({ id: 8, username: 'ಸೀತಾ' }) },
      '/api/auth/logout': { ok: true },
    })
    await browser.post('/login', { email: 'sita@example.in', password })
    const [ended] = requestsTo(seen, '/api/auth/logout')
    expect(ended?.headers.get('authorization')).toBe(`Bearer ${tokens.jwt}`)
    expect(await copy.session()).toEqual({})
    expect(await browser.session()).toMatchObject({ user: { id: 8 } })
  })

  it('survives a change of the password, which keeps it', async () => {
    const sessionId = crypto.randomUUID()
    const { browser } = await signIn({ tokens: freshTokens({ sessionId }) })
    const seen = productApiAnswers({
      '/api/auth/change-password': { ...freshTokens({ sessionId }), user: userRow() },
      ...memberWire(),
    })
    await browser.post('/account/password', {
      currentPassword: password,
      password: 'ಹೊಸ-ಗುಟ್ಟು-99',
      passwordConfirmation: 'ಹೊಸ-ಗುಟ್ಟು-99',
    })
    expect(requestsTo(seen, '/api/auth/logout')).toEqual([])
    expect(await browser.session()).toHaveProperty('user')
  })

  it('begins for an account whose device_id and names are longer than a cookie', async () => {
    const row = {
      device_id: 'ಕ'.repeat(1000),
      username: 'ರ'.repeat(3000),
      gender: 'x'.repeat(5000),
    }
    productApiAnswers({ '/api/auth/local': signedIn(row), ...memberWire(row) })
    const browser = newBrowser()
    const response = await browser.post('/login', { email: 'a@b.in', password })
    expect(response.status).toBe(303)
    expect(await browser.session()).toMatchObject({ user: { id: 7, device_id: null } })
    expect(JSON.stringify(sessionFieldsOf(userRow(row))).length).toBeLessThan(1000)
  })

  it('says to the second when its cookie ends', async () => {
    const { browser } = await signIn()
    const signedInAt = Date.now()
    const endsAt = async () => Date.parse(String((await browser.session()).expires))
    const day = 86_400_000
    expect(Math.abs((await endsAt()) - signedInAt - 30 * day)).toBeLessThan(2000)
    vi.useFakeTimers({ now: signedInAt + 20 * 3_600_000, toFake: ['Date'] })
    productApiAnswers({ '/': down })
    // Not sealed again yet: the cookie ends when it did.
    const response = await browser.go('/api/auth/session')
    const { expires } = await response.json<{ expires: string }>()
    expect(response.headers.getSetCookie()).toEqual([])
    expect(Math.abs(Date.parse(expires) - signedInAt - 30 * day)).toBeLessThan(2000)
    vi.setSystemTime(signedInAt + 30 * 3_600_000)
    const later = await browser.go('/api/auth/session')
    const answer = await later.json<{ expires: string }>()
    expect(later.headers.getSetCookie().join()).toContain(`Max-Age=${(30 * day) / 1000}`)
    expect(Math.abs(Date.parse(answer.expires) - Date.now() - 30 * day)).toBeLessThan(2000)
  })

  it('has error: null in its JSON while somebody is signed in', async () => {
    const { browser } = await signIn()
    expect(await browser.session()).toHaveProperty('error', null)
  })

  it('shows that the free premium test is taken at the next request after its start', async () => {
    const { browser } = await signIn()
    expect(await browser.session()).toMatchObject({ user: { freeTestTaken: false } })
    productApiAnswers({
      '/api/practice-tests': list(wholePaper({ slug: 'full-1', access: 'premium' })),
      [attemptsApi]: (request: Request) =>
        Response.json(request.method === 'POST' ? { data: attemptRow() } : { data: [], meta: {} }),
      ...memberWire({ freeTestTaken: true }),
    })
    const fields = { mode: 'exam', language: 'kn', skin: 'standard', declared: 'yes' }
    const started = await browser.post(instructions, { ...fields, freeTest: 'yes' })
    expect(started.status).toBe(303)
    expect(await browser.session()).toMatchObject({ user: { freeTestTaken: true } })
  })
})

describe('signing out while the product API is down', () => {
  it('is told to the product API by a later request of the browser', async () => {
    const { browser, tokens } = await signIn()
    productApiAnswers({ '/': down })
    await browser.signOut()
    expect(browser.jar.has(sessionCookie)).toBe(false)
    expect(browser.jar.get(signOutCookie)).toBeDefined()
    expect(browser.jar.get(signOutCookie)).not.toContain(tokens.refreshToken)
    vi.useFakeTimers({ now: Date.now() + 31_000, toFake: ['Date'] })
    const seen = productApiAnswers({ '/api/auth/logout': { ok: true } })
    await browser.session()
    const [told] = requestsTo(seen, '/api/auth/logout')
    expect(told?.headers.get('authorization')).toBe(`Bearer ${tokens.jwt}`)
    expect(browser.jar.has(signOutCookie)).toBe(false)
    await browser.session()
    expect(requestsTo(seen, '/api/auth/logout')).toHaveLength(1)
  })

  it('is told even when its access token has expired meanwhile', async () => {
    const { browser, tokens } = await signIn()
    productApiAnswers({ '/': down })
    await browser.signOut()
    vi.useFakeTimers({ now: Date.now() + 31_000, toFake: ['Date'] })
    const renewed = freshTokens()
    const seen = productApiAnswers({
      '/api/auth/logout': (request) =>
        request.headers.get('authorization') === `Bearer ${renewed.jwt}`
          ? Response.json({ ok: true })
          : Response.json({}, { status: 401 }),
      '/api/token/refresh': renewed,
    })
    await browser.session()
    const [renewal] = requestsTo(seen, '/api/token/refresh')
    expect(await renewal!.json()).toEqual({ refreshToken: tokens.refreshToken })
    expect(requestsTo(seen, '/api/auth/logout')).toHaveLength(2)
    expect(browser.jar.has(signOutCookie)).toBe(false)
  })

  it('is tried again in the same request, a moment later', async () => {
    const { browser } = await signIn()
    let calls = 0
    productApiAnswers({
      '/api/auth/logout': () => (++calls === 1 ? down() : Response.json({ ok: true })),
    })
    await browser.signOut()
    expect(calls).toBe(2)
  })
})

describe('a new password', () => {
  const easy = [
    'password',
    'Password1',
    '        ',
    '12345678',
    'aaaaaaaa',
    'qwertyuiop',
    'India123',
  ]
  it.each(easy)('%j is easy to guess', (text) => expect(isEasyPassword(text)).toBe(true))
  it.each(['ಗುಟ್ಟು-12345', 'correct horse battery', 'vao ೨೦೨೭ ಪಾಸು', 'xK3!plm0q'])(
    '%j is not',
    (text) => expect(isEasyPassword(text)).toBe(false),
  )

  it.each([
    ['/login/register', { email: 'ravi.kumar@example.in', password: 'password' }],
    ['/login/register', { email: 'ravi.kumar@example.in', password: '        ' }],
    ['/login/register', { email: 'ravi.kumar@example.in', password: 'Ravi.Kumar' }],
    [
      '/login/reset-password',
      { code: 'c', password: 'qwertyuiop', passwordConfirmation: 'qwertyuiop' },
    ],
  ])('is refused by the form at %s, in words, before anything is sent', async (path, fields) => {
    const seen = productApiAnswers({})
    for (const locale of ['', '/en', '/te']) {
      const response = await newBrowser().post(locale + path, fields)
      expect(response.status).toBe(422)
      expect(await response.text()).toContain('id="password-error"')
    }
    expect(seen).toEqual([])
  })
})

describe('the page for a new password', () => {
  const settings = {
    ANALYTICS_ID: 'G-TEST',
    TAG_MANAGER_ID: 'GTM-TEST',
    ADVERTISING_ID: 'ca-pub-1',
  }

  it('sends its address to no other site and has no scripts of others', async () => {
    productApiAnswers({})
    const response = await visit('/login/reset-password?code=secret-code', { settings })
    const html = await response.text()
    expect(response.headers.get('referrer-policy')).toBe('same-origin')
    expect(html).not.toMatch(/data-tags|G-TEST|GTM-TEST|ca-pub/)
    expect(response.headers.get('content-security-policy')).not.toMatch(/google/)
  })

  it.each(['/login', '/login?islogin=true', '/login/register', '/login/forgot-password'])(
    'has company: %s has no scripts of others either',
    async (path) => {
      productApiAnswers({})
      expect(await (await visit(path, { settings })).text()).not.toContain('data-tags')
    },
  )
})

describe('a forged Host', () => {
  it('never reaches the product API as the site’s name', async () => {
    const seen = productApiAnswers({ '/api/auth/': { ok: true } })
    const settings = { SITE_URL: '' }
    await visit('/login/forgot-password', {
      settings,
      method: 'POST',
      body: new URLSearchParams({ email: 'ravi@example.in' }),
      headers: { origin: origin() },
    })
    expect(seen[0]!.headers.get('x-site-host') ?? '').toBe('')
  })

  it('is replaced by the setting', async () => {
    const seen = productApiAnswers({ '/api/auth/': { ok: true } })
    await visit('/login/forgot-password', {
      settings: { SITE_URL: 'https://abhyasa.example' },
      method: 'POST',
      body: new URLSearchParams({ email: 'ravi@example.in' }),
      headers: { origin: origin() },
    })
    expect(seen[0]!.headers.get('x-site-host')).toBe('abhyasa.example')
  })
})

describe('a link with an ID token of Google', () => {
  const google = {
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_AUTHORIZE_URL: 'https://google.test/auth',
  }
  const link = (nonce: string) =>
    `/api/auth/google/callback?id_token=of-the-attacker&nonce=${nonce}`

  it('signs nobody in, whatever nonce its author chose', async () => {
    const seen = productApiAnswers({ '/api/auth/google/callback': signedIn() })
    const browser = newBrowser()
    for (const site of ['', 'none', 'same-origin'])
      for (const path of [link('chosen'), link('').replace('&nonce=', '')]) {
        const headers: Record<string, string> = site === '' ? {} : { 'sec-fetch-site': site }
        expect((await browser.go(path, { headers })).status).toBe(403)
      }
    expect([seen, browser.jar.size]).toEqual([[], 0])
  })

  it('signs in with the nonce that this browser was given, in this browser alone', async () => {
    const browser = newBrowser()
    productApiAnswers({})
    const started = await browser.call('/api/auth/signin/google', {}, { settings: google })
    const { url } = await started.json<{ url: string }>()
    const nonce = new URL(url).searchParams.get('nonce')!
    productApiAnswers({ '/api/auth/google/callback': signedIn() })
    expect((await newBrowser().go(link(nonce))).status).toBe(403)
    expect((await browser.go(link('another'))).status).toBe(403)
    expect((await browser.go(link(nonce))).status).toBe(200)
    expect(browser.jar.has(sessionCookie)).toBe(true)
  })
})

describe('/?webview=true', () => {
  it('forbids nobody to pay: only the app’s own user agent does', async () => {
    const { browser } = await signIn()
    productApiAnswers({})
    await browser.go('/?webview=true')
    const body = { data: { plan: 'x' } }
    const path = '/api/payment-transactions/phonepe/checkout'
    const seen = productApiAnswers({ [path]: { data: {} } })
    expect((await browser.postJson(path, body)).status).toBe(200)
    expect(seen).toHaveLength(1)
    const inApp = await browser.go(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'user-agent': 'Android 14; wv) Chrome/120' },
    })
    expect(inApp.status).toBe(403)
  })

  it('is kept for a day at most', async () => {
    productApiAnswers({})
    const cookie = (await visit('/?webview=true')).headers.getSetCookie().join()
    expect(Number(/webview=true; Max-Age=(\d+)/.exec(cookie)?.[1])).toBeLessThanOrEqual(86_400)
  })
})

describe('no page', () => {
  it('of one reader contains another’s marker, in whatever order they come', async () => {
    const row = (marker: string, id: number) => ({ id, username: marker, device_id: `t-${marker}` })
    const person = async (marker: string, id: number) => {
      const tokens = freshTokens()
      const { browser } = await signIn({ tokens, row: row(marker, id) })
      return { marker, id, jwt: tokens.jwt, browser }
    }
    const people = [await person('marker-of-one', 7), await person('marker-of-other', 8)]
    // Whatever is asked with a bearer is answered with its owner's marker everywhere.
    const personal = (request: Request) => {
      const bearer = request.headers.get('authorization')
      const owner = people.find(({ jwt }) => bearer === `Bearer ${jwt}`)
      const marker = owner?.marker ?? 'of nobody'
      return Response.json({
        ...userRow(row(marker, owner?.id ?? 0)),
        ...{ email: `${marker}@example.in`, phone: null },
        data: [{ id: marker, name: marker, title: marker, message: marker, userAgent: marker }],
        meta: { pagination: { total: 1 }, code: marker, balances: [], offers: [] },
      })
    }
    productApiAnswers({ '/': personal })
    const own = new Set<string>()
    const leaks: string[] = []
    const paths = [
      ...knownAddresses().map(({ path }) => path),
      ...[
        '/account',
        '/account/export',
        '/attempts',
        '/plan',
        '/flash-cards?of=due',
        '/plan/vao-30',
      ],
      ...['/api/auth/session', '/api/users/7', '/api/users/8', '/api/user-subscriptions'],
      ...['/api/user-test-progresses', '/api/payment-transactions', '/api/referral-transactions'],
      ...['/api/states', '/api/tags', '/api/practice-tests', '/search?q=vao', '/sitemap.xml'],
      `/attempts/${crypto.randomUUID()}`,
      `/attempts/${crypto.randomUUID()}/result`,
      `/payment/01HZX3V8Q4M9N7P2R5T6W8Y0AB`,
      '/karnataka/vao-paper-1/paper-1',
      '/karnataka/vao-paper-1/paper-1/instructions',
    ]
    for (const path of paths)
      for (const reader of [people[0]!, people[1]!, null, people[0]!]) {
        const browser = reader?.browser ?? newBrowser()
        const text = await (await browser.go(path)).text()
        if (reader && text.includes(reader.marker)) own.add(path)
        for (const { marker } of people)
          if (marker !== reader?.marker && text.includes(marker)) leaks.push(`${path}: ${marker}`)
      }
    expect(leaks).toEqual([])
    expect([...own]).toEqual(
      expect.arrayContaining(['/account', '/account/export', '/api/users/7']),
    )
    expect(capturedLog()).not.toContain('marker-of-one@example.in')
  }, 120_000)
})
