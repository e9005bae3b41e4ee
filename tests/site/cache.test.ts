import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  captureLog,
  list,
  paperRow,
  productApiAnswers,
  read,
  visit,
  wholePaper,
} from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const setClockForward = (ms: number) => vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] })

const paperRequests = (seen: Request[]) =>
  seen.filter(({ url }) => url.includes('/api/practice-tests'))

describe('a page that is the same for all readers', () => {
  it('sets no cookie and is served to the second reader from the cache', async () => {
    const seen = productApiAnswers({ '/': list(paperRow()) })
    const first = await visit('/vao-paper-1')
    const second = await visit('/vao-paper-1')
    expect(first.headers.getSetCookie()).toEqual([])
    expect(second.headers.getSetCookie()).toEqual([])
    expect(await second.text()).toBe(await first.text())
    expect(paperRequests(seen)).toHaveLength(1)
  })

  it('serves identical headers on cache hit and miss', async () => {
    productApiAnswers({ '/': list(paperRow()) })
    const [first, second] = [await visit('/vao-paper-1'), await visit('/vao-paper-1')]
    expect(Object.fromEntries(second.headers)).toEqual(Object.fromEntries(first.headers))
  })

  it('is stored by language, layout and app', async () => {
    productApiAnswers({ '/': list() })
    const pages = await Promise.all(
      ['/sda-fda', '/en/sda-fda', '/sda-fda?layout=plain', '/sda-fda?webview=true'].map(
        async (path) => (await read(path)).html,
      ),
    )
    expect(new Set(pages).size).toBe(4)
  })

  it('is served from the cache whatever parameters a campaign adds', async () => {
    const seen = productApiAnswers({ '/': list(paperRow()) })
    await visit('/vao-paper-1')
    await visit('/vao-paper-1?utm_source=x&fbclid=y')
    expect(paperRequests(seen)).toHaveLength(1)
  })

  it('is served stale after a minute and revalidated in waitUntil', async () => {
    productApiAnswers({ '/': list(paperRow({ title: 'ಹಳೆಯದು' })) })
    await visit('/vao-paper-1')
    productApiAnswers({ '/': list(paperRow({ title: 'ಹೊಸದು' })) })
    setClockForward(2 * 60_000)
    expect((await read('/vao-paper-1')).html).toContain('ಹಳೆಯದು')
    setClockForward(3 * 60_000)
    await read('/vao-paper-1')
    setClockForward(2 * 60_000)
    expect((await read('/vao-paper-1')).html).toContain('ಹೊಸದು')
  })

  it('is neither stored for a reader with a session nor served to one from the cache', async () => {
    const seen = productApiAnswers({ '/': list() })
    const cookie = '__Host-session=anything'
    const mine = await visit('/search', { headers: { cookie } })
    expect(mine.headers.get('cache-control')).toBe('private, no-store')
    await visit('/search')
    await visit('/search', { headers: { cookie } })
    expect(seen).toHaveLength(0)
  })

  it('is not stored if it is a search, a filtered list or a 404 page', async () => {
    productApiAnswers({ '/': list() })
    for (const path of ['/search?q=x', '/vao-paper-1?q=x', '/nosuch']) {
      const headers = (await visit(path)).headers
      expect([path, headers.get('cache-control')?.includes('max-age') ?? false]).toEqual([
        path,
        false,
      ])
    }
  })
})

describe('the optional parts of a page', () => {
  const wire = (other: () => Promise<Response>) => ({
    '/api/practice-tests?filters[slug]': list(wholePaper({ slug: 'one', title: 'ಮುಖ್ಯ ವಿಷಯ' })),
    '/api/practice-tests?filters[category]': other,
  })
  const after = (ms: number, answer: object) => () =>
    new Promise<Response>((done) => setTimeout(() => done(Response.json(answer)), ms))

  it.each([
    ['a bot', 'Googlebot/2.1'],
    ['a browser', 'Chrome/156'],
  ])('stand in their place in the document for %s, without script', async (_, agent) => {
    productApiAnswers(wire(after(100, list(paperRow({ title: 'ತಡವಾಗಿ' })))))
    const headers = { 'user-agent': agent }
    const { html } = await read('/karnataka/vao-paper-1/one', { headers })
    const main = html.indexOf('ಕರ್ನಾಟಕದ ರಾಜಧಾನಿ?')
    const late = html.indexOf('ತಡವಾಗಿ')
    expect([main > 0, late > main, html.indexOf('</main>') > late]).toEqual([true, true, true])
    expect(html).not.toMatch(/\$RC|<template id="B:|nonce/)
  })

  it('are left out when they fail', async () => {
    productApiAnswers(wire(() => Promise.reject(new TypeError('down'))))
    const { status, html } = await read('/karnataka/vao-paper-1/one')
    expect(status).toBe(200)
    expect(html).toContain('ಮುಖ್ಯ ವಿಷಯ')
  })
})
