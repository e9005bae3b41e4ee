import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addDays, dayInIndia } from '../../domain/india-time.ts'
import { captureLog, productApiAnswers, read } from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

const today = dayInIndia(new Date())
const entry = (date: string) => ({
  ...{ slug: `day-${date}`, locale: 'en', title: 'Constitution Day', description: 'In short' },
  ...{ date, updatedAt: '2026-11-02T00:00:00.000Z' },
})
const withNewest = (date: string) =>
  productApiAnswers({
    '/api/pages?': {
      data: [entry(date), entry(addDays(date, -1))],
      meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 2 } },
    },
  })

describe.each(['/en', '/en/current-affairs'])('the current affairs on %s', (path) => {
  it.each([0, -1])('are listed without a remark while the newest is of day %i', async (days) => {
    withNewest(addDays(today, days))
    const { html } = await read(path)
    expect(html).toContain('Constitution Day')
    expect(html).not.toContain('nothing newer has been published')
  })

  it.each([-2, -30])('say up to when they go where the newest is of day %i', async (days) => {
    withNewest(addDays(today, days))
    const { html } = await read(path)
    const year = Number(addDays(today, days).slice(0, 4))
    const day = Number(addDays(today, days).slice(8))
    expect(html).toMatch(
      new RegExp(`Up to ${day} \\w+ ${year}; nothing newer has been published yet`),
    )
  })
})
