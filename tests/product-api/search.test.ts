import { describe, expect, it } from 'vitest'
import { database, getBody, requestProductApi } from '../support/product-api.ts'

type Result = {
  kind: string
  slug: string
  title: string
  locale: string
  category: string | null
  position: number | null
}

const search = async (typed: string, locale = 'kn') =>
  (await getBody<{ data: Result[] }>(`/api/search?q=${encodeURIComponent(typed)}&locale=${locale}`))
    .data
const slugs = (results: Result[]) => results.map(({ slug }) => slug)

describe('search', () => {
  it.each([
    ['Kannada words with conjuncts', 'ಸಂವಿಧಾನ', 'kn'],
    ['the same in Latin letters', 'samvidhana', 'kn'],
    ['without its last vowel', 'samvidhan', 'kn'],
    ['in Telugu', 'సంవిధాన', 'te'],
    ['in English', 'constitution', 'en'],
    ['with a slip of the finger', 'constituton', 'en'],
    ['with two letters swapped', 'consttiution', 'en'],
    ['only begun', 'constitu', 'en'],
  ])('finds the cards of the Constitution by %s', async (_, typed, locale) => {
    const results = await search(typed, locale)
    expect(results.some(({ kind, slug }) => kind === 'card' && slug === 'constitution')).toBe(true)
  })

  it.each([
    ['grama', 'kn'],
    ['gram', 'kn'],
    ['ಗ್ರಾಮ', 'kn'],
    ['ಗ್ರಾ', 'kn'],
  ])('%s finds the documents about ಗ್ರಾಮ', async (typed, locale) => {
    expect((await search(typed, locale)).some(({ title }) => /ಗ್ರಾಮ/.test(title))).toBe(true)
  })

  it('does not match a part from the middle of a Kannada word', async () => {
    expect(await search('ನಾಟಕ')).not.toEqual([])
    expect((await search('ರ್ನಾಟಕ')).length).toBe(0)
  })

  it('answers in the requested language, whatever language the query is in', async () => {
    const [english] = await search('ರಾಜ್ಯೋತ್ಸವ', 'en')
    expect(english).toMatchObject({ kind: 'page', locale: 'en' })
    const [telugu] = await search('rajyotsava', 'te')
    expect(telugu).toMatchObject({ kind: 'page', locale: 'te', slug: english!.slug })
  })

  it('lists what is in the requested language first', async () => {
    for (const [typed, locale] of [
      ['karnataka', 'kn'],
      ['karnataka', 'te'],
      ['ಸಂವಿಧಾನ', 'en'],
    ] as const) {
      const isOwn = (await search(typed, locale)).map((result) => result.locale === locale)
      expect(isOwn).toContain(true)
      expect(isOwn.lastIndexOf(true)).toBe(isOwn.filter(Boolean).length - 1)
    }
    // Otherwise this proves nothing.
    expect((await search('karnataka', 'te')).some(({ locale }) => locale !== 'te')).toBe(true)
  })

  it('finds a paper by its exam and topics, and names the exam', async () => {
    const results = await search('vao', 'en')
    expect(results[0]).toMatchObject({ kind: 'paper', category: expect.stringMatching(/^vao/) })
    expect(slugs(await search('physical education', 'en'))).toContain('ap-pet-practice-1')
  })

  it('finds a question by its wording, with its number in a free paper', async () => {
    const results = await search('article constitution right', 'en')
    const question = results.find(({ kind }) => kind === 'question')
    expect(question).toMatchObject({ position: expect.any(Number), category: expect.any(String) })
    const premium = await database()
      .prepare(
        `SELECT x.stem FROM practice_tests t JOIN test_questions q ON q.test_id = t.id
         JOIN question_texts x ON x.question_id = q.question_id AND x.locale = 'en'
         WHERE t.access = 'premium' LIMIT 1`,
      )
      .first<{ stem: string }>()
    const found = await search(premium!.stem, 'en')
    expect(found.filter(({ title }) => title.startsWith(premium!.stem.slice(0, 60)))).toEqual([])
  })

  it('limits the questions of one paper in the results', async () => {
    const counts = new Map<string, number>()
    for (const { kind, slug } of await search('the', 'en'))
      if (kind === 'question') counts.set(slug, (counts.get(slug) ?? 0) + 1)
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(3)
  })

  it.each([
    '',
    ' ',
    '"',
    '* OR *',
    'NEAR(a b)',
    'title:x',
    'a" OR "b',
    "'; DROP TABLE pages; --",
    '\u0000',
    '%',
    '(((',
    'ಕ್'.repeat(500),
    'a '.repeat(900),
    '\u200d\u200c',
    '🙂',
    '-',
    '^x',
    '{title} : x',
  ])('answers %j without an error', async (typed) => {
    expect(Array.isArray(await search(typed))).toBe(true)
  })

  it('refuses at once what is too much at once, and answers other requests meanwhile', async () => {
    const searches = Array.from({ length: 60 }, (_, number) =>
      searchFrom(`198.51.${number}.1`, `gramma adalita ${number}`),
    )
    const health = await requestProductApi('/_health')
    const answers = await Promise.all(searches)
    const refused = answers.filter(({ status }) => status === 503)
    expect(health.status).toBe(204)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(12)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
    expect((await requestProductApi('/api/search?q=grama')).status).toBe(200)
  })

  it('is limited by network: sixty phones of a school at once, not a flood', async () => {
    const statuses: number[] = []
    for (let number = 0; number < 61; number += 1)
      statuses.push((await searchFrom(`198.18.9.${number}`, 'xyzzy')).status)
    const refused = await searchFrom('198.18.9.200', 'xyzzy')
    const isAllowedOne = statuses.slice(0, 60).every((status) => status === 200)
    expect([isAllowedOne, (await searchFrom('198.18.10.1', 'xyzzy')).status]).toEqual([true, 200])
    // The test itself takes time, in which tokens come back.
    const limited = refused.status === 429 ? refused : await floodFrom('198.18.9.1')
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

const searchFrom = (address: string, typed: string) =>
  requestProductApi(`/api/search?q=${encodeURIComponent(typed)}`, {
    headers: { 'x-client-address': address },
  })

/** Searches until one is refused -> that answer. */
async function floodFrom(address: string): Promise<Response> {
  for (let number = 0; number < 300; number += 1) {
    const answer = await searchFrom(address, 'xyzzy')
    if (answer.status !== 200) return answer
  }
  throw new Error('300 searches were answered')
}
