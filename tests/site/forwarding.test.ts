import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  generatedCalls,
  isListed,
  maxBodyBytes,
  signInCalls,
  type GeneratedCall,
} from '../support/generated-calls.ts'
import { captureLog, origin, productApiAnswers, visit } from '../support/site.ts'
import {
  cookiesOf,
  freshTokens,
  newBrowser,
  memberWire,
  sessionCookie,
  signIn,
  userRow,
} from '../support/reader.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

/** One session: a sign-in as somebody else would end the one that the calls are made in. */
const sessionId = 'session-of-the-forwarded-calls'
const tokens = freshTokens({ sessionId })
const apiAnswer = () =>
  Response.json(
    { ...tokens, user: userRow(), data: [] },
    { headers: { 'set-cookie': 'of-api=1', 'x-powered-by': 'of-api', server: 'of-api' } },
  )

const ourHeaders = [
  ...['accept', 'content-type', 'user-agent', 'x-client-address', 'x-device-kind'],
  ...['x-locale', 'x-request-id', 'x-site-host'],
]

/** Sends a call and returns the first violation of the forwarding rules, or null. */
async function checkCall(
  { method, path, headers, body, isForeign }: GeneratedCall,
  cookie: string,
  bearer: string | null,
): Promise<{ violation: string | null; isForwarded: boolean; status: number }> {
  const seen = productApiAnswers({ '/': apiAnswer, '': apiAnswer })
  const response = await visit(path, { method, body, headers: { ...headers, cookie } })
  const url = new URL(origin() + path)
  const { status } = response
  const isCall = isListed(method, url)
  const signsIn = signInCalls.some((one) => one.join() === `${method},${url.pathname}`)
  // Without the cookie of a sign-in that this browser began, Google's answer is somebody else's.
  const isGoogle = isCall && url.pathname === '/api/auth/google/callback'
  const isRefused =
    isForeign || isGoogle || (isCall && signsIn && headers['sec-fetch-site'] === 'cross-site')
  const isLong = (body?.length ?? 0) > maxBodyBytes
  const violations: string[] = []
  const expectThat = (isSo: boolean, otherwise: string) => isSo || violations.push(otherwise)

  const isForwarded = seen.length > 0
  expectThat(isForwarded === (isCall && !isRefused && !isLong), `forwarded: ${isForwarded}`)
  if (isRefused) expectThat(status === 403, `foreign, but ${status}`)
  else if (isCall && isLong) expectThat(status === 413, `too long, but ${status}`)
  else if (!isCall) expectThat([301, 400, 404].includes(status), `no call, but ${status}`)

  for (const request of seen) {
    const sent = Object.fromEntries(request.headers)
    const { authorization = null, ...others } = sent
    const to = new URL(request.url)
    expectThat(request.method === method, `went as ${request.method}`)
    expectThat(to.pathname + to.search === url.pathname + url.search, `went to ${request.url}`)
    expectThat(authorization === bearer, `bearer ${authorization}`)
    const names = /\/(registerPhone|resend-otp)$/.test(url.pathname)
      ? [...ourHeaders, 'x-device-id'].sort()
      : ourHeaders
    expectThat(Object.keys(others).sort().join() === names.join(), Object.keys(sent).join())
    expectThat(!JSON.stringify(sent).includes('of-browser'), JSON.stringify(sent))
  }
  const responseHeaders = JSON.stringify([...response.headers])
  expectThat(!responseHeaders.includes('of-api'), responseHeaders)
  if (isForwarded && signsIn) {
    const text = await response.text()
    expectThat(!text.includes(tokens.jwt) && !text.includes(tokens.refreshToken), text)
    expectThat(sessionCookie in cookiesOf(response), 'no session began')
  }
  const violation = violations.length === 0 ? null : `${method} ${path}: ${violations.join('; ')}`
  return { violation, isForwarded, status }
}

async function violationsOf(calls: GeneratedCall[], cookie: string, bearer: string | null) {
  const results: Awaited<ReturnType<typeof checkCall>>[] = []
  for (const call of calls) results.push(await checkCall(call, cookie, bearer))
  const count = (status: number) => results.filter((one) => one.status === status).length
  // The generated calls must cover every outcome often enough.
  expect(results.filter((one) => one.isForwarded).length).toBeGreaterThan(calls.length / 10)
  for (const status of [403, 404, 400]) expect(count(status)).toBeGreaterThan(calls.length / 30)
  expect(count(413)).toBeGreaterThan(0)
  return results.flatMap(({ violation }) => violation ?? [])
}

describe('of thousands of generated calls, only the listed ones are forwarded', () => {
  it('without a bearer token for a visitor', { timeout: 120_000 }, async () => {
    const calls = generatedCalls(4000, 20261121, origin())
    expect(await violationsOf(calls, 'of-browser=1; token=of-browser', null)).toEqual([])
  })

  it("with the session's bearer token for a member", { timeout: 120_000 }, async () => {
    const { browser, tokens: own } = await signIn({ tokens: freshTokens({ sessionId }) })
    const cookie = `of-browser=1; ${sessionCookie}=${browser.jar.get(sessionCookie)!}`
    const calls = generatedCalls(1500, 1947, origin())
    expect(await violationsOf(calls, cookie, `Bearer ${own.jwt}`)).toEqual([])
  })
})

describe('a call that signs in', () => {
  it.each(signInCalls.filter(([, path]) => !path.includes('google')))(
    'begins the session and removes the tokens from the response: %s %s',
    async (method, path) => {
      productApiAnswers({ [path]: apiAnswer })
      const browser = newBrowser()
      const response = await browser.go(path, { method, ...(method === 'POST' && { body: '{}' }) })
      expect([response.status, await response.json()]).toEqual([200, { user: userRow(), data: [] }])
      expect(Object.keys(cookiesOf(response))).toEqual(['__Host-device', sessionCookie])
      expect(await browser.session()).toMatchObject({ user: userRow() })
      const seen = productApiAnswers(memberWire())
      await browser.go('/api/users/7')
      expect(seen[0]!.headers.get('authorization')).toBe(`Bearer ${tokens.jwt}`)
    },
  )

  it('begins no session and returns the error when it is refused', async () => {
    const error = { status: 400, message: 'Invalid identifier or password' }
    productApiAnswers({ '/api/auth/local': () => Response.json({ error }, { status: 400 }) })
    const response = await visit('/api/auth/local', { method: 'POST', body: '{}' })
    expect([response.status, await response.json()]).toEqual([400, { error }])
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it.each(['<h1>nginx</h1>', '', 'null', '"text"'])(
    'begins no session when the response is %j',
    async (text) => {
      productApiAnswers({ '/api/auth/local': () => new Response(text) })
      const response = await visit('/api/auth/local', { method: 'POST', body: '{}' })
      expect([response.status, await response.json()]).toEqual([200, {}])
      expect(response.headers.getSetCookie()).toEqual([])
    },
  )

  it('is refused as a link on another site', async () => {
    const seen = productApiAnswers({ '/api/auth/google/callback': apiAnswer })
    const response = await visit('/api/auth/google/callback?id_token=of-the-attacker', {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    })
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
    expect(seen).toEqual([])
  })
})

describe('POST /api/token/refresh', () => {
  it('is answered with 401 for a visitor, without a call of the product API', async () => {
    const seen = productApiAnswers({})
    const body = JSON.stringify({ refreshToken: tokens.refreshToken })
    const response = await visit('/api/token/refresh', { method: 'POST', body })
    expect(response.status).toBe(401)
    expect(seen).toEqual([])
  })
})

describe('a request from another site', () => {
  const posts = ['/login', '/login/google', '/account/sign-out', '/feedback', '/api/feedbacks']
  const wires = ['/api/auth/signout', '/api/auth/callback/credentials', '/api/auth/session']
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ]

  it.each([...posts, ...wires])(
    'is refused with 403 and changes nothing: POST %s',
    async (path) => {
      const { browser, seen } = await signIn()
      for (const headers of foreign) {
        const response = await browser.go(path, { method: 'POST', body: 'a=b', headers })
        expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
      }
      expect(seen).toEqual([])
    },
  )

  it.each(['PUT', 'PATCH', 'DELETE'])('is refused with 403: %s', async (method) => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await visit('/api/update-profile', { method, headers })).status).toBe(403)
  })
})

describe('the body of a forwarded call', () => {
  it.each([
    [maxBodyBytes, 200],
    [maxBodyBytes + 1, 413],
  ])('of %i bytes is answered with %i', async (length, status) => {
    const seen = productApiAnswers({})
    const response = await visit('/api/feedbacks', { method: 'POST', body: 'x'.repeat(length) })
    expect(response.status).toBe(status)
    expect(seen).toHaveLength(status === 200 ? 1 : 0)
  })

  it('is measured in bytes, also without a content-length', async () => {
    const seen = productApiAnswers({})
    const letters = 'ಅ'.repeat(maxBodyBytes / 3 + 1)
    const body = new Response(letters).body
    expect((await visit('/api/feedbacks', { method: 'POST', body })).status).toBe(413)
    expect(seen).toEqual([])
  })
})
