import { env } from 'cloudflare:workers'
import { Hono } from 'hono/quick'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { knownAddresses } from '../../src/addresses/site-map.ts'
import { safeHtml } from '../../src/api-client/rich-text.ts'
import type { AppEnv } from '../../src/app-env.ts'
import { pageContext } from '../../src/middleware/page-context.ts'
import { request } from '../../src/middleware/request.ts'
import { securityHeaders } from '../../src/middleware/security-headers.ts'
import { captureLog, origin, productApiAnswers, visit } from '../support/site.ts'
import { signIn } from '../support/reader.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

/** Ways to write "another host" behind the slash of a path. */
const hostile = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/%2fevil.example',
  '/%2F/evil.example',
  '/%5cevil.example',
  '%2f%2fevil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/／evil.example',
  '/\u2028/evil.example',
  '/@evil.example',
  '/:@evil.example',
  '//evil.example/..',
  '//evil.example/',
  '//evil.example%2f..',
  '//user:pw@evil.example/vao',
  ':8443@evil.example/x',
  '.evil.example',
  '/https://evil.example',
  '//evil.example\\@abhyasa.test',
]
const prefixes = ['', '/kn', '/en', '/te', '/kn/kn', '/te/kn', '/en/en', '/kn/login', '/api/auth']

/** Every Location, followed as long as it stays on this site. */
async function leavesSite(path: string, init: RequestInit = {}): Promise<string | null> {
  let next = path
  for (let hops = 0; hops < 6; hops += 1) {
    const response = await visit(next, init)
    const location = response.headers.get('location')
    if (location === null) return null
    const target: URL = new URL(location, origin() + next)
    if (target.origin !== origin()) return location
    next = target.pathname + target.search
  }
  return `more than 6 redirects: ${next}`
}

describe('a hostile path', () => {
  it('behind any locale never leads to another host', async () => {
    productApiAnswers({})
    const left: unknown[] = []
    for (const prefix of prefixes)
      for (const text of hostile)
        for (const path of [prefix + text, `${prefix}${text}/`, `${prefix}/${text}?x=${text}`]) {
          if (!URL.canParse(origin() + path)) continue
          if (new URL(origin() + path).origin !== origin()) continue
          const location = await leavesSite(path)
          if (location !== null) left.push([path, location])
        }
    expect(left).toEqual([])
  }, 60_000)

  it('in any parameter of any known address never leads to another host', async () => {
    productApiAnswers({})
    const names = [
      'callbackUrl',
      'returnTo',
      'back',
      'url',
      'next',
      'redirect',
      'error',
      'user_source',
    ]
    const paths = new Set([
      ...knownAddresses().map(({ path }) => path.split('?')[0]!),
      ...['signin', 'signin/google', 'signout', 'error', 'verify-request', 'callback/google'].map(
        (action) => `/api/auth/${action}`,
      ),
    ])
    const left: unknown[] = []
    for (const path of paths)
      for (const [index, text] of [
        '/kn//evil.example',
        '//evil.example',
        '/\\evil.example',
      ].entries()) {
        const query = names.map((name) => `${name}=${encodeURIComponent(text)}`).join('&')
        const location = await leavesSite(`${index === 0 ? path : `/en${path}`}?${query}`)
        if (location !== null) left.push([path, text, location])
      }
    expect(left).toEqual([])
  }, 60_000)
})

describe('a callback URL', () => {
  it.each(hostile.flatMap((text) => [text, `/kn${text}`, `/en/kn${text}`, `ORIGIN/kn${text}`]))(
    'written as %j leads after sign-in and sign-out to this site',
    async (text) => {
      const callbackUrl = text.replace('ORIGIN', origin())
      const { browser } = await signIn()
      productApiAnswers({})
      const out = await (
        await browser.call('/api/auth/signout', { callbackUrl })
      ).json<{
        url: string
      }>()
      const locationless = new URL(out.url, origin())
      expect(locationless.origin).toBe(origin())
      expect(await leavesSite(locationless.pathname + locationless.search)).toBeNull()
    },
  )
})

it('GET /kn//evil.example redirects to a page of this site', async () => {
  productApiAnswers({})
  const response = await visit('/kn//evil.example')
  expect([response.status, response.headers.get('location')]).toEqual([301, '/evil.example'])
})

it.each(['//evil.example', '/kn//evil.example', '/&#47;evil.example', '/kn/&sol;evil.example'])(
  'a link to %s in content loses its address',
  (href) => {
    expect(safeHtml(`<a href="${href}">x</a>`)).not.toContain('evil.example')
  },
)

it.each(['/vao', '/en/vao?x=1&amp;y=2#h', '/', 'https://kea.kar.nic.in/x//y', '#top'])(
  'a link to %s in content stays',
  (href) => {
    expect(safeHtml(`<a href="${href}">x</a>`)).toContain(`href="${href}"`)
  },
)

it('a redirect to another host that a route makes by mistake goes to the home page', async () => {
  const site = new Hono<AppEnv>()
  site.use(request, pageContext, securityHeaders)
  site.get('/mistake', (c) => c.redirect('https://evil.example/x'))
  site.get('/provider', (c) => c.redirect('https://www.paypal.com/checkoutnow?token=x'))
  const locationOf = async (path: string) =>
    (await site.fetch(new Request(origin() + path), env)).headers.get('location')
  expect(await locationOf('/mistake')).toBe('/')
  expect(await locationOf('/provider')).toBe('https://www.paypal.com/checkoutnow?token=x')
})
