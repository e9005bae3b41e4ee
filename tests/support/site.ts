import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, vi } from 'vitest'
import site from '../../src/worker.tsx'

let testNumber = 0

/** Every test has origins of its own for the site and the product API, so that no cache entry is
 *  shared. */
beforeEach(() => {
  testNumber++
})

export const origin = () => `https://abhyasa-${testNumber}.test`
export const productApi = () => `https://product-api-${testNumber}.test`

/** Sends a request to the site. Redirects are not followed. `settings`: replace the tests' own.
 *  Waits for what the site does in `waitUntil`. */
export async function visit(
  path: string,
  { settings = {}, ...init }: RequestInit & { settings?: Record<string, unknown> } = {},
): Promise<Response> {
  const context = createExecutionContext()
  const request = new Request(origin() + path, { redirect: 'manual', ...init })
  const bindings = {
    ...env,
    PRODUCT_API_URL: productApi(),
    SITE_URL: origin(),
    ...settings,
  }
  const response = await site.fetch(request, bindings, context)
  const answer = new Response(response.body && (await response.arrayBuffer()), response)
  await waitOnExecutionContext(context)
  return answer
}

export async function read(path: string, init?: Parameters<typeof visit>[1]) {
  const response = await visit(path, init)
  return { status: response.status, headers: response.headers, html: await response.text() }
}

let log: unknown[] = []

/** Captures what the site logs, so that it is not in the test's output. */
export function captureLog() {
  log = []
  for (const level of ['log', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line: unknown) => void log.push(line))
}

export const capturedLog = () => log.join('\n')

/** The product API's responses: for each prefix of a path a JSON body, or a function that returns
 *  the response. */
type Answer = (request: Request) => Response | Promise<Response>
export type Wire = Record<string, Answer | Record<string, unknown>>

const indexPath = '/api/content-index'

/** Simulates the product API by replacing fetch. Returns the requests that reached it, without
 *  those for the index of the content that the wire does not name. */
export function productApiAnswers(wire: Wire): Request[] {
  const requests: Request[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const path = decodeURIComponent(request.url.replace(productApi(), ''))
    // Every page asks for it in the background (middleware/notices.ts): counted by tests about it.
    if (path !== indexPath || indexPath in wire) requests.push(request)
    const found = Object.entries(wire).find(([start]) => path.startsWith(start))
    if (!found) return Response.json({ data: [], meta: {} })
    const [, answer] = found
    if (typeof answer === 'function') return answer(request)
    return Response.json(answer)
  })
  return requests
}

/** Never responds; rejects as fetch does when the request's signal is aborted. */
export const neverAnswers = (request: Request) =>
  new Promise<Response>((_, reject) =>
    request.signal.addEventListener('abort', () =>
      reject(new DOMException('timed out', 'TimeoutError')),
    ),
  )

let papers = 0

/** A paper as the product API lists it. */
export function paperRow(row: Record<string, unknown> = {}) {
  papers++
  return {
    id: papers,
    documentId: `paper-${papers}`,
    slug: `paper-${papers}`,
    locale: 'kn',
    title: `ಪತ್ರಿಕೆ ${papers}`,
    kind: 'model-paper',
    year: null,
    access: 'free',
    languages: ['kn', 'en'],
    questionCount: 10,
    minutes: 10,
    rightMarks: '1',
    wrongMarks: '1/4',
    blankMarks: '0',
    category: { slug: 'vao-paper-1' },
    ...row,
  }
}

/** A paper with one question, as the product API returns it. */
export const wholePaper = (row: Record<string, unknown> = {}) =>
  paperRow({
    description: 'ವಿವರ',
    source: 'KEA',
    checkedOn: '2026-11-21',
    updatedAt: '2026-11-21T00:00:00.000Z',
    sections: [],
    questions: [
      {
        id: 1,
        documentId: 'q1',
        locale: 'kn',
        section: null,
        stem: 'ಕರ್ನಾಟಕದ ರಾಜಧಾನಿ?',
        options: ['ಬೆಂಗಳೂರು', 'ಮೈಸೂರು', 'ಹುಬ್ಬಳ್ಳಿ', 'ಬೀದರ್'].map((text) => ({ text })),
        figure: null,
      },
    ],
    ...row,
  })

export const list = (...data: object[]) => ({ data, meta: {} })
