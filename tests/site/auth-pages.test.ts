import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { captureLog, list, origin, productApiAnswers, read, visit } from '../support/site.ts'
import { shopWire } from '../support/payments.ts'
import { redirectTarget, newBrowser } from '../support/reader.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const at = (path: string) => `${origin()}/api/auth/${path}`
const google = { GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret' }

describe('GET providers', () => {
  const entry = (id: string, name: string, type: string) => ({
    [id]: { id, name, type, signinUrl: at(`signin/${id}`), callbackUrl: at(`callback/${id}`) },
  })
  const formProviders = () => ({
    ...entry('credentials', 'E-mail', 'credentials'),
    ...entry('phone', 'Phone', 'credentials'),
  })
  const providers = async (init?: Parameters<typeof visit>[1]) =>
    (await visit('/api/auth/providers', init)).json()

  it('lists each provider with five fields and absolute addresses', async () => {
    expect(await providers()).toEqual(formProviders())
  })

  it('lists Google where its settings exist, and never inside the app', async () => {
    expect(await providers({ settings: google })).toEqual({
      ...formProviders(),
      ...entry('google', 'Google', 'oauth'),
    })
    const inApp = { headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; wv)' } }
    expect(await providers({ settings: google, ...inApp })).toEqual(formProviders())
  })
})

describe('GET signin', () => {
  it.each([
    ['/api/auth/signin', '/login?callbackUrl=ORIGIN'],
    ['/api/auth/signin?callbackUrl=/en/vao', '/en/login?callbackUrl=ORIGIN%2Fen%2Fvao'],
    ['/api/auth/signin?error=Callback', '/login?callbackUrl=ORIGIN&error=Callback'],
    ['/api/auth/signin/OAuthSignin', '/login?callbackUrl=ORIGIN&error=OAuthSignin'],
    ['/api/auth/signin/google?error=A%26b', '/login?callbackUrl=ORIGIN&error=A%26b'],
    ['/api/auth/signin?csrf=true', '/login?callbackUrl=ORIGIN'],
  ])('redirects %s to the sign-in page', async (path, to) => {
    const response = await visit(path)
    const location = origin() + to.replace('ORIGIN', encodeURIComponent(origin()))
    expect([response.status, response.headers.get('location')]).toEqual([302, location])
  })
})

describe('POST signin', () => {
  it.each([
    ['credentials', 'signin'],
    ['phone', 'signin'],
    ['nosuch', 'signin?csrf=true'],
    ['google', 'signin?csrf=true'],
  ])('with %s (Google is not configured) returns %s', async (provider, url) => {
    const browser = newBrowser()
    const path = `/api/auth/signin/${provider}`
    const response = await browser.call(path)
    expect([response.status, await response.json()]).toEqual([200, { url: at(url) }])
    const plain = await browser.call(path, { json: 'TRUE' })
    expect([plain.status, plain.headers.get('location')]).toEqual([302, at(url)])
  })
})

describe('error codes', () => {
  const onSignInPage = [
    ...['Signin', 'OAuthSignin', 'OAuthCallback', 'OAuthCreateAccount', 'EmailCreateAccount'],
    ...['Callback', 'OAuthAccountNotLinked', 'EmailSignin', 'CredentialsSignin', 'SessionRequired'],
  ]

  it.each(onSignInPage)('are explained on the sign-in page: %s', async (code) => {
    const response = await visit(`/api/auth/error?error=${code}`)
    expect([response.status, await redirectTarget(response)]).toEqual([
      302,
      at(`signin?error=${code}`),
    ])
    const { status, html } = await read(`/en/login?error=${code}`)
    expect(status).toBe(200)
    expect(html).toMatch(/role="alert">[^<]{10,}</)
    expect(html).not.toContain(`>${code}<`)
  })

  it('are matched case-insensitively', async () => {
    expect((await visit('/api/auth/error?error=cALLBACK')).status).toBe(302)
  })

  it.each([
    ['?error=Configuration', 500],
    ['?error=configuration', 500],
    ['?error=AccessDenied', 403],
    ['?error=Verification', 403],
    ['?error=Default', 200],
    ['?error=AnythingElse', 200],
    ['', 200],
  ])('are explained on a page: error%s has the status %i', async (query, expected) => {
    const { status, headers, html } = await read(`/api/auth/error${query}`)
    expect([status, headers.get('content-type')]).toEqual([expected, 'text/html; charset=utf-8'])
    expect(html).toContain('<h1>')
  })

  it.each(['/api/auth/error', '/login', '/en/login'])(
    'are never shown as text on %s',
    async (path) => {
      const { html } = await read(`${path}?error=${encodeURIComponent('<b>Zq</b>"onload=Zq')}`)
      expect(html).not.toContain('Zq')
    },
  )

  it('redirect from verify-request to the sign-in page', async () => {
    const response = await visit('/api/auth/verify-request')
    expect([response.status, await redirectTarget(response)]).toEqual([302, `${origin()}/login`])
  })
})

describe('POST _log', () => {
  it.each([
    'level=error&code=CLIENT_FETCH_ERROR&error=%5Bobject+Object%5D&message=boom&client=true',
    '',
    '%%%',
    '{"a":',
    'x'.repeat(100_000),
  ])('responds with 200 and an empty body to %.20s', async (body) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const response = await visit('/api/auth/_log', { method: 'POST', body })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(JSON.stringify(warn.mock.calls).length).toBeLessThan(2000)
  })

  it('writes the report of the client into our log', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await newBrowser().post('/api/auth/_log', { code: 'CLIENT_FETCH_ERROR', message: 'boom' })
    const lines = warn.mock.calls.map(([line]) => String(line))
    expect(lines).toContainEqual(expect.stringContaining('"code":"CLIENT_FETCH_ERROR"'))
  })
})

describe('a method or action that next-auth does not have', () => {
  const unsupported = (method: string) =>
    `Error: This action with HTTP ${method} is not supported by NextAuth.js`

  it.each([
    ['PUT', 'session'],
    ['DELETE', 'session'],
    ['POST', 'csrf'],
    ['POST', 'providers'],
    ['PUT', 'signin/credentials'],
    ['PATCH', 'callback/credentials'],
    ['POST', 'callback/nosuch'],
    ['GET', 'callback/nosuch'],
    ['POST', 'callback/google'],
    ['DELETE', 'signout'],
    ['POST', 'error'],
    ['POST', 'verify-request'],
    ['GET', '_log'],
    ['PUT', '_log'],
  ])('is answered with 400 and its message: %s %s', async (method, path) => {
    const response = await visit(`/api/auth/${path}`, { method })
    expect([response.status, await response.text()]).toEqual([400, unsupported(method)])
  })

  it.each(['session', 'csrf', 'signout', 'callback/credentials'])(
    'is answered with 400: HEAD %s',
    async (path) => {
      expect((await visit(`/api/auth/${path}`, { method: 'HEAD' })).status).toBe(400)
    },
  )

  it.each(['credentials', 'phone'])(
    'is answered with 500 and its message: GET callback/%s',
    async (id) => {
      const response = await visit(`/api/auth/callback/${id}`)
      expect([response.status, await response.text()]).toEqual([
        500,
        'Error: Callback for provider type credentials not supported',
      ])
    },
  )

  it.each(['GET', 'POST'])(
    'makes no call of the product API: %s of an unknown action',
    async (method) => {
      const seen = productApiAnswers({ '/': list() })
      for (const path of ['nosuch', 'session/x', 'callback/google/x', 'signout/x', 'SESSION'])
        expect([400, 404]).toContain((await visit(`/api/auth/${path}`, { method })).status)
      expect(seen).toEqual([])
    },
  )
})

describe('the error codes of next-auth', () => {
  const codes = [
    ...['OAuthSignin', 'OAuthCallback', 'OAuthCreateAccount', 'EmailCreateAccount', 'Callback'],
    ...['OAuthAccountNotLinked', 'EmailSignin', 'CredentialsSignin', 'SessionRequired'],
    ...['Configuration', 'AccessDenied', 'Verification', 'Signin'],
  ]

  it.each(['', '/en', '/te'])(
    'have words of their own in the language of %s/login',
    async (path) => {
      const texts = await Promise.all(
        codes.map(async (code) => {
          const { html } = await read(`${path}/login?error=${code}`)
          return /role="alert">([^<]+)</.exec(html)?.[1] ?? ''
        }),
      )
      expect(texts.filter((text) => text === '')).toEqual([])
      expect(new Set(texts).size).toBe(codes.length)
    },
  )
})

it.each(['/en/login', '/en/search', '/en/subscription/checkout'])(
  'the metadata of %s has its address',
  async (path) => {
    productApiAnswers(shopWire())
    const { html } = await read(path)
    expect(html).toContain(`<meta property="og:url" content="${origin()}${path}"/>`)
  },
)
