import { describe, expect, it } from 'vitest'
import { database, post } from '../support/product-api.ts'

const count = async (table: string) =>
  (await database().prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>())?.n

describe('what readers send', () => {
  it('POST /api/feedbacks keeps a message and answers 201', async () => {
    const answer = await post('/api/feedbacks', { data: { message: ' ನಮಸ್ಕಾರ ', locale: 'kn' } })
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ data: { id: 1 }, meta: {} })
    expect(await database().prepare('SELECT message, locale FROM feedbacks').first()).toEqual({
      message: 'ನಮಸ್ಕಾರ',
      locale: 'kn',
    })
  })

  it('POST /api/front-end-logs keeps logJson and logTime', async () => {
    const logTime = '2026-11-21T06:00:00.000Z'
    const answer = await post('/api/front-end-logs', { logJson: { message: 'crash' }, logTime })
    expect(answer.status).toBe(201)
    expect(await count('front_end_logs')).toBe(1)
  })

  it('POST /api/nextroute keeps message, type, url and user', async () => {
    const data = { jsonData: { message: 'm' }, type: 'link-failed', url: 'https://x/y', userId: 7 }
    expect((await post('/api/nextroute', { data })).status).toBe(201)
    expect(
      await database().prepare('SELECT message, type, url, user_id FROM next_routes').first(),
    ).toEqual({
      message: 'm',
      type: 'link-failed',
      url: 'https://x/y',
      user_id: '7',
    })
  })
})

describe('what is not as promised', () => {
  it.each([
    ['/api/feedbacks', { data: { message: '' } }, 'ValidationError'],
    ['/api/feedbacks', { data: { message: 'x', isAdmin: true } }, 'ValidationError'],
    ['/api/feedbacks', { message: 'x' }, 'ValidationError'],
    ['/api/feedbacks', 'no json', 'SyntaxError'],
    ['/api/front-end-logs', { logJson: {}, logTime: 'yesterday' }, 'ValidationError'],
    ['/api/nextroute', { data: { type: 't', url: 'u' } }, 'ValidationError'],
  ])('%s with %j is 400 %s, and nothing is kept', async (path, body, name) => {
    const before = await count('feedbacks')
    const answer = await post(path, body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ data: null, error: { name } })
    expect(await count('feedbacks')).toBe(before)
  })

  it('a body above 32 KB is 413', async () => {
    expect((await post('/api/feedbacks', { data: { message: 'x'.repeat(40_000) } })).status).toBe(
      413,
    )
  })
})
