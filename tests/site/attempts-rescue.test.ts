import { beforeEach, describe, expect, it } from 'vitest'
import { eventId, type JournalEvent } from '../../domain/attempt/journal.ts'
import { encodeRescue } from '../../domain/attempt/rescue-code.ts'
import oldCodes from '../fixtures/rescue-codes-version-1.json'
import { attemptId, attemptRow, attemptsApi, bodiesOf } from '../support/hall.ts'
import { newBrowser } from '../support/reader.ts'
import { captureLog, productApiAnswers, type Wire } from '../support/site.ts'

beforeEach(captureLog)

const page = '/en/attempts/rescue'
const eventsApi = `${attemptsApi}/${attemptId}/events`
const startedAt = 1_800_000_000_000
const own = { writer: 'k3v9w2x8m4qp', atMs: startedAt } as const
const code = encodeRescue({
  attempt: attemptId,
  carryKey: '0123456789abcdef',
  device: 'a-device-of-tests',
  events: [
    { ...own, index: 0, kind: 'save', option: 2, tick: 9 },
    { ...own, index: 1, kind: 'clear', option: null, tick: 11 },
    { ...own, index: 2, kind: 'mark', option: 4, tick: 12 },
    { ...own, index: 2, kind: 'choose', option: 1, tick: 14 },
  ],
})

/** The answers of the product API; `resultOf`: what becomes of an event. */
const wire = (
  attempt: Record<string, unknown> = {},
  resultOf: (id: string) => object = (id) => ({ stored: 'counted', id, at: 0, isReplaced: false }),
): Wire => ({
  [`${attemptsApi}/${attemptId}/submit`]: { data: attemptRow({ status: 'submitted' }) },
  [eventsApi]: async (request) => {
    const { data } = await request.clone().json<{ data: { events: JournalEvent[] } }>()
    return Response.json({
      data: {
        results: data.events.map((event) => resultOf(eventId(event))),
        questions: ['qa', 'qb', 'qc'],
        attempt: attemptRow(attempt),
      },
    })
  },
})

describe('a rescue code typed on another phone', () => {
  it('delivers its answers by the key in the code, without a session', async () => {
    const seen = productApiAnswers(wire())
    const html = await (await newBrowser().post(page, { code })).text()
    expect(html).toContain('Answers in the code: 2')
    expect(html).toContain('Counted now: 2')
    const [, sent] = await bodiesOf(seen, eventsApi)
    expect(sent?.data).toMatchObject({
      carryKey: '0123456789abcdef',
      device: 'a-device-of-tests',
      via: 'code',
    })
    const { writer } = own
    expect(sent?.data.events).toMatchObject([
      { writer, tick: 9, at: startedAt, kind: 'save', question: 'qa', option: 2 },
      { writer, tick: 11, at: startedAt, kind: 'clear', question: 'qb', option: null },
      { writer, tick: 12, at: startedAt, kind: 'mark', question: 'qc', option: 4 },
      { writer, tick: 14, at: startedAt, kind: 'choose', question: 'qc', option: 1 },
    ])
    for (const request of seen) expect(request.headers.has('authorization')).toBe(false)
  })

  it('says how many of its answers count, and what became of the others', async () => {
    const results: Record<string, object> = {
      [`${own.writer}.9`]: { stored: 'counted', at: 0, isReplaced: true },
      [`${own.writer}.12`]: { stored: 'apart', at: 0, reason: 'late' },
    }
    const resultOf = (id: string) => ({
      stored: 'counted',
      at: 0,
      isReplaced: false,
      id,
      ...results[id],
    })
    productApiAnswers(wire({ status: 'submitted' }, resultOf))
    const html = await (await newBrowser().post(page, { code })).text()
    expect(html).toContain('Answers in the code: 2')
    expect(html).toContain('Counted now: 0')
    expect(html).toContain('A later answer to the same question counts instead: 1')
    expect(html).toContain('Kept, but do not count: 1')
    expect(html).not.toContain('Submit this test now')
  })

  it('of version 1 adds its answers, and takes none back', async () => {
    const { code: oldCode, rescue } = oldCodes.find(({ rescue }) =>
      rescue.answers.slice(0, 3).some(({ option }) => option === null),
    )!
    const api = `${attemptsApi}/${rescue.attempt}/events`
    const endsAt = '2026-01-01T10:00:00.000Z'
    const answers = wire({ id: rescue.attempt, endsAt, status: 'overdue' })
    const seen = productApiAnswers({ [api]: answers[eventsApi]! })
    await newBrowser().post(page, { code: oldCode })
    const [, sent] = await bodiesOf(seen, api)
    const events = sent?.data.events as JournalEvent[]
    expect(events.length).toBeGreaterThan(0)
    for (const { kind, option, tick, at } of events) {
      expect([kind === 'clear', option === null]).toEqual([false, false])
      expect([tick, at]).toEqual([Math.max(1, rescue.tick), Date.parse(endsAt)])
    }
  })

  it('offers to submit the attempt', async () => {
    const seen = productApiAnswers(wire())
    const browser = newBrowser()
    expect(await (await browser.post(page, { code })).text()).toContain('Submit this test now')
    const html = await (await browser.post(page, { code, submit: 'yes' })).text()
    expect(html).toContain('The test has been submitted')
    const [sent] = await bodiesOf(seen, `${attemptsApi}/${attemptId}/submit`)
    expect(sent?.data).toEqual({ carryKey: '0123456789abcdef' })
  })

  it('names the line of a typing mistake and keeps what was typed', async () => {
    const seen = productApiAnswers(wire())
    const typed = code.replace(/^./, (first) => (first === '7' ? '8' : '7'))
    const answer = await newBrowser().post(page, { code: typed })
    const html = await answer.text()
    expect(answer.status).toBe(422)
    expect(html).toContain('There is a slip in line 1')
    expect(html).toContain(typed.slice(0, 20))
    expect(seen).toEqual([])
  })

  it('says that no attempt belongs to an unknown code', async () => {
    productApiAnswers({ [attemptsApi]: () => Response.json({}, { status: 404 }) })
    const answer = await newBrowser().post(page, { code })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('No test belongs to this code')
  })

  it('is accepted as JSON, too', async () => {
    productApiAnswers(wire())
    const browser = newBrowser()
    const answer = await browser.postJson('/attempts/rescue', { code })
    expect(await answer.json()).toEqual({
      data: {
        ...{ carried: 2, counting: 2, replaced: 0, unsaved: 0, apart: 0, refused: 0 },
        isSubmitted: false,
      },
    })
    const wrong = await browser.postJson('/attempts/rescue', { code: 'ABC' })
    expect(wrong.status).toBe(422)
  })
})
