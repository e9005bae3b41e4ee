import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { planRow } from '../support/payments.ts'
import { signIn } from '../support/reader.ts'
import {
  captureLog,
  list,
  productApiAnswers,
  read,
  wholePaper,
  type Wire,
} from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const paper = '/en/karnataka/vao-paper-1/two'
const premium = { slug: 'two', access: 'premium', questions: undefined }
const solved = {
  ...{ id: 'q1', locale: 'en', stem: 'Which article?', options: ['19', '20', '21', '22'] },
  ...{ accepted: [2], explanation: { locale: 'en', text: 'Life and personal liberty.' } },
}
const wire = (more: Wire = {}): Wire => ({
  ...more,
  '/api/practice-tests?filters[slug]': list(wholePaper(premium)),
  '/api/subscription-plans': list(
    planRow({
      ...{ id: 2, documentId: 'p2', slug: 'karnataka-all', name: 'All Karnataka exams' },
      ...{ state: { slug: 'karnataka' }, prices: [{ currency: 'INR', amountMinor: 12_345_600 }] },
    }),
    planRow(),
  ),
  '/api/solved-samples': { data: [solved], meta: {} },
})
const wordsOf = (html: string) =>
  html
    .replace(/<(style|script)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

describe('a premium paper', () => {
  it('names the price of the smallest plan that opens it, and leads to that plan', async () => {
    productApiAnswers(wire())
    const { html } = await read(paper)
    expect(wordsOf(html)).toContain('VAO pack : ₹299 · US$4.99 · 120 days')
    expect(html).toContain(
      '/en/karnataka/vao-paper-1/subscription/checkout?plan=village-administrative-officer-pack"',
    )
    expect(wordsOf(html)).not.toContain('₹1,23,456')
  })

  it('shows questions of its own with their solutions', async () => {
    productApiAnswers(wire())
    const words = wordsOf((await read(paper)).html)
    expect(words).toContain('From this paper, with solutions')
    expect(words).toMatch(/Which article\?.*Option 3 : 21 right answer.*Life and personal liberty/)
  })

  it('is served again from the page cache, without a request', async () => {
    const seen = productApiAnswers(wire())
    await read(paper)
    const before = seen.length
    const again = await read(paper)
    expect(seen.length).toBe(before)
    expect(again.html).toContain('Which article?')
  })

  it('opens without price and sample where neither can be loaded', async () => {
    const down = () => new Response('', { status: 502 })
    productApiAnswers({
      ...wire(),
      '/api/subscription-plans': down,
      '/api/solved-samples': down,
    })
    const { status, html } = await read(paper)
    expect(status).toBe(200)
    expect(html).toContain('/en/karnataka/vao-paper-1/subscription/checkout"')
    expect(wordsOf(html)).not.toContain('From this paper')
  })

  it('names no price in the app where the app store forbids selling', async () => {
    productApiAnswers(wire())
    const inApp = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; wv)' }
    const settings = { IN_APP_CHECKOUT: 'refuse' }
    expect((await read(paper, { headers: inApp, settings })).html).not.toContain('₹')
  })

  it('has no lock where it is free', async () => {
    productApiAnswers({ '/api/practice-tests?filters[slug]': list(wholePaper({ slug: 'two' })) })
    expect(wordsOf((await read(paper)).html)).not.toMatch(/part of a plan|From this paper/)
  })
})

describe('a member’s premium paper', () => {
  const subscription = (plan: Record<string, unknown>, row: Record<string, unknown> = {}) =>
    list({
      ...{ id: 1, documentId: 's1', startsAt: '2026-01-01T00:00:00.000Z', status: 'active' },
      endsAt: '2099-03-21T00:00:00.000Z',
      plan: { slug: 'own', name: 'My pack', locale: 'en', ...plan },
      ...row,
    })
  const lockOf = async (own: Record<string, unknown>, row: Record<string, unknown> = {}) => {
    const { browser } = await signIn({ row, wire: wire({ '/api/user-subscriptions': own }) })
    const html = await browser.read(paper)
    return { html, words: wordsOf(html) }
  }

  it.each([
    ['the exam', { categories: [{ slug: 'vao-paper-1' }] }],
    ['the state', { state: { slug: 'karnataka' } }],
    ['the single paper', { practiceTests: [{ slug: 'two' }] }],
  ])('that a plan for %s opens is said to be open, and offered for no price', async (_, plan) => {
    const { html, words } = await lockOf(subscription(plan), { isPremium: true })
    expect(words).toContain('This paper is in your plan. My pack')
    expect(words).toContain('Open to you until 21 March 2099')
    expect(words).not.toMatch(/₹|See the plans/)
    expect(html).toContain('/two/instructions')
  })

  it.each([
    ['a plan of another exam', { categories: [{ slug: 'rrb' }] }, {}],
    ['a plan that has ended', { state: { slug: 'karnataka' } }, { endsAt: '2026-02-01T00:00:00Z' }],
    ['a plan that was refunded', { state: { slug: 'karnataka' } }, { status: 'refunded' }],
  ])('that only %s would open has a price', async (_, plan, row) => {
    const { words } = await lockOf(subscription(plan, row), { freeTestTaken: true })
    expect(words).toContain('₹299')
    expect(words).toContain('the free premium test of this account has been used')
    expect(words).not.toContain('This paper is in your plan')
  })

  it('keeps its lock where the subscriptions cannot be loaded', async () => {
    const { browser } = await signIn({
      wire: wire({ '/api/user-subscriptions': () => new Response('', { status: 502 }) }),
    })
    expect(wordsOf(await browser.read(paper))).toContain('part of a plan')
  })
})

describe('the way to the plans', () => {
  it.each(['/en', '/en/exams', '/en/login', '/en/vao-paper-1', '/en/flash-cards'])(
    'is on %s, also on a phone',
    async (path) => {
      productApiAnswers({})
      const { html } = await read(path)
      const [, content = ''] = html.split('<main')
      expect(content).toContain('href="/en/subscription/checkout"')
    },
  )
})
