import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newBrowser, requestsTo } from '../support/reader.ts'
import { captureLog, productApiAnswers, visit, type Wire } from '../support/site.ts'

// Cloudflare Turnstile in the forms of the site. What it refuses: tests/product-api/human-check.

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const keys = { TURNSTILE_SITE_KEY: '1x-site-key' }
const always = { ...keys, TURNSTILE_WHEN: 'always' }
const host = 'https://challenges.cloudflare.com'
const needed = () =>
  Response.json(
    { data: null, error: { status: 403, message: 'Human check required', details: {} } },
    { status: 403 },
  )
const refusals: Wire = { '/api/auth/local': needed }
const pages = ['/en/login', '/en/login?islogin=true', '/en/login/register']
const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? ''

const forms: [string, string, Record<string, string>][] = [
  ['/en/login/phone', 'phone-code', { phone: '9845012345' }],
  ['/en/login', 'password', { email: 'ravi@example.in', password: 'a secret word' }],
  [
    ...(['/en/login/register', 'register'] as const),
    { name: '', email: 'ravi@example.in', password: 'a secret word', ageBand: 'adult' },
  ],
]

describe('Turnstile', () => {
  it.each([{}, keys, { TURNSTILE_WHEN: 'always' }])(
    'is nowhere while nobody is asked: %j',
    async (settings) => {
      productApiAnswers({})
      for (const path of pages) {
        const answer = await visit(path, { settings })
        expect(policyOf(answer)).not.toContain(host)
        expect(await answer.text()).not.toMatch(/human-check|turnstile/)
      }
    },
  )

  it.each(forms)('appears in %s for %s once it is needed', async (path, action, fields) => {
    productApiAnswers(refusals)
    const answer = await newBrowser().post(path, fields, { settings: keys })
    const html = await answer.text()
    expect(html).toContain('Automatic programs are trying to sign in just now')
    expect(html).toMatch(new RegExp(`<human-check src="${host}[^"]+" now=""`))
    expect(html).toContain(`data-sitekey="1x-site-key" data-action="${action}"`)
    expect(html).toContain('This check needs JavaScript')
    const [contact = ''] = Object.values(fields).filter((value) => /@|^98/.test(value))
    expect(html).toContain(`value="${contact}"`)
    expect(html).not.toContain('a secret word')
    expect(policyOf(answer)).toMatch(new RegExp(`script-src [^;]*${host}`))
    expect(policyOf(answer)).toMatch(new RegExp(`frame-src [^;]*${host}`))
  })

  it.each(forms)('sends the token of %s to the product API', async (path, _action, fields) => {
    const seen = productApiAnswers(refusals)
    const withToken = { ...fields, 'cf-turnstile-response': '0.a-token' }
    await newBrowser().post(path, withToken, { settings: keys })
    expect(seen.map(({ headers }) => headers.get('x-turnstile-token'))).toEqual(['0.a-token'])
  })

  it('takes the token of next-auth’s client, too', async () => {
    const browser = newBrowser()
    const seen = productApiAnswers(refusals)
    const fields = { email: 'ravi@example.in', password: 'x', 'cf-turnstile-response': '0.t' }
    const answer = await browser.call('/api/auth/callback/credentials', fields)
    expect(answer.status).toBe(401)
    const [sent] = requestsTo(seen, '/api/auth/local')
    expect(sent?.headers.get('x-turnstile-token')).toBe('0.t')
  })

  it('is in every form from the start where the operator wants it always', async () => {
    productApiAnswers({})
    for (const path of pages) {
      const answer = await visit(path, { settings: always })
      expect(policyOf(answer)).toMatch(new RegExp(`frame-src [^;]*${host}`))
      const html = await answer.text()
      expect(html).toContain('<human-check src=')
      expect(html).not.toContain('now=""')
    }
    for (const path of ['/en/vao-paper-1/subscription', '/en/login/forgot-password', '/en/account'])
      expect(policyOf(await visit(path, { settings: always }))).not.toContain(host)
  })
})
