import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import worker from '../../product-api/worker.ts'
import { resetLimits, send, startEmulatedProductApi } from '../support/emulated-product-api.ts'

// Requests that the tests of the OpenAPI document found to be answered wrongly.

beforeAll(startEmulatedProductApi)
beforeEach(resetLimits)

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
  send(path, { method: 'POST', headers: { 'content-type': type }, body })

const errorOf = async (answer: Response) =>
  (await answer.json<{ error: { name: string; message: string; status: number } }>()).error

const log = { logJson: { message: 'x' }, logTime: '2026-11-21T06:00:00.000Z' }

describe('a request body', () => {
  it('is refused with 400 if its bytes are not UTF-8', async () => {
    const text = new TextEncoder().encode(JSON.stringify(log))
    text[text.indexOf('x'.charCodeAt(0))] = 0xff
    const answer = await post('/api/front-end-logs', text)
    expect(answer.status).toBe(400)
    expect((await errorOf(answer)).name).toBe('SyntaxError')
  })

  it('is refused with 400 if it is nested too deeply', async () => {
    const nested = '['.repeat(9000) + ']'.repeat(9000)
    const deep = `{"logTime":"${log.logTime}","logJson":{"a":${nested}}}`
    const answer = await post('/api/front-end-logs', deep)
    expect(answer.status).toBe(400)
    expect((await errorOf(answer)).message).toBe('The body is nested too deeply')
  })

  it('is accepted with any number of brackets inside a string', async () => {
    const logJson = { message: `${'['.repeat(500)}"\\` }
    const answer = await post('/api/front-end-logs', JSON.stringify({ ...log, logJson }))
    expect(answer.status).toBe(201)
  })

  it('is refused with 415 if it is neither JSON nor a form', async () => {
    const answer = await post('/api/front-end-logs', JSON.stringify(log), 'text/plain')
    expect(answer.status).toBe(415)
    expect((await errorOf(answer)).name).toBe('UnsupportedMediaTypeError')
  })

  it('is refused with 400 if a list replaces an object', async () => {
    const answer = await post('/api/front-end-logs', JSON.stringify({ ...log, logJson: [] }))
    expect(answer.status).toBe(400)
  })
})

describe('a list query', () => {
  const list = async (query: string) => (await send(`/api/states?${query}`, {})).status
  const conditions = (count: number) =>
    Array.from({ length: count }, (_, index) => `filters[$or][${index}][slug][$eq]=a`).join('&')

  it('is refused with 400 if it has more conditions than D1 can bind', async () => {
    expect(await list(conditions(30))).toBe(200)
    expect(await list(conditions(31))).toBe(400)
  })

  it('is refused with 400 if it sorts by too many fields', async () => {
    expect(await list(`sort=${Array.from({ length: 10 }, () => 'slug').join(',')}`)).toBe(200)
    expect(await list(`sort=${Array.from({ length: 300 }, () => 'slug').join(',')}`)).toBe(400)
  })
})

describe('a prefetch', () => {
  it('is ignored on return URLs but not on webhooks', async () => {
    const headers = { 'sec-purpose': 'prefetch', 'content-type': 'application/json' }
    const webhook = { method: 'POST', headers, body: '{}' }
    const answer = await send('/api/payment-transactions/phonepe/webhook', webhook)
    expect(answer.status).toBe(401)
    const returned = await send('/api/payment-transactions/paypal/success?token=x', { headers })
    expect(returned.status).toBe(204)
  })
})

describe('the OpenAPI document', () => {
  it('is served with an invalid token too', async () => {
    const headers = { authorization: 'Bearer a.b.c' }
    expect((await send('/api/openapi.json', { headers })).status).toBe(200)
  })
})

it('answers that refuse a request leave no body unread', async () => {
  const unread: string[] = []
  for (const [method, path] of [
    ['POST', '/api/nothing'],
    ['POST', '/api/user-test-progresses'],
    ['DELETE', '/api/sessions'],
    ['PUT', '/api/update-profile'],
    ['POST', '/api/feedbacks'],
    ['POST', '/_health'],
  ] as const) {
    const body = 'x'.repeat(9000)
    const request = new Request(`http://product-api${path}`, {
      ...{ method, body },
      headers: { 'content-type': 'text/plain' },
    })
    await worker.fetch(request, env, createExecutionContext())
    if (!request.bodyUsed) unread.push(`${method} ${path}`)
  }
  expect(unread).toEqual([])
})
