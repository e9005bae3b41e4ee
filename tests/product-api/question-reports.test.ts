import { beforeAll, describe, expect, it, vi } from 'vitest'
import { runStatements } from '../../product-api/database.ts'
import { closeReport } from '../../product-api/scoring/question-reports.ts'
import { updateRows, simulateGateways, password } from '../emulators/identity.ts'
import {
  keysOf,
  newGuest,
  newMember,
  selectRows,
  shortPaper,
  visitor,
  type TestTaker,
} from '../support/attempts.ts'
import { database } from '../support/product-api.ts'
import { editorIdOf, reason, ruleAbout, takeTest, times } from '../support/rulings.ts'

beforeAll(simulateGateways)
// These tests answer whole papers; CI machines may be slow.
vi.setConfig({ testTimeout: 30_000 })

type Report = {
  documentId: string
  question: string
  test: string | null
  exam: string | null
  state: string | null
  number: number | null
  status: string
  outcome: string | null
  ruling: unknown
  closedAt: string | null
} & Record<string, unknown>

const path = '/api/question-reports'
const questionOf = async (number = 1) => [...(await keysOf(shortPaper)).keys()][number - 1]!
const send = async (who: TestTaker, more: Record<string, unknown> = {}) =>
  who.request<Report>('POST', path, {
    data: {
      ...{ question: await questionOf(), test: shortPaper, locale: 'kn', reason: 'translation' },
      ...{ message: 'ಅನುವಾದ ತಪ್ಪಾಗಿದೆ.', ...more },
    },
  })
const own = async (who: TestTaker, locale = 'kn') =>
  (await who.request<Report[]>('GET', `${path}?locale=${locale}`)).data

describe('POST /api/question-reports', () => {
  it('stores a member’s or guest’s report with its language and reason', async () => {
    for (const who of [await newMember(), await newGuest()]) {
      const { status, data } = await send(who)
      expect(status).toBe(201)
      expect(data).toEqual({
        ...{ id: expect.any(Number), documentId: expect.stringMatching(/^[0-9a-f]{24}$/) },
        ...{ question: await questionOf(), number: 1, test: shortPaper, exam: 'vao-paper-1' },
        ...{ state: 'karnataka', locale: 'kn', reason: 'translation' },
        ...{ message: 'ಅನುವಾದ ತಪ್ಪಾಗಿದೆ.' },
        ...{ status: 'open', outcome: null, ruling: null, closedAt: null },
        ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
      })
      expect(await own(who)).toEqual([data])
    }
  })

  it('finds the test by the caller’s own attempt only', async () => {
    const who = await newMember()
    const id = await takeTest(who, shortPaper, times(1, 'right'), {
      keys: await keysOf(shortPaper),
    })
    expect((await send(who, { test: null, attempt: id })).data.test).toBe(shortPaper)
    expect((await send(await newGuest(), { test: null, attempt: id })).data.test).toBe(null)
  })

  it('returns the existing report when the same one is sent again', async () => {
    const who = await newGuest()
    const first = await send(who)
    const again = await send(who)
    expect([again.status, again.data]).toEqual([200, first.data])
    expect((await send(who, { reason: 'key' })).status).toBe(201)
    expect(await own(who)).toHaveLength(2)
  })

  it.each([
    [{ reason: 'x' }, 'reason must be one of: key, translation, wording, figure, syllabus, other'],
    [{ locale: 'hi' }, 'locale must be one of: kn, en, te'],
    [{ message: 'x'.repeat(2001) }, 'message is too long'],
    [{ reason: 'other', message: ' ' }, 'message is a required field'],
    [{ question: 7 }, 'question must be a string'],
  ])('answers %j with 400 and the message %s', async (more, message) => {
    const { status, error } = await send(await newGuest(), more)
    expect([status, error?.name, error?.message]).toEqual([400, 'ValidationError', message])
  })

  it('answers 404 for an unknown question and 403 without a token', async () => {
    expect((await send(await newGuest(), { question: 'nothing' })).status).toBe(404)
    expect((await send(visitor)).status).toBe(403)
    expect((await visitor.request('GET', path)).status).toBe(403)
  })

  it('answers 429 after thirty reports in an hour', async () => {
    const who = await newGuest()
    await send(who)
    await updateRows('UPDATE limit_counters SET count = 30 WHERE count = 1')
    expect((await send(who, { reason: 'key' })).status).toBe(429)
    await updateRows('DELETE FROM limit_counters')
    expect((await send(who, { reason: 'key' })).status).toBe(201)
  })
})

describe('the answer to a report', () => {
  it('closes reports with a ruling and returns its reason in the reader’s language', async () => {
    const [one, other, third] = [await newMember(), await newGuest(), await newGuest()]
    const question = await questionOf(2)
    const sent = await Promise.all(
      [one, other, third].map((who) => send(who, { question, reason: 'key' })),
    )
    const reports = sent.slice(0, 2).map(({ data }) => data.documentId)
    const ruled = await ruleAbout(await editorIdOf(shortPaper, 2), {
      ...{ kind: 'cancel', award: 'all', reports: [...reports, 'unknown'] },
    })
    expect(ruled.closedReports).toBe(2)
    for (const locale of ['kn', 'en', 'te'] as const)
      expect((await own(one, locale))[0]).toMatchObject({
        ...{ status: 'corrected', outcome: reason[locale], closedAt: '2026-11-22T06:00:00.000Z' },
        ruling: { kind: 'cancel', award: 'all' },
      })
    expect((await own(other))[0]?.status).toBe('corrected')
    expect((await own(third))[0]).toMatchObject({ status: 'open', outcome: null })
  })

  it('never contains a key, since its reader may be taking the test', async () => {
    const who = await newMember()
    const { data } = await send(who, { question: await questionOf(3), reason: 'key' })
    await ruleAbout(await editorIdOf(shortPaper, 3), {
      ...{ kind: 'accept', accepted: [3], reports: [data.documentId] },
    })
    const { text } = await who.request('GET', path)
    expect(text).toContain('"kind":"accept"')
    expect(text).not.toMatch(/accepted|correct_option|"option/)
  })

  it('declines a report with a reason, once', async () => {
    const who = await newMember()
    const { data } = await send(who)
    const outcome = {
      kn: 'ಅನುವಾದ ಸರಿಯಾಗಿದೆ.',
      en: 'The translation is right.',
      te: 'అనువాదం సరైనదే.',
    }
    const answer = (status: 'declined' | 'corrected') =>
      runStatements(database(), [
        closeReport(data.documentId, { status, outcome, ruling: null }, new Date()),
      ])
    expect((await answer('declined'))[0]).toHaveLength(1)
    expect((await answer('corrected'))[0]).toHaveLength(0)
    expect((await own(who, 'en'))[0]).toMatchObject({ status: 'declined', outcome: outcome.en })
    // A closed report does not prevent a new one.
    expect((await send(who)).status).toBe(201)
  })

  it('moves to the member when a guest signs in', async () => {
    const [guest, member] = [await newGuest(), await newMember()]
    await send(guest)
    await member.request('POST', '/api/user-test-progresses/claim', { guestToken: guest.jwt })
    expect(await own(guest)).toEqual([])
    expect(await own(member)).toHaveLength(1)
  })

  it('keeps the report without its author when the account is deleted', async () => {
    const who = await newMember()
    const { data } = await send(who)
    expect((await who.request('DELETE', '/api/users/me', { password })).status).toBeLessThan(300)
    expect(
      await selectRows(
        'SELECT user_id FROM question_reports WHERE document_id = ?',
        data.documentId,
      ),
    ).toEqual([{ user_id: null }])
  })
})
