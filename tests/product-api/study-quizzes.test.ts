import { beforeAll, describe, expect, it } from 'vitest'
import { simulateGateways } from '../emulators/identity.ts'
import { selectRows, visitor } from '../support/attempts.ts'

beforeAll(simulateGateways)

type Question = { id: string; page: string; locale: string; stem: string; options: string[] }
type Marked = Question & {
  chosen: number | null
  right: number
  outcome: string
  explanation: { locale: string; text: string }
}
const path = '/api/quizzes/2026-11-01'
const quiz = async (locale: string) =>
  (await visitor.request<Question[]>('GET', `${path}?locale=${locale}`)).data

describe('the quiz of a day', () => {
  it('has three questions with four options in the requested language, without keys', async () => {
    for (const locale of ['kn', 'en', 'te']) {
      const { text, data } = await visitor.request<Question[]>('GET', `${path}?locale=${locale}`)
      expect(data).toHaveLength(3)
      for (const question of data) {
        expect(question).toMatchObject({ page: '2026-11-01-kannada-rajyotsava', locale })
        expect(question.options).toHaveLength(4)
      }
      expect(text).not.toMatch(/right|correct|key|explanation/)
    }
    expect((await quiz('te'))[1]?.options).toContain('ఎస్. నిజలింగప్ప')
  })

  it('is marked with keys and explanations', async () => {
    const [first, second, third] = await quiz('en')
    const answers = { [first!.id]: 1, [second!.id]: 0 }
    const { status, data } = await visitor.request<Marked[]>('POST', path, {
      answers,
      locale: 'en',
    })
    expect(status).toBe(200)
    expect(data.map(({ outcome, chosen, right }) => [outcome, chosen, right])).toEqual([
      ['right', 1, 1],
      ['wrong', 0, 2],
      ['blank', null, 0],
    ])
    expect(data[2]?.id).toBe(third?.id)
    for (const { explanation } of data) {
      expect(explanation.locale).toBe('en')
      expect(explanation.text.length).toBeGreaterThan(20)
    }
  })

  it('is empty for a day without questions', async () => {
    expect(await visitor.request('GET', '/api/quizzes/2020-01-01')).toMatchObject({
      status: 200,
      data: [],
    })
    const answer = await visitor.request('POST', '/api/quizzes/2020-01-01', { answers: {} })
    expect(answer.status).toBe(404)
    expect((await visitor.request('GET', '/api/quizzes/yesterday')).status).toBe(404)
  })

  it.each([
    [{}],
    [{ answers: { q: 'two' } }],
    [{ answers: { q: -1 } }],
    [{ answers: {}, locale: 'hi' }],
  ])('answers %j with 400', async (body) =>
    expect((await visitor.request('POST', path, body)).status).toBe(400),
  )

  it('has questions that appear in no paper and in no search', async () => {
    const [counted] = await selectRows(
      `SELECT count(*) AS questions, count(t.question_id) AS inPapers, count(s.id) AS found
       FROM page_questions p
       LEFT JOIN test_questions t USING (question_id)
       LEFT JOIN search_entries s USING (question_id)`,
    )
    expect(counted).toEqual({ questions: 6, inPapers: 0, found: 0 })
    expect((await quiz('kn'))[0]?.stem).toContain('1956')
    const { text } = await visitor.request(
      'GET',
      '/api/pages?filters[slug][$eq]=2026-11-01-kannada-rajyotsava&locale=kn&populate=*',
    )
    expect(text).not.toContain('ಜಾರಿಯಾದ ಸಂವಿಧಾನದ ತಿದ್ದುಪಡಿ')
  })
})
