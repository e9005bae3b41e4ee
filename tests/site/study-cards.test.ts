import { beforeEach, describe, expect, it } from 'vitest'
import { requestsTo, newBrowser, signIn } from '../support/reader.ts'
import { captureLog, list, productApiAnswers, read, type Wire } from '../support/site.ts'

beforeEach(captureLog)

const review = { id: 'device-one.1', card: 'card-1', at: 1_795_000_000_000, grade: 3, tookMs: 900 }
const mistake = {
  ...{ id: 'q:q1', locale: 'kn', front: 'ರಾಜಧಾನಿ?', back: 'ಬೆಂಗಳೂರು' },
  ...{ options: ['ಬೆಂಗಳೂರು', 'ಮೈಸೂರು'], figure: null },
  ...{ explanation: { locale: 'en', text: 'Since 1956.' }, missed: 2, isRightSince: true },
}
const tag = { id: 1, documentId: 't1', slug: 'polity', locale: 'en', name: 'Polity' }
const wire = (more: Wire = {}): Wire => ({
  '/api/guest/token': { jwt: 'guest-token', guestId: 'g1' },
  '/api/card-reviews': { data: { acknowledged: [review.id], refused: [], now: 'now' } },
  '/api/user-cards': { data: [mistake], meta: { counts: { due: 1, fresh: 2, learned: 3 } } },
  '/api/tags': list(tag),
  ...more,
})
const log = '/flash-cards/reviews'

describe('the endpoints of the review log', () => {
  it('return an empty log for a visitor without a call of the product API', async () => {
    const seen = productApiAnswers(wire())
    const { status, html, headers } = await read(`${log}?after=0`)
    expect(status).toBe(200)
    expect(JSON.parse(html)).toMatchObject({ data: { reviews: [], isAll: true, exam: null } })
    expect(headers.get('cache-control')).toContain('no-store')
    expect(seen).toHaveLength(0)
  })

  it('store the first reviews of a visitor as a guest', async () => {
    const browser = newBrowser()
    const seen = productApiAnswers(wire())
    const answer = await browser.postJson(log, { reviews: [review] })
    expect(await answer.json()).toMatchObject({ data: { acknowledged: [review.id] } })
    const [sent] = requestsTo(seen, '/api/card-reviews')
    expect(sent?.headers.get('authorization')).toBe('Bearer guest-token')
    expect(await sent?.json()).toEqual({ reviews: [review] })
    productApiAnswers(wire())
    const seenThen = productApiAnswers(wire())
    await browser.go(`${log}?after=12`)
    expect(requestsTo(seenThen, '/api/card-reviews')[0]?.url).toContain('after=12')
  })

  it('respond with an error during an outage, so that the reviews stay on the device', async () => {
    const { browser } = await signIn({
      wire: wire({
        '/api/card-reviews': () => {
          throw new TypeError('connection lost')
        },
      }),
    })
    expect((await browser.postJson(log, { reviews: [review] })).status).toBeGreaterThanOrEqual(500)
  })

  it('accept only JSON of limited size from this origin', async () => {
    const browser = newBrowser()
    const seen = productApiAnswers(wire())
    expect((await browser.post(log, { reviews: '[]' })).status).toBe(415)
    const tooLarge = await browser.postJson(log, { reviews: ['x'.repeat(140_000)] })
    expect(tooLarge.status).toBe(413)
    const foreign = await browser.go(log, {
      method: 'POST',
      body: '{}',
      headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(foreign.status).toBe(403)
    expect(seen).toHaveLength(0)
  })
})

describe('reviewing without script', () => {
  it.each([
    ['known', 3],
    ['again', 1],
  ])('records by a form that a card was %s, and returns to the next card', async (field, grade) => {
    const browser = newBrowser()
    const seen = productApiAnswers(wire())
    const fields = { [field]: 'q:q1', back: '/flash-cards?of=wrong' }
    const answer = await browser.post('/en/flash-cards/review', fields)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/en/flash-cards?of=wrong#after-q-q1')
    expect(await requestsTo(seen, '/api/card-reviews')[0]?.json()).toMatchObject({
      reviews: [{ card: 'q:q1', grade }],
    })
  })

  it('redirects only to pages of cards, and ignores an invalid card id', async () => {
    const browser = newBrowser()
    const seen = productApiAnswers(wire())
    const redirected = await browser.post('/flash-cards/review', {
      known: 'card-1',
      back: '//x.example',
    })
    expect(redirected.headers.get('location')).toMatch(/^\/flash-cards#after-card-1$/)
    await browser.post('/flash-cards/review', { known: '../x', back: '/flash-cards' })
    expect(requestsTo(seen, '/api/card-reviews')).toHaveLength(1)
  })
})

describe("the reader's own cards", () => {
  it('are the questions answered wrong, with key, explanation and count', async () => {
    const { browser } = await signIn({ wire: wire() })
    const answer = await browser.go('/en/flash-cards?of=wrong')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const html = await answer.text()
    expect(html).toContain('My mistakes')
    expect(html).toContain('ರಾಜಧಾನಿ?')
    expect(html).toContain('ಮೈಸೂರು')
    expect(html).toContain('Since 1956.')
    expect(html).toContain('noindex')
    expect(html).toMatch(/name="known"[^>]*value="q:q1"|value="q:q1"[^>]*name="known"/)
  })

  it('are loaded for each request and never cached', async () => {
    const browser = newBrowser()
    const empty = { data: [], meta: { counts: { due: 0, fresh: 0, learned: 0 } } }
    const seen = productApiAnswers(wire({ '/api/user-cards': empty }))
    await browser.go('/en/flash-cards?of=due')
    await browser.go('/en/flash-cards?of=due')
    expect(requestsTo(seen, '/api/user-cards')).toHaveLength(2)
  })
})
