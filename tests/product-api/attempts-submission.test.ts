import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { updateRows, runAfterRead, simulateGateways } from '../emulators/identity.ts'
import {
  attemptsPath,
  keysOf,
  paperWithoutBlankPenalty,
  newGuest,
  newMember,
  newWriter,
  premiumPaper,
  selectRows,
  shortPaper,
  startedEarlier,
  visitor,
  type Attempt,
  type TestTaker,
} from '../support/attempts.ts'
import { importPaper } from '../support/import-paper.ts'
import { selectOwnRows } from '../support/readers.ts'

beforeAll(simulateGateways)
// These tests answer whole papers; CI machines may be slow.
vi.setConfig({ testTimeout: 30_000 })
afterEach(() => vi.useRealTimers())

/** Events that answer a paper: some questions right, the next ones wrong, no others. */
async function answersTo(test: string, right: number, wrong: number) {
  const write = newWriter()
  return [...(await keysOf(test))]
    .slice(0, right + wrong)
    .map(([question, key], index) =>
      write({ question, option: index < right ? key : (key + 1) % 4 }),
    )
}

const marksOf = ({ id }: { id: string }) =>
  selectRows('SELECT outcomes FROM attempt_marks WHERE attempt_id = ?', id)

async function submitted(
  who: TestTaker,
  more: Record<string, unknown>,
  right: number,
  wrong: number,
) {
  const { data } = await who.start(more)
  const events = await answersTo(data.test, right, wrong)
  await startedEarlier(data.id)
  return (await who.submit(data.id, { events })).data
}

describe('submission', () => {
  it('marks saved answers and blanks in exact fractions', async () => {
    const guest = await newGuest()
    const attempt = await submitted(guest, { test: shortPaper }, 6, 3)
    expect(attempt).toMatchObject({
      ...{ status: 'submitted', submittedBy: 'reader', answered: 9 },
      ...{ score: '5', maximum: '10', submittedAt: expect.any(String) },
    })
    expect(await submitted(guest, { test: paperWithoutBlankPenalty }, 6, 3)).toMatchObject({
      score: '21/4',
    })
    expect(await marksOf(attempt)).toMatchObject([{ outcomes: 'rrrrrrwwwb' }])
  })

  it('returns the same submission when repeated or sent ten times concurrently', async () => {
    const guest = await newGuest()
    const { data } = await guest.start()
    await guest.send(data.id, await answersTo(shortPaper, 5, 0))
    const answers = await Promise.all(Array.from({ length: 10 }, () => guest.submit(data.id)))
    const later = await guest.submit(data.id, { by: 'clock' })
    expect(new Set([...answers, later].map(({ status }) => status))).toEqual(new Set([200]))
    const submissions = [...answers, later].map(({ data: { submittedAt, submittedBy, score } }) =>
      JSON.stringify([submittedAt, submittedBy, score]),
    )
    expect(new Set(submissions).size).toBe(1)
    expect(await marksOf(data)).toMatchObject([{ outcomes: 'rrrrrbbbbb' }])
  })

  it('marks exactly the counted events when events arrive concurrently', async () => {
    const guest = await newGuest()
    for (let round = 0; round < 8; round++) {
      const { data } = await guest.start()
      const events = await answersTo(shortPaper, 10, 0)
      const sending = events.map((event) => guest.send(data.id, [event]))
      const [submission, ...sent] = await Promise.all([guest.submit(data.id), ...sending])
      expect([submission.status, ...sent.map(({ status }) => status)]).toEqual(Array(11).fill(200))
      const counted = sent.filter((answer) => answer.data.apart.length === 0).length
      const { data: after } = await guest.read(data.id)
      expect(after.score).toBe(marksFor(counted))
    }
  })
  /** The score of ten questions: one mark each, a quarter lost for each blank one. */
  const marksFor = (right: number) => {
    const quarters = right * 4 - (10 - right)
    const whole = quarters / 4
    if (Number.isInteger(whole)) return String(whole)
    return quarters % 2 === 0 ? `${quarters / 2}/2` : `${quarters}/4`
  }

  it.each([
    [
      'an answer',
      async (guest: TestTaker, id: string) => {
        const [last] = (await answersTo(shortPaper, 10, 0)).slice(-1)
        await guest.send(id, [last])
      },
    ],
    [
      'a ruling',
      async () => {
        const [question] = [...(await keysOf(shortPaper)).keys()].slice(-1)
        await updateRows(
          `INSERT INTO key_rulings (
             question_id, kind, award, decided_at)
           SELECT id, 'cancel', 'all', '2026-11-21T00:00:00.000Z'
           FROM questions WHERE document_id = ?`,
          question ?? '',
        )
      },
    ],
  ])('counts %s that arrives between marking and writing', async (_, arrive) => {
    const guest = await newGuest()
    const { data } = await guest.start()
    const events = (await answersTo(shortPaper, 10, 0)).slice(0, 9)
    await guest.send(data.id, events)
    await runAfterRead(
      'JOIN key_rulings',
      () => guest.submit(data.id),
      () => arrive(guest, data.id),
    )
    const { data: result } = await guest.request<{ score: string }>(
      'GET',
      `${attemptsPath}/${data.id}/result?locale=kn`,
    )
    await updateRows('DELETE FROM key_rulings')
    expect(result.score).toBe('10')
  })

  it('records the clock as submitter only when the time is over', async () => {
    const guest = await newGuest()
    const [early, due] = [(await guest.start()).data, (await guest.start()).data]
    expect((await guest.submit(early.id, { by: 'clock' })).data.submittedBy).toBe('reader')
    vi.setSystemTime(Date.parse(String(due.endsAt)))
    expect((await guest.submit(due.id, { by: 'clock' })).data.submittedBy).toBe('clock')
  })

  it('returns a result only after the submission', async () => {
    const guest = await newGuest()
    const { data } = await guest.start()
    const path = `${attemptsPath}/${data.id}/result?locale=kn`
    const before = await guest.request('GET', path)
    expect([before.status, before.error?.name]).toEqual([403, 'NotSubmitted'])
    await guest.submit(data.id, { events: await answersTo(shortPaper, 3, 1) })
    const { status, data: result } = await guest.request<Record<string, unknown>>('GET', path)
    expect(status).toBe(200)
    expect(result).toMatchObject({
      attempt: { id: data.id, status: 'submitted', score: result.score },
      counts: { right: 3, wrong: 1, blank: 6 },
    })
  })
})

describe('comparison flag', () => {
  const isCompared = async ({ id }: Attempt) =>
    (await selectRows('SELECT is_compared FROM attempts WHERE id = ?', id))[0]?.is_compared === 1

  it('is set for an owner’s first exam attempt at a test only', async () => {
    const guest = await newGuest()
    const [first, second] = [await submitted(guest, {}, 5, 0), await submitted(guest, {}, 10, 0)]
    expect([await isCompared(first), await isCompared(second)]).toEqual([true, false])
    expect(await isCompared(await submitted(guest, { test: paperWithoutBlankPenalty }, 5, 0))).toBe(
      true,
    )
    expect(await isCompared(await submitted(await newGuest(), {}, 5, 0))).toBe(true)
  })

  it('is not set after or during practice, which reveals the keys', async () => {
    const before = await newGuest()
    await before.start({ mode: 'practice' })
    expect(await isCompared(await submitted(before, {}, 5, 0))).toBe(false)
    const between = await newGuest()
    const { data } = await between.start()
    await between.start({ mode: 'practice' })
    expect(await isCompared((await between.submit(data.id)).data)).toBe(false)
  })

  it('is not set for an attempt that started first and was submitted after another', async () => {
    const guest = await newGuest()
    const { data } = await guest.start()
    await submitted(guest, {}, 0, 5)
    expect(await isCompared((await guest.submit(data.id)).data)).toBe(false)
  })

  it('is set for a late submission whose answers arrived within the grace period', async () => {
    const guest = await newGuest()
    const { data } = await guest.start()
    vi.setSystemTime(Date.parse(String(data.endsAt)) + 100_000)
    await guest.send(data.id, await answersTo(shortPaper, 5, 0))
    vi.setSystemTime(Date.parse(String(data.endsAt)) + 9_000_000)
    expect(await isCompared((await guest.submit(data.id)).data)).toBe(true)
  })
})

describe('a whole paper sent as a form', () => {
  const form = async (who: TestTaker, more: Record<string, unknown> = {}) =>
    who.request<Attempt>('POST', `${attemptsPath}/form`, {
      data: {
        ...{ id: crypto.randomUUID(), test: shortPaper, locale: 'en' },
        answers: Object.fromEntries(await keysOf(shortPaper)),
        ...more,
      },
    })

  it('becomes a submitted attempt with a journal', async () => {
    const guest = await newGuest()
    const { status, data } = await form(guest)
    expect(status).toBe(201)
    expect(data).toMatchObject({
      ...{ mode: 'form', status: 'submitted', score: '10', maximum: '10', endsAt: null },
      ...{ locale: 'en', answered: 10 },
    })
    expect((await guest.eventsAfter(data.id)).data.events).toHaveLength(10)
  })

  it('is submitted once, even when it is sent again with other answers', async () => {
    const guest = await newGuest()
    const id = crypto.randomUUID()
    const answers = await Promise.all([
      form(guest, { id }),
      form(guest, { id }),
      form(guest, { id }),
    ])
    expect(new Set(answers.map(({ data }) => data.score))).toEqual(new Set(['10']))
    const again = await form(guest, { id, answers: {} })
    expect([again.status, again.data.score]).toEqual([200, '10'])
    expect(await marksOf({ id })).toMatchObject([{ outcomes: 'rrrrrrrrrr' }])
  })

  it('continues after an interruption at any step', async () => {
    const guest = await newGuest()
    const { data } = await form(guest)
    const undo = [
      'DELETE FROM attempt_marks WHERE attempt_id = ?',
      `UPDATE attempts SET submitted_at = NULL, submitted_by = NULL, score_units = NULL,
         maximum_units = NULL, denominator = NULL
       WHERE id = ?`,
    ]
    for (const sql of undo) await selectOwnRows(data.id, sql, data.id)
    expect((await form(guest, { id: data.id })).data.score).toBe('10')
  })

  it('does not count an impossible answer and marks the others', async () => {
    const keys = Object.fromEntries(await keysOf(shortPaper))
    const [first = ''] = Object.keys(keys)
    const { data } = await form(await newGuest(), {
      answers: { ...keys, [first]: 9, elsewhere: 1 },
    })
    expect(data.score).toBe('35/4')
  })

  it('requires the same entitlement as an exam', async () => {
    expect((await form(visitor)).status).toBe(403)
    const premium = { test: premiumPaper, answers: {} }
    expect((await form(await newGuest(), premium)).error).toMatchObject({
      name: 'PremiumRequired',
      details: { reason: 'sign-in' },
    })
    expect((await form(await newGuest(), { test: 'no-such-test' })).status).toBe(404)
  })

  it('is marked by the paper version that the form showed, or refused', async () => {
    const guest = await newGuest()
    const test = 'a-changing-paper'
    const shown = await importPaper(test, ['one', 'two', 'three', 'four'], 0)
    const answers = { [shown.question]: 0 }
    const fresh = await form(guest, { test, answers, digest: shown.digest })
    expect(fresh.data.score).toBe('1')
    const now = await importPaper(test, ['four', 'three', 'two', 'one'], 3)
    expect((await form(guest, { test, answers, digest: shown.digest })).data.score).toBe('1')
    expect((await form(guest, { test, answers, digest: now.digest })).data.score).toBe('-1/4')
    const never = await form(guest, { test, answers, digest: 'f'.repeat(32) })
    expect([never.status, never.error?.name]).toEqual([409, 'PaperChanged'])
  })
})

describe('loading content during an attempt', () => {
  it('keeps the attempt’s paper and key; later attempts get the new ones', async () => {
    const test = 'a-corrected-paper'
    const guest = await newGuest()
    const { question } = await importPaper(test, ['one', 'two', 'three', 'four'], 0)
    const { data: early } = await guest.start({ test })
    const before = await guest.paper(early.id)
    await importPaper(test, ['five', 'one', 'two', 'three'], 1)
    const { data: late } = await guest.start({ test })
    expect(late.version).not.toBe(early.version)
    expect(await guest.paper(early.id)).toEqual(before)
    expect(before.questions[0]?.texts.en?.options).toEqual(['one', 'two', 'three', 'four'])
    expect((await guest.paper(late.id)).questions[0]?.texts.en?.options[0]).toBe('five')
    expect((await guest.paper(late.id)).questions[0]?.wording).not.toBe(
      before.questions[0]?.wording,
    )
    for (const [attempt, score] of [
      [early, '1'],
      [late, '-1/4'],
    ] as const) {
      const events = [newWriter()({ question, option: 0 })]
      expect((await guest.submit(attempt.id, { events })).data.score).toBe(score)
    }
  })

  it('creates no new version for unchanged content', async () => {
    const test = 'an-unchanged-paper'
    const guest = await newGuest()
    const load = () => importPaper(test, ['one', 'two', 'three', 'four'], 0)
    await load()
    const { data: first } = await guest.start({ test })
    await load()
    expect((await guest.start({ test })).data.version).toBe(first.version)
  })
})

it('the list of attempts supports Strapi’s filters and sorting', async () => {
  const member = await newMember()
  const finished = await submitted(member, {}, 1, 0)
  const { data: running } = await member.start({ test: paperWithoutBlankPenalty })
  const { data: overdue } = await member.start({ mode: 'exam' })
  const rows = async (query: string) => {
    const path = `${attemptsPath}?${query}`
    return (await member.request<Attempt[]>('GET', path)).data.map(({ id }) => id)
  }
  await selectOwnRows(
    overdue.id,
    'UPDATE attempts SET ends_at = ? WHERE id = ?',
    // The grace period is not over: otherwise the alarm submits it.
    ...[new Date(Date.now() - 1000).toISOString(), overdue.id],
  )
  expect(await rows('sort=startedAt:asc')).toEqual([finished.id, running.id, overdue.id])
  expect(await rows('')).toEqual([overdue.id, running.id, finished.id])
  expect(await rows('filters[status][$eq]=submitted')).toEqual([finished.id])
  expect(await rows('filters[status][$in][0]=running&filters[status][$in][1]=overdue')).toEqual([
    overdue.id,
    running.id,
  ])
  expect(await rows(`filters[test][$eq]=${paperWithoutBlankPenalty}`)).toEqual([running.id])
  expect(await rows('filters[$or][0][mode]=form&filters[$not][status]=running')).toEqual([])
  const page = await member.request(
    'GET',
    `${attemptsPath}?pagination[page]=2&pagination[pageSize]=2`,
  )
  expect(JSON.parse(page.text)).toMatchObject({
    data: [{ id: finished.id, status: 'submitted', score: expect.any(String) }],
    meta: { pagination: { page: 2, pageSize: 2, pageCount: 2, total: 3 } },
  })
  expect((await member.request('GET', `${attemptsPath}?filters[user_id]=1`)).status).toBe(400)
  expect((await visitor.request('GET', attemptsPath)).status).toBe(403)
})
