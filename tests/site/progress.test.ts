import { beforeEach, describe, expect, it } from 'vitest'
import { newBrowser, requestsTo, signIn } from '../support/reader.ts'
import { captureLog, productApiAnswers, type Wire } from '../support/site.ts'

beforeEach(captureLog)

const paper = (number: number, score: string, more: Record<string, unknown> = {}) => ({
  ...{ id: `0a1b2c3d-0000-4000-8000-00000000000${number}`, test: `vao-model-${number}` },
  ...{ title: { en: `VAO model ${number}`, kn: `ವಿಎಒ ಮಾದರಿ ${number}` }, mode: 'exam' },
  ...{ submittedAt: `2026-11-0${number}T06:30:00.000Z`, score, maximum: '100' },
  qualifying: null,
  ...more,
})
const papers = [paper(1, '209/4'), paper(2, '60'), paper(3, '287/4')]
const points = [
  { right: 2, total: 8 },
  { right: 0, total: 0 },
  { right: 7, total: 8 },
]
const topics = [{ slug: 'polity', name: 'Polity', locale: 'en', points }]
const full = {
  exams: [{ slug: 'vao-paper-1', papers: 3 }],
  exam: 'vao-paper-1',
  ...{ papers, target: 75, topics },
  weak: {
    ...{ papers: 3, marks: '9' },
    topics: [
      { slug: 'polity', name: 'Polity', locale: 'en', marks: '5', questions: 4 },
      { slug: 'history', name: 'History', locale: 'en', marks: '4', questions: 4 },
    ],
  },
  pace: {
    attempt: papers[2]!.id,
    intervals: [0, 1, 2, 3, 4, 5].map((index) => ({
      ...{ fromMinute: index * 20, toMinute: index * 20 + 20, right: 12, wrong: index, marks: '9' },
    })),
  },
  distribution: {
    ...{ attempt: papers[1]!.id, own: 12, count: 6, below: 4 },
    bins: Array.from({ length: 20 }, (_, index) => (index === 12 ? 3 : index === 9 ? 4 : 0)),
  },
  days: [{ on: '2026-11-20', ms: 1_500_000 }],
  today: '2026-11-21',
}
const empty = {
  ...{ exams: [], exam: null, papers: [], target: null, topics: [], weak: null, pace: null },
  ...{ distribution: null, days: [], today: '2026-11-21' },
}
const wire = (data: object, more: Wire = {}): Wire => ({
  '/api/user-progress': { data, meta: {} },
  '/api/user-progress/target': { ok: true },
  ...more,
})
const wordsOf = (html: string) =>
  html
    .replace(/<(style|script)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
async function pageWith(data: object, more: Wire = {}, path = '/en/progress') {
  const { browser } = await signIn({ wire: wire(data, more) })
  return browser.read(path)
}

describe('the progress page', () => {
  it('leads with the marks that are missing to the target', async () => {
    const text = wordsOf(await pageWith(full))
    expect(text).toContain('3¼ marks to your target')
    expect(text).toContain('71.75 / 100 in the latest paper')
    expect(text).toContain('These 2 topics are worth 9 marks')
    expect(text).toContain('2/8 → 7/8 · rising')
    expect(text).toContain('better than 4 of 6 other first attempts')
  })

  it('has a table for every picture', async () => {
    const html = await pageWith(full)
    for (const id of ['scores', 'topics', 'pace', 'distribution', 'days'])
      expect(html).toContain(`aria-labelledby="${id}"`)
    expect(html.match(/role="img"/g)).toHaveLength(3)
  })

  it('says the target is reached; without a target it shows the latest score', async () => {
    expect(wordsOf(await pageWith({ ...full, target: 71 }))).toContain('Target reached')
    const text = wordsOf(await pageWith({ ...full, target: null }))
    expect(text).toContain('71.75 / 100 in the latest paper')
    expect(text).not.toContain('To target')
  })

  it('says nothing that one paper, few answers or few others do not show', async () => {
    const html = await pageWith({
      ...full,
      ...{ papers: papers.slice(0, 1), weak: null, pace: null, distribution: null },
    })
    expect(html).not.toContain('role="img"')
    expect(wordsOf(html)).toContain('the line begins with the second')
    expect(wordsOf(html)).not.toContain('You among the others')
  })

  it('draws the pass mark only with a verified source', async () => {
    const sheet = (isVerified: boolean) => ({
      data: [
        {
          ...{ slug: 'vao', locale: 'en', title: 'VAO', checkedOn: '2026-11-21' },
          stages: [
            {
              ...{ slug: 'kannada', name: 'Kannada' },
              facts: [
                {
                  ...{ id: 'x', is: 'qualifying', value: 'At least 50 marks', note: null },
                  ...{ source: 'KEA', url: 'https://kea.example', dated: '2024', isVerified },
                  ...{ replaces: null, isCurrent: true },
                },
              ],
            },
          ],
        },
      ],
    })
    const qualifying = {
      ...full,
      papers: [1, 2].map((number) => paper(number, '60', { qualifying: '1/3', maximum: '150' })),
    }
    const drawn = await pageWith(qualifying, { '/api/pattern-sheets': sheet(true) })
    expect(drawn).toContain('class="cut"')
    expect(wordsOf(drawn)).toContain('Pass mark: At least 50 marks. Source: KEA')
    const unsourced = await pageWith(qualifying, { '/api/pattern-sheets': sheet(false) })
    expect(unsourced).not.toContain('class="cut"')
    expect(wordsOf(unsourced)).toContain('no official source for the cut-off')
  })

  it('shows a visitor the way to a first paper, without a call of the product API', async () => {
    const seen = productApiAnswers(wire(empty))
    const response = await newBrowser().go('/en/progress')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(wordsOf(await response.text())).toContain('After your first submitted paper')
    expect(seen).toHaveLength(0)
  })

  it('is shown without a foreign product API’s progress', async () => {
    const missing = () => new Response('{"error":{}}', { status: 404 })
    const text = wordsOf(await pageWith({}, { '/api/user-progress': missing }))
    expect(text).toContain('After your first submitted paper')
  })
})

describe('the target', () => {
  const set = async (percent: string) => {
    const { browser, seen } = await signIn({ wire: wire(full) })
    const answer = await browser.post('/en/progress/target', { exam: 'vao-paper-1', percent })
    return { answer, sent: requestsTo(seen, '/api/user-progress/target') }
  }

  it.each([
    ['80', 80],
    [' 5 ', 5],
    ['', null],
  ])('%o is stored', async (typed, percent) => {
    const { answer, sent } = await set(typed)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/en/progress?exam=vao-paper-1')
    expect(await sent[0]?.json()).toEqual({ exam: 'vao-paper-1', percent })
  })

  it.each(['0', '101', 'seventy', '7.5', '-3'])(
    '%o is shown again with a message',
    async (typed) => {
      const { answer, sent } = await set(typed)
      expect(answer.status).toBe(422)
      const html = await answer.text()
      expect(html).toContain(`value="${typed}"`)
      expect(wordsOf(html)).toContain('Please write a whole number from 1 to 100.')
      expect(sent).toHaveLength(0)
    },
  )
})

describe('a drill', () => {
  const id = '0a1b2c3d-0000-4000-8000-000000000009'
  const question = (number: number, more: Record<string, unknown> = {}) => ({
    ...{ id: `q${number}`, locale: 'en', stem: `Stem ${number}?`, options: ['a', 'b', 'c', 'd'] },
    ...{ figure: null, topics: ['polity'], testTitle: 'VAO model 1', chosen: null, accepted: [] },
    ...{ outcome: null, explanation: null, ...more },
  })
  const drill = (more: Record<string, unknown>) => ({
    data: {
      ...{ id, exam: 'vao-paper-1', createdAt: '2026-11-21T05:00:00.000Z', submittedAt: null },
      questions: [question(1), question(2)],
      ...more,
    },
    meta: {},
  })
  const answered = drill({
    submittedAt: '2026-11-21T05:10:00.000Z',
    questions: [
      question(1, { chosen: 0, accepted: [0], outcome: 'right' }),
      question(2, {
        ...{ chosen: 1, accepted: [2], outcome: 'wrong' },
        explanation: { locale: 'en', text: 'Because of that.' },
      }),
    ],
  })

  it('is made from the page, and answered without script', async () => {
    const { browser, seen } = await signIn({
      wire: wire(full, {
        '/api/user-drills': drill({}),
        [`/api/user-drills/${id}`]: drill({}),
        [`/api/user-drills/${id}/answers`]: answered,
      }),
    })
    const made = await browser.post('/en/progress/drill', { exam: 'vao-paper-1' })
    expect(made.headers.get('location')).toBe(`/en/progress/drill/${id}`)
    const form = await browser.read(`/en/progress/drill/${id}`)
    expect(form.match(/type="radio"/g)).toHaveLength(8)
    const sent = await browser.post(`/en/progress/drill/${id}`, { q1: '0', q2: '1', other: 'x' })
    expect(sent.headers.get('location')).toBe(`/en/progress/drill/${id}`)
    const [request] = requestsTo(seen, `/api/user-drills/${id}/answers`)
    expect(await request?.json()).toEqual({ answers: { q1: 0, q2: 1 } })
  })

  it('shows the key and the explanation once it is answered', async () => {
    const html = await pageWith(
      full,
      { [`/api/user-drills/${id}`]: answered },
      `/en/progress/drill/${id}`,
    )
    const text = wordsOf(html)
    expect(text).toContain('1 of 2 right')
    expect(text).toContain('Because of that.')
    expect(html).not.toContain('type="radio"')
  })

  it('of nothing says so on the progress page', async () => {
    const none = () => new Response('{"error":{}}', { status: 404 })
    const { browser } = await signIn({ wire: wire(full, { '/api/user-drills': none }) })
    const answer = await browser.post('/en/progress/drill', { exam: 'vao-paper-1' })
    const address = answer.headers.get('location')!
    expect(wordsOf(await browser.read(address))).toContain('No question of this exam was missed.')
  })

  it('of another reader is not found', async () => {
    const none = () => new Response('{"error":{}}', { status: 404 })
    const { browser } = await signIn({ wire: wire(full, { [`/api/user-drills/${id}`]: none }) })
    expect((await browser.go(`/en/progress/drill/${id}`)).status).toBe(404)
    expect((await newBrowser().go(`/en/progress/drill/${id}`)).status).toBe(404)
  })
})
