import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shopWire } from '../support/payments.ts'
import { captureLog, list, paperRow, productApiAnswers, read, visit } from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const sha256 = async (text: string) =>
  btoa(
    String.fromCharCode(
      ...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
    ),
  )

describe('security headers', () => {
  it.each([
    '/',
    '/vao-paper-1',
    '/nosuch',
    '/kn/vao',
    '/robots.txt',
    '/api/nosuch',
    '/image/1?url=x',
    '/sitemap.xml',
  ])('are complete on %s', async (path) => {
    productApiAnswers({ '/': list() })
    const { headers } = await visit(path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'strict-transport-security': expect.stringContaining('max-age=63072000'),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'.*frame-ancestors 'none'/,
      ),
    })
  })

  it.each(['/', '/en/vao-paper-1', '/te/flash-cards', '/feedback', '/search'])(
    'allow exactly the inline scripts and styles of %s by their hashes',
    async (path) => {
      productApiAnswers({ '/api/practice-tests': list(paperRow()), '/': list() })
      const { html, headers } = await read(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).not.toMatch(/unsafe|nonce|\*/)
      const inline = [...html.matchAll(/<(style|script)(?: data-[^>]*)?>(.*?)<\/\1>/gs)]
      const hashes = await Promise.all(
        inline.map(async ([, , text = '']) => `'sha256-${await sha256(text)}'`),
      )
      expect(policy.match(/'sha256-[^']+'/g)?.toSorted()).toEqual(hashes.toSorted())
      expect(html).not.toMatch(/ (style|onclick|onload)="/)
    },
  )
})

describe('the traffic source in ?user_source=', () => {
  it('is stored for 24 hours in a cookie, and the page stays cached without it', async () => {
    productApiAnswers({ '/': list() })
    const plain = await read('/sda-fda')
    const response = await visit('/sda-fda?user_source=whatsapp')
    const [cookie = '', ...others] = response.headers.getSetCookie()
    expect(others).toEqual([])
    const [, end] =
      /^user_source=whatsapp\.(\d{10}); Max-Age=86400; Path=\/; Secure; SameSite=Lax$/.exec(
        cookie,
      ) ?? []
    expect(Number(end)).toBeCloseTo(Date.now() / 1000 + 86_400, -1)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(await response.text()).toBe(plain.html)
  })

  it.each(['', '<>', ' \u0000\u202e'])(
    'is ignored if it has nothing to keep: %j',
    async (source) => {
      productApiAnswers({ '/': list() })
      const response = await visit(`/sda-fda?user_source=${encodeURIComponent(source)}`)
      expect(response.headers.getSetCookie()).toEqual([])
    },
  )
})

describe('analytics and advertising', () => {
  const settings = { ANALYTICS_ID: 'G-1', TAG_MANAGER_ID: 'GTM-2', ADVERTISING_ID: 'ca-pub-3' }

  it('are absent from the page and its policy if no ids are set', async () => {
    productApiAnswers({ '/': list() })
    const { html, headers } = await read('/')
    expect(`${html} ${headers.get('content-security-policy') ?? ''}`).not.toMatch(
      /googletag|googlesyndication|consent/,
    )
  })

  it("ask for consent in the page's language, and load nothing before", async () => {
    productApiAnswers({ '/': list() })
    for (const [path, refuse] of [
      ['/', 'ಎಲ್ಲವೂ ಬೇಡ'],
      ['/en', 'Refuse all'],
      ['/te', 'ఏదీ వద్దు'],
    ] as const) {
      const { html } = await read(path, { settings })
      expect(html).toMatch(/<form class="consent" id="consent" hidden=""/)
      expect(html).toContain(`value="no">${refuse}<`)
      expect(html).not.toMatch(/src="https:\/\/[^"]*google/)
    }
  })

  it.each([
    [{ ANALYTICS_ID: 'G-1' }, /name="analytics"/, /name="advertising"|data-ad=|frame-src/],
    [{ TAG_MANAGER_ID: 'GTM-2' }, /name="analytics"/, /name="advertising"|data-ad=|frame-src/],
    [{ ADVERTISING_ID: 'ca-pub-3' }, /frame-src [^;]*doubleclick/, /name="analytics"|data-ad=/],
    [
      { ADVERTISING_ID: 'ca-pub-3', ADVERTISING_SLOT: '4' },
      /<ins class="adsbygoogle" data-ad-client="ca-pub-3" data-ad-slot="4"/,
      /name="analytics"|google-analytics/,
    ],
    [{ ADVERTISING_SLOT: '4' }, /<html/, /consent|data-ad=/],
  ])('are asked for and allowed by what is configured: %j', async (own, present, absent) => {
    productApiAnswers({ '/': list() })
    const { html, headers } = await read('/sda-fda', { settings: own })
    const all = `${html} ${headers.get('content-security-policy') ?? ''}`
    expect(all).toMatch(present)
    expect(all).not.toMatch(absent)
  })

  it('are absent from checkout pages', async () => {
    productApiAnswers(shopWire())
    const { html } = await read('/karnataka/vao-paper-1/subscription/checkout', { settings })
    expect(html).not.toMatch(/consent|G-1|GTM-2/)
  })
})
