import type { Context } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppEnv } from '../../src/app-env.ts'
import { cached } from '../../src/middleware/page-cache.ts'
import { MessagePage } from '../../src/ui/message-page.tsx'
import site from '../../src/worker.tsx'
import { captureLog, productApiAnswers, read, visit } from '../support/site.ts'

// Routes of the test with typical mistakes, such as an undeclared query parameter.

let renderCount = 0

const render = (c: Context<AppEnv>, text: string) => {
  renderCount++
  return c.render(<MessagePage page={c.var.page} title="Test" body={`⟦${text}⟧`} />)
}

site.get('/test-only/opted-in', cached(), (c) => render(c, 'the same for all'))
site.get('/test-only/undeclared', (c) => render(c, 'not opted in'))
site.get('/test-only/pages', cached(), (c) => render(c, `page ${c.req.query('page') ?? '1'}`))
site.get('/test-only/all-parameters', cached(), (c) => render(c, c.req.query().page ?? '1'))
site.get('/test-only/declared', cached({ vary: ['page'] }), (c) =>
  render(c, `page ${c.req.query('page') ?? '1'}`),
)
site.get('/test-only/guest', cached(), (c) =>
  render(c, c.var.reader.isIdentified ? 'guest' : 'nobody'),
)
site.get('/test-only/session', cached(), (c) => render(c, c.var.reader.user?.username ?? 'nobody'))
site.get('/test-only/own-cookie', cached(), (c) =>
  render(c, c.var.reader.cookie('colour') ?? 'none'),
)
site.get('/test-only/own-data', cached(), async (c) => {
  const found = await c.var.reader.api.forward('/api/own', { method: 'GET' })
  return render(c, found.ok ? await found.value.text() : 'nothing')
})
site.get('/test-only/sets-cookie', cached(), (c) => {
  c.header('set-cookie', 'colour=red')
  return render(c, 'with a cookie')
})

const shown = (html: string) => /⟦([^⟧]*)⟧/.exec(html)?.[1]
const bodyAt = async (path: string, headers: Record<string, string> = {}) =>
  shown((await read(path, { headers })).html)
const cachingAt = async (path: string, headers: Record<string, string> = {}) =>
  (await visit(path, { headers })).headers.get('cache-control')

beforeEach(() => {
  captureLog()
  renderCount = 0
  productApiAnswers({})
})
afterEach(() => vi.restoreAllMocks())

describe('a route that opts in', () => {
  it('is rendered once and then served from the cache for every campaign parameter', async () => {
    expect(await cachingAt('/test-only/opted-in')).toBe('public, max-age=60')
    expect(await cachingAt('/test-only/opted-in?utm_source=x&fbclid=y')).toBe('public, max-age=60')
    expect(renderCount).toBe(1)
  })

  it('is rendered for a reader with a session cookie, and is private then', async () => {
    await visit('/test-only/opted-in')
    const cookie = '__Host-session=anything'
    expect(await cachingAt('/test-only/opted-in', { cookie })).toBe('private, no-store')
    expect(renderCount).toBe(2)
  })

  it('is not stored when its answer sets a cookie', async () => {
    expect(await cachingAt('/test-only/sets-cookie')).toBe('private, no-store')
    await visit('/test-only/sets-cookie')
    expect(renderCount).toBe(2)
  })
})

describe('a route that does not opt in', () => {
  it('is private, no-store, and rendered for every reader', async () => {
    expect(await cachingAt('/test-only/undeclared')).toBe('private, no-store')
    await visit('/test-only/undeclared')
    expect(renderCount).toBe(2)
  })
})

describe('a route that reads a query parameter', () => {
  it('serves page 2, not the copy of page 1, though the parameter is not declared', async () => {
    expect(await bodyAt('/test-only/pages')).toBe('page 1')
    expect(await bodyAt('/test-only/pages?page=2')).toBe('page 2')
    expect(await bodyAt('/test-only/pages')).toBe('page 1')
    expect(await cachingAt('/test-only/pages?page=2')).toBe('private, no-store')
  })

  it('serves page 2, not the copy of page 1, when it reads all parameters at once', async () => {
    expect(await bodyAt('/test-only/all-parameters')).toBe('1')
    expect(await bodyAt('/test-only/all-parameters?page=2')).toBe('2')
  })

  it('is stored without the parameter and rendered with it, when it is declared', async () => {
    expect(await cachingAt('/test-only/declared')).toBe('public, max-age=60')
    expect(await bodyAt('/test-only/declared?page=2')).toBe('page 2')
    expect(await cachingAt('/test-only/declared?page=2')).toBe('private, no-store')
    expect(await bodyAt('/test-only/declared')).toBe('page 1')
    expect(renderCount).toBe(3)
  })
})

describe('a route that opts in and reads something of the reader', () => {
  it.each([
    ['whether it is a guest', '/test-only/guest'],
    ['one of its cookies', '/test-only/own-cookie'],
    ['its own data', '/test-only/own-data'],
  ])('is never stored if it reads %s', async (_, path) => {
    expect(await cachingAt(path)).toBe('private, no-store')
    expect(await cachingAt(path, { cookie: '__Host-guest=anything' })).toBe('private, no-store')
    expect(renderCount).toBe(2)
  })

  it('renders its own page for each reader: guest or visitor, one cookie or another', async () => {
    expect(await bodyAt('/test-only/guest')).toBe('nobody')
    expect(await bodyAt('/test-only/guest', { cookie: '__Host-guest=anything' })).toBe('guest')
    expect(await bodyAt('/test-only/own-cookie', { cookie: 'colour=red' })).toBe('red')
    expect(await bodyAt('/test-only/own-cookie', { cookie: 'colour=blue' })).toBe('blue')
  })

  it('stores the page of visitors and does not serve it to a reader with a session', async () => {
    expect(await bodyAt('/test-only/session')).toBe('nobody')
    expect(await cachingAt('/test-only/session')).toBe('public, max-age=60')
    const cookie = '__Host-session=anything'
    expect(await cachingAt('/test-only/session', { cookie })).toBe('private, no-store')
    expect(renderCount).toBe(2)
  })
})

describe('the source of routes', () => {
  const sources = import.meta.glob<string>('../../src/routes/**/*.{ts,tsx}', {
    query: '?raw',
    import: 'default',
    eager: true,
  })

  it('reads cookies through c.var.reader alone, which makes the answer private', () => {
    const wrong = Object.entries(sources).filter(([, text]) =>
      /\bgetCookie\b|['"]cookie['"]\)/.test(text),
    )
    expect(wrong.map(([file]) => file)).toEqual([])
    expect(Object.keys(sources).length).toBeGreaterThan(50)
  })

  it('does not read the raw address in files that opt into caching', () => {
    const wrong = Object.entries(sources).filter(
      ([, text]) => /\bcached\(/.test(text) && /c\.req\.(url|raw)/.test(text),
    )
    expect(wrong.map(([file]) => file)).toEqual([])
  })
})
