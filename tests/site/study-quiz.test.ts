import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { captureLog, list, origin, productApiAnswers, read, type Wire } from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const path = '/en/current-affairs/2026-11-01'
const question = {
  ...{ id: 'q1', page: 'rajyotsava', locale: 'en', stem: 'Which Amendment?' },
  options: ['First', 'Seventh', 'Tenth', 'Twelfth'],
}
const entry = {
  ...{
    slug: 'rajyotsava',
    locale: 'en',
    title: 'Rajyotsava',
    description: 'D',
    date: '2026-11-01',
  },
  ...{ body: '<p>Words</p>', source: 'S', checkedOn: '2026-11-21' },
  updatedAt: '2026-11-21T00:00:00.000Z',
}
const marked = {
  ...question,
  ...{ chosen: 2, right: 1, outcome: 'wrong' },
  explanation: { locale: 'en', text: 'The seventh came with it.' },
}

const wire = (quizzes: Wire[string] = list(question)): Wire => ({
  '/api/pages': list(entry),
  '/api/quizzes/2026-11-01': quizzes,
})
const byMethod =
  (get: object, post: () => Response): Wire[string] =>
  (request) =>
    request.method === 'GET' ? Response.json(get) : post()

const send = (fields: Record<string, string>) =>
  read(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: origin() },
  })

describe('the quiz of a day', () => {
  it('is rendered below the text as a form without the key', async () => {
    productApiAnswers(wire())
    const { status, html } = await read(path)
    expect(status).toBe(200)
    expect(html).toContain('Which Amendment?')
    expect(html.match(/type="radio" name="q-q1"/g)).toHaveLength(4)
    expect(html).not.toMatch(/right answer|Explanation/)
  })

  it('shows the score, the right options and the explanations after submission', async () => {
    const seen = productApiAnswers(
      wire(byMethod(list(question), () => Response.json(list(marked)))),
    )
    const { status, html, headers } = await send({ 'q-q1': '2', other: '1' })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(html).toContain('0 of 1 right')
    expect(html).toContain('The seventh came with it.')
    expect(html).toMatch(/class="key".*Seventh.*right answer/s)
    expect(html).toMatch(/class="missed".*Tenth.*your answer/s)
    const sent = seen.find(({ method }) => method === 'POST')
    expect(await sent?.json()).toEqual({ answers: { q1: 2 }, locale: 'en' })
  })

  it('keeps the chosen options when it cannot be marked', async () => {
    productApiAnswers(wire(byMethod(list(question), () => new Response('', { status: 503 }))))
    const { status, html } = await send({ 'q-q1': '2' })
    expect(status).toBe(200)
    expect(html).toContain('could not be checked')
    expect(html).toMatch(/value="2"[^>]*checked|checked=""[^>]*value="2"/)
  })

  it('is left out when the product API has no quizzes', async () => {
    productApiAnswers(wire(() => Response.json({ error: { status: 404 } }, { status: 404 })))
    const { status, html } = await read(path)
    expect(status).toBe(200)
    expect(html).toContain('Words')
    expect(html.slice(html.indexOf('<body'))).not.toContain('quiz')
  })
})
