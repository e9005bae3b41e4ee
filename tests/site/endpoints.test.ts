import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { captureLog, list, origin, productApiAnswers, read, visit } from '../support/site.ts'
import { locales } from '../../domain/locale.ts'
import { knownAddresses } from '../../src/addresses/site-map.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

describe('/api/*', () => {
  it("forwards a listed call with its query, without the browser's headers", async () => {
    const seen = productApiAnswers({ '/api/tags': list() })
    const response = await visit('/api/tags?locale=kn', {
      headers: {
        cookie: 'a=b',
        authorization: 'Bearer mine',
        'x-forwarded-for': '1.2.3.4',
        'user-agent': 'a browser',
        origin: 'https://evil',
      },
    })
    expect(await response.json()).toEqual(list())
    expect(new URL(seen[0]!.url).pathname + new URL(seen[0]!.url).search).toBe(
      '/api/tags?locale=kn',
    )
    expect(Object.fromEntries(seen[0]!.headers)).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'a browser',
      'x-client-address': '127.0.0.1',
      'x-device-kind': 'browser',
      'x-locale': 'kn',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      'x-site-host': new URL(origin()).host,
    })
  })

  it('forwards no cookie of the response', async () => {
    productApiAnswers({
      '/api/tags': () =>
        new Response('{}', {
          headers: { 'set-cookie': 'a=b', 'content-type': 'application/json' },
        }),
    })
    expect((await visit('/api/tags')).headers.getSetCookie()).toEqual([])
  })

  it.each([
    ['GET', '/api/nosuch'],
    ['DELETE', '/api/tags'],
    ['GET', '/api/feedbacks'],
    ['GET', '/api/tags/'],
    ['GET', '/en/api/tags'],
    ['GET', '/api//tags'],
  ])('responds with 404 to %s %s, which is not listed', async (method, path) => {
    const seen = productApiAnswers({ '/': list() })
    const { status } = await visit(path, { method })
    expect([404, 301]).toContain(status)
    expect(seen).toEqual([])
  })

  it('forwards POST /api/front-end-logs with its body', async () => {
    const seen = productApiAnswers({
      '/api/front-end-logs': async (request) =>
        Response.json(await request.json(), { status: 201 }),
    })
    const body = JSON.stringify({ logJson: { message: 'x' }, logTime: '2026-11-21T00:00:00.000Z' })
    const response = await visit('/api/front-end-logs', { method: 'POST', body })
    expect([response.status, await response.text()]).toEqual([201, body])
    expect(seen).toHaveLength(1)
  })

  it('responds with 413 to a body above 64 KB, and with 532 during an outage', async () => {
    productApiAnswers({ '/': () => Promise.reject(new TypeError('down')) })
    expect(
      (await visit('/api/feedbacks', { method: 'POST', body: 'x'.repeat(70_000) })).status,
    ).toBe(413)
    const down = await visit('/api/tags')
    expect(down.status).toBe(532)
    expect(await down.json()).toEqual({ message: 'Internet connection failure or server is down' })
  })

  it('forwards an error status with its body', async () => {
    productApiAnswers({
      '/api/tags': () => Response.json({ error: { status: 429 } }, { status: 429 }),
    })
    const response = await visit('/api/tags')
    expect([response.status, await response.json()]).toEqual([429, { error: { status: 429 } }])
  })
})

describe('/feedback', () => {
  const send = (fields: Record<string, string>) =>
    read('/en/feedback', { method: 'POST', body: new URLSearchParams(fields) })

  it('sends the message and redirects to a confirmation', async () => {
    const seen = productApiAnswers({ '/api/feedbacks': list() })
    const response = await visit('/en/feedback', {
      method: 'POST',
      body: new URLSearchParams({ message: 'ತಪ್ಪು', contact: '98450 12345' }),
    })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/en/feedback?sent'])
    expect(await seen[0]!.json()).toMatchObject({
      data: { message: 'ತಪ್ಪು', contact: '98450 12345', locale: 'en' },
    })
    expect((await read('/en/feedback?sent')).html).toContain('Your message has reached us')
  })

  it('shows what was typed and the errors, and focuses the first invalid field', async () => {
    const seen = productApiAnswers({})
    const { status, html } = await send({ message: '', name: 'ರವಿ', contact: 'nobody' })
    expect(status).toBe(422)
    const [message] = /<textarea[^>]*>/.exec(html) ?? []
    expect(message).toMatch(/aria-invalid="true"/)
    expect(message).toMatch(/autofocus/i)
    expect(html).toContain('Please fill this in.')
    expect(html).toContain('neither an e-mail address nor a 10-digit mobile number')
    expect(html).toContain('value="ರವಿ"')
    expect(html).toContain('value="nobody"')
    expect(seen).toEqual([])
  })

  it("responds to a form above 64 KB with 413 and a page in the page's language", async () => {
    const seen = productApiAnswers({})
    const body = new URLSearchParams({ message: 'x'.repeat(70_000) })
    for (const [path, title] of [
      ['/en/feedback', 'What you sent is too long'],
      ['/feedback', 'ನೀವು ಕಳುಹಿಸಿದ್ದು ತುಂಬಾ ಉದ್ದವಾಗಿದೆ'],
      ['/te/feedback', 'మీరు పంపినది చాలా పొడవుగా ఉంది'],
    ] as const) {
      const { status, html, headers } = await read(path, { method: 'POST', body })
      expect([status, headers.get('cache-control')]).toEqual([413, 'no-store'])
      expect(html).toContain(title)
    }
    expect(seen).toEqual([])
  })

  it('responds with 415 and a page to a body that is not a form', async () => {
    const { status, html } = await read('/en/feedback', {
      method: 'POST',
      body: '{"message":"x"}',
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBe(415)
    expect(html).toContain('What you sent did not arrive completely')
  })

  it('escapes what was typed', async () => {
    const { html } = await send({ message: '', name: '"><script>alert(1)</script>' })
    expect(html).not.toContain('<script>alert')
  })
})

describe('the files for crawlers and apps', () => {
  it('have a sitemap index with three sitemaps', async () => {
    const { html, headers } = await read('/sitemap.xml')
    expect(headers.get('content-type')).toContain('application/xml')
    expect([...html.matchAll(/<loc>([^<]+)</g)].map(([, url]) => url)).toEqual(
      ['pages', 'papers', 'current-affairs'].map((part) => `${origin()}/sitemap-${part}.xml`),
    )
  })

  it('list every address in every language with its last change', async () => {
    productApiAnswers({
      '/api/pages?fields[0]=slug&fields[1]=updatedAt&fields[2]=date&locale=kn': list(
        { slug: 'terms', updatedAt: '2026-11-20T20:00:00.000Z', date: null },
        { slug: 'day', updatedAt: '2026-11-02T00:00:00.000Z', date: '2026-11-01' },
        { slug: 'ahead', updatedAt: '2026-11-02T00:00:00.000Z', date: '2999-01-01' },
      ),
      '/api/practice-tests?fields[0]=slug': list({
        slug: 'one',
        updatedAt: '2026-11-19T00:00:00.000Z',
        category: { slug: 'rrb' },
      }),
    })
    const { html: pages } = await read('/sitemap-pages.xml')
    const listed = knownAddresses().filter((known) => known.listed)
    expect(pages.match(/<url>/g)).toHaveLength(
      new Set(listed.map(({ path }) => path)).size * locales.length,
    )
    expect(pages).toContain(`<loc>${origin()}/en/terms</loc><lastmod>2026-11-21</lastmod>`)
    expect(pages).toContain(`<xhtml:link rel="alternate" hreflang="te" href="${origin()}/ap-pet"/>`)
    expect(pages).toContain(
      `<xhtml:link rel="alternate" hreflang="kn" href="${origin()}/kn/ap-pet"/>`,
    )
    const { html: papers } = await read('/sitemap-papers.xml')
    expect(papers.match(/<url>/g)).toHaveLength(3)
    expect(papers).toContain(
      `<loc>${origin()}/en/all-india/rrb/one</loc><lastmod>2026-11-19</lastmod>`,
    )
    const { html: affairs } = await read('/sitemap-current-affairs.xml')
    expect(affairs.match(/<url>/g)).toHaveLength(3)
    expect(affairs).toContain(`<loc>${origin()}/current-affairs/2026-11-01</loc>`)
  })

  it('have an Atom feed of current affairs in each language', async () => {
    productApiAnswers({
      '/api/pages?': list({
        slug: 'day',
        locale: 'te',
        title: 'ఒక <రోజు>',
        description: 'వివరణ & మరిన్ని',
        date: '2026-11-01',
        updatedAt: '2026-11-02T00:00:00.000Z',
      }),
    })
    const { html, headers } = await read('/te/current-affairs/feed.xml')
    expect(headers.get('content-type')).toContain('application/atom+xml')
    expect(html).toContain('<title>ఒక &lt;రోజు&gt;</title>')
    expect(html).toContain(`<link href="${origin()}/te/current-affairs/2026-11-01#day"/>`)
    expect(html).toContain('<updated>2026-11-02T00:00:00.000Z</updated>')
  })

  it('disallow personal pages in robots.txt, which names the sitemap', async () => {
    const { html } = await read('/robots.txt')
    expect(html).toContain('Disallow: /account\nDisallow: /en/account')
    expect(html).toContain(`Sitemap: ${origin()}/sitemap.xml`)
  })

  it("contain assetlinks.json once the app's certificate is set", async () => {
    expect((await visit('/.well-known/assetlinks.json')).status).toBe(404)
    const response = await visit('/.well-known/assetlinks.json', {
      settings: { ANDROID_APP_CERTIFICATES: 'AA:BB' },
    })
    expect(await response.json()).toMatchObject([
      { target: { sha256_cert_fingerprints: ['AA:BB'] } },
    ])
  })
})

describe('/share, where no picture was drawn', () => {
  it.each([
    ['/share/kas-prelims/kas-prelims-full-1-kn.png', '/share/kas-prelims/exam-kn.png'],
    ['/share/kas-prelims/exam-te.png', '/share/exam-te.png'],
  ])('leads from %s to %s', async (path, to) => {
    const seen = productApiAnswers({})
    const response = await visit(path)
    expect([response.status, response.headers.get('location')]).toEqual([302, to])
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(seen).toEqual([])
  })

  it.each(['/share/exam-kn.png', '/share/vao-paper-1/full-1.png', '/share/a/exam-kn.jpg'])(
    'responds with 404 to %s',
    async (path) => {
      productApiAnswers({ '/': list() })
      expect((await visit(path)).status).toBe(404)
    },
  )
})

describe('/image', () => {
  it.each([
    '/image/641?url=/figures/a.png',
    '/image/640?url=https://evil.example/a.png',
    '/image/640?url=//evil.example/a.png',
    '/image/640?url=/api/tags',
    '/image/640?url=/figures/../api/tags',
    '/image/640',
  ])('responds with 404 to %s and fetches nothing', async (path) => {
    const seen = productApiAnswers({ '/': list() })
    expect((await visit(path)).status).toBe(404)
    expect(seen).toEqual([])
  })

  it('resizes an image of the product API to a known width, once', async () => {
    const png = Uint8Array.from(atob(onePixel), (letter) => letter.charCodeAt(0))
    const seen = productApiAnswers({
      '/figures/a.png': () => new Response(png, { headers: { 'content-type': 'image/png' } }),
    })
    const response = await visit('/image/640?url=/figures/a.png', {
      headers: { accept: 'image/webp,*/*' },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toContain('max-age=2592000')
    await visit('/image/640?url=/figures/a.png', { headers: { accept: 'image/webp,*/*' } })
    expect(seen).toHaveLength(1)
  })
})

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
