import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  cookiesOf,
  freshTokens,
  memberWire,
  newBrowser,
  requestsTo,
  sessionCookie,
  signIn,
  userRow,
} from '../support/reader.ts'
import { captureLog, origin, productApiAnswers, visit, type Wire } from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { x: 1 } }
const typed = { credential: JSON.stringify(credential), callbackUrl: '/en/vao' }
const refusal =
  (status: number, message: string, details = {}) =>
  () =>
    Response.json({ data: null, error: { status, message, details } }, { status })

const signInOptions = { challenge: 'Y2hhbGxlbmdl', rpId: 'abhyasa.test' }
const signInWire: Wire = {
  '/api/auth/passkey/options': signInOptions,
  '/api/auth/passkey': { ...freshTokens(), user: userRow({ ageBand: 'adult' }) },
}

describe('the login page', () => {
  it('has a hidden button for the fingerprint, and nothing to load before a tap', async () => {
    productApiAnswers({})
    const html = await (await visit('/en/login')).text()
    const [button = ''] = /<pass-key[^]*?<\/pass-key>/.exec(html) ?? []
    expect(button).toMatch(/^<pass-key hidden=""/)
    expect(button).toContain('action="/en/login/passkey"')
    expect(button).toContain('Sign in with fingerprint')
    const [, script = ''] = /src="([^"]+)"/.exec(button) ?? []
    expect(html.split(script).length).toBe(2)
  })

  it('has none where the site is at an IP address', async () => {
    productApiAnswers({})
    const settings = { SITE_URL: 'http://203.0.113.9:8080' }
    expect(await (await visit('/en/login', { settings })).text()).not.toContain('<pass-key')
  })
})

describe('signing in by fingerprint', () => {
  it('asks and answers in one browser, by its sealed cookie', async () => {
    const browser = newBrowser()
    const seen = productApiAnswers(signInWire)
    const asked = await browser.post('/en/login/passkey/options')
    expect(await asked.json()).toEqual(signInOptions)
    expect(cookiesOf(asked)['__Host-device']?.attributes).toEqual(
      expect.arrayContaining(['HttpOnly', 'Secure', 'SameSite=Lax']),
    )
    const answer = await browser.post('/en/login/passkey', typed)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${origin()}/en/vao`])
    expect(browser.jar.has(sessionCookie)).toBe(true)
    const [first, second] = ['/options', ''].map(
      (path) => requestsTo(seen, `/api/auth/passkey${path}`)[0]!,
    )
    const device = first!.headers.get('x-device-id')
    expect(device).toMatch(/^[\w-]{16,}$/)
    expect(second!.headers.get('x-device-id')).toBe(device)
    expect(await second!.json()).toEqual({ credential })
  })

  it('explains a refusal and offers the other ways, in the language of the page', async () => {
    const wire = { '/api/auth/passkey': refusal(400, 'Invalid passkey') }
    productApiAnswers(wire)
    const answer = await newBrowser().post('/te/login/passkey', typed)
    const html = await answer.text()
    expect(answer.status).toBe(401)
    expect(html).toContain('ఈ వేలిముద్రతో లాగిన్ కావడం కుదరలేదు')
    expect(html).toContain('name="phone"')
    expect(html).toContain('value="/en/vao"')
  })

  it.each(['', 'x', '[]', '"x"'])(
    'sends nothing on for an answer that is none: %s',
    async (text) => {
      const seen = productApiAnswers({})
      const answer = await newBrowser().post('/en/login/passkey', { credential: text })
      expect([answer.status, seen]).toEqual([422, []])
    },
  )

  it('says how long to wait, and that it does not work right now', async () => {
    const messageOf = async (wire: Wire) => {
      productApiAnswers(wire)
      const answer = await newBrowser().post('/en/login/passkey/options')
      return [answer.status, (await answer.json<{ message: string }>()).message]
    }
    const path = '/api/auth/passkey/options'
    const [status, message] = await messageOf({
      [path]: refusal(429, 'Too many requests', { retryAfterSeconds: 77 }),
    })
    expect([status, message]).toEqual([429, expect.stringContaining('77')])
    expect((await messageOf({ [path]: refusal(404, 'Not Found') }))[0]).toBe(503)
  })

  it('is refused from another site', async () => {
    const seen = productApiAnswers(signInWire)
    const headers = { origin: 'https://evil.example' }
    for (const path of ['/login/passkey/options', '/login/passkey']) {
      const answer = await visit(path, {
        method: 'POST',
        headers,
        body: new URLSearchParams(typed),
      })
      expect(answer.status).toBe(403)
    }
    expect(seen).toEqual([])
  })
})

const key = {
  id: 'key-1',
  userAgent: 'Mozilla/5.0 (Linux; Android 13; Redmi 9A) Chrome/130.0 Mobile Safari/537.36',
  createdAt: '2026-11-01T00:00:00.000Z',
  lastUsedAt: null,
}

async function member(wire: Wire = {}) {
  const { browser } = await signIn()
  const seen = productApiAnswers({
    '/api/passkeys/options': { challenge: 'Y2hhbGxlbmdl' },
    ...wire,
    ...('/api/passkeys' in wire ? {} : { '/api/passkeys': { data: [key] } }),
    ...memberWire(),
  })
  return { browser, seen }
}

describe('the account page', () => {
  it('lists where the fingerprint signs in, by names that people know', async () => {
    const { browser } = await member()
    const html = await browser.read('/en/account')
    const [section = ''] = /<h2>Fingerprint sign-in[^]*?<\/section>/.exec(html) ?? []
    expect(section).toContain('<b>Redmi 9A, Chrome</b>')
    expect(section).toContain('Added on 1 November 2026')
    expect(section).toContain('Not used yet')
    expect(section).toContain('aria-label="Remove: Redmi 9A, Chrome"')
    expect(section).toContain('<pass-key hidden="" ')
  })

  it('shows nothing without passkeys and script, or where the product API has none', async () => {
    const empty = await member({ '/api/passkeys': { data: [] } })
    const html = await empty.browser.read('/en/account')
    expect(html).toMatch(/<section><pass-key hidden[^]*?<h2>Fingerprint/)
    const none = await member({ '/api/passkeys': refusal(404, 'Not Found') })
    expect(await none.browser.read('/en/account')).not.toContain('<pass-key')
  })

  it('adds a device in the member’s name and in this browser', async () => {
    const { browser, seen } = await member()
    expect((await browser.post('/en/account/passkeys/options')).status).toBe(200)
    const added = await browser.post('/en/account/passkeys', typed)
    expect(added.headers.get('location')).toBe(`${origin()}/en/account?done=passkey`)
    const [asked] = requestsTo(seen, '/api/passkeys/options')
    const [sent] = requestsTo(seen, '/api/passkeys')
    expect(asked!.headers.get('authorization')).toMatch(/^Bearer /)
    expect(sent!.headers.get('x-device-id')).toBe(asked!.headers.get('x-device-id'))
    expect(await sent!.json()).toEqual({ credential })
    expect(await browser.read('/en/account?done=passkey')).toContain('From now on you can sign in')
  })

  it('leads to a new sign-in where the last one is too long ago', async () => {
    const { browser } = await member({
      '/api/passkeys/options': refusal(403, 'Please sign in again'),
    })
    const answer = await browser.post('/en/account/passkeys/options')
    const { location } = await answer.json<{ location: string }>()
    expect(answer.status).toBe(403)
    expect(location).toContain(`${origin()}/en/login?error=RecentSignInRequired&callbackUrl=`)
    const page = await browser.read(location.slice(origin().length))
    expect(page).toContain('Please sign in once more before you add the fingerprint')
  })

  it('says that ten are enough, and that an answer was refused', async () => {
    const full = await member({ '/api/passkeys/options': refusal(400, 'Too many passkeys') })
    const answer = await full.browser.post('/en/account/passkeys/options')
    expect((await answer.json<{ message: string }>()).message).toContain('ten devices')
    const { browser } = await member({ '/api/passkeys': refusal(400, 'Invalid passkey') })
    const refused = await browser.post('/en/account/passkeys', typed)
    expect([refused.status, await refused.text()]).toEqual([
      ...[422, expect.stringContaining('That did not work')],
    ])
  })

  it('removes one, also one that is gone already', async () => {
    const { browser, seen } = await member({ '/api/passkeys/key-1': { ok: true } })
    const removed = await browser.post('/en/account/passkeys/remove', { id: 'key-1' })
    expect(removed.headers.get('location')).toContain('?done=passkey-removed')
    expect(requestsTo(seen, '/api/passkeys/key-1')[0]?.method).toBe('DELETE')
    const gone = await member({ '/api/passkeys/key-1': refusal(404, 'Not Found') })
    const again = await gone.browser.post('/en/account/passkeys/remove', { id: 'key-1' })
    expect(again.status).toBe(303)
  })
})
