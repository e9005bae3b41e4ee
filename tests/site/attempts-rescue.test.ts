import { beforeEach, describe, expect, it } from 'vitest'
import { encodeRescue } from '../../domain/attempt/rescue-code.ts'
import { attemptId, attemptRow, attemptsApi, bodiesOf } from '../support/hall.ts'
import { newBrowser } from '../support/reader.ts'
import { captureLog, productApiAnswers, type Wire } from '../support/site.ts'

beforeEach(captureLog)

const page = '/en/attempts/rescue'
const eventsApi = `${attemptsApi}/${attemptId}/events`
const code = encodeRescue({
  attempt: attemptId,
  carryKey: '0123456789abcdef',
  tick: 12,
  answers: [
    { index: 0, option: 2, isMarked: false, isSaved: true },
    { index: 1, option: null, isMarked: false, isSaved: true },
    { index: 2, option: 4, isMarked: true, isSaved: true },
  ],
})

const wire = (attempt: Record<string, unknown> = {}, apart: object[] = []): Wire => ({
  [`${attemptsApi}/${attemptId}/submit`]: { data: attemptRow({ status: 'submitted' }) },
  [eventsApi]: {
    data: {
      acknowledged: [],
      apart,
      questions: ['qa', 'qb', 'qc'],
      events: [],
      next: 0,
      attempt: attemptRow(attempt),
    },
  },
})

describe('a rescue code typed on another phone', () => {
  it('delivers its answers with the carry key in the code, without a session', async () => {
    const seen = productApiAnswers(wire())
    const html = await (await newBrowser().post(page, { code })).text()
    expect(html).toContain('2 answers have arrived.')
    const [, sent] = await bodiesOf(seen, eventsApi)
    expect(sent?.data.carryKey).toBe('0123456789abcdef')
    expect(sent?.data.events).toMatchObject([
      { tick: 12, kind: 'save', question: 'qa', option: 2 },
      { tick: 12, kind: 'clear', question: 'qb', option: null },
      { tick: 12, kind: 'mark', question: 'qc', option: 4 },
    ])
    for (const request of seen) expect(request.headers.has('authorization')).toBe(false)
  })

  it('dates its answers no later than the end of the test', async () => {
    const endsAt = '2026-01-01T10:00:00.000Z'
    const seen = productApiAnswers(wire({ endsAt, status: 'overdue' }))
    await newBrowser().post(page, { code })
    const [, sent] = await bodiesOf(seen, eventsApi)
    const times = (sent?.data.events as { at: number }[]).map(({ at }) => at)
    expect(new Set(times)).toEqual(new Set([Date.parse(endsAt)]))
  })

  it('says how many answers came too late', async () => {
    productApiAnswers(wire({ status: 'submitted' }, [{ id: 'a', standing: 'after-submission' }]))
    const html = await (await newBrowser().post(page, { code })).text()
    expect(html).toContain('1 of them came too late')
    expect(html).not.toContain('Submit this test now')
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

  it('is accepted as JSON as well', async () => {
    productApiAnswers(wire())
    const browser = newBrowser()
    const answer = await browser.postJson('/attempts/rescue', { code })
    expect(await answer.json()).toEqual({ data: { answers: 2, apart: 0, isSubmitted: false } })
    const wrong = await browser.postJson('/attempts/rescue', { code: 'ABC' })
    expect(wrong.status).toBe(422)
  })
})
