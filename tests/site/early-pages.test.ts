import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import site from '../../src/worker.tsx'
import {
  contentIndexOf,
  familiesWire,
  knowContent,
  pageFamilies,
} from '../support/page-families.ts'
import { requestsTo } from '../support/reader.ts'
import {
  captureLog,
  list,
  origin,
  productApi,
  productApiAnswers,
  read,
  wholePaper,
} from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const sentences = { kn: 'ಇಂಟರ್ನೆಟ್', te: 'ఇంటర్నెట్' }
const down = () => Response.json({ error: { status: 500 } }, { status: 500 })

/** Answers wait until `open` is called. */
function closedGate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((done) => (open = done))
  const wire = familiesWire(async (body) => {
    await opened
    return Response.json(body)
  })
  return { wire, open }
}

/** A request whose body is read piece by piece. */
async function begin(path: string, headers: Record<string, string> = {}) {
  const context = createExecutionContext()
  const settings = { ...env, PRODUCT_API_URL: productApi(), SITE_URL: origin() }
  const request = new Request(origin() + path, { redirect: 'manual', headers })
  const response = await site.fetch(request, settings, context)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const rest = async () => {
    let text = ''
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      text += piece.value
    await waitOnExecutionContext(context)
    return text
  }
  const leave = async () => {
    await reader.cancel()
    await waitOnExecutionContext(context)
  }
  return { response, first: (await reader.read()).value ?? '', rest, leave }
}

describe.each(pageFamilies)('the page $path', ({ path, heading, content }) => {
  it('begins with head and heading while the product API has not answered', async () => {
    await knowContent(read)
    const { wire, open } = closedGate()
    productApiAnswers(wire)
    const { response, first, rest } = await begin(path)
    expect(response.status).toBe(200)
    expect(first).toContain('<style')
    expect(first).toContain(heading)
    expect(first).not.toContain('page-part')
    open()
    const html = first + (await rest())
    expect(html).toContain(content)
    expect(html).toMatch(/<\/html>$/)
    expect(html).not.toMatch(/page-part|<template id="B:|\$RC/)
  })

  it('has the same bytes early, complete, and stored', async () => {
    await knowContent(read)
    const crawler = { 'user-agent': 'Googlebot/2.1' }
    const { first, rest, response } = await begin(path)
    const early = first + (await rest())
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const stored = await read(path)
    expect(stored.headers.get('cache-control')).toBe('public, max-age=60')
    expect(stored.html).toBe(early)
    vi.useFakeTimers({ now: Date.now() + 5 * 60_000, toFake: ['Date'] })
    const complete = await read(`${path}?utm_source=x`, { headers: crawler })
    expect(complete.html).toBe(early)
  })

  it('allows exactly the inline styles and scripts that it may contain', async () => {
    await knowContent(read)
    const { first, rest, response } = await begin(path)
    const html = first + (await rest())
    const policy = response.headers.get('content-security-policy') ?? ''
    const inline = [
      ...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g),
      ...html.matchAll(/<script>([^]*?)<\/script>/g),
    ]
    expect(inline.length).toBeGreaterThan(1)
    for (const [, text = ''] of inline) {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
      const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
      expect(policy).toContain(`'sha256-${hash}'`)
    }
  })

  it('says so in its place when the product API fails after the heading', async () => {
    await knowContent(read)
    productApiAnswers({ '/': down })
    const { html, status, headers } = await read(path)
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(html).toContain(heading)
    expect(html.slice(html.indexOf('</head>'))).toContain('<meta name="robots" content="noindex">')
    expect(html).toContain(sentences[path === '/ap-pet' ? 'te' : 'kn'])
    expect(html).toMatch(/<\/html>$/)
    // Nothing of it was stored, and the next request waits for the truth.
    expect((await read(path)).status).toBe(503)
    productApiAnswers(familiesWire())
    expect((await read(path)).html).toContain(content)
  })

  it('is a 503 for a crawler and for HEAD when the product API fails', async () => {
    await knowContent(read)
    productApiAnswers({ '/': down })
    expect((await read(path, { method: 'HEAD' })).status).toBe(503)
    await knowContent((other) => read(`${other}?again`))
    productApiAnswers({ '/': down })
    const headers = { 'user-agent': 'Googlebot/2.1' }
    expect((await read(path, { headers })).status).toBe(503)
  })

  it('is stored though its reader has left', async () => {
    await knowContent(read)
    const { leave } = await begin(path)
    await leave()
    productApiAnswers({ '/': down })
    expect((await read(path)).html).toContain(content)
  })

  it('is a 503 as long as nothing is known', async () => {
    productApiAnswers({ '/': down })
    expect((await read(path)).status).toBe(503)
  })
})

describe('an address that the index does not contain', () => {
  it.each(['/karnataka/vao-paper-1/nosuch', '/current-affairs/2020-01-01', '/flash-cards/nosuch'])(
    'is a 404 after the product API was asked: %s',
    async (path) => {
      await knowContent(read)
      productApiAnswers({
        '/api/tags': { data: [], meta: {} },
        '/': { data: [], meta: {} },
      })
      expect((await read(path)).status).toBe(404)
    },
  )

  it('is shown if the product API has it, as a paper of the last minute', async () => {
    const wire = { ...familiesWire(), '/api/content-index': contentIndexOf({ paper: 'other' }) }
    await knowContent(read, wire)
    const { status, html } = await read('/karnataka/vao-paper-1/one')
    expect([status, html.includes('ರಾಜಧಾನಿ')]).toEqual([200, true])
  })
})

describe('the topics that have cards', () => {
  it('are those of the index: the cards are not read for their topics', async () => {
    const seen = await knowContent(read)
    const { html } = await read('/flash-cards')
    expect(html).toContain('/flash-cards/history')
    const walks = requestsTo(seen, '/api/flash-cards').filter(({ url }) =>
      url.includes('documentId'),
    )
    expect(walks).toEqual([])
  })
})

describe('an address that the index still contains', () => {
  it('says that the page is gone, and is a 404 from then on', async () => {
    await knowContent(read)
    productApiAnswers({ '/': { data: [], meta: {} } })
    const first = await read('/karnataka/vao-paper-1/one')
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(first.html).toContain('data-not-found')
    expect(first.html).toContain('<meta name="robots" content="noindex">')
    expect((await read('/karnataka/vao-paper-1/one')).status).toBe(404)
  })
})

describe('a part that cannot be rendered', () => {
  it('is a visible error, is logged and is not stored', async () => {
    await knowContent(read)
    const list = await import('../../src/routes/papers/papers-page.tsx')
    const broken = vi.spyOn(list, 'PapersOfKind').mockImplementation(() => {
      throw new Error('a bug')
    })
    const { html, status } = await read('/en/vao-paper-1/model-paper')
    expect(status).toBe(200)
    expect(html).toMatch(/data-crash="[\w-]+" data-build="\w+"/)
    expect(html).toContain('Something went wrong')
    expect(html).toContain('<meta name="robots" content="noindex">')
    broken.mockRestore()
    expect((await read('/en/vao-paper-1/model-paper')).html).not.toContain('data-crash')
  })
})

describe('a style that few pages need', () => {
  it.each(['', '/print'])(
    'comes with the part that needs it, and is allowed (%s)',
    async (below) => {
      const figure = '<svg role="img"><title>t</title></svg>'
      const [paper] = list(wholePaper({ slug: 'one' })).data as [{ questions: object[] }]
      const stem = `ಪ್ರಶ್ನೆ ${figure}`
      const questions = paper.questions.map((question) => ({ ...question, stem }))
      await knowContent(read, {
        ...familiesWire(),
        '/api/practice-tests?filters[slug]': list({ ...paper, questions }),
      })
      const { html, headers, status } = await read(`/karnataka/vao-paper-1/one${below}`)
      expect(status).toBe(200)
      const style = /<style[^>]*data-href="figures"[^>]*>([^]*?)<\/style>/.exec(html)
      expect(style?.index).toBeGreaterThan(html.indexOf('</head>'))
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style?.[1]))
      const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
      expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
    },
  )
})
