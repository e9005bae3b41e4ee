import { describe, expect, it } from 'vitest'
import { ask, get } from '../support/product-api.ts'

describe('lists answer as Strapi 5 does', () => {
  it('GET /api/practice-tests?locale=en gives flat entries, a documentId each, and a page of 25', async () => {
    const { data, meta } = await get('/api/practice-tests?locale=en')
    expect(data[0]).toMatchObject({ locale: 'en' })
    expect(Object.keys(data[0]!)).toEqual(
      expect.arrayContaining(['id', 'documentId', 'createdAt', 'publishedAt']),
    )
    expect(meta.pagination).toEqual({ page: 1, pageSize: 25, pageCount: 1, total: data.length })
  })

  it('leaves relations and components out until they are populated', async () => {
    const { data } = await get('/api/practice-tests?locale=en')
    for (const name of ['category', 'tags', 'sections', 'questions'])
      expect(data[0]).not.toHaveProperty(name)
  })

  it('populate[category][fields][0]=slug shows the relation with that field, and its id and documentId', async () => {
    const { data } = await get('/api/practice-tests?locale=en&populate[category][fields][0]=slug')
    const { category } = data[0] as { category: object }
    expect(Object.keys(category).sort()).toEqual(['documentId', 'id', 'slug'])
  })

  it('populate=* shows one level of everything', async () => {
    const { data } = await get('/api/subscription-plans?locale=te&populate=*')
    const pack = data.find(({ slug }) => slug === 'village-administrative-officer-pack')
    expect(pack).toMatchObject({
      state: null,
      categories: [
        { slug: 'vao-paper-1' },
        { slug: 'vao-paper-2' },
        { slug: 'compulsory-kannada' },
      ],
      prices: [
        { currency: 'INR', amountMinor: 29900 },
        { currency: 'USD', amountMinor: 499 },
      ],
    })
  })

  it('fields[0]=slug leaves id and documentId beside it', async () => {
    const { data } = await get('/api/tags?fields[0]=slug&pagination[pageSize]=1')
    expect(Object.keys(data[0]!).sort()).toEqual(['documentId', 'id', 'slug'])
  })

  it('pagination[start] and [limit] answer with start, limit and total', async () => {
    const { data, meta } = await get('/api/tags?pagination[start]=2&pagination[limit]=3')
    expect(data).toHaveLength(3)
    expect(meta.pagination).toMatchObject({ start: 2, limit: 3 })
    expect(meta.pagination.total).toBeGreaterThan(30)
  })

  it('cuts a page above 100 without a word, and counts nothing where withCount=false', async () => {
    const { meta } = await get('/api/tags?pagination[pageSize]=5000&pagination[withCount]=false')
    expect(meta.pagination).toEqual({ page: 1, pageSize: 100 })
  })

  it('takes page -1 for the first, and answers an empty list beyond the last', async () => {
    expect((await get('/api/tags?pagination[page]=-1')).meta.pagination.page).toBe(1)
    expect((await get('/api/tags?pagination[page]=99')).data).toEqual([])
  })

  it('sort=date:desc puts the latest day of current affairs first', async () => {
    const { data } = await get('/api/pages?filters[kind][$eq]=current-affairs&sort=date:desc')
    expect(data.map(({ date }) => date)).toEqual(['2026-11-11', '2026-11-01'])
  })

  it('an unknown locale, and locale=all, are empty lists', async () => {
    expect((await get('/api/tags?locale=xx')).data).toEqual([])
    expect((await get('/api/tags?locale=all')).data).toEqual([])
  })

  it('GET /api/tags/:documentId answers one document, and a numeric id is 404', async () => {
    const { data } = await get('/api/tags?locale=en&pagination[pageSize]=1')
    const { documentId, id } = data[0] as { documentId: string; id: number }
    expect(await get(`/api/tags/${documentId}?locale=kn`)).toMatchObject({
      data: { documentId },
      meta: {},
    })
    expect((await ask(`/api/tags/${id}`)).status).toBe(404)
  })

  it('GET /api/i18n/locales is a bare array with Kannada as the default', async () => {
    const locales = await get<{ code: string; isDefault: boolean }[]>('/api/i18n/locales')
    expect(locales.map(({ code }) => code)).toEqual(['kn', 'en', 'te'])
    expect(locales.filter(({ isDefault }) => isDefault).map(({ code }) => code)).toEqual(['kn'])
  })
})

describe('filters', () => {
  it('$eq through a relation finds the papers of one exam', async () => {
    const { data } = await get(
      '/api/practice-tests?locale=kn&filters[category][slug][$eq]=vao-paper-1',
    )
    expect(data).toHaveLength(3)
  })

  it('$in finds several', async () => {
    const { data } = await get(
      '/api/tags?filters[slug][$in][0]=polity&filters[slug][$in][1]=economy',
    )
    expect(data.map(({ slug }) => slug)).toEqual(['polity', 'economy'])
  })

  it('$contains takes what was typed letter for letter, percent signs and all', async () => {
    expect(
      (await get('/api/practice-tests?locale=en&filters[title][$contains]=Full')).data,
    ).toHaveLength(1)
    expect((await get('/api/practice-tests?locale=en&filters[title][$contains]=%25')).data).toEqual(
      [],
    )
  })

  it('$lte and $gte bound a date', async () => {
    const { data } = await get(
      '/api/pages?filters[date][$gte]=2026-11-02&filters[date][$lte]=2026-11-30',
    )
    expect(data.map(({ date }) => date)).toEqual(['2026-11-11'])
  })

  it('$or and $not combine', async () => {
    const query = 'filters[$or][0][slug]=polity&filters[$or][1][$not][position][$gte]=1'
    expect((await get(`/api/tags?${query}`)).data.map(({ slug }) => slug)).toEqual([
      'constitution',
      'polity',
    ])
  })

  it('a number column is compared as a number', async () => {
    const { data } = await get('/api/practice-tests?locale=en&filters[year][$eq]=2024')
    expect(data).toHaveLength(1)
  })

  it('a quotation mark in a value is a value, not a piece of SQL', async () => {
    const answer = await ask(`/api/tags?filters[slug][$eq]=${encodeURIComponent("' OR 1=1 --")}`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ data: [] })
  })
})

describe("everything else is refused with Strapi 5's body", () => {
  it.each([
    ['filters[nosuch][$eq]=1', 'Invalid key nosuch'],
    ['filters[slug][$regex]=1', 'Invalid key $regex'],
    ['filters[category][nosuch]=1', 'Invalid key nosuch'],
    ['sort=nosuch', 'Invalid key nosuch'],
    ['fields[0]=nosuch', 'Invalid key nosuch'],
    ['populate=nosuch', 'Invalid key nosuch'],
    ['populate[questions][populate]=answers', 'Invalid key answers'],
    ['populate=explanation', 'Invalid key explanation'],
    ['fields[0]=correct_option', 'Invalid key correct_option'],
  ])('?%s is 400 %s', async (query, message) => {
    const answer = await ask(`/api/practice-tests?${query}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      data: null,
      error: { status: 400, name: 'ValidationError', message },
    })
  })

  it('an unknown address, document and method are 404 NotFoundError', async () => {
    for (const [path, method] of [
      ['/api/nosuch', 'GET'],
      ['/api/tags/nosuch', 'GET'],
      ['/api/tags', 'POST'],
    ] as const) {
      const answer = await ask(path, { method })
      expect([path, method, answer.status]).toEqual([path, method, 404])
      expect(await answer.json()).toMatchObject({ error: { name: 'NotFoundError' } })
    }
  })
})
