import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memberWire, newBrowser, signIn } from '../support/reader.ts'
import { captureLog, list, paperRow, productApiAnswers, read } from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const paths = ['/en/sda-fda', '/en/vao', '/en/flash-cards', '/en/search?q=vao', '/en/account']

describe('a call of the product API', () => {
  it.each(paths)('carries the bearer while a member is served %s', async (path) => {
    const { browser } = await signIn()
    const seen = productApiAnswers({ '/api/practice-tests': list(paperRow()), '/': list() })
    await browser.go(path)
    const withBearer = seen.filter(({ headers }) => headers.has('authorization'))
    expect(withBearer.length).toBeGreaterThan(0)
    // What is rendered for everybody in `waitUntil` is read once more, without it.
    const bearers = new Set(withBearer.map(({ url }) => url))
    const without = seen.filter(({ headers }) => !headers.has('authorization'))
    const index = '/api/content-index'
    expect(
      without.filter(({ url }) => !bearers.has(url) && !url.endsWith(index)).map(({ url }) => url),
    ).toEqual([])
  })

  it('carries none while a visitor is served', async () => {
    const seen = productApiAnswers({ '/': list() })
    await newBrowser().go('/en/ssc-gd-constable')
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter(({ headers }) => headers.has('authorization'))).toEqual([])
  })

  it('is read without the bearer where the product API refuses it', async () => {
    const { browser } = await signIn()
    productApiAnswers({
      '/api/token/refresh': () => new Response('{}', { status: 503 }),
      '/': (request) =>
        request.headers.has('authorization')
          ? Response.json({ error: {} }, { status: 401 })
          : Response.json(list(paperRow({ title: 'For everybody' }))),
    })
    const answer = await browser.go('/en/rrb')
    expect([answer.status, await answer.text()]).toEqual([
      ...[200, expect.stringContaining('For everybody')],
    ])
  })
})

it('what a member was answered is not kept for others', async () => {
  const { browser } = await signIn()
  productApiAnswers({
    ...memberWire(),
    '/': ({ headers }) => {
      const title = headers.has('authorization') ? 'Only for the member' : 'For everybody'
      return Response.json(list(paperRow({ title })))
    },
  })
  expect(await browser.read('/en/rrb-group-d')).toContain('Only for the member')
  const { html } = await read('/en/rrb-group-d')
  expect(html).toContain('For everybody')
  expect(html).not.toContain('Only for the member')
})
