import { beforeEach, describe, expect, it } from 'vitest'
import { asGuest, attemptId, attemptRow, attemptsApi, bodiesOf, testPage } from '../support/hall.ts'
import { newBrowser, signIn } from '../support/reader.ts'
import { captureLog, list, origin, productApiAnswers, read, wholePaper } from '../support/site.ts'

beforeEach(captureLog)

const formApi = `${attemptsApi}/form`
const wire = (row: Record<string, unknown> = {}) => ({
  '/api/practice-tests': list(wholePaper({ slug: 'full-1', blankMarks: '1/4', ...row })),
  '/api/guest/token': { jwt: `guest-of-${origin()}`, guestId: 'g' },
  [formApi]: { data: attemptRow({ mode: 'form', status: 'submitted', endsAt: null }) },
  [attemptsApi]: { data: [], meta: {} },
})

describe('the paper as a form on its own page', () => {
  it('has a fifth option only where a blank answer costs marks', async () => {
    productApiAnswers(wire())
    const { html } = await read(`/en${testPage}`)
    expect(html.match(/<input type="radio"/g)).toHaveLength(5)
    expect(html).toContain('Not answered (fifth circle)')
    productApiAnswers({ '/api/practice-tests': list(wholePaper({ slug: 'half-1' })) })
    const other = await read('/en/karnataka/vao-paper-1/half-1')
    expect(other.html.match(/<input type="radio"/g)).toHaveLength(4)
  })

  it('marks the answers of a visitor as a guest and redirects to the result', async () => {
    const browser = newBrowser()
    const seen = productApiAnswers(wire())
    const answer = await browser.post(testPage, { q1: '2', nosuch: '1', q2: 'x' })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `${origin()}/attempts/${attemptId}/result`,
    ])
    const [sent] = await bodiesOf(seen, formApi)
    expect(sent?.data).toMatchObject({ test: 'full-1', locale: 'kn', answers: { q1: 2 } })
    expect(browser.jar.has('__Host-guest')).toBe(true)
  })

  it('creates one attempt per reader and set of answers when it is sent repeatedly', async () => {
    const { browser, seen } = await asGuest(wire())
    await browser.post(testPage, { q1: '2' })
    await browser.post(testPage, { q1: '2' })
    await browser.post(testPage, { q1: '3' })
    const own = (await bodiesOf(seen, formApi)).map(({ data }) => data.id)
    const other = await asGuest(wire())
    await other.browser.post(testPage, { q1: '2' })
    const [otherReaders] = (await bodiesOf(other.seen, formApi)).map(({ data }) => data.id)
    expect(own[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(own[1]).toBe(own[0])
    expect(new Set([...own, otherReaders]).size).toBe(3)
  })

  it('sends the bearer token of a signed-in member', async () => {
    const { browser, tokens, seen } = await signIn({ wire: wire() })
    await browser.post(testPage, { q1: '0' })
    const [sent] = seen.filter(({ url }) => new URL(url).pathname === formApi)
    expect(sent?.headers.get('authorization')).toBe(`Bearer ${tokens.jwt}`)
  })

  it('rejects a submission from another origin', async () => {
    const seen = productApiAnswers(wire())
    const answer = await newBrowser().post(
      testPage,
      { q1: '0' },
      {
        headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
      },
    )
    expect(answer.status).toBe(403)
    expect(await bodiesOf(seen, formApi)).toEqual([])
  })

  it('is rejected with 404 for a premium paper, whose questions are not shown', async () => {
    productApiAnswers(wire({ access: 'premium', questions: undefined }))
    expect((await newBrowser().post(testPage, { q1: '0' })).status).toBe(404)
  })
})
