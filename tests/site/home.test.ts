import { beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../support/reader.ts'
import { attemptRow } from '../support/result-wire.ts'
import { captureLog, list, productApiAnswers, read, visit, type Wire } from '../support/site.ts'

beforeEach(captureLog)

const today = new Date(Date.now() + 5.5 * 3600_000).toISOString().slice(0, 10)
const inAnHour = new Date(Date.now() + 3600_000).toISOString()

const task = (row: object = {}) => ({
  ...{ id: 'read:x', kind: 'read', of: 'x', topics: [], minutes: 30, locale: 'en' },
  ...{ name: 'Panchayat Raj', text: null, paper: null, ...row },
  ...{ doneOn: null, doneBy: null, movedFrom: null },
})
const plan = {
  ...{ slug: 'pdo', locale: 'en', title: 'PDO in 30 days', about: 'A', exams: [] },
  ...{ source: 'S', checkedOn: today, updatedAt: `${today}T00:00:00.000Z` },
  ...{ startsOn: today, examOn: null, today, left: [], days: [{ on: today, tasks: [task()] }] },
}
const attempts = (...rows: object[]) => ({
  data: rows,
  meta: { pagination: { page: 1, pageCount: 1 } },
})
const card = { id: 'c1', locale: 'en', front: 'F', back: 'B' }
const wire = (more: Wire = {}): Wire => ({
  '/api/pages': list(),
  '/api/user-test-progresses': attempts(),
  '/api/user-study-plan': { data: null },
  '/api/user-cards': { data: [], meta: { counts: { due: 0, fresh: 0, learned: 0 } } },
  ...more,
})

async function memberHome(more: Wire) {
  const { browser } = await signIn({ wire: wire(more) })
  return browser.read('/en')
}

/** The part of the page that says what to do now. */
const leadOf = (html: string) => /<section class="lead"[^]*?<\/section>/.exec(html)?.[0] ?? ''

describe('the home page of a member', () => {
  it('leads with the running test that ends first, and the time that is left', async () => {
    const running = { status: 'running', submittedAt: null, score: null, maximum: null }
    const html = await memberHome({
      '/api/user-test-progresses': attempts(
        attemptRow({ ...running, id: crypto.randomUUID(), endsAt: null }),
        attemptRow({ ...running, endsAt: inAnHour }),
      ),
      '/api/user-study-plan': { data: plan },
    })
    const lead = leadOf(html)
    expect(lead).toContain('VAO model 1')
    expect(lead).toMatch(/href="\/en\/attempts\/0a1b2c3d-0000-4000-8000-000000000001"/)
    const leftMs = Number(/data-left-ms="(\d+)"/.exec(lead)?.[1])
    expect(leftMs).toBeGreaterThan(3_500_000)
    expect(leftMs).toBeLessThanOrEqual(3_600_000)
    expect(html).not.toMatch(/data-slot="today" hidden/)
  })

  it('leads with the task of today where no test is running', async () => {
    const html = await memberHome({ '/api/user-study-plan': { data: plan } })
    expect(leadOf(html)).toContain('Panchayat Raj')
    expect(leadOf(html)).toContain('href="/en/plan#today"')
  })

  it('leads with the cards that are due where no plan is followed', async () => {
    const counts = { due: 1, fresh: 0, learned: 0 }
    const html = await memberHome({ '/api/user-cards': { data: [card], meta: { counts } } })
    expect(leadOf(html)).toContain('Cards to review: 1')
    expect(leadOf(html)).toContain('href="/en/flash-cards?of=due"')
  })

  it('offers the choice of an exam to a member of whom nothing is known', async () => {
    const html = await memberHome({})
    expect(html).toMatch(/data-slot="today" hidden/)
    expect(html).toContain('Which exam are you')
  })

  it('leads to all exams once, until the device knows the reader’s exam', async () => {
    const html = await memberHome({ '/api/user-study-plan': { data: plan } })
    const shown = html
      .replace(/<li hidden[^]*?<\/li>/g, '')
      .replace(/<nav[^]*?<\/nav>|<div data-slot="first"[^]*?<div data-slot="today"/g, '')
    expect(shown.match(/href="\/en\/exams"/g)).toHaveLength(1)
  })

  it('opens without what the product API does not answer', async () => {
    const fails = () => Response.json({ error: {} }, { status: 500 })
    const html = await memberHome({
      '/api/user-test-progresses': fails,
      '/api/user-study-plan': fails,
      '/api/user-cards': fails,
    })
    expect(html).toContain('Which exam are you')
  })
})

describe('the home page of everybody else', () => {
  it('is cached without the panel, and with it for browsers that have notes', async () => {
    productApiAnswers(wire())
    const notes = { headers: { cookie: 'today=1' } }
    const pages = []
    const texts = []
    for (const init of [{}, notes, notes]) {
      const page = await visit('/en', init)
      pages.push(page)
      texts.push(await page.text())
    }
    const [plain, first, second] = texts
    expect(plain).not.toContain('<today-panel')
    expect(first).toContain('<today-panel')
    expect(second).toBe(first)
    // The second one was begun before it was complete.
    for (const { headers } of pages.filter((_, index) => index !== 1)) {
      expect(headers.get('cache-control')).toContain('public')
      expect(headers.get('vary')).toBe('cookie')
    }
  })

  it('stores no second copy of other pages for browsers with notes', async () => {
    productApiAnswers(wire({ '/': list() }))
    const plain = await read('/en/sda-fda')
    const noted = await visit('/en/sda-fda', { headers: { cookie: 'today=1' } })
    expect(await noted.text()).toBe(plain.html)
  })
})

describe('the list of all exams', () => {
  it('links to every exam, and searches', async () => {
    productApiAnswers(wire())
    const { status, html } = await read('/en/exams')
    expect(status).toBe(200)
    expect(html.match(/data-exam=/g)).toHaveLength(23)
    expect(html).toMatch(/<form[^>]*action="\/en\/search"/)
  })
})
