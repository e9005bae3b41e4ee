import { beforeEach, describe, expect, it } from 'vitest'
import { openedHall } from '../../client/islands/live-room/opened-hall.ts'
import { questionsMarkup } from '../../client/islands/live-room/question-markup.ts'
import type { SealedQuestion } from '../../domain/live-mock/sealed-paper.ts'
import { renderFormulas } from '../../authoring/formulas.ts'
import { asGuest, attemptId, attemptRow, hall, hallWire, paperVersion } from '../support/hall.ts'
import { captureLog, productApiAnswers, type Wire } from '../support/site.ts'

beforeEach(captureLog)

const entryId = '6f0c2b8e-8d6a-8c53-9d5f-0f2b7d3a1e44'
const digest = 'ab'.repeat(32)
const formula = renderFormulas('\\(x^2 + \\frac{1}{x} < 3\\) & "x"')

const table =
  '<div data-q="table"><table><thead><tr><th scope="col">1</th></tr></thead>' +
  '<tbody><tr><td>&lt;2</td></tr></tbody></table></div>'
const passage = `<div data-q="passage p1"><p>ಓದಿ &amp; ಉತ್ತರಿಸಿ</p></div>ಪ್ರಶ್ನೆ?${table}`

const paper = paperVersion()
const questions = [
  ...paper.questions,
  {
    ...paper.questions[0]!,
    ...{ id: 'qd', section: null },
    texts: { kn: { stem: formula, options: [formula, '<b>', "it's", '4'], alt: null } },
  },
  {
    ...paper.questions[0]!,
    ...{ id: 'qe', section: null },
    texts: { kn: { stem: passage, options: ['1', '2', '3', '4'], alt: null } },
  },
]
const texts = {
  languages: ['kn', 'en'] as const,
  sections: [{ slug: 'history', name: 'ಇತಿಹಾಸ' }],
  question: 'ಪ್ರಶ್ನೆ',
  fifth: 'ಉತ್ತರಿಸಿಲ್ಲ (ಐದನೆಯ ವೃತ್ತ)',
  notTranslated: { en: 'This question does not exist in English.' },
}

/** A live mock whose bell is so many minutes ahead, and the reader's entry in it. */
function entryBody(minutesToBell: number) {
  const bellAt = new Date(Date.now() + minutesToBell * 60_000).toISOString()
  const { questions: _, ...head } = paper
  return {
    mock: {
      ...{ slug: 'sunday', test: 'sunday', exam: 'vao-paper-1', state: 'karnataka' },
      ...{ title: { kn: 'ಭಾನುವಾರ' }, about: { kn: 'ಬಗ್ಗೆ' }, languages: ['kn', 'en'] },
      ...{ exams: ['vao-paper-1'], bellAt, minutes: 120, latestMinutes: 30 },
      resultsAt: new Date(Date.parse(bellAt) + 300 * 60_000).toISOString(),
      ...{ publishedAt: null, questionCount: 4, marks: paper.marks, sealedBytes: 20_000 },
      ...{ sealedDigest: digest, participants: null },
    },
    ...{ exam: 'vao-paper-1', state: '29', openedAt: null },
    attempt: attemptRow({
      ...{ id: entryId, documentId: entryId, startedAt: bellAt, version: 0, answered: 0 },
      endsAt: new Date(Date.parse(bellAt) + 120 * 60_000).toISOString(),
      ...{ provisionalUntil: null, formPaper: null, createdAt: bellAt, updatedAt: bellAt },
      publishedAt: bellAt,
    }),
    paper: { ...head, questionCount: 4 },
  }
}

const wire = (minutesToBell: number) => ({
  ...hallWire(),
  [`/api/live-mocks/entries/${entryId}`]: { data: entryBody(minutesToBell), meta: {} },
})

const questionsIn = (html: string) =>
  /<div class="questions">([^]*?)<\/div><div class="revealed"/.exec(html)?.[1] ?? ''

describe('the markup of an opened paper', () => {
  it('is that of the server’s exam hall, with formulas, signs and missing languages', async () => {
    const { browser } = await asGuest(hallWire({ paper: { questions } }))
    const server = questionsIn(await browser.read(hall)).replaceAll(' checked=""', '')
    const own = questionsMarkup(questions, {
      ...texts,
      fifth: /class="fifth">.*?<span>(.*?)</.exec(server)?.[1] ?? '',
    })
    expect(server).toContain('<math')
    expect(own).toBe(server)
  })
})

describe('the waiting room', () => {
  it('stands at the address of the hall, private, with what its script needs', async () => {
    const { browser } = await asGuest(wire(30))
    const answer = await browser.go(`/attempts/${entryId}`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([
      ...[200, 'private, no-store'],
    ])
    const html = await answer.text()
    expect(html).toContain('name="live-room"')
    expect(html).toContain(`/live-mocks/sunday/sealed/${digest}`)
    expect(html).not.toContain('ರಾಜಧಾನಿ')
  })

  it('keeps a frame that becomes the hall with the questions of the opened paper', async () => {
    const { browser } = await asGuest(wire(30))
    const frame = await browser.read(`/attempts/${entryId}/frame`)
    expect(frame).not.toContain('ರಾಜಧಾನಿ')
    const own = questions as unknown as SealedQuestion[]
    const html = openedHall(frame, { questions: own }, texts, null) ?? ''
    expect(html).toContain('&quot;questions&quot;:&quot;qa qb qc qd qe&quot;')
    expect(questionsIn(html)).toBe(questionsMarkup(own, texts))
    expect(html).toContain(`action="/attempts/${entryId}"`)
    expect(html).toContain('&quot;result&quot;:&quot;/live-mocks/sunday/result&quot;')
    expect(html).not.toContain('@live')
    expect(openedHall('<html></html>', { questions: own }, texts, null)).toBeNull()
  })

  it('gives way to the hall of the network from the bell on', async () => {
    const { browser } = await asGuest(wire(30))
    const paths: Wire = {}
    for (const [path, answer] of Object.entries(hallWire({ attempt: { id: entryId } })))
      paths[path.replace(attemptId, entryId)] = answer
    paths[`/api/live-mocks/entries/${entryId}`] = { data: entryBody(-1), meta: {} }
    productApiAnswers(paths)
    expect(await browser.read(`/attempts/${entryId}`)).toContain('ರಾಜಧಾನಿ')
  })
})
