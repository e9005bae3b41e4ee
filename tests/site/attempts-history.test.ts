import { beforeEach, describe, expect, it } from 'vitest'
import { asGuest, attemptId, attemptRow, attemptsApi, bodiesOf, hall } from '../support/hall.ts'
import { newBrowser } from '../support/reader.ts'
import { captureLog, origin } from '../support/site.ts'

beforeEach(captureLog)

const historyApi = `${attemptsApi}/${attemptId}/history`
const chooseApi = `${attemptsApi}/${attemptId}/choose`
const page = `${hall}/answers`

const answerOf = (event: string, option: number) => ({
  ...{ event, option, device: 'device-one' },
  at: Date.parse('2026-11-22T05:00:00.000Z'),
})

const historyBody = (row: Record<string, unknown> = {}) => ({
  data: {
    attempt: attemptRow(),
    devices: 2,
    counts: { received: 4, counting: 2, late: 1, replaced: 1, notCounted: 1 },
    replaced: [
      { question: 'qa', number: 1, kept: answerOf('w-two.1', 2), replaced: answerOf('w-one.1', 0) },
    ],
    entries: [
      entry({ id: 'w-one.1', option: 0, outcome: 'replaced' }),
      entry({ id: 'w-two.1', device: 2, option: 2, outcome: 'counts', via: 'code' }),
      entry({
        id: 'w-two.2',
        device: 2,
        number: 2,
        option: 1,
        outcome: 'form-undated',
        via: 'form',
      }),
      entry({ id: 'server-choice.9', device: 0, option: 3, outcome: 'changed' }),
    ],
    pages: 1,
    ...row,
  },
  meta: {},
})

const entry = (row: Record<string, unknown>) => ({
  ...{ id: 'x', device: 1, via: null, kind: 'save', question: 'qa', number: 1, option: 0 },
  at: '2026-11-22T05:00:00.000Z',
  receivedAt: '2026-11-22T08:30:00.000Z',
  ...{ outcome: 'counts', ...row },
})

describe('the page "what happened to my answers"', () => {
  it('tells in plain words what each device did, when it arrived, and what counts', async () => {
    const { browser } = await asGuest({ [historyApi]: historyBody() })
    const answer = await browser.go(`/en${page}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const html = await answer.text()
    for (const text of [
      'Saved option (1)',
      'a later answer from another phone counts',
      'by rescue code',
      'came with the page after the end; nothing shows when it was chosen',
      'Of two answers, you chose option (4)',
      'reached us: 14:00',
      '10:30',
      attemptId,
      'noindex',
    ])
      expect(html).toContain(text)
  })

  it.each(['kn', 'te', 'en'])('is written in %s', async (locale) => {
    const { browser } = await asGuest({ [historyApi]: historyBody() })
    const html = await browser.read(locale === 'kn' ? page : `/${locale}${page}`)
    const title = { kn: 'ನನ್ನ ಉತ್ತರಗಳು ಏನಾದವು?', te: 'నా జవాబులు ఏమయ్యాయి?' }[locale]
    expect(html).toContain(title ?? 'What happened to my answers')
  })

  it('lets the reader choose the other answer by a plain form, while the test runs', async () => {
    const { browser, seen } = await asGuest({
      [historyApi]: historyBody(),
      [chooseApi]: { data: { replaced: [], attempt: attemptRow() } },
    })
    const html = await browser.read(`/en${page}`)
    expect(html).toContain('Let option (1) count')
    expect(html).toMatch(/<button[^>]* value="w-one.1"[^>]*>/)
    const answer = await browser.post(`/en${page}`, { question: 'qa', event: 'w-one.1' })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `${origin()}/en${page}?choice=done`,
    ])
    const [sent] = await bodiesOf(seen, chooseApi)
    expect(sent?.data).toEqual({ question: 'qa', event: 'w-one.1' })
    const over = { attempt: attemptRow({ status: 'submitted' }) }
    const later = await asGuest({ [historyApi]: historyBody(over) })
    expect(await later.browser.read(`/en${page}`)).not.toContain('Let option (1) count')
  })

  it('says that a choice came too late', async () => {
    const refusal = { error: { status: 409, name: 'AttemptOver', message: '', details: {} } }
    const { browser } = await asGuest({
      [historyApi]: historyBody(),
      [chooseApi]: () => Response.json(refusal, { status: 409 }),
    })
    const answer = await browser.post(`/en${page}`, { question: 'qa', event: 'w-one.1' })
    const location = (answer.headers.get('location') ?? '').slice(origin().length)
    expect(await browser.read(location)).toContain('The test is over; this cannot be changed now.')
  })

  it('offers every entry while they are kept, says until when, and lists them', async () => {
    const asked: string[] = []
    const full = { until: '2027-02-20T05:00:00.000Z' }
    const { browser } = await asGuest({
      [historyApi]: (request: Request) => {
        const { search } = new URL(request.url)
        asked.push(search)
        const isFull = search.includes('entries=all')
        const visit = entry({ id: 'w-one.2', kind: 'visit', option: null, outcome: 'noted' })
        return Response.json(
          historyBody({ full, isFull, pages: 2, ...(isFull && { entries: [visit] }) }),
        )
      },
    })
    const html = await browser.read(`/en${page}`)
    expect(html).toContain(`href="/en${page}?entries=all#journal"`)
    expect(html).toMatch(/Kept until [^<]*February/)
    const every = await browser.read(`/en${page}?entries=all`)
    for (const text of ['Opened the question', 'Show only answers', '?entries=all&amp;page=2'])
      expect(every).toContain(text)
    expect(asked).toEqual(['?page=1', '?page=1&entries=all'])
    const before = await asGuest({ [historyApi]: historyBody() })
    expect(await before.browser.read(`/en${page}`)).not.toContain('entries=all')
  })

  it('is not shown to others', async () => {
    const { browser } = await asGuest({
      [historyApi]: () => Response.json({}, { status: 404 }),
    })
    expect((await browser.go(page)).status).toBe(404)
    expect((await newBrowser().go(page)).status).toBe(404)
  })
})
