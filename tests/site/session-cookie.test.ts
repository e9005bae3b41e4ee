import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { encrypt } from 'hono-sessions'
import { sealSession, type SessionRecord } from '../../src/session/sealed-cookie.ts'
import { captureLog, list, productApiAnswers, visit } from '../support/site.ts'
import {
  accessToken,
  cookiesOf,
  freshTokens,
  isCleared,
  keys,
  newBrowser,
  memberWire,
  password,
  sessionCookie,
  signIn,
  userRow,
} from '../support/reader.ts'

beforeEach(captureLog)
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const day = 24 * 3600_000
const [newest, older] = keys

const record = (changes: Partial<SessionRecord> = {}): SessionRecord => ({
  ...freshTokens(),
  user: userRow(),
  askedAt: Date.now(),
  error: null,
  ...changes,
})
const browserWithCookie = (value: string) => newBrowser(new Map([[sessionCookie, value]]))

describe('a visitor without a session', () => {
  it.each(['/', '/en', '/login', '/account', '/api/auth/session', '/api/tags', '/nosuch'])(
    'gets no cookie from %s',
    async (path) => {
      productApiAnswers({ '/api/tags': list() })
      expect((await visit(path)).headers.getSetCookie()).toEqual([])
    },
  )

  it('gets no cookie from a failed sign-in', async () => {
    productApiAnswers({ '/api/auth/local': () => Response.json({}, { status: 400 }) })
    const response = await newBrowser().post('/login', { email: 'a@b.in', password })
    expect([response.status, response.headers.getSetCookie()]).toEqual([401, []])
  })
})

describe('the session cookie', () => {
  it('is host-only, Secure, HttpOnly, and lasts 30 days', async () => {
    productApiAnswers({ '/api/auth/local': { ...freshTokens(), user: userRow() } })
    const response = await newBrowser().post('/login', { email: 'a@b.in', password })
    expect(Object.keys(cookiesOf(response))).toEqual(['__Host-device', sessionCookie])
    const { attributes } = cookiesOf(response)[sessionCookie]!
    expect(attributes.toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=2592000',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
    expect(response.headers.get('cache-control')).toMatch(/private, no-store/)
  })

  it('is not set again by pages that change nothing', async () => {
    const { browser } = await signIn()
    for (const path of ['/account', '/account', '/', '/en', '/api/auth/session', '/api/tags'])
      expect([path, (await browser.go(path)).headers.getSetCookie()]).toEqual([path, []])
  })

  it('is set once by a response that changes the session twice', async () => {
    const sessionId = crypto.randomUUID()
    const { browser } = await signIn({ tokens: freshTokens({ sessionId, endsInSec: -10 }) })
    productApiAnswers({
      '/api/token/refresh': freshTokens({ sessionId }),
      ...memberWire({ isPremium: true }),
    })
    const response = await browser.go('/account')
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(await browser.session()).toMatchObject({ user: { isPremium: true } })
  })

  it('has no readable content', async () => {
    const { browser, tokens } = await signIn()
    const value = decodeURIComponent(browser.jar.get(sessionCookie)!)
    expect(value).not.toContain(tokens.refreshToken)
    const parts = value.split(/[*.]/).map((part) => part.replaceAll('-', '+').replaceAll('_', '/'))
    for (const part of parts.filter((one) => one.length % 4 !== 1))
      expect(atob(part)).not.toMatch(/refresh|jwt|user/)
  })

  it('fits into 4,096 bytes with a token of 1,400 and a name of 60 characters', async () => {
    const signature = 's'.repeat(1400 - accessToken({ signature: '' }).length)
    const tokens = { ...freshTokens(), jwt: accessToken({ signature }) }
    expect(tokens.jwt).toHaveLength(1400)
    const row = { username: 'ಕ್ಷಿ'.repeat(15), device_id: 'd'.repeat(400) }
    expect(row.username).toHaveLength(60)
    productApiAnswers({ '/api/auth/local': { ...tokens, user: userRow(row) } })
    const browser = newBrowser()
    const response = await browser.post('/login', { email: 'a@b.in', password })
    expect(response.status).toBe(303)
    const [line = ''] = response.headers.getSetCookie()
    expect(new TextEncoder().encode(line).length).toBeLessThan(4096)
    expect(await browser.session()).toMatchObject({ user: row })
  })

  it('is sealed again once a day while it is used, for another 30 days', async () => {
    const { browser } = await signIn()
    for (let days = 0; days < 35; days += 5) {
      vi.setSystemTime(Date.now() + 5 * day)
      expect(cookiesOf(await browser.go('/en'))).toHaveProperty(sessionCookie)
      expect((await browser.go('/en')).headers.getSetCookie()).toEqual([])
    }
    expect(await browser.session()).toHaveProperty('user')
  })

  it('expires after 30 days', async () => {
    const { browser } = await signIn()
    vi.setSystemTime(Date.now() + 30 * day + 1000)
    const response = await browser.go('/api/auth/session')
    expect([await response.text(), isCleared(response)]).toEqual(['{}', true])
  })
})

describe('an invalid session cookie is deleted and the reader is a visitor if it was', () => {
  async function expectVisitor(value: string) {
    const seen = productApiAnswers({})
    const response = await browserWithCookie(value).go('/api/auth/session')
    const what = value.length > 60 ? `${value.slice(0, 60)}… (${value.length})` : value
    expect([what, response.status, await response.text()]).toEqual([what, 200, '{}'])
    expect([what, isCleared(response)]).toEqual([what, true])
    expect(seen).toEqual([])
  }

  it('changed in any single character', { timeout: 60_000 }, async () => {
    const value = await sealSession(keys, record())
    for (let at = 0; at < value.length; at++) {
      const other = value[at] === 'A' ? 'B' : 'A'
      await expectVisitor(value.slice(0, at) + other + value.slice(at + 1))
    }
  })

  it('changed to a separator or another special character', async () => {
    const value = await sealSession(keys, record())
    for (const other of ['*', '%', '.', '=', '~'])
      for (let at = 3; at < value.length; at += 97)
        if (value[at] !== other)
          await expectVisitor(value.slice(0, at) + other + value.slice(at + 1))
  })

  it('truncated at any of twenty positions', async () => {
    const value = await sealSession(keys, record())
    for (let place = 0; place < 20; place++)
      await expectVisitor(value.slice(0, Math.floor((value.length * place) / 20)))
  })

  it('doubled, or extended by a character', async () => {
    const value = await sealSession(keys, record())
    for (const modified of [value + value, `${value}*${value}`, `${value}A`, `A${value}`])
      await expectVisitor(modified)
  })

  it('sealed with an unknown key', async () => {
    await expectVisitor(await sealSession(['a-key-of-somebody-else-0123456789abcdef'], record()))
  })

  it('5 KB long', async () => {
    for (const letter of ['a', '*', 'Fe26.2*', '%41']) await expectVisitor(letter.repeat(5000))
  })

  it.each(['x', 'null', '{}', 'Fe26.2', 'Fe26.2**', '*******', '%', '%E0%A4%A', '__proto__'])(
    'replaced by %s',
    expectVisitor,
  )

  it.each<[string, unknown]>([
    ['no session', {}],
    ['another shape', { session: { value: { user: null }, flash: false } }],
  ])('sealed with our key, but contains %s', async (_, data) => {
    const expires = new Date(Date.now() + day).toISOString()
    const envelope = { _data: data, _expire: expires, _delete: false, _accessed: expires }
    await expectVisitor(await encrypt(newest, JSON.stringify(envelope)))
    await expectVisitor(await encrypt(newest, 'no JSON'))
  })

  it('malformed, on pages as well', async () => {
    productApiAnswers({})
    for (const path of ['/', '/en', '/account', '/nosuch']) {
      const response = await browserWithCookie('Fe26.2*broken').go(path)
      expect([path, response.status < 500, isCleared(response)]).toEqual([path, true, true])
      expect(await response.text()).not.toContain('data-session=')
    }
  })
})

describe('a change of the sealing keys', () => {
  it('unseals a cookie of the older key and seals it with the newest key', async () => {
    const browser = browserWithCookie(await sealSession([older], record()))
    const response = await browser.go('/api/auth/session')
    expect(await response.json()).toMatchObject({ user: userRow() })
    expect(cookiesOf(response)).toHaveProperty(sessionCookie)
    const settings = { SESSION_KEYS: newest }
    const next = await browser.go('/api/auth/session', { settings })
    expect(await next.json()).toMatchObject({ user: userRow() })
    expect(next.headers.getSetCookie()).toEqual([])
  })

  it('refuses a cookie whose key was removed', async () => {
    const browser = browserWithCookie(await sealSession([older], record()))
    const response = await browser.go('/api/auth/session', { settings: { SESSION_KEYS: newest } })
    expect([await response.text(), isCleared(response)]).toEqual(['{}', true])
  })

  it('makes every reader a visitor if no key is set', async () => {
    const { browser } = await signIn()
    const settings = { SESSION_KEYS: '' }
    const response = await browser.go('/api/auth/session', { settings })
    expect([response.status, await response.text()]).toEqual([200, '{}'])
    expect((await browser.go('/account', { settings })).status).toBe(303)
  })
})
