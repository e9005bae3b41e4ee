import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentIndexOf } from '../support/page-families.ts'
import { captureLog, paperRow, productApiAnswers, read, visit } from '../support/site.ts'

// What operators tell readers, in pages that are stored for everybody.

beforeEach(captureLog)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const now = Date.parse('2026-11-28T06:00:00.000Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const texts = { kn: 'ಸರ್ವರ್ <b>', en: 'Answers & results', te: 'సర్వర్' }
const notice = (row: object = {}) => ({
  ...{ id: 1, kind: 'notice', place: 'everywhere', exam: null },
  ...{ from: at(-10), until: at(60), texts },
  ...row,
})
/** The index with these notices; other content is empty. */
function answers(...notices: object[]) {
  vi.useFakeTimers({ toFake: ['Date'], now })
  const index = contentIndexOf()
  return productApiAnswers({
    '/api/content-index': { ...index, data: { ...index.data, notices } },
    '/api/practice-tests': { data: [paperRow()], meta: {} },
  })
}
/** A page of an isolate that knows the notices. */
async function shown(path: string) {
  await visit(path)
  return (await read(path)).html
}
const place = (html: string) => /<\/header>(.*?)<main id="main"/.exec(html)?.[1]

describe('a notice', () => {
  it('is in a stored page, in its language, as text', async () => {
    answers(notice())
    expect(place(await shown('/en/current-affairs'))).toBe(
      `<p class="wrap note" data-kind="notice" data-until="${at(60)}">Answers &amp; results</p>`,
    )
    expect(place(await shown('/current-affairs'))).toContain('ಸರ್ವರ್ &lt;b&gt;')
  })

  it('begins and ends at its time, without another request', async () => {
    const requests = answers(notice({ from: at(1), until: at(2) }))
    const path = '/en/current-affairs'
    expect(place(await shown(path))).toBe('')
    const before = requests.length
    vi.setSystemTime(now + 60_000)
    expect(place((await read(path)).html)).toContain('Answers')
    expect(requests.length - before).toBe(0)
    vi.setSystemTime(now + 119_999)
    expect(place((await read(path)).html)).toContain('Answers')
    vi.setSystemTime(now + 120_000)
    expect(place((await read(path)).html)).toBe('')
  })

  it('of checkout or of an exam is on those pages alone', async () => {
    answers(
      notice({ place: 'checkout', texts: { ...texts, en: 'Banks are slow' } }),
      notice({ id: 2, place: 'exam', exam: 'pdo-paper-1', texts: { ...texts, en: 'New date' } }),
    )
    expect(place(await shown('/en/subscription/checkout'))).toContain('Banks are slow')
    expect(place(await shown('/en/subscription/checkout'))).not.toContain('New date')
    expect(place(await shown('/en/pdo-paper-1'))).toContain('New date')
    expect(place(await shown('/en/current-affairs'))).toBe('')
  })

  it('of maintenance says when, from a day before', async () => {
    answers(notice({ kind: 'maintenance', from: at(23 * 60), until: at(25 * 60) }))
    expect(place(await shown('/en/current-affairs'))).toContain(
      '<b>Maintenance: 29 November 2026, 10:30 – 29 November 2026, 12:30.</b> Answers',
    )
  })

  it('is on no page of a running test', async () => {
    answers(notice())
    expect(place(await shown('/en/current-affairs?layout=plain'))).toBeUndefined()
  })

  it('changes nothing where there is none, or where the index is not known', async () => {
    answers()
    expect(place(await shown('/en/current-affairs'))).toBe('')
    vi.restoreAllMocks()
    productApiAnswers({})
    expect(place(await shown('/en/feedback'))).toBe('')
  })
})
