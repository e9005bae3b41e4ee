import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { database, postJson } from '../support/product-api.ts'

const count = async (table: string) =>
  (await database().prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>())?.n

describe('messages of readers and their browsers', () => {
  it('are stored by POST /api/feedbacks, which answers 201', async () => {
    const data = { message: ' ನಮಸ್ಕಾರ ', locale: 'kn' }
    const answer = await postJson('/api/feedbacks', { data })
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ data: { id: 1 }, meta: {} })
    expect(await database().prepare('SELECT message, locale FROM feedbacks').first()).toEqual({
      message: 'ನಮಸ್ಕಾರ',
      locale: 'kn',
    })
  })

  it('go to the crash log by POST /api/front-end-logs, without anything of a person', async () => {
    const points: { blobs: string[] }[] = []
    const bindings = env as unknown as Record<string, unknown>
    bindings.CRASH_LOG = { writeDataPoint: (point: { blobs: string[] }) => points.push(point) }
    const logTime = '2026-11-21T06:00:00.000Z'
    const message =
      'crash of ravi@example.in, +91 98450 12345, ೯೮೪೫೦೧೨೩೪೫ at /login?code=secret&x=1'
    const answer = await postJson('/api/front-end-logs', { logJson: { message }, logTime })
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ data: { documentId: expect.any(String) } })
    expect(points).toHaveLength(1)
    expect(points[0]?.blobs).toContain(logTime)
    expect(points[0]?.blobs.join(' ')).toMatch(/crash of …, …, … at \/login\?…/)
    expect(points[0]?.blobs.join(' ')).not.toMatch(/ravi|98450|೯೮|secret/)
  })

  it('are stored by POST /api/nextroute with the user of the token alone', async () => {
    const data = { jsonData: { message: 'm' }, type: 'link-failed', url: 'https://x/y', userId: 7 }
    expect((await postJson('/api/nextroute', { data })).status).toBe(201)
    const columns = 'message, type, url, member_id, user_id'
    expect(await database().prepare(`SELECT ${columns} FROM next_routes`).first()).toEqual({
      ...{ message: 'm', type: 'link-failed', url: 'https://x/y' },
      ...{ member_id: null, user_id: '7' },
    })
  })
})

describe('invalid messages', () => {
  it.each([
    ['/api/feedbacks', { data: { message: '' } }, 'ValidationError'],
    ['/api/feedbacks', { data: { message: 'x', isAdmin: true } }, 'ValidationError'],
    ['/api/feedbacks', { message: 'x' }, 'ValidationError'],
    ['/api/feedbacks', 'no json', 'SyntaxError'],
    ['/api/front-end-logs', { logJson: {}, logTime: 'yesterday' }, 'ValidationError'],
    ['/api/nextroute', { data: { type: 't', url: 'u' } }, 'ValidationError'],
  ])('are refused and not stored: %s with %j is 400 %s', async (path, body, name) => {
    const before = await count('feedbacks')
    const answer = await postJson(path, body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ data: null, error: { name } })
    expect(await count('feedbacks')).toBe(before)
  })

  it('are refused with 413 above 32 KB', async () => {
    expect(
      (await postJson('/api/feedbacks', { data: { message: 'x'.repeat(40_000) } })).status,
    ).toBe(413)
  })
})
