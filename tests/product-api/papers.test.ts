import { describe, expect, it } from 'vitest'
import { requestProductApi, database, getBody } from '../support/product-api.ts'

type Question = {
  locale: string
  stem: string
  section: string | null
  options: { text: string }[]
}
type Test = {
  questions?: Question[]
  sections: { slug: string; name: string }[]
  questionCount: number
}

const oneTest = async (slug: string, locale: string) => {
  const query =
    `filters[slug][$eq]=${slug}&locale=${locale}` +
    '&populate[questions][populate]=options&populate[sections]=true'
  const { data } = await getBody<{ data: Test[] }>(`/api/practice-tests?${query}`)
  return data[0]
}

describe('a paper', () => {
  it('has its questions in order, with sections and options, in one language', async () => {
    const test = await oneTest('vao-paper-1-full-1', 'kn')
    expect(test?.questions).toHaveLength(100)
    expect(test?.sections.map(({ slug }) => slug)).toHaveLength(6)
    for (const question of test?.questions ?? []) {
      expect(question.locale).toBe('kn')
      expect(question.stem).toMatch(/\p{Script=Kannada}/u)
      expect(question.options).toHaveLength(4)
    }
  })

  it('answers a question that exists only in English in English, with its locale', async () => {
    const test = await oneTest('vao-paper-2-model-paper-1', 'kn')
    const english = test?.questions?.filter(({ section }) => section === 'general-english')
    expect(english?.map(({ locale }) => locale)).toEqual(['en', 'en', 'en'])
  })

  it('of a premium plan is described without its questions', async () => {
    const test = await oneTest('pdo-model-paper-1', 'en')
    expect(test?.questionCount).toBe(25)
    expect(test).not.toHaveProperty('questions')
  })
})

describe('the solved sample', () => {
  type Solved = { id: string; locale: string; options: string[]; accepted: number[] }
  const sampleOf = async (test: string, locale: string) =>
    (await getBody<{ data: Solved[] }>(`/api/solved-samples?test=${test}&locale=${locale}`)).data

  it('of a premium paper is the same two questions with keys and explanations', async () => {
    const sample = await sampleOf('pdo-model-paper-1', 'kn')
    expect(sample).toHaveLength(2)
    for (const { locale, options, accepted } of sample) {
      expect(locale).toBe('kn')
      expect(options).toHaveLength(4)
      const { correct } = (await database()
        .prepare(
          `SELECT k.correct_option AS correct FROM answer_keys k
           JOIN questions q ON q.id = k.question_id WHERE q.document_id = ?`,
        )
        .bind(sample.find((one) => one.options === options)!.id)
        .first<{ correct: number }>())!
      expect(accepted).toEqual([correct])
    }
    const inEnglish = await sampleOf('pdo-model-paper-1', 'en')
    expect(inEnglish.map(({ id }) => id)).toEqual(sample.map(({ id }) => id))
    expect(inEnglish[0]).toMatchObject({ explanation: { locale: 'en' } })
  })

  it('of a free paper, an unknown one and a withdrawn one is empty', async () => {
    const withdraw = (at: string | null) =>
      database()
        .prepare(`UPDATE practice_tests SET withdrawn_at = ? WHERE slug = 'pdo-model-paper-1'`)
        .bind(at)
        .run()
    await withdraw('2026-11-21T00:00:00.000Z')
    for (const test of ['vao-paper-1-full-1', 'no-such-paper', 'pdo-model-paper-1'])
      expect(await sampleOf(test, 'kn')).toEqual([])
    await withdraw(null)
    expect((await requestProductApi('/api/solved-samples?test=A%20B')).status).toBe(400)
  })
})

describe('answer keys and explanations', () => {
  it('are in no list, whatever is populated', async () => {
    const { results } = await database()
      .prepare('SELECT text FROM explanations')
      .all<{ text: string }>()
    expect(results.length).toBeGreaterThan(200)
    const paths = [
      'practice-tests',
      'pages',
      'categories',
      'tags',
      'flash-cards',
      'subscription-plans',
    ]
    for (const locale of ['kn', 'en', 'te'])
      for (const path of paths) {
        const answer = await requestProductApi(
          `/api/${path}?locale=${locale}&populate=*&pagination[pageSize]=100`,
        )
        expect(answer.status).toBe(200)
        const text = await answer.text()
        expect(/"[^"]*(correct|answer|explanation)[^"]*":/i.test(text)).toBe(false)
        const leaked = results.filter((row) => text.includes(JSON.stringify(row.text).slice(1, 60)))
        expect(leaked).toEqual([])
      }
  })
})

describe('queries of the site', () => {
  it.each([
    'practice-tests?filters[category][slug][$eq]=vao-paper-1&locale=kn' +
      '&populate[category][fields][0]=slug',
    'practice-tests?filters[kind][$eq]=grand-test&locale=kn',
    'practice-tests?filters[slug][$eq]=vao-paper-1-full-1' +
      '&filters[category][slug][$eq]=vao-paper-1&locale=kn',
    'pages?filters[slug][$eq]=terms&locale=kn',
    'pages?filters[kind][$eq]=current-affairs&filters[date][$lte]=2026-11-21&sort=date:desc',
    'flash-cards?filters[tags][slug][$eq]=constitution&locale=kn&populate[tags][fields][0]=slug',
  ])('%s reads no large table completely', async (path) => {
    const scans = await scannedTables(path)
    expect(scans).toEqual([])
  })
})

/** The large tables that a request scans, according to SQLite's query plan. */
async function scannedTables(path: string): Promise<string[]> {
  const { parseQuery } = await import('../../product-api/strapi/query.ts')
  const { selectPage } = await import('../../product-api/strapi/sql.ts')
  const types = {
    'practice-tests': (await import('../../product-api/content/practice-tests.ts')).practiceTests,
    pages: (await import('../../product-api/content/pages.ts')).pages,
    'flash-cards': (await import('../../product-api/content/flash-cards.ts')).flashCards,
  }
  const [name = '', search = ''] = path.split('?')
  const type = types[name as keyof typeof types]
  const { rows } = selectPage(type, parseQuery(search, type))
  const { results } = await database()
    .prepare(`EXPLAIN QUERY PLAN ${rows.text}`)
    .bind(...rows.values)
    .all<{ detail: string }>()
  return results
    .map(({ detail }) => detail)
    .filter((detail) => /^SCAN (d0|t0|p|tq|q|x)\b/.test(detail))
}
