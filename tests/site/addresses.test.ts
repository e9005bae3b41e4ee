import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  captureLog,
  list,
  origin,
  paperRow,
  productApiAnswers,
  read,
  visit,
  wholePaper,
} from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

describe('the locale of an address', () => {
  it.each([
    ['/vao-paper-1', 'kn'],
    ['/en/vao-paper-1', 'en'],
    ['/te/vao-paper-1', 'te'],
    ['/ap-pet', 'te'],
    ['/kn/ap-pet', 'kn'],
    ['/tet-paper-2-social', 'te'],
    ['/andhra-pradesh/ap-pet/paper', 'te'],
  ])('renders %s in %s', async (path, locale) => {
    productApiAnswers({
      '/api/practice-tests?filters[slug]': list(
        wholePaper({ slug: 'paper', category: { slug: 'ap-pet' } }),
      ),
    })
    const { html, status } = await read(path)
    expect(status).toBe(200)
    expect(html).toMatch(new RegExp(`<html lang="${locale}"`))
  })

  it.each([
    ['/kn/vao', '/vao'],
    ['/kn', '/'],
    ['/te/ap-pet', '/ap-pet'],
    ['/en/', '/en'],
    ['/vao/', '/vao'],
    ['/contactus', '/contact-us'],
    ['/en/contactus?x=1', '/en/contact-us?x=1'],
  ])('redirects %s permanently to %s', async (from, to) => {
    const response = await visit(from)
    expect([response.status, response.headers.get('location')]).toEqual([301, to])
  })

  it('adds canonical, alternate and x-default links to every page', async () => {
    productApiAnswers({})
    const { html } = await read('/en/vao-paper-2')
    const link = (attributes: string, path: string) =>
      expect(html).toContain(`<link ${attributes} href="${origin()}${path}"/>`)
    link('rel="canonical"', '/en/vao-paper-2')
    link('rel="alternate" hrefLang="kn"', '/vao-paper-2')
    link('rel="alternate" hrefLang="te"', '/te/vao-paper-2')
    link('rel="alternate" hrefLang="x-default"', '/vao-paper-2')
  })

  it('ignores the Accept-Language header', async () => {
    productApiAnswers({})
    const { status, html } = await read('/sda-fda', {
      headers: { 'accept-language': 'te,en;q=0.5' },
    })
    expect(status).toBe(200)
    expect(html).toContain('<html lang="kn"')
  })
})

describe('an unknown address', () => {
  it.each([
    '/nosuch',
    '/nosuch/model-paper',
    '/vao-paper-1/previous-papers_1999',
    '/ap-pet/model-paper',
    '/karnataka/ap-pet/x',
    '/a/b/c/d',
    '/flash-cards/nosuch',
    '/current-affairs/2020-01-01',
  ])("is answered with 404 and the home page's title and description: %s", async (path) => {
    productApiAnswers({})
    const home = await read('/en')
    const { status, html, headers } = await read(`/en${path}`)
    expect(status).toBe(404)
    const title = /<title>(.*?)<\/title>/
    const description = /<meta name="description" content="(.*?)"/
    expect(title.exec(html)?.[1]).toBe(title.exec(home.html)?.[1])
    expect(description.exec(html)?.[1]).toBe(description.exec(home.html)?.[1])
    expect(html).toContain('noindex')
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('layout', () => {
  it('has a header but no footer on checkout and login pages', async () => {
    productApiAnswers({})
    for (const path of [
      '/login?islogin=true',
      '/karnataka/vao-paper-1/subscription/checkout',
      '/village-administrative-officer-pack',
    ]) {
      const { html } = await read(path)
      expect(html).toContain('class="top"')
      expect(html).not.toContain('<footer')
    }
  })

  it('has neither header nor footer with ?layout=plain', async () => {
    productApiAnswers({})
    const { html } = await read('/pdo-paper-2?layout=plain')
    expect(html).not.toContain('class="top"')
    expect(html).not.toContain('<footer')
  })

  it('has no links about payments in the footer inside the app', async () => {
    productApiAnswers({})
    const webView = 'Mozilla/5.0 (Linux; Android 14; Pixel; wv) Version/4.0 Chrome/156 Mobile'
    const paymentLinks = /href="\/(refundpolicy|cancellationpolicy|paymentpolicy)"/
    expect((await read('/gk-and-current-affairs')).html).toMatch(paymentLinks)
    expect(
      (await read('/gk-and-current-affairs', { headers: { 'user-agent': webView } })).html,
    ).not.toMatch(paymentLinks)
    expect(
      (await read('/gk-and-current-affairs', { headers: { cookie: '__Host-webview=true' } })).html,
    ).not.toMatch(paymentLinks)
  })

  it('is that of the app after ?webview=true, by a cookie', async () => {
    productApiAnswers({})
    const response = await visit('/gk-and-current-affairs?webview=true')
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-webview=true; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    expect(await response.text()).not.toContain('refundpolicy')
  })
})

describe('the pages of papers', () => {
  it('list only the papers of the year in the address', async () => {
    const paper = { kind: 'previous-papers', category: { slug: 'vao-paper-1' }, locale: 'en' }
    productApiAnswers({
      '/api/practice-tests': list(
        paperRow({ ...paper, year: 2023, title: 'In the pattern of 2023' }),
        paperRow({ ...paper, year: 2022, title: 'In the pattern of 2022' }),
      ),
    })
    const { html } = await read('/en/vao-paper-1/previous-papers_2023')
    expect(html).toContain('In the pattern of 2023')
    expect(html).not.toContain('In the pattern of 2022')
  })

  it('list a paper without translation in its own language, with its lang attribute', async () => {
    productApiAnswers({
      '/api/practice-tests?filters[category][slug][$eq]=pdo-paper-1&locale=en': list(),
      '/api/practice-tests?filters[category][slug][$eq]=pdo-paper-1&locale=kn': list(
        paperRow({ title: 'ಕನ್ನಡ ಮಾತ್ರ', category: { slug: 'pdo-paper-1' } }),
      ),
    })
    const { html } = await read('/en/pdo-paper-1/model-paper')
    expect(html).toMatch(/<a [^>]*lang="kn">ಕನ್ನಡ ಮಾತ್ರ</)
  })

  it('filter the list by ?q= for readers without script', async () => {
    productApiAnswers({
      '/api/practice-tests': list(
        paperRow({ title: 'ಇತಿಹಾಸ 1', category: { slug: 'sda-fda' } }),
        paperRow({ title: 'ಭೂಗೋಳ 1', category: { slug: 'sda-fda' } }),
      ),
    })
    const { html } = await read(`/sda-fda?q=${encodeURIComponent('ಇತಿಹಾಸ')}`)
    expect(html).toContain('ಇತಿಹಾಸ 1')
    expect(html).not.toContain('ಭೂಗೋಳ 1')
  })

  it('show a test as a form with all its questions, which works without script', async () => {
    productApiAnswers({
      '/api/practice-tests?filters[slug]': list(wholePaper({ slug: 'one', title: 'ಒಂದು' })),
    })
    const { html } = await read('/karnataka/vao-paper-1/one')
    expect(html).toContain('ಕರ್ನಾಟಕದ ರಾಜಧಾನಿ?')
    expect(html.match(/<input type="radio" name="q1[0-9a-z]{3}"/g)).toHaveLength(4)
    expect(html).toMatch(/<form class="paper"[^>]* method="post"/)
    expect(html).toMatch(/<button class="btn wide"[^>]*>ಸಲ್ಲಿಸಿ<\/button>/)
  })

  it('link a premium paper to its plans and show none of its questions', async () => {
    productApiAnswers({
      '/api/practice-tests?filters[slug]': list(
        wholePaper({ slug: 'two', access: 'premium', questions: undefined }),
      ),
    })
    const { html } = await read('/en/karnataka/vao-paper-1/two')
    expect(html).not.toContain('type="radio"')
    expect(html).toContain('/en/karnataka/vao-paper-1/subscription/checkout')
  })

  it('accept responses in the format of Strapi 4', async () => {
    const {
      id,
      documentId: _none,
      category,
      ...attributes
    } = paperRow({
      title: 'ನಾಲ್ಕು',
      category: { data: { id: 9, attributes: { slug: 'vao-paper-2' } } },
    })
    productApiAnswers({
      '/api/practice-tests': { data: [{ id, attributes: { ...attributes, category } }], meta: {} },
    })
    expect((await read('/vao-paper-2/model-paper')).html).toContain('ನಾಲ್ಕು')
  })
})

describe('rich text of the product API', () => {
  it('is rendered without scripts, event handlers and unknown URL schemes', async () => {
    const body = [
      '<h1>ತಲೆ</h1><p onclick="x()">ಮಾತು<script>alert(1)</script>',
      '<a href="javascript:x()">a</a><img src=x onerror=y></p><iframe src="//evil"></iframe>',
    ].join('')
    productApiAnswers({
      '/api/pages': list({
        id: 1,
        documentId: 'p',
        slug: 'terms',
        locale: 'kn',
        title: 'ನಿಯಮ',
        description: 'd',
        date: null,
        body,
        source: 's',
        checkedOn: '2026-11-21',
        updatedAt: '2026-11-21T00:00:00.000Z',
      }),
    })
    const { html } = await read('/terms')
    expect(html).toContain('<h2>ತಲೆ</h2><p>ಮಾತು<a>a</a></p>')
    expect(html).not.toMatch(/alert|onclick|onerror|iframe|javascript:/)
  })
})
