import { beforeEach, describe, expect, it } from 'vitest'
import { requestsTo, signIn } from '../support/reader.ts'
import { captureLog, productApiAnswers, read, visit } from '../support/site.ts'
import { attemptId, attemptRow, resultWire } from '../support/result-wire.ts'

beforeEach(captureLog)

const at = `/en/attempts/${attemptId}/result`
const resultPath = `/api/user-test-progresses/${attemptId}/result`

/** The text of the page: without tags, with single spaces. */
const wordsOf = (html: string) =>
  html
    .replace(/<(style|script)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')

async function resultText(result: Record<string, unknown> = {}, path = at) {
  const { browser } = await signIn({ wire: resultWire({ result }) })
  return wordsOf(await browser.read(path))
}

describe('the result of an attempt', () => {
  it('shows the score and the exact sum of its parts', async () => {
    const text = await resultText()
    expect(text).toContain('Your score 72.50 of 100')
    expect(text).toContain('Right 80 × 1 80')
    expect(text).toContain('Wrong 35 × −¼ −8¾')
    expect(text).toContain('Left blank 1 × −¼ −¼')
    expect(text).toContain('Score 72.50')
  })

  it('writes thirds as fractions', async () => {
    expect(await resultText({ score: '200/3' })).toContain('Your score 66⅔ of 100')
  })

  it('is never stored in a cache', async () => {
    const { browser } = await signIn({ wire: resultWire() })
    const response = await browser.go(at)
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'private, no-store',
    ])
  })

  it('is read again when the first answer is lost', async () => {
    const { [resultPath]: result, ...wire } = resultWire()
    let calls = 0
    const lost = () => Promise.reject(new TypeError('connection lost'))
    const { browser } = await signIn({
      wire: { ...wire, [resultPath]: () => (++calls === 1 ? lost() : Response.json(result)) },
    })
    expect(wordsOf(await browser.read(at))).toContain('Your score 72.50 of 100')
    expect(calls).toBe(2)
  })

  it('is read once when the product API says that it fails', async () => {
    let calls = 0
    const fail = () => ((calls += 1), Response.json({ data: null }, { status: 500 }))
    const { browser } = await signIn({ wire: { ...resultWire(), [resultPath]: fail } })
    expect((await browser.go(at)).status).toBe(503)
    expect(calls).toBe(1)
  })

  it.each([
    [{ needed: '50', passed: true }, 'Qualified: 50 was needed.'],
    [{ needed: '80', passed: false }, 'Not qualified yet: 80 was needed, 7.50 more than you have.'],
  ])('says whether it qualifies (%o)', async (qualifying, sentence) => {
    expect(await resultText({ qualifying })).toContain(sentence)
  })

  it('explains a change of the score by a change of the answer key', async () => {
    const change = {
      ...{ question: 'q4', number: 43, from: '285/4', to: '145/2', kind: 'cancel' },
      ...{ award: 'all', reason: 'Two options are the same.' },
      decidedAt: '2026-11-21T05:00:00.000Z',
    }
    const text = await resultText({ changes: [change] })
    expect(text).toContain(
      'Your score changed from 71.25 to 72.50 because question 43 was cancelled.',
    )
    expect(text).toContain('Two options are the same. ( 21 November 2026 )')
    const corrected = await resultText({ changes: [{ ...change, kind: 'accept', award: null }] })
    expect(corrected).toContain('because the key of question 43 was corrected.')
  })

  it('shows marks by section, sorted topics, and bars with a text alternative', async () => {
    const { browser } = await signIn({ wire: resultWire() })
    const html = await browser.read(at)
    expect(wordsOf(html)).toMatch(/History 40 20 35\.00 Mathematics 40 15 37\.50/)
    expect(html).toContain('aria-label="History: right 40, wrong 20, others 0"')
    expect(html.indexOf('Fractions')).toBeLessThan(html.indexOf('Kings'))
  })

  it('says what wrong answers cost and what the score would be without them', async () => {
    const text = await resultText()
    expect(text).toContain(
      'Wrong answers: 35; marks lost by them: 8¾. Had you left them, your score would be 81.25.',
    )
    expect(text).toContain('no circle at all costs ¼ mark')
    expect(text).toContain('Wrong answers that took you under 10 seconds: 1 of 35.')
  })

  it('lists options that were chosen but never saved', async () => {
    const sentence =
      'Question 3: you had chosen option (4) and went on without Save &amp; Next. It was right.'
    expect(await resultText()).toContain(sentence)
  })

  it('shows the time of each question in a chart with a text alternative', async () => {
    const { browser } = await signIn({ wire: resultWire() })
    const html = await browser.read(at)
    expect(html).toMatch(/<desc id="strip-text">[^<]*question 1 took longest: 0:30\.<\/desc>/)
  })

  it('compares with the first attempts of others, or says why not', async () => {
    expect(await resultText()).toContain('Better than 40 of 63 first attempts.')
    const reasons: [string, string][] = [
      ['not-first', 'Only first attempts are compared'],
      ['practice', 'Only attempts by the clock are compared'],
      ['late', 'Some answers arrived late'],
      ['few', 'Fewer than 5 others'],
    ]
    for (const [notCompared, sentence] of reasons)
      expect(await resultText({ comparison: null, notCompared })).toContain(sentence)
  })

  it('lists answers that did not count, each with its reason', async () => {
    const apart = (standing: string, row = {}) => ({
      ...{ question: 'q1', number: 1, option: 2, at: '2026-11-20T08:00:00.000Z', standing },
      ...row,
    })
    const text = await resultText({
      apart: [
        apart('late'),
        apart('after-submission', { option: 4 }),
        apart('impossible', { question: null, number: null, option: null }),
      ],
    })
    expect(text).toContain('Question 1, option (3) : given after the time was over')
    expect(text).toContain('Question 1, option (5) : arrived after you had submitted')
    expect(text).toContain('could not be read as an answer to this paper')
  })

  it('shows the scores of all attempts as a chart and as a table', async () => {
    const point = (id: string, score: string) => ({
      ...{ id, submittedAt: '2026-11-20T06:30:00.000Z', score, maximum: '100', mode: 'exam' },
    })
    const { browser } = await signIn({
      wire: resultWire({ result: { trend: [point('a', '50'), point(attemptId, '145/2')] } }),
    })
    const html = await browser.read(at)
    expect(html).toContain('The scores of 2 attempts, the oldest first: 50, 72.50')
    expect(html).toContain('href="/en/attempts/a/result"')
  })

  it('is rendered in every language', async () => {
    const { browser } = await signIn({ wire: resultWire() })
    expect(wordsOf(await browser.read(`/attempts/${attemptId}/result`))).toContain(
      'ನಿಮ್ಮ ಅಂಕ 72.50 / 100',
    )
    expect(wordsOf(await browser.read(`/te/attempts/${attemptId}/result`))).toContain(
      'మీ స్కోరు 72.50 / 100',
    )
  })
})

describe('a result that is not available', () => {
  const wire = (status: number, name: string) => ({
    '/api/user-test-progresses/': () =>
      Response.json({ data: null, error: { status, name, message: name } }, { status }),
  })

  it('redirects to the exam hall while the attempt is running', async () => {
    const { browser } = await signIn({ wire: wire(403, 'NotSubmitted') })
    const response = await browser.go(at)
    expect([response.status, new URL(response.headers.get('location') ?? '').pathname]).toEqual([
      303,
      `/en/attempts/${attemptId}`,
    ])
  })

  it("answers 404 for somebody else's attempt", async () => {
    const { browser } = await signIn({ wire: wire(404, 'NotFoundError') })
    expect((await browser.go(at)).status).toBe(404)
  })

  it('offers a visitor to sign in and to return', async () => {
    productApiAnswers(wire(403, 'ForbiddenError'))
    const { status, html } = await read(at)
    expect(status).toBe(404)
    expect(html).toContain(encodeURIComponent(at))
  })

  it('reports an outage of the product API', async () => {
    const { browser } = await signIn({
      wire: {
        '/api/user-test-progresses/': () => {
          throw new TypeError('connection lost')
        },
      },
    })
    expect((await browser.go(at)).status).toBe(503)
  })
})

describe('the score card', () => {
  it('shows the paper and the score without personal data', async () => {
    const { browser } = await signIn({ wire: resultWire(), row: { username: 'ರವಿಕುಮಾರ' } })
    const response = await browser.go(`/en/attempts/${attemptId}/card.svg`)
    const svg = await response.text()
    expect(response.headers.get('content-type')).toContain('image/svg+xml')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(svg).toContain('VAO model 1')
    expect(svg).toContain('72.50')
    expect(svg).not.toContain('ರವಿಕುಮಾರ')
    expect(svg).not.toMatch(/style=|<style|<script|@example/)
  })

  it('escapes titles in its markup', async () => {
    const { browser } = await signIn({
      wire: resultWire({ result: { attempt: attemptRow({ title: { kn: '<b>"&' } }) } }),
    })
    const svg = await (await browser.go(`/attempts/${attemptId}/card.svg`)).text()
    expect(svg).toContain('&lt;b&gt;&quot;&amp;')
    expect(svg).not.toContain('<b>')
  })
})

describe('the list of attempts', () => {
  const running = attemptRow({
    ...{ id: '0a1b2c3d-0000-4000-8000-000000000002', status: 'running', score: null },
    ...{ maximum: null, submittedAt: null, submittedBy: null },
  })
  const page = (data: object[], pageCount = 1) => ({
    data,
    meta: { pagination: { page: 1, pageSize: 20, pageCount, total: data.length } },
  })
  const wire = {
    '/api/user-test-progresses?': (request: Request) =>
      Response.json(
        decodeURIComponent(request.url).includes('running')
          ? page([running])
          : page([attemptRow()], 3),
      ),
  }

  it('shows running attempts first, then results, page by page', async () => {
    const { browser } = await signIn({ wire })
    const html = await browser.read('/en/attempts')
    expect(wordsOf(html)).toMatch(/Resume .* 72\.50 \/ 100/)
    expect(html).toContain(`href="/en/attempts/${running.id}"`)
    expect(html).toContain(`href="/en/attempts/${attemptId}/result"`)
    expect(html).toContain('href="/en/attempts?page=2"')
    const second = await browser.read('/en/attempts?page=2')
    expect(second).not.toContain('Resume')
    expect(second).toContain('href="/en/attempts?page=3"')
  })

  it('shows a visitor how to start, without a call of the product API', async () => {
    const seen = productApiAnswers({})
    const { status, html } = await read('/en/attempts')
    expect(status).toBe(200)
    expect(html).toContain('You have not taken a test yet.')
    expect(html).toContain('/en/login?callbackUrl=')
    expect(requestsTo(seen, '/api/user-test-progresses')).toEqual([])
  })

  it('is part of the account page', async () => {
    const { browser } = await signIn({
      wire: { ...wire, '/api/question-reports': { data: [] } },
    })
    const html = await browser.read('/en/account')
    expect(wordsOf(html)).toContain('72.50 / 100')
    expect(html).toContain('href="/en/attempts"')
  })

  it('is never stored in a shared cache', async () => {
    productApiAnswers({})
    expect((await visit('/en/attempts')).headers.get('cache-control')).toBe('private, no-store')
  })
})
