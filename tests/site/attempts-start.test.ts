import { beforeEach, describe, expect, it } from 'vitest'
import {
  asGuest,
  attemptId,
  attemptRow,
  attemptsApi,
  bodiesOf,
  instructions,
  testPage,
} from '../support/hall.ts'
import { newBrowser, signIn } from '../support/reader.ts'
import { captureLog, list, origin, productApiAnswers, read, wholePaper } from '../support/site.ts'

beforeEach(captureLog)

const paper = (row: Record<string, unknown> = {}) =>
  list(wholePaper({ slug: 'full-1', questionCount: 100, blankMarks: '1/4', ...row }))

const wire = (row: Record<string, unknown> = {}, running: object[] = []) => ({
  '/api/practice-tests': paper(row),
  '/api/guest/token': { jwt: `guest-of-${origin()}`, guestId: 'g' },
  [attemptsApi]: (request: Request) =>
    Response.json(request.method === 'POST' ? { data: attemptRow() } : { data: running, meta: {} }),
})

const ready = { mode: 'exam', language: 'kn', skin: 'standard', declared: 'yes' }

const refusal = (reason: string) =>
  Response.json(
    {
      data: null,
      error: { status: 403, name: 'PremiumRequired', message: '', details: { reason } },
    },
    { status: 403 },
  )

describe('starting an attempt', () => {
  it('links the page of a test to its instructions, and accepts its form', async () => {
    productApiAnswers(wire())
    const { html } = await read(testPage)
    expect(html).toContain(`href="${instructions}"`)
    expect(html).toContain(`action="${testPage}"`)
    expect(html).not.toMatch(/<button[^>]*disabled/)
  })

  it('explains the marking of the paper with an example and the fifth option', async () => {
    productApiAnswers(wire())
    const { status, headers, html } = await read(`/en${instructions}`)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    expect(html).toContain('For every 4 wrong answers, 1 mark is lost.')
    expect(html).toContain('costs ¼ mark, too')
    expect(html).toContain('70 right, 20 wrong, 10 in the fifth circle: 70 − 5 = 65')
    expect(html).toContain('Left blank, those 10 would cost 2½ more')
  })

  it('shows four palette states and the railway skin by default for a railway exam', async () => {
    productApiAnswers(wire({ category: { slug: 'rrb' }, blankMarks: '0' }))
    const { html } = await read('/en/all-india/rrb/full-1/instructions')
    expect(html.match(/class="cell /g)).toHaveLength(4)
    expect(html).toMatch(/name="skin" checked="" value="railway"/)
    expect(html).toContain('Erase Answer')
  })

  it('answers 404 for the instructions of an unknown paper', async () => {
    productApiAnswers({ '/api/practice-tests': list() })
    expect((await read(instructions)).status).toBe(404)
    expect((await read('/andhra-pradesh/vao-paper-1/full-1/instructions')).status).toBe(404)
  })

  it('starts nothing without the declaration and keeps what was chosen', async () => {
    const browser = newBrowser()
    const seen = productApiAnswers(wire())
    const answer = await browser.post(instructions, { ...ready, mode: 'practice', declared: '' })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toMatch(/name="mode" checked="" value="practice"/)
    expect(html).toContain('aria-invalid="true"')
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('begins to practise without the declaration, but never an exam', async () => {
    productApiAnswers(wire())
    const quick = { mode: 'practice', quick: 'yes' }
    expect((await newBrowser().post(instructions, quick)).status).toBe(303)
    expect((await newBrowser().post(instructions, { ...quick, mode: 'exam' })).status).toBe(422)
  })

  it('makes a visitor a guest first and starts the attempt as that guest', async () => {
    const browser = newBrowser()
    const seen = productApiAnswers(wire())
    const answer = await browser.post(instructions, { ...ready, extraTime: 'yes' })
    expect([answer.status, cleanLocation(answer)]).toEqual([
      303,
      `${origin()}/attempts/${attemptId}`,
    ])
    const [started] = await bodiesOf(seen, attemptsApi)
    expect(started?.data).toMatchObject({
      test: 'full-1',
      mode: 'exam',
      locale: 'kn',
      extraTime: true,
      useFreeTest: false,
    })
    expect(started?.data.id).toMatch(/^[0-9a-f-]{36}$/)
    const start = seen.find(({ method }) => method === 'POST')
    expect(start?.headers.get('authorization')).toBe(`Bearer guest-of-${origin()}`)
    expect(browser.jar.has('__Host-guest')).toBe(true)
  })

  it('adds a second language and another skin to the address of the hall', async () => {
    productApiAnswers(wire())
    const answer = await newBrowser().post(`/en${instructions}`, {
      ...ready,
      beside: 'yes',
      skin: 'railway',
    })
    expect(cleanLocation(answer)).toBe(
      `${origin()}/en/attempts/${attemptId}?shows=kn+en&skin=railway`,
    )
  })

  it('starts one attempt after two taps on the start button', async () => {
    const id = 'aaaaaaaa-8d6a-4c53-9d5f-0f2b7d3a1e44'
    const justNow = attemptRow({ id, startedAt: new Date(Date.now() - 2000).toISOString() })
    const { browser, seen } = await asGuest(wire({}, [justNow]))
    const answer = await browser.post(instructions, ready)
    expect(answer.headers.get('location')).toBe(`${origin()}/attempts/${id}`)
    expect(await bodiesOf(seen, attemptsApi)).toEqual([])
  })

  it('offers to resume a running attempt before starting over', async () => {
    const { browser, seen } = await asGuest(wire({}, [attemptRow()]))
    const answer = await browser.post(`/en${instructions}`, ready)
    const html = await answer.text()
    expect(html).toContain(`href="/en/attempts/${attemptId}"`)
    expect(html).toContain('1 of 3 answered')
    expect(await bodiesOf(seen, attemptsApi)).toEqual([])
    expect(html).toContain('name="restart" value="yes"')
    await browser.post(instructions, { ...ready, restart: 'yes' })
    expect(await bodiesOf(seen, attemptsApi)).toHaveLength(1)
  })

  it('shows a member a resume link on the page of the test', async () => {
    const { browser } = await signIn({ wire: wire({}, [attemptRow()]) })
    expect(await browser.read(`/en${testPage}`)).toContain(`href="/en/attempts/${attemptId}"`)
  })

  it('responds with 503 and creates nothing during an outage', async () => {
    const { browser } = await asGuest({
      '/api/practice-tests': paper(),
      [attemptsApi]: () => Response.json({}, { status: 500 }),
    })
    expect((await browser.post(instructions, ready)).status).toBe(503)
  })
})

describe('a premium paper', () => {
  const premium = { access: 'premium', questions: undefined }

  it('asks a visitor to sign in, names the free test, and returns to the paper', async () => {
    productApiAnswers(wire(premium))
    const { html } = await read(`/en${instructions}`)
    expect(html).toContain('each account may take one premium test free')
    expect(html).toContain(`/en/login?callbackUrl=${encodeURIComponent(`/en${instructions}`)}`)
    expect(html).not.toContain('name="declared"')
  })

  it('uses the free premium test only where its box is ticked', async () => {
    const { browser, seen } = await signIn({ wire: wire(premium) })
    const html = await browser.read(`/en${instructions}`)
    expect(html).toMatch(/<input type="checkbox" name="useFreeTest" value="yes"\/>/)
    await browser.post(instructions, ready)
    await browser.post(instructions, { ...ready, useFreeTest: 'yes' })
    const started = await bodiesOf(seen, attemptsApi)
    expect(started.map(({ data }) => data.useFreeTest)).toEqual([false, true])
  })

  it.each([
    ['sign-in', 'Sign in first'],
    ['plan', 'the free premium test of this account has been used'],
    ['free-test-available', 'You may use your one free premium test for it'],
  ])('explains the refusal "%s"', async (reason, sentence) => {
    const { browser } = await signIn({
      wire: {
        ...wire(premium),
        [attemptsApi]: (request: Request) =>
          request.method === 'POST' ? refusal(reason) : Response.json({ data: [], meta: {} }),
      },
    })
    const answer = await browser.post(`/en${instructions}`, ready)
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain(sentence)
  })
})

/** Where an answer redirects, without the access that a new guest's address carries. */
function cleanLocation(answer: Response): string {
  const url = new URL(answer.headers.get('location') ?? '')
  expect(url.searchParams.get('access')).toMatch(/./)
  url.searchParams.delete('access')
  return url.href
}
