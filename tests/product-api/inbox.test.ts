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

describe('crashes', () => {
  const release = (day: number) => Date.UTC(2026, 10, day).toString(36)
  const report = async (logJson: object | string) => {
    const answer = await postJson('/api/front-end-logs', {
      ...{ logJson, logTime: '2026-11-21T06:00:00.000Z' },
    })
    expect(answer.status).toBe(201)
  }
  const groups = async () =>
    (
      await database()
        .prepare(`SELECT * FROM crash_groups WHERE part <> 'earlier' ORDER BY id`)
        .all()
    ).results

  it('are counted by what went wrong, with the release in which it began', async () => {
    const url = 'https://abhyasa.example/kn/vao-paper-1/result/01KB2N5Y8XH2?code=secret'
    await database().prepare(`UPDATE crash_groups SET part = 'earlier'`).run()
    const of = (id: number, day: number) => ({
      message: `TypeError: question ${id} of ravi@example.in`,
      ...{ island: 'exam-hall', url, release: release(day) },
    })
    await report(of(17, 20))
    await report(of(4, 22))
    await report(of(99, 21))
    await report('plain text')
    await report({ message: 'x', release: '<b>' })
    await expect.poll(groups).toHaveLength(3)
    expect((await groups())[0]).toMatchObject({
      message: 'TypeError: question … of …',
      part: 'exam-hall',
      page: '/kn/vao-paper-…/result/…',
      count: 3,
      first_release: release(20),
      last_release: release(22),
    })
    expect((await groups())[2]).toMatchObject({ first_release: '' })
  })

  it('are 300 at most: another one replaces the rarest', async () => {
    await database().prepare('DELETE FROM crash_groups').run()
    await database()
      .prepare(
        `INSERT INTO crash_groups (message, part, page, count, first_release, first_at,
           last_release, last_at)
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
         SELECT 'invented ' || i, '', '/', iif(i = 1, 5, 1), '', '2026-11-20', '',
           '2026-11-' || (10 + i % 10) FROM n`,
      )
      .run()
    await report({ message: 'ReferenceError' })
    const messages = async () => (await groups()).map(({ message }) => message)
    await expect.poll(messages).toContain('ReferenceError')
    expect(await messages()).toHaveLength(300)
    expect(await messages()).toContain('invented 1')
    expect(await messages()).not.toContain('invented 10')
    await database().prepare('DELETE FROM crash_groups').run()
  })

  it('that were closed come back in a later release only', async () => {
    const log = (day: number) => ({ message: 'RangeError', release: release(day) })
    const closed = async () =>
      (
        await database()
          .prepare(`SELECT closed_release AS it FROM crash_groups WHERE message = 'RangeError'`)
          .first<{ it: string | null }>()
      )?.it
    const count = () =>
      database()
        .prepare(`SELECT sum(count) AS n FROM crash_groups WHERE message = 'RangeError'`)
        .first<{ n: number }>()
    await report(log(22))
    await expect.poll(count).toEqual({ n: 1 })
    await database().prepare('UPDATE crash_groups SET closed_release = last_release').run()
    await report(log(22))
    await expect.poll(count).toEqual({ n: 2 })
    expect(await closed()).toBe(release(22))
    await report(log(23))
    await expect.poll(count).toEqual({ n: 3 })
    expect(await closed()).toBeNull()
  })
})
