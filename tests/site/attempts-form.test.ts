import { beforeEach, describe, expect, it } from 'vitest'
import { asGuest, attemptId, attemptRow, attemptsApi, bodiesOf, testPage } from '../support/hall.ts'
import { optionsIdentity } from '../../domain/attempt/option-identity.ts'
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
    const location = new URL(answer.headers.get('location') ?? '')
    expect([answer.status, location.pathname]).toEqual([303, `/attempts/${attemptId}/result`])
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

  it('carries the paper’s digest, and sends the identity of each answered question', async () => {
    const seen = productApiAnswers(wire({ digest: 'digest-of-now' }))
    const { html } = await read(`/en${testPage}`)
    expect(html).toContain('name="digest" value="digest-of-now"')
    const identity = optionsIdentity(['ಬೆಂಗಳೂರು', 'ಮೈಸೂರು', 'ಹುಬ್ಬಳ್ಳಿ', 'ಬೀದರ್'])
    expect(html.match(new RegExp(`name="q1${identity}"`, 'g'))).toHaveLength(5)
    const answers = { [`q1${identity}`]: '2', q9000: '4' }
    await newBrowser().post(testPage, { ...answers, digest: 'digest-of-then' })
    const [sent] = await bodiesOf(seen, formApi)
    expect(sent?.data).toMatchObject({
      answers: { q1: 2, q9: 4 },
      options: { q1: identity, q9: '000' },
      digest: 'digest-of-then',
    })
  })

  it('sends answers to an earlier form apart from those of this one', async () => {
    const seen = productApiAnswers(wire({ digest: 'digest-of-now' }))
    const fields = { q1000: '2', 'earlier-q2111': '3', 'earlier-q3222': 'x' }
    await newBrowser().post(testPage, { ...fields, digest: 'digest-of-now' })
    const [sent] = await bodiesOf(seen, formApi)
    expect(sent?.data).toMatchObject({
      answers: { q1: 2 },
      earlier: { q2: 3 },
      options: { q1: '000', q2: '111' },
    })
  })

  it('shows the result to a browser that refuses cookies, too', async () => {
    const seen = productApiAnswers({
      ...wire(),
      [`${attemptsApi}/${attemptId}/`]: {},
    })
    const answer = await newBrowser().post(testPage, { q1: '2' })
    const location = answer.headers.get('location') ?? ''
    const address = location.slice(origin().length)
    await newBrowser().go(address)
    const asked = seen.filter(({ url }) => url.includes(`${attemptId}/result`))
    expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual([
      `Bearer guest-of-${origin()}`,
    ])
  })

  it('has a result page although its id is of the version of live mocks’ entries', async () => {
    const noEntry = { data: null, error: { status: 404, name: 'NotFoundError', message: '' } }
    const { browser, seen } = await asGuest({
      ...wire(),
      '/api/live-mocks/entries/': () => Response.json(noEntry, { status: 404 }),
      [`${attemptsApi}/`]: {},
    })
    await browser.go(`/attempts/${attemptId.replace('-4c53-', '-8c53-')}/result`)
    const asked = seen.map(({ url }) => new URL(url).pathname)
    expect(asked).toContainEqual(expect.stringMatching(/-8c53-[^/]+\/result$/))
  })

  it('leaves the address clean for a browser that takes cookies', async () => {
    productApiAnswers(wire())
    const browser = newBrowser()
    const answer = await browser.post(testPage, { q1: '2' })
    const location = answer.headers.get('location') ?? ''
    const next = await browser.go(location.slice(origin().length))
    expect([next.status, next.headers.get('location')]).toEqual([
      303,
      `${origin()}/attempts/${attemptId}/result`,
    ])
  })

  it('believes no access that is altered, or sealed for another attempt', async () => {
    const seen = productApiAnswers(wire())
    const answer = await newBrowser().post(testPage, { q1: '2' })
    const { searchParams } = new URL(answer.headers.get('location') ?? '')
    const access = searchParams.get('access') ?? ''
    const other = attemptId.replace(/^6/, '7')
    const flipped = access.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const [id, sealed] of [
      [other, access],
      [attemptId, `x${access}`],
      [attemptId, flipped.slice(0, -3)],
    ] as const)
      await newBrowser().go(`/attempts/${id}/result?access=${encodeURIComponent(sealed)}`)
    const asked = seen.filter(({ url }) => url.includes('/result'))
    expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual([null, null, null])
  })

  it('submits in the name of a signed-in member', async () => {
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
