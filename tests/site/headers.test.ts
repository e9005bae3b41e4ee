import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shopWire } from '../support/payments.ts'
import { keepLog, list, paperRow, productApiAnswers, read, visit } from '../support/site.ts'

beforeEach(keepLog)
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
  ])('%s carries all of them', async (path) => {
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
    'the policy of %s names exactly the inline pieces of the page by their hashes',
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

describe('traffic source', () => {
  it('?user_source= becomes a cookie for 24 hours that script can read, on a page that stays the same for all', async () => {
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

  it.each(['', '<script>', 'a b', 'x'.repeat(65)])(
    '%j is no source and sets nothing',
    async (source) => {
      productApiAnswers({ '/': list() })
      const response = await visit(`/sda-fda?user_source=${encodeURIComponent(source)}`)
      expect(response.headers.getSetCookie()).toEqual([])
    },
  )
})

describe('measuring and advertising', () => {
  const settings = { ANALYTICS_ID: 'G-1', TAG_MANAGER_ID: 'GTM-2', ADVERTISING_ID: 'ca-pub-3' }

  it('without ids nothing of it is in the page or its policy', async () => {
    productApiAnswers({ '/': list() })
    const { html, headers } = await read('/')
    expect(`${html} ${headers.get('content-security-policy') ?? ''}`).not.toMatch(
      /googletag|googlesyndication|consent/,
    )
  })

  it("with ids the page asks, in the reader's language, and loads nothing by itself", async () => {
    productApiAnswers({ '/': list() })
    for (const [path, refuse] of [
      ['/', 'ಬೇಡ'],
      ['/en', 'Refuse'],
      ['/te', 'వద్దు'],
    ] as const) {
      const { html } = await read(path, { settings })
      expect(html).toMatch(/<section class="consent" id="consent" hidden=""/)
      expect(html).toContain(`value="no">${refuse}<`)
      expect(html).not.toMatch(/src="https:\/\/[^"]*google/)
    }
  })

  it('checkout pages know nothing of it', async () => {
    productApiAnswers(shopWire())
    const { html } = await read('/karnataka/vao-paper-1/subscription/checkout', { settings })
    expect(html).not.toMatch(/consent|G-1|GTM-2/)
  })
})
