import { beforeEach, describe, expect, it } from 'vitest'
import { requestsTo, newBrowser, signIn } from '../support/reader.ts'
import { captureLog, list, productApiAnswers, read, type Wire } from '../support/site.ts'

beforeEach(captureLog)

const dayFrom = (days: number) =>
  new Date(Date.now() + 5.5 * 3600_000 + days * 86_400_000).toISOString().slice(0, 10)

const task = (kind: string, of: string, more: object = {}) => ({
  ...{ id: `${kind}:${of}`, kind, of, topics: [], minutes: 30, locale: 'en' },
  ...{ name: `Name of ${of}`, text: null, paper: null, ...more },
})
const paper = task('paper', 'pdo-model-paper-1', {
  paper: { exam: 'pdo-paper-1', state: 'karnataka', access: 'premium' },
})
const lesson = task('read', 'amendment', { text: 'Part IX and its subjects' })
const summary = {
  ...{ slug: 'pdo', locale: 'en', title: 'PDO in 30 days', about: 'Two hours a day' },
  exams: ['pdo-paper-1'],
}
const plan = {
  ...summary,
  ...{ source: 'S', checkedOn: '2026-11-21', updatedAt: '2026-11-21T00:00:00.000Z' },
  days: [
    [lesson, task('cards', 'polity')],
    [paper, task('revise', '1-2', { text: 'Amendment', name: '' })],
  ],
}
const own = (facts: object = {}) => ({
  ...plan,
  ...{ startsOn: dayFrom(-1), examOn: null, today: dayFrom(0), left: [] },
  days: [
    {
      on: dayFrom(-1),
      tasks: [{ ...paper, doneOn: dayFrom(-1), doneBy: 'paper', movedFrom: null }],
    },
    {
      on: dayFrom(0),
      tasks: [
        { ...lesson, doneOn: null, doneBy: null, movedFrom: dayFrom(-1) },
        {
          ...task('cards', 'polity'),
          ...{ doneOn: dayFrom(0), doneBy: 'tick', movedFrom: null },
        },
      ],
    },
    {
      on: dayFrom(1),
      tasks: [{ ...task('weak', 'polity'), doneOn: null, doneBy: null, movedFrom: null }],
    },
  ],
  ...facts,
})
const wire = (more: Wire = {}): Wire => ({
  '/api/guest/token': { jwt: 'guest-token', guestId: 'g1' },
  '/api/study-plans?': list(summary),
  '/api/study-plans/pdo': { data: plan },
  '/api/study-plans/': () => Response.json({ error: {} }, { status: 404 }),
  '/api/user-study-plan/events': { data: { acknowledged: [] } },
  '/api/user-study-plan': { data: own() },
  ...more,
})
const sentTo = async (seen: Request[]) =>
  (await requestsTo(seen, '/api/user-study-plan/events')[0]?.json()) as {
    events: Record<string, unknown>[]
  }

describe('the public page of a study plan', () => {
  it('shows its thirty days with links to each task, and a form to start it', async () => {
    productApiAnswers(wire())
    const { status, html } = await read('/en/plan/pdo')
    expect(status).toBe(200)
    expect(html).toContain('<h1>PDO in 30 days</h1>')
    expect(html).toContain('Part IX and its subjects')
    expect(html).toContain('href="/en/flash-cards/polity"')
    expect(html).toContain('href="/en/karnataka/pdo-paper-1/pdo-model-paper-1"')
    expect(html).toContain('What was read on days 1 to 2')
    expect(html).toMatch(/<form[^>]*action="\/en\/plan"/)
    expect(html).not.toContain('noindex')
  })

  it('answers 404 for an unknown plan', async () => {
    productApiAnswers(wire())
    expect((await read('/en/plan/none')).status).toBe(404)
    expect((await read('/en/plan/..%2fx')).status).toBe(404)
  })

  it('is linked from the 30-days material of its exam', async () => {
    const page = {
      ...{ slug: 'pdo-30days-material', kind: 'material', locale: 'en', title: 'Material' },
      ...{ description: 'D', date: null, body: '<p>Words</p>', source: 'S' },
      ...{ checkedOn: '2026-11-21', updatedAt: '2026-11-21T00:00:00.000Z' },
    }
    productApiAnswers({ '/api/pages': list(page) })
    const { html } = await read('/en/pdo-30days-material')
    expect(html).toContain('href="/en/plan/pdo"')
    expect(html).toContain('Words')
  })

  it('is in the sitemap', async () => {
    productApiAnswers(wire())
    expect((await read('/sitemap-pages.xml')).html).toContain('/en/plan/pdo"')
  })
})

describe('a visitor', () => {
  it('chooses among the plans before any data is stored', async () => {
    const seen = productApiAnswers(wire())
    const { html, headers } = await read('/en/plan')
    expect(html).toMatch(/type="radio" [^>]*value="pdo"/)
    expect(headers.get('set-cookie')).toBeNull()
    expect(requestsTo(seen, '/api/user-study-plan')).toHaveLength(0)
  })

  it('starts a plan as a guest and is redirected to it', async () => {
    const browser = newBrowser()
    const seen = productApiAnswers(wire({ '/api/user-study-plan?': { data: null } }))
    const answer = await browser.post('/en/plan', { plan: 'pdo', exam: dayFrom(20) })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/en/plan')
    expect(browser.jar.has('__Host-guest')).toBe(true)
    const { events } = await sentTo(seen)
    expect(events).toEqual([
      expect.objectContaining({
        ...{ kind: 'begin', plan: 'pdo', startsOn: dayFrom(0), examOn: dayFrom(20) },
        id: expect.stringMatching(/^[a-z0-9-]{8,64}\.1$/) as string,
      }),
    ])
    const page = await browser.go('/en/plan')
    expect(page.headers.get('cache-control')).toContain('no-store')
  })

  it.each([
    ['no plan', { plan: '', exam: '' }, 'Choose an exam.'],
    ['a past date', { plan: 'pdo', exam: dayFrom(0) }, 'Give a date from tomorrow on.'],
    ['an invalid date', { plan: 'pdo', exam: 'soon' }, 'Give a date from tomorrow on.'],
  ])('who submits %s sees the error, and nothing is stored', async (_, fields, sentence) => {
    const browser = newBrowser()
    const seen = productApiAnswers(wire())
    const answer = await browser.post('/en/plan', fields)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(sentence)
    expect(requestsTo(seen, '/api/user-study-plan/events')).toHaveLength(0)
    expect(browser.jar.has('__Host-guest')).toBe(false)
  })
})

describe('a reader with a study plan', () => {
  it("sees today's tasks first, then missed and done tasks and the progress", async () => {
    const { browser } = await signIn({
      wire: wire({ '/api/user-study-plan': { data: own({ examOn: dayFrom(5) }) } }),
    })
    const html = await browser.read('/en/plan')
    expect(html).toContain('2 of 4 done')
    expect(html).toContain('5 days to go.')
    expect(html).toContain('Missed on')
    expect(html).toContain('You submitted the paper')
    expect(html).toContain('One of the two topics that went worst')
    expect(html).toContain('href="/en/flash-cards?of=wrong"')
    expect(html.match(/name="untick"/g)).toHaveLength(1)
    expect(html.match(/name="tick"/g)).toHaveLength(2)
    expect(html).toContain('noindex')
  })

  it('ticks off a task by a form and returns to it', async () => {
    const { browser, seen } = await signIn({ wire: wire() })
    const answer = await browser.post('/en/plan/tick', { plan: 'pdo', tick: 'read:amendment' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/en/plan#task-read-amendment')
    expect((await sentTo(seen)).events[0]).toMatchObject({ kind: 'tick', task: 'read:amendment' })
  })

  it('confirms before another plan replaces the current one', async () => {
    const { browser, seen } = await signIn({ wire: wire() })
    const first = await browser.post('/en/plan', { plan: 'pdo', exam: '' })
    expect(await first.text()).toContain('You are following “PDO in 30 days”')
    expect(requestsTo(seen, '/api/user-study-plan/events')).toHaveLength(0)
    const second = await browser.post('/en/plan', { plan: 'pdo', exam: '', restart: 'yes' })
    expect(second.status).toBe(303)
    expect((await sentTo(seen)).events[0]).toMatchObject({ kind: 'begin', examOn: null })
  })

  it('changes the exam date or leaves the plan', async () => {
    const { browser, seen } = await signIn({ wire: wire() })
    const wrong = await browser.post('/en/plan/exam', { plan: 'pdo', exam: '2020-01-01' })
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).toContain('Give a date from tomorrow on.')
    await browser.post('/en/plan/exam', { plan: 'pdo', exam: dayFrom(9) })
    await browser.post('/en/plan/leave', { plan: 'pdo' })
    const bodies = await Promise.all(
      requestsTo(seen, '/api/user-study-plan/events').map((request) => request.json()),
    )
    expect(bodies).toEqual([
      { events: [expect.objectContaining({ kind: 'exam', examOn: dayFrom(9) })] },
      { events: [expect.objectContaining({ kind: 'leave', plan: 'pdo' })] },
    ])
  })

  it('sees a message when a tick could not be stored', async () => {
    const { browser } = await signIn({
      wire: wire({ '/api/user-study-plan/events': () => new Response('', { status: 503 }) }),
    })
    const answer = await browser.post('/en/plan/tick', { plan: 'pdo', tick: 'read:amendment' })
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('could not be saved')
  })
})
