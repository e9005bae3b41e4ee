import { beforeEach, describe, expect, it } from 'vitest'
import { requestsTo, signIn } from '../support/reader.ts'
import { captureLog } from '../support/site.ts'
import { attemptId, paperData, reportRow, resultData, resultWire } from '../support/result-wire.ts'

beforeEach(captureLog)

const here = `/en/attempts/${attemptId}`

/** The HTML of one question, up to the next one. */
const questionHtml = (html: string, number: number) =>
  html.split(`id="q${number}"`)[1]?.split(/id="q\d+"/)[0] ?? ''

const openResult = (wire = resultWire()) => signIn({ wire })

describe('the solutions', () => {
  it('mark the right and the chosen option by text and icon', async () => {
    const { browser } = await openResult()
    const html = await browser.read(`${here}/result`)
    const wrong = questionHtml(html, 2)
    expect(wrong).toMatch(/class="missed".*stem-2-C.*class="sign wrong".*your answer/s)
    expect(wrong).toMatch(/class="key".*stem-2-B.*class="sign right".*right answer/s)
    expect(questionHtml(html, 1)).toMatch(/right answer · your answer/)
    expect(questionHtml(html, 3)).toContain('chosen, not saved')
    expect(wrong).toContain('why-q2-en')
  })

  it("are in the reader's language, with links to the paper's other languages", async () => {
    const { browser, seen } = await openResult()
    const html = await browser.read(`${here}/result`)
    expect(questionHtml(html, 1)).toContain('stem-1')
    expect(questionHtml(html, 1)).toContain(`href="${here}/result?in=kn#q1"`)
    const kannada = await browser.read(`${here}/result?in=kn`)
    expect(questionHtml(kannada, 1)).toContain('ಪ್ರಶ್ನೆ-1')
    expect(questionHtml(kannada, 1)).toContain('why-q1-kn')
    const calls = requestsTo(seen, '/api/practice-tests/get-explanation')
    expect(calls.map(({ url }) => new URL(url).searchParams.get('locale'))).toEqual(['en', 'kn'])
  })

  it('say that a question is not translated, and set the lang attribute', async () => {
    const { browser } = await openResult()
    const only = questionHtml(await browser.read(`${here}/result`), 4)
    expect(only).toContain('This question exists in Kannada only.')
    expect(only).toContain('<div lang="kn">')
  })

  it('explain a change of the answer key', async () => {
    const { browser } = await openResult()
    const ruled = questionHtml(await browser.read(`${here}/result`), 4)
    expect(ruled).toContain('Cancelled: marks for everybody.')
    expect(ruled).toContain('Two options are the same.')
  })

  it.each([
    ['?show=wrong', [2]],
    ['?show=unanswered', [3]],
    ['?show=hasty', [2]],
    ['?section=maths', [3, 4]],
    ['?show=wrong&section=maths', []],
    ['?show=nonsense&page=-7&in=xx', [1, 2, 3, 4]],
  ])('are filtered by the query %s', async (query, numbers) => {
    const { browser } = await openResult()
    const html = await browser.read(`${here}/result${query}`)
    expect([...html.matchAll(/id="q(\d+)"/g)].map(([, number]) => Number(number))).toEqual(numbers)
  })

  it('are split into pages of 25, or shown all at once', async () => {
    const [first] = resultData().questions
    const [asText] = paperData().questions
    const ids = Array.from({ length: 60 }, (_, index) => `n${index + 1}`)
    const { browser } = await openResult(
      resultWire({
        result: { questions: ids.map((id, index) => ({ ...first, id, number: index + 1 })) },
        paper: { questions: ids.map((id) => ({ ...asText, id })) },
      }),
    )
    const count = async (query: string) =>
      [...(await browser.read(`${here}/result${query}`)).matchAll(/<li id="q\d+"/g)].length
    expect([await count(''), await count('?page=3'), await count('?page=all')]).toEqual([
      25, 10, 60,
    ])
    expect(await browser.read(`${here}/result?page=2`)).toMatch(/<li id="q26"/)
  })
})

describe('retrying wrong and unanswered questions', () => {
  it('shows these questions without any key', async () => {
    const { browser } = await openResult()
    const html = await browser.read(`${here}/again`)
    expect([...html.matchAll(/id="q(\d+)"/g)].map(([, number]) => number)).toEqual(['2', '3'])
    expect(html).not.toMatch(/why-q|class="key"|right answer/)
  })

  it('checks one question and keeps the options chosen in the others', async () => {
    const { browser, seen } = await openResult()
    const form = { q2: '0', q3: '3', check: 'q2', checked: '' }
    const html = await (await browser.post(`${here}/again`, form)).text()
    expect(questionHtml(html, 2)).toMatch(/Wrong · right answer: (<!-- -->)?\(2\)/)
    expect(questionHtml(html, 2)).toContain('why-q2-en')
    expect(questionHtml(html, 3)).toMatch(/value="3"[^>]*checked|checked=""[^>]*value="3"/)
    expect(questionHtml(html, 3)).not.toContain('why-q3')
    expect(html).toContain('name="checked" value="q2"')
    expect(html).toContain('Right so far: 0 of 1 checked.')
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('continues with the next check and counts the right answers', async () => {
    const { browser } = await openResult()
    const form = { q2: '0', q3: '3', check: 'all', checked: 'q2' }
    const html = await (await browser.post(`${here}/again`, form)).text()
    expect(html).toContain('Right so far: 1 of 2 checked.')
    expect(questionHtml(html, 3)).toContain('why-q3-en')
  })

  it('shows no key before an option was chosen', async () => {
    const { browser } = await openResult()
    const form = { check: 'q2', checked: 'q2 q3' }
    const html = await (await browser.post(`${here}/again`, form)).text()
    expect(questionHtml(html, 2)).toContain('Choose an option first.')
    expect(html).not.toMatch(/why-q|class="key"/)
  })
})

describe('a report of a question', () => {
  const fields = { question: 'q2', number: '2', locale: 'kn', reason: 'translation' }

  it('names the language and the reason, and returns to the question with thanks', async () => {
    const { browser, seen } = await openResult()
    const sent = await browser.post(`${here}/report`, {
      ...fields,
      message: ' ಅನುವಾದ ತಪ್ಪು ',
      back: '?show=wrong&in=kn',
    })
    expect(sent.status).toBe(303)
    const { pathname, search, hash } = new URL(sent.headers.get('location') ?? '')
    expect([pathname, search, hash]).toEqual([
      `${here}/result`,
      '?show=wrong&in=kn&reported=2',
      '#q2',
    ])
    const call = requestsTo(seen, '/api/question-reports').find(({ method }) => method === 'POST')
    expect(await call?.json()).toEqual({
      data: {
        ...{ question: 'q2', locale: 'kn', reason: 'translation', message: 'ಅನುವಾದ ತಪ್ಪು' },
        attempt: attemptId,
      },
    })
    const html = await browser.read(`${pathname}${search}`)
    expect(questionHtml(html, 2)).toContain('Thank you. Question 2 will be looked at')
  })

  it.each([
    ['without a reason', { ...fields, reason: '' }],
    ['in no language', { ...fields, locale: 'xx' }],
    ['that is too long', { ...fields, message: 'x'.repeat(1001) }],
  ])('%s is rejected with a message', async (_, form) => {
    const { browser, seen } = await openResult()
    const answer = await browser.post(`${here}/report`, form)
    const { pathname, search } = new URL(answer.headers.get('location') ?? '')
    expect(search).toBe('?refused=2')
    expect(
      requestsTo(seen, '/api/question-reports').filter(({ method }) => method === 'POST'),
    ).toEqual([])
    expect(questionHtml(await browser.read(pathname + search), 2)).toContain(
      'The report was not accepted.',
    )
  })

  it('redirects only to this site, whatever the form contains', async () => {
    const { browser } = await openResult()
    const answer = await browser.post(`${here}/report`, {
      ...fields,
      back: '//evil.example/?show=wrong&x=y',
      number: 'x"><script>',
    })
    const url = new URL(answer.headers.get('location') ?? '')
    expect([url.pathname, url.hash]).toEqual([`${here}/result`, '#q1'])
    expect(url.search).toBe('?reported=1')
  })

  it('shows its outcome beside the question and on the account', async () => {
    const reports = [
      reportRow(),
      reportRow({
        ...{ documentId: 'report-2', question: 'q1', number: 1, reason: 'wording' },
        ...{ status: 'corrected', outcome: 'The sentence was rewritten.' },
        closedAt: '2026-11-21T05:00:00.000Z',
      }),
    ]
    const { browser } = await openResult({
      ...resultWire({ reports }),
      '/api/user-test-progresses?': { data: [], meta: { pagination: { page: 1, pageCount: 0 } } },
    })
    const html = await browser.read(`${here}/result`)
    expect(questionHtml(html, 2)).toContain('Reported on 20 November 2026: The key is wrong')
    expect(questionHtml(html, 2)).toContain('Being looked at')
    expect(questionHtml(html, 1)).toContain('The sentence was rewritten.')
    const account = await browser.read('/en/account')
    expect(account).toContain('The sentence was rewritten.')
    expect(account).toContain('href="/en/karnataka/vao-paper-1/vao-model-1#q2"')
  })

  it('does not hide the solutions when reports cannot be loaded', async () => {
    const { browser } = await openResult({
      ...resultWire(),
      '/api/question-reports': () => Response.json({}, { status: 500 }),
    })
    const answer = await browser.go(`${here}/result`)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('why-q2')])
  })
})

describe('printing an attempt', () => {
  it('prints one or two languages, with five circles if a blank answer costs marks', async () => {
    const { browser } = await openResult()
    const html = await browser.read(`${here}/print?beside=kn`)
    expect(html).toMatch(/stem-1.*ಪ್ರಶ್ನೆ-1.*stem-2/s)
    expect(html.match(/>12345</g)).toHaveLength(4)
    expect(html).toContain('Circle 5 means “not answered”. No circle at all costs ¼ mark.')
    expect(html).not.toMatch(/why-q|class="filled" cx/)
  })

  it('prints four circles if a blank answer costs nothing', async () => {
    const paper = { marks: { right: '1', wrong: '1/3', blank: '0' } }
    const { browser } = await openResult(resultWire({ paper }))
    const html = await browser.read(`${here}/print`)
    expect(html.match(/>1234</g)).toHaveLength(4)
    expect(html).toContain('A wrong answer costs ⅓ mark.')
    expect(html).not.toContain('Circle 5')
  })

  it('prints the key sheet after submission, with a text alternative', async () => {
    const { browser } = await openResult()
    const html = await browser.read(`${here}/key-sheet`)
    expect(html.match(/class="filled" cx/g)).toHaveLength(3)
    expect(html.replaceAll('<!-- -->', '')).toContain('<li>2: (2)</li>')
  })

  it('has no key sheet before submission', async () => {
    const { browser } = await openResult({
      ...resultWire(),
      [`/api/user-test-progresses/${attemptId}/result`]: () =>
        Response.json({ error: { status: 403, name: 'NotSubmitted' } }, { status: 403 }),
    })
    expect((await browser.go(`${here}/key-sheet`)).status).toBe(303)
  })
})
