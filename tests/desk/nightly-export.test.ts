import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { objectKey, storedFiles } from '../../authoring/publishing/content-bucket.ts'
import { publishDueDays } from '../../desk/affairs/publication.ts'
import { runNightlyExport } from '../../desk/content-copies/nightly-export.ts'
import { deskMessages } from '../../desk/messages.ts'
import worker from '../../desk/worker.ts'
import { momentInIndia } from '../../domain/india-time.ts'
import { database, deskOrigin, enrolled, rows, run, type SignedIn } from '../support/desk.ts'
import { approve, complete, freshDay, later, send } from '../support/desk-affairs.ts'

// The cron trigger of the desk exports into an R2 bucket, and the page of today says when it last
// did.

const bucket = (env as unknown as { TEST_BUCKET: R2Bucket }).TEST_BUCKET
const bindings = { ...env, CONTENT_BUCKET: bucket } as unknown as Parameters<
  typeof worker.scheduled
>[1]

let owner: SignedIn
beforeAll(async () => {
  owner = await enrolled('Owner of the exports', 'owner')
})
beforeEach(async () => {
  await run({ text: 'DELETE FROM nightly_export', values: [] })
  const { objects } = await bucket.list()
  await bucket.delete(objects.map(({ key }) => key))
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** The minutes of a night until the export has ended. */
async function exportNight(day: string, clock = '02:00') {
  const from = momentInIndia(day, clock).getTime()
  for (let minute = 0; minute < 30; minute++)
    await runNightlyExport(database(), bucket, new Date(from + minute * 60_000))
}

async function todayPage(withBucket = true): Promise<string> {
  const request = new Request(`${deskOrigin}/`, { headers: { cookie: owner.browser.cookies() } })
  const context = createExecutionContext()
  if (!withBucket) return owner.browser.text('/')
  const answer = await worker.fetch(request, bindings, context)
  await waitOnExecutionContext(context)
  return answer.text()
}

describe('the nightly export', () => {
  it('has a day that was approved at the desk in the bucket, byte for byte', async () => {
    const author = await enrolled('Author of the exports', 'author')
    const reviewer = await enrolled('Reviewer of the exports', 'reviewer')
    const date = freshDay()
    await send(author, date, complete())
    await approve(reviewer, date)
    await publishDueDays(database(), later(date, '06:00'))
    await exportNight('2027-01-02')
    const files = await storedFiles(bucket, 'manifest.json')
    const file = files.find(({ path }) => path === `current-affairs/${date}-day.txt`)
    const [source] = await rows(
      'SELECT source FROM content_sources WHERE path = ?',
      `desk:affairs/${date}`,
    )
    expect(source?.source).toContain(date)
    expect(await (await bucket.get(objectKey(file!)))?.text()).toBe(source?.source)
    expect(await bucket.head('manifests/2027-01-01.json')).not.toBeNull()
    expect(await bucket.head('unfinished.json')).toBeNull()
  })

  it('reads and writes nothing again on the same night, or outside of it', async () => {
    await exportNight('2027-01-02')
    const put = vi.spyOn(bucket, 'put')
    const get = vi.spyOn(bucket, 'get')
    await runNightlyExport(database(), bucket, momentInIndia('2027-01-02', '04:30'))
    await runNightlyExport(database(), bucket, momentInIndia('2027-01-03', '01:59'))
    await runNightlyExport(database(), bucket, momentInIndia('2027-01-03', '05:00'))
    expect([put.mock.calls, get.mock.calls]).toEqual([[], []])
    await exportNight('2027-01-03')
    expect(put.mock.calls).toEqual([])
    expect(get).toHaveBeenCalled()
  })

  it('begins the first export at any time, by the cron trigger', async () => {
    const context = createExecutionContext()
    worker.scheduled({} as never, bindings, context)
    await waitOnExecutionContext(context)
    expect((await bucket.list({ prefix: 'files/' })).objects.length).toBeGreaterThan(0)
  })

  it('never runs twice at the same time, and is taken up after an interruption', async () => {
    const moment = momentInIndia('2027-01-02', '02:00')
    const lists = vi.spyOn(bucket, 'get')
    await Promise.all([1, 2, 3].map(() => runNightlyExport(database(), bucket, moment)))
    expect(lists.mock.calls.filter(([key]) => key === 'manifest.json')).toHaveLength(1)
    await run({
      text: `UPDATE nightly_export SET claimed_until = ?`,
      values: ['2027-01-01T20:35Z'],
    })
    await exportNight('2027-01-02', '02:05')
    expect(await bucket.head('manifest.json')).not.toBeNull()
  })
})

describe('the page of today', () => {
  const text = deskMessages('kn')
  const savedBefore = (days: number) =>
    run({
      text: `INSERT OR REPLACE INTO nightly_export (id, night, claimed_until, finished_at, files)
        VALUES (1, '2026-01-01', '', ?, 321)`,
      values: [new Date(Date.now() - days * 86_400_000).toISOString()],
    })

  it('says that there is no bucket', async () => {
    expect(await todayPage(false)).toContain(text('copies_off'))
  })

  it('says when the content was last saved, and warns when that is too long ago', async () => {
    expect(await todayPage()).toContain(text('copies_none'))
    await savedBefore(2)
    const fresh = await todayPage()
    expect(fresh).toContain('321')
    expect(fresh).not.toContain(text('copies_old', { count: 2 }))
    await savedBefore(3)
    expect(await todayPage()).toContain(text('copies_old', { count: 3 }))
  })

  it('shows why saving failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.spyOn(bucket, 'put').mockRejectedValue(new Error('the bucket is full'))
    await exportNight('2027-01-02')
    vi.restoreAllMocks()
    expect(await todayPage()).toContain('the bucket is full')
    await exportNight('2027-01-02', '03:00')
    expect(await todayPage()).not.toContain('the bucket is full')
  })
})
