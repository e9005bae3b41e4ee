import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { captureLog, capturedLog, origin, productApiAnswers, type Wire } from '../support/site.ts'
import {
  requestsTo,
  cookiesOf,
  flowCookie,
  freshTokens,
  redirectTarget,
  newBrowser,
  sessionCookie,
  userRow,
} from '../support/reader.ts'

beforeEach(captureLog)
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const settings = {
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_CLIENT_SECRET: 'client-secret',
  GOOGLE_AUTHORIZE_URL: 'https://google.test/authorize',
  GOOGLE_TOKEN_URL: 'https://google.test/token',
}
const failedWith = (code: string) => `${origin()}/api/auth/error?error=${code}`
const tokens = freshTokens()
const successfulResponses: Wire = {
  'https://google.test/token': { id_token: 'id-token' },
  '/api/auth/google/callback': { ...tokens, user: userRow({ provider: 'google' }) },
}

async function startFlow() {
  const browser = newBrowser()
  const answer = await browser.call(
    '/api/auth/signin/google',
    { callbackUrl: '/en/vao' },
    { settings },
  )
  const url = new URL((await redirectTarget(answer.clone()))!)
  const back = (query: Record<string, string>) =>
    browser.go(`/api/auth/callback/google?${new URLSearchParams(query)}`, { settings })
  return { browser, answer, url, back, state: url.searchParams.get('state')! }
}

describe('POST signin/google', () => {
  it('returns the address at Google and stores the sealed flow for 15 minutes', async () => {
    const { answer, url } = await startFlow()
    expect([answer.status, url.origin + url.pathname]).toEqual([200, settings.GOOGLE_AUTHORIZE_URL])
    const query = Object.fromEntries(url.searchParams)
    expect(query).toMatchObject({
      client_id: 'client',
      redirect_uri: `${origin()}/api/auth/callback/google`,
      response_type: 'code',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(query[name]).toMatch(/^[\w-]{43}$/)
    const { value, attributes } = cookiesOf(answer)[flowCookie]!
    expect(attributes).toEqual(
      expect.arrayContaining(['Max-Age=900', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']),
    )
    expect(decodeURIComponent(value)).not.toContain(query.state!)
  })

  it('works without script, from the button of the sign-in page', async () => {
    const response = await newBrowser().post('/login/google', {}, { settings })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toContain(settings.GOOGLE_AUTHORIZE_URL)
  })
})

describe('callback/google', () => {
  it('exchanges the code on the server and begins the session', async () => {
    const seen = productApiAnswers(successfulResponses)
    const { browser, back, state, url } = await startFlow()
    const response = await back({ code: 'the-code', state })
    expect([response.status, await redirectTarget(response)]).toEqual([302, `${origin()}/en/vao`])
    expect(browser.jar.has(sessionCookie)).toBe(true)
    expect(browser.jar.has(flowCookie)).toBe(false)
    const [exchange] = requestsTo(seen, '/token')
    const sent = new URLSearchParams(await exchange!.text())
    expect(Object.fromEntries(sent)).toMatchObject({
      code: 'the-code',
      client_secret: 'client-secret',
    })
    const [signIn] = requestsTo(seen, '/api/auth/google/callback')
    expect(new URL(signIn!.url).searchParams.get('nonce')).toBe(url.searchParams.get('nonce'))
    for (const secret of ['client-secret', 'the-code', 'id-token', tokens.jwt])
      expect(capturedLog()).not.toContain(secret)
  })

  it.each([
    ['denies access', { error: 'access_denied' }, 'Callback'],
    ['sends another state', { code: 'x', state: 'another' }, 'OAuthCallback'],
    ['sends no state', { code: 'x' }, 'OAuthCallback'],
  ])('signs nobody in when Google %s', async (_, query, code) => {
    const seen = productApiAnswers(successfulResponses)
    const { browser, back } = await startFlow()
    const response = await back(query)
    expect([response.status, await redirectTarget(response)]).toEqual([302, failedWith(code)])
    expect(browser.jar.has(sessionCookie)).toBe(false)
    expect(seen).toEqual([])
  })

  it('signs nobody in without a code', async () => {
    const seen = productApiAnswers(successfulResponses)
    const { back, state } = await startFlow()
    expect(await redirectTarget(await back({ state }))).toBe(failedWith('OAuthCallback'))
    expect(seen).toEqual([])
  })

  it.each<[string, Wire]>([
    ['Google is down', { 'https://google.test': () => Promise.reject(new TypeError('down')) }],
    ['Google answers HTML', { 'https://google.test': () => new Response('<h1>') }],
    ['Google refuses', { 'https://google.test': () => Response.json({}, { status: 400 }) }],
    [
      'the product API refuses',
      {
        ...successfulResponses,
        '/api/auth/google/callback': () => Response.json({}, { status: 400 }),
      },
    ],
  ])('redirects to the error page when %s', async (_, wire) => {
    productApiAnswers(wire)
    const { browser, back, state } = await startFlow()
    expect(await redirectTarget(await back({ code: 'x', state }))).toBe(failedWith('OAuthCallback'))
    expect(browser.jar.has(sessionCookie)).toBe(false)
  })

  it('accepts a flow once, in the browser that began it, for 15 minutes', async () => {
    productApiAnswers(successfulResponses)
    const { browser, back, state } = await startFlow()
    const other = await newBrowser().go(`/api/auth/callback/google?code=x&state=${state}`, {
      settings,
    })
    expect(await redirectTarget(other)).toBe(failedWith('OAuthCallback'))
    const late = browser.copy()
    expect(await redirectTarget(await back({ code: 'x', state }))).toBe(`${origin()}/en/vao`)
    expect(await redirectTarget(await back({ code: 'x', state }))).toBe(failedWith('OAuthCallback'))
    vi.setSystemTime(Date.now() + 901_000)
    const tooLate = await late.go(`/api/auth/callback/google?code=x&state=${state}`, { settings })
    expect(await redirectTarget(tooLate)).toBe(failedWith('OAuthCallback'))
  })

  it('accepts no session cookie as a flow, and no flow as a session', async () => {
    const { browser, state } = await startFlow()
    const flow = browser.jar.get(flowCookie)!
    const withFlowAsSession = newBrowser(new Map([[sessionCookie, flow]]))
    expect(await withFlowAsSession.session()).toEqual({})
    const withModifiedFlow = newBrowser(new Map([[flowCookie, `${flow}x`]]))
    const path = `/api/auth/callback/google?code=x&state=${state}`
    expect(await redirectTarget(await withModifiedFlow.go(path, { settings }))).toBe(
      failedWith('OAuthCallback'),
    )
  })
})
