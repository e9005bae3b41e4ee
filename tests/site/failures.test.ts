import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  captureLog,
  capturedLog,
  list,
  neverAnswers,
  paperRow,
  productApiAnswers,
  read,
  visit,
} from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const sentence = 'Internet connection failure or server is down'
const apiFailures: [string, (request: Request) => Response | Promise<Response>][] = [
  ['refuses the connection', () => Promise.reject(new TypeError('connection refused'))],
  ['answers 500', () => Response.json({ data: null, error: { status: 500 } }, { status: 500 })],
  [
    'answers HTML',
    () => new Response('<h1>Bad gateway</h1>', { headers: { 'content-type': 'text/html' } }),
  ],
  ['sends a truncated body', () => new Response('{"data":[{"id":1,')],
  ['loses the connection during the body', () => new Response(brokenStream())],
]
const anotherShape = () => Response.json({ data: [{ id: 1 }] })

function brokenStream() {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"data":['))
      controller.error(new Error('connection lost'))
    },
  })
}

describe('a page without a copy, while the product API fails', () => {
  it.each(apiFailures)(
    'is a 503 page with a retry link, and is not stored, when it %s',
    async (_, answer) => {
      productApiAnswers({ '/': answer })
      const { status, html, headers } = await read('/en/vao-paper-1')
      expect(status).toBe(503)
      expect(html).toContain(sentence)
      expect(html).toMatch(/<a class="btn" href="\/en\/vao-paper-1">Try again</)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('retry-after')).toBe('10')
    },
  )

  it('is a page of a fault of the site when it sends another shape', async () => {
    productApiAnswers({ '/': anotherShape })
    const { status, html, headers } = await read('/en/vao-paper-1')
    expect([status, headers.get('cache-control')]).toEqual([500, 'no-store'])
    expect(html).toContain('Something went wrong')
    expect(html).not.toContain(sentence)
    expect(capturedLog()).toContain('/api/practice-tests: data.0.slug is missing')
  })

  it('is sent after at most six seconds when it never answers', async () => {
    // The index is asked for after the page has been sent.
    productApiAnswers({ '/api/content-index': list(), '/': neverAnswers })
    const startedAt = Date.now()
    const { status, html } = await read('/en/rrb')
    expect(Date.now() - startedAt).toBeLessThan(7000)
    expect(status).toBe(503)
    expect(html).toContain(sentence)
  }, 10_000)

  it('is rendered after a second read when the first one fails', async () => {
    let calls = 0
    const seen = productApiAnswers({
      '/api/pattern-sheets': list(),
      '/': () =>
        ++calls === 1
          ? new Response('', { status: 502 })
          : Response.json(list(paperRow({ title: 'ಎರಡನೇ ಸಲ' }))),
    })
    const { status, html } = await read('/vao-paper-1')
    expect(status).toBe(200)
    expect(html).toContain('ಎರಡನೇ ಸಲ')
    expect(seen.filter(({ url }) => url.includes('/api/practice-tests'))).toHaveLength(2)
  })

  it('is sent after a single write, which is never repeated', async () => {
    const seen = productApiAnswers({ '/api/feedbacks': () => new Response('', { status: 502 }) })
    const { status } = await read('/en/feedback', {
      method: 'POST',
      body: new URLSearchParams({ message: 'hello' }),
    })
    expect(status).toBe(503)
    expect(seen).toHaveLength(1)
  })

  it('has the request id that is in the log and in the call', async () => {
    const seen = productApiAnswers({ '/': () => new Response('', { status: 500 }) })
    const { html } = await read('/en/sda-fda', { headers: { 'cf-ray': 'ray-42' } })
    expect(seen[0]?.headers.get('x-request-id')).toBe('ray-42')
    expect(html).toContain('ray-42')
    expect(capturedLog()).toContain('ray-42')
  })
})

describe('a page with a copy, while the product API fails', () => {
  const withCopies = [...apiFailures, ['sends another shape', anotherShape] as const]
  it.each(withCopies)('is served from the copy when it %s', async (_, answer) => {
    productApiAnswers({ '/': list(paperRow({ title: 'ಮೊದಲ ಓದು' })) })
    await read('/vao-paper-1')
    vi.restoreAllMocks()
    captureLog()
    productApiAnswers({ '/': answer })
    vi.useFakeTimers({ now: Date.now() + 5 * 60_000, toFake: ['Date'] })
    const { status, html } = await read('/vao-paper-1')
    expect(status).toBe(200)
    expect(html).toContain('ಮೊದಲ ಓದು')
  })

  it('is rendered from the copy of a response that another page has loaded', async () => {
    productApiAnswers({ '/': list(paperRow({ title: 'ಮೊದಲ ಓದು' })) })
    await read('/vao-paper-1')
    productApiAnswers({ '/': () => Promise.reject(new TypeError('down')) })
    expect((await read('/vao-paper-1/model-paper')).html).toContain('ಮೊದಲ ಓದು')
  })
})

describe('an exception while a page is rendered', () => {
  it('is answered with 500 and the error page, and is logged', async () => {
    productApiAnswers({ '/': list() })
    const home = await import('../../src/routes/home/home-page.tsx')
    vi.spyOn(home, 'HomePage').mockImplementation(() => {
      throw new Error('a bug')
    })
    const { status, html, headers } = await read('/en')
    expect(status).toBe(500)
    expect(html).toContain('<h1>Something went wrong</h1>')
    expect(html).toMatch(/<a class="btn" href="\/en">Back To Home</)
    expect(html).toMatch(/data-crash="[\w-]+" data-build="\w+"/)
    expect(html).not.toContain('a bug')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(capturedLog()).toContain('a bug')
  })
})

describe('an invalid setting', () => {
  it('stops the Worker and is named in the log', async () => {
    const response = await visit('/', { settings: { SITE_URL: 'not an address' } })
    expect(response.status).toBe(500)
    expect(capturedLog()).toContain('SITE_URL is no address')
  })
})
