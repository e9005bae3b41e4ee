import { beforeEach, describe, expect, it } from 'vitest'
import { locales } from '../../domain/locale.ts'
import site from '../../src/worker.tsx'
import { localizedPath } from '../../src/addresses/address.ts'
import { attemptsApi, bodiesOf, attemptRow, testPage } from '../support/hall.ts'
import { newBrowser } from '../support/reader.ts'
import {
  captureLog,
  list,
  origin,
  paperRow,
  productApiAnswers,
  read,
  visit,
  wholePaper,
} from '../support/site.ts'

beforeEach(captureLog)

type Manifest = {
  id: string
  name: string
  short_name: string
  lang: string
  start_url: string
  shortcuts: { url: string }[]
}

describe('the web app manifest', () => {
  it.each(locales)('is of the page’s language and starts in it, %s', async (locale) => {
    productApiAnswers({ '/': list() })
    const { html } = await read(localizedPath('/', locale))
    const [, href = ''] = /<link rel="manifest" href="([^"]+)"/.exec(html) ?? []
    const answer = await visit(href)
    expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
    const manifest: Manifest = await answer.json()
    expect(manifest).toMatchObject({ id: '/', lang: locale, start_url: localizedPath('/', locale) })
    expect(manifest.shortcuts.map(({ url }) => url)).toContain(localizedPath('/exams', locale))
    const { brand_name: name } = (await import(`../../locales/${locale}.json`)) as {
      brand_name: string
    }
    expect(manifest.short_name).toBe(name)
  })

  it('is not offered inside the app, which is installed already', async () => {
    productApiAnswers({ '/': list() })
    const { html } = await read('/en?webview=true')
    expect(html).not.toContain('rel="manifest"')
  })
})

type Pack = { id: string; pages: { path: string; version: string; bytes: number }[] }

describe('a pack for offline', () => {
  const papers = (updatedAt: string) =>
    list(
      paperRow({ slug: 'free-1', updatedAt, questionCount: 100 }),
      paperRow({ slug: 'paid-1', updatedAt, access: 'premium' }),
    )
  const packOf = async (path: string): Promise<Pack> => (await visit(path)).json()

  it('has an exam’s lists and free papers in the page’s language, none premium', async () => {
    productApiAnswers({ '/': papers('2026-11-01T00:00:00Z') })
    const { pages } = await packOf('/en/offline/vao-paper-1/pages')
    expect(pages.map(({ path }) => path)).toEqual([
      ...['/en/vao-paper-1', '/en/vao-paper-1/model-paper', '/en/vao-paper-1/previous-papers'],
      '/en/karnataka/vao-paper-1/free-1',
    ])
    expect(pages.every(({ bytes }) => bytes > 1000)).toBe(true)
  })

  it('names another version of exactly the pages that have changed', async () => {
    const versionsOf = async (locale: string) =>
      (await packOf(`${locale}/offline/sda-fda/pages`)).pages.map(({ version }) => version)
    const papersOf = (second: string) =>
      list(
        paperRow({ slug: 'one', updatedAt: '2026-11-01T00:00:00Z' }),
        paperRow({ slug: 'two', updatedAt: second }),
      )
    productApiAnswers({ '/': papersOf('2026-11-01T00:00:00Z') })
    const before = await versionsOf('')
    // Another language: the site answers from its copies of the product API's lists.
    productApiAnswers({ '/': papersOf('2026-11-02T00:00:00Z') })
    const after = await versionsOf('/en')
    const changed = before.flatMap((version, index) => (after[index] === version ? [] : [index]))
    // The three lists, which name all papers, and the second paper.
    expect(changed).toEqual([0, 1, 2, 4])
  })

  it('is 404 where there is none, as a page and as JSON', async () => {
    productApiAnswers({ '/': list() })
    expect((await visit('/offline/nonsense')).status).toBe(404)
    expect((await visit('/offline/nonsense/pages')).status).toBe(404)
    expect((await visit('/offline/2026-13/pages')).status).toBe(404)
  })

  it('says its size before anything is fetched', async () => {
    productApiAnswers({ '/': papers('2026-11-01T00:00:00Z') })
    const { html } = await read('/en/offline/sda-fda')
    expect(html).toMatch(/4 pages, about \d+ KB to download/)
  })
})

it('the page of what is on this phone is the same for everybody, in each language', async () => {
  productApiAnswers({ '/': list() })
  for (const locale of locales) {
    const answer = await visit(localizedPath('/offline', locale))
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
    expect(await answer.text()).toContain('data-kept-list')
  }
})

it('a form that is sent twice with the same id is one attempt, without cookies too', async () => {
  const seen = productApiAnswers({
    '/api/practice-tests': list(wholePaper({ slug: 'full-1' })),
    '/api/guest/token': { jwt: `guest-of-${origin()}`, guestId: 'g' },
    [`${attemptsApi}/form`]: { data: attemptRow({ mode: 'form', status: 'submitted' }) },
    [attemptsApi]: { data: [], meta: {} },
  })
  const sending = '3f2b8c1e-7a54-4d0b-9c3e-1f6a2b7d8e90'
  // Without cookies both times: the first answer may have been lost.
  await newBrowser().post(testPage, { q1: '2', sending })
  await newBrowser().post(testPage, { q1: '2', sending })
  await newBrowser().post(testPage, { q1: '2', sending: sending.replace('3f', '40') })
  const ids = (await bodiesOf(seen, `${attemptsApi}/form`)).map(({ data }) => data.id)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

it('the service worker takes the forms of papers, of any state, and no others', async () => {
  const { default: source } = await import('../../client/service-worker.ts?raw')
  const expressionOf = (name: string) =>
    new RegExp(new RegExp(`const ${name} = [^/]*/(.+)/\\.test\\(path\\)`).exec(source)![1]!)
  const [isPaper, isLeftAlone] = [expressionOf('isPaper'), expressionOf('isLeftAlone')]
  const taken = site.routes
    .filter(({ method, path }) => method === 'POST' && !path.includes('*'))
    .map(({ path }) => path)
    .filter((path) => {
      const address = path.replace(/:\w+(\{.*?\}(?=\/|$))?/g, 'of-a-parameter')
      const [plain, prefixed] = [address, `/kn${address}`].map(
        (one) => isPaper.test(one) && !isLeftAlone.test(one),
      )
      expect([path, prefixed]).toEqual([path, plain])
      return plain
    })
  expect([...new Set(taken)]).toEqual(['/:state/:sgt/:slug'])
})
