import { describe, expect, it } from 'vitest'
import { requestProductApi, getBody } from '../support/product-api.ts'

describe('lists in the shape of Strapi 5', () => {
  it('have flat entries with a documentId, in pages of 25', async () => {
    const { data, meta } = await getBody('/api/practice-tests?locale=en')
    expect(data[0]).toMatchObject({ locale: 'en' })
    expect(Object.keys(data[0]!)).toEqual(
      expect.arrayContaining(['id', 'documentId', 'createdAt', 'publishedAt']),
    )
    expect(meta.pagination).toEqual({ page: 1, pageSize: 25, pageCount: 1, total: data.length })
  })

  it('leave out relations and components that are not populated', async () => {
    const { data } = await getBody('/api/practice-tests?locale=en')
    for (const name of ['category', 'tags', 'sections', 'questions'])
      expect(data[0]).not.toHaveProperty(name)
  })

  it('populate a relation with the requested field, its id and its documentId', async () => {
    const { data } = await getBody(
      '/api/practice-tests?locale=en&populate[category][fields][0]=slug',
    )
    const { category } = data[0] as { category: object }
    expect(Object.keys(category).sort()).toEqual(['documentId', 'id', 'slug'])
  })

  it.each([
    ['populate=state,categories', 200],
    ['populate[0]=state&populate[1]=categories.state', 200],
    ['populate=categories.state,categories.nosuch', 400],
  ])('take Strapi’s dotted names: %s', async (query, status) => {
    const path = `/api/subscription-plans?locale=en&${query}`
    expect((await requestProductApi(path)).status).toBe(status)
  })

  it('populate a relation of a relation by its dotted name', async () => {
    const dotted = await getBody('/api/practice-tests?locale=en&populate=category.state,sections')
    const nested = await getBody(
      '/api/practice-tests?locale=en&populate[category][populate]=state&populate[sections]=true',
    )
    expect(dotted.data).toEqual(nested.data)
    expect(JSON.stringify(dotted.data)).toContain('"state":{')
  })

  it('populate one level of everything for populate=*', async () => {
    const { data } = await getBody('/api/subscription-plans?locale=te&populate=*')
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

  it('contain id and documentId besides the requested fields', async () => {
    const { data } = await getBody('/api/tags?fields[0]=slug&pagination[pageSize]=1')
    expect(Object.keys(data[0]!).sort()).toEqual(['documentId', 'id', 'slug'])
  })

  it('answer pagination[start] and [limit] with start, limit and total', async () => {
    const { data, meta } = await getBody('/api/tags?pagination[start]=2&pagination[limit]=3')
    expect(data).toHaveLength(3)
    expect(meta.pagination).toMatchObject({ start: 2, limit: 3 })
    expect(meta.pagination.total).toBeGreaterThan(30)
  })

  it('reduce a page size above 100, and leave out the total for withCount=false', async () => {
    const { meta } = await getBody(
      '/api/tags?pagination[pageSize]=5000&pagination[withCount]=false',
    )
    expect(meta.pagination).toEqual({ page: 1, pageSize: 100 })
  })

  it('answer page -1 with the first page, and are empty beyond the last page', async () => {
    expect((await getBody('/api/tags?pagination[page]=-1')).meta.pagination.page).toBe(1)
    expect((await getBody('/api/tags?pagination[page]=99')).data).toEqual([])
  })

  it('are sorted by sort=date:desc with the latest date first', async () => {
    const { data } = await getBody('/api/pages?filters[kind][$eq]=current-affairs&sort=date:desc')
    expect(data.map(({ date }) => date)).toEqual(['2026-11-11', '2026-11-01'])
  })

  it('are empty for an unknown locale and for locale=all', async () => {
    expect((await getBody('/api/tags?locale=xx')).data).toEqual([])
    expect((await getBody('/api/tags?locale=all')).data).toEqual([])
  })

  it('have one document under its documentId, and 404 under its numeric id', async () => {
    const { data } = await getBody('/api/tags?locale=en&pagination[pageSize]=1')
    const { documentId, id } = data[0] as { documentId: string; id: number }
    expect(await getBody(`/api/tags/${documentId}?locale=kn`)).toMatchObject({
      data: { documentId },
      meta: {},
    })
    expect((await requestProductApi(`/api/tags/${id}`)).status).toBe(404)
  })

  it('include a bare array of locales, of which Kannada is the default', async () => {
    const locales = await getBody<{ code: string; isDefault: boolean }[]>('/api/i18n/locales')
    expect(locales.map(({ code }) => code)).toEqual(['kn', 'en', 'te'])
    expect(locales.filter(({ isDefault }) => isDefault).map(({ code }) => code)).toEqual(['kn'])
  })
})

describe('filters of lists', () => {
  it('$eq through a relation matches the papers of one exam', async () => {
    const { data } = await getBody(
      '/api/practice-tests?locale=kn&filters[category][slug][$eq]=vao-paper-1',
    )
    expect(data).toHaveLength(3)
  })

  it('$in matches several values', async () => {
    const { data } = await getBody(
      '/api/tags?filters[slug][$in][0]=polity&filters[slug][$in][1]=economy',
    )
    expect(data.map(({ slug }) => slug)).toEqual(['polity', 'economy'])
  })

  it('$contains matches literally, percent signs included', async () => {
    expect(
      (await getBody('/api/practice-tests?locale=en&filters[title][$contains]=Full')).data,
    ).toHaveLength(1)
    expect(
      (await getBody('/api/practice-tests?locale=en&filters[title][$contains]=%25')).data,
    ).toEqual([])
  })

  it('$lte and $gte limit a date', async () => {
    const { data } = await getBody(
      '/api/pages?filters[date][$gte]=2026-11-02&filters[date][$lte]=2026-11-30',
    )
    expect(data.map(({ date }) => date)).toEqual(['2026-11-11'])
  })

  it('$or and $not can be combined', async () => {
    const query = 'filters[$or][0][slug]=polity&filters[$or][1][$not][position][$gte]=1'
    expect((await getBody(`/api/tags?${query}`)).data.map(({ slug }) => slug)).toEqual([
      'constitution',
      'polity',
    ])
  })

  it('compare a numeric column as a number', async () => {
    const { data } = await getBody('/api/practice-tests?locale=en&filters[year][$eq]=2024')
    expect(data).toHaveLength(1)
  })

  it('treat a quotation mark in a value as text, not as SQL', async () => {
    const answer = await requestProductApi(
      `/api/tags?filters[slug][$eq]=${encodeURIComponent("' OR 1=1 --")}`,
    )
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ data: [] })
  })
})

describe("invalid requests get Strapi 5's error body", () => {
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
    const answer = await requestProductApi(`/api/practice-tests?${query}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      data: null,
      error: { status: 400, name: 'ValidationError', message },
    })
  })

  it('an unknown path, document or method is 404 NotFoundError', async () => {
    for (const [path, method] of [
      ['/api/nosuch', 'GET'],
      ['/api/tags/nosuch', 'GET'],
      ['/api/tags', 'POST'],
    ] as const) {
      const answer = await requestProductApi(path, { method })
      expect([path, method, answer.status]).toEqual([path, method, 404])
      expect(await answer.json()).toMatchObject({ error: { name: 'NotFoundError' } })
    }
  })
})

describe('reads of one network', () => {
  const statusFrom = async (address?: string) => {
    const headers = new Headers(address === undefined ? {} : { 'x-client-address': address })
    const answer = await requestProductApi('/api/states', { headers })
    if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBe(1)
    return answer.status
  }

  it('are limited after sixty; those of others and of the site are not', async () => {
    const statuses: number[] = []
    while (!statuses.includes(429) && statuses.length < 500)
      statuses.push(await statusFrom(`198.18.20.${statuses.length % 250}`))
    expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(60)
    expect(await statusFrom('198.18.21.1')).toBe(200)
    for (let number = 0; number < 70; number += 1) expect(await statusFrom()).toBe(200)
  })
})
