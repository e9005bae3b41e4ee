import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { PreparedStatement, SqlValue } from '../../product-api/database.ts'
import { contentMemoryMs } from '../../product-api/grouped-reads.ts'
import { updateRows, simulateGateways, secondsAgo } from '../emulators/identity.ts'
import {
  fullPaper,
  keysOf,
  paperWithoutBlankPenalty,
  newGuest,
  newMember,
  newWriter,
  selectRows,
  shortPaper,
  visitor,
  type TestTaker,
} from '../support/attempts.ts'
import { database } from '../support/product-api.ts'
import { selectOwnRows, stopAlarms } from '../support/readers.ts'
import {
  resultOf,
  ruleAbout,
  editorIdOf,
  takeTest,
  times,
  type ResultBody,
  type WantedOutcome,
} from '../support/rulings.ts'

beforeAll(simulateGateways)
// These tests answer whole papers; CI machines may be slow.
vi.setConfig({ testTimeout: 30_000 })

/** A fraction of marks as a number of 1/denominator of a mark. */
const inUnits = (marks: string, denominator: number) => {
  const [top = 0, bottom = 1] = marks.split('/').map(Number)
  return (top * denominator) / bottom
}
const sumOf = (marks: readonly string[], denominator: number) =>
  marks.reduce((sum, text) => sum + inUnits(text, denominator), 0)

/** Moves an attempt's start and end into the past, and keeps the alarm from submitting it. */
const moveToPast = async (id: string, seconds: number) => {
  await stopAlarms()
  return selectOwnRows(
    id,
    `UPDATE attempts SET
       started_at = strftime('%Y-%m-%dT%H:%M:%fZ', started_at, ?1),
       ends_at = strftime('%Y-%m-%dT%H:%M:%fZ', ends_at, ?1)
     WHERE id = ?2`,
    ...[`-${seconds} seconds`, id],
  )
}

const mixed: WantedOutcome[] = [
  ...times(4, 'right'),
  ...times(3, 'wrong'),
  ...times(2, 'fifth'),
  ...times(1, 'blank'),
]

describe('the result of an attempt', () => {
  it('lists the lines whose exact sum is the score', async () => {
    const [who, keys] = [await newMember(), await keysOf(shortPaper)]
    const { data } = await resultOf(who, await takeTest(who, shortPaper, mixed, { keys }))
    expect(data).toMatchObject({
      ...{ score: '3', maximum: '10' },
      counts: { right: 4, wrong: 3, blank: 1, notAnswered: 2, awarded: 0, void: 0 },
      arithmetic: [
        { what: 'right', count: 4, each: '1', sum: '4' },
        { what: 'wrong', count: 3, each: '-1/4', sum: '-3/4' },
        { what: 'blank', count: 1, each: '-1/4', sum: '-1/4' },
        { what: 'notAnswered', count: 2, each: '0', sum: '0' },
      ],
      // The three wrong ones would have cost nothing with the fifth circle.
      guesses: { wrong: 3, lost: '3/4', withoutThem: '15/4' },
      qualifying: null,
      changes: [],
      apart: [],
    })
    const ids = [...keys.keys()]
    expect(data.wrong).toEqual(ids.slice(4, 7))
    expect(data.questions.map(({ id }) => id)).toEqual(ids)
    expect(data.questions[0]).toEqual({
      ...{ id: ids[0], number: 1, section: null, outcome: 'right', marks: '1', spentMs: 1000 },
      ...{ chosen: keys.get(ids[0]!), accepted: [keys.get(ids[0]!)], isMarked: false },
      ...{ unsaved: null, locale: 'kn', ruling: null },
    })
    expect(data.questions[7]).toMatchObject({ outcome: 'not-answered', chosen: 4, marks: '0' })
    expect(data.questions[9]).toMatchObject({ outcome: 'blank', chosen: null, marks: '-1/4' })
    expect(data.attempt).toMatchObject({ status: 'submitted', score: '3', maximum: '10' })
  })

  it('compares wrong answers with blank ones if a blank costs nothing', async () => {
    const [who, keys] = [await newMember(), await keysOf('rrb-ntpc-model-paper-1')]
    const id = await takeTest(who, 'rrb-ntpc-model-paper-1', times(5, 'wrong'), { keys })
    const { data } = await resultOf(who, id)
    expect(data.score).toBe('-5/3')
    expect(data.guesses).toEqual({ wrong: 5, lost: '5/3', withoutThem: '0' })
  })

  it('has lines, sections and questions that add up to the same score', async () => {
    const [who, keys] = [await newMember(), await keysOf(fullPaper)]
    const wanted = Array.from({ length: 100 }, (_, index): WantedOutcome => {
      const all: WantedOutcome[] = ['right', 'wrong', 'blank', 'right', 'fifth', 'right', 'wrong']
      return all[index % all.length]!
    })
    const id = await takeTest(who, fullPaper, wanted, { keys })
    await ruleAbout(await editorIdOf(fullPaper, 50), { kind: 'cancel', award: 'nobody' })
    await ruleAbout(await editorIdOf(fullPaper, 51), { kind: 'cancel', award: 'all' })
    const { data } = await resultOf(who, id)
    const score = inUnits(data.score, 4)
    expect(
      sumOf(
        data.arithmetic.map(({ sum }) => sum),
        4,
      ),
    ).toBe(score)
    expect(
      sumOf(
        data.questions.map(({ marks }) => marks),
        4,
      ),
    ).toBe(score)
    expect(
      sumOf(
        data.sections.map((section) => section.score),
        4,
      ),
    ).toBe(score)
    expect(
      sumOf(
        data.sections.map(({ maximum }) => maximum),
        4,
      ),
    ).toBe(inUnits(data.maximum, 4))
    expect([data.maximum, data.counts.void, data.counts.awarded]).toEqual(['99', 1, 1])
    expect(Object.values(data.counts).reduce((sum, count) => sum + count)).toBe(100)
    expect(data.sections).toHaveLength(6)
    for (const { slug, names, ...section } of data.sections) {
      expect(Object.keys(names)).toEqual(expect.arrayContaining(['kn', 'en']))
      const within = data.questions.filter((question) => question.section === slug)
      expect(section.right).toBe(within.filter(({ outcome }) => outcome === 'right').length)
      expect(section.spentMs).toBe(within.reduce((sum, { spentMs }) => sum + spentMs, 0))
    }
  })

  it('lists topics in the reader’s language, weakest first', async () => {
    const [who, keys] = [await newMember(), await keysOf(shortPaper)]
    const id = await takeTest(who, shortPaper, mixed, { keys })
    const scripts = { kn: /\p{Script=Kannada}/u, en: /[a-z]/, te: /\p{Script=Telugu}/u }
    for (const locale of ['kn', 'en', 'te'] as const) {
      const { topics } = (await resultOf(who, id, locale)).data
      expect(topics.length).toBeGreaterThan(3)
      for (const topic of topics) {
        expect(topic).toMatchObject({ locale, name: expect.stringMatching(scripts[locale]) })
        expect(topic.total).toBe(topic.right + topic.wrong + topic.blank)
      }
      const shares = topics.map(({ right, total }) => right / total)
      expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    }
  })

  it('shows questions marked for review and choices that were never saved', async () => {
    const [who, keys] = [await newMember(), await keysOf(shortPaper)]
    const { data: attempt } = await who.start()
    const [marked = '', left = ''] = keys.keys()
    const write = newWriter()
    await who.submit(attempt.id, {
      events: [
        write({ kind: 'mark', question: marked, option: 2 }),
        write({ kind: 'choose', question: left, option: 3 }),
        write({ kind: 'leave', question: left }),
      ],
    })
    const { questions } = (await resultOf(who, attempt.id)).data
    expect(questions[0]).toMatchObject({ isMarked: true, chosen: 2, unsaved: null })
    expect(questions[1]).toMatchObject({
      isMarked: false,
      chosen: null,
      unsaved: 3,
      outcome: 'blank',
    })
  })

  it('decides exactly whether a qualifying paper is passed', async () => {
    const keys = await keysOf(paperWithoutBlankPenalty)
    await updateRows(
      `UPDATE practice_tests SET qualifying = '1/3', digest = 'q' WHERE slug = ?`,
      paperWithoutBlankPenalty,
    )
    const resultWith = async (wanted: readonly WantedOutcome[]) => {
      const who = await newGuest()
      return (await resultOf(who, await takeTest(who, paperWithoutBlankPenalty, wanted, { keys })))
        .data
    }
    // A third of ten is 10/3: 13/4 is not enough, 15/4 is.
    expect(await resultWith([...times(4, 'right'), ...times(3, 'wrong')])).toMatchObject({
      ...{ score: '13/4', qualifying: { needed: '10/3', passed: false } },
    })
    expect(await resultWith([...times(4, 'right'), ...times(1, 'wrong')])).toMatchObject({
      ...{ score: '15/4', qualifying: { needed: '10/3', passed: true } },
    })
  })

  it('lists late answers that did not count', async () => {
    const [who, keys] = [await newMember(), await keysOf(shortPaper)]
    const { data: attempt } = await who.start()
    const [first = '', second = ''] = keys.keys()
    const write = newWriter()
    await who.send(attempt.id, [write({ question: first, option: 1 })])
    await moveToPast(attempt.id, 3600)
    await who.send(attempt.id, [
      write({ kind: 'visit', question: second }),
      write({ question: second, option: 1 }),
      { writer: 'nonsense', tick: 'x' },
    ])
    await who.submit(attempt.id)
    await who.send(attempt.id, [write({ question: first, option: 2 })])
    const { data } = await resultOf(who, attempt.id)
    expect(data.apart.map(({ number, option, standing }) => [number, option, standing])).toEqual([
      [2, 1, 'late'],
      [null, null, 'impossible'],
      [1, 2, 'after-submission'],
    ])
    expect(data.questions[0]?.chosen).toBe(1)
    expect(data.notCompared).toBe('late')
  })

  it('is refused to others and before the submission', async () => {
    const [who, keys] = [await newMember(), await keysOf(shortPaper)]
    const { data: running } = await who.start()
    const early = await resultOf(who, running.id)
    expect([early.status, early.error?.name]).toEqual([403, 'NotSubmitted'])
    const id = await takeTest(who, shortPaper, mixed, { keys })
    expect((await resultOf(await newMember(), id)).status).toBe(404)
  })

  it('takes three round trips, two of them at once, for any number of questions', async () => {
    const [who, keys] = [await newMember(), await keysOf(fullPaper)]
    const id = await takeTest(who, fullPaper, times(100, 'right'), { keys })
    // Content that was read for a test before is forgotten.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + contentMemoryMs })
    const { value, trips } = await countingTrips(() => resultOf(who, id)).finally(() =>
      vi.useRealTimers(),
    )
    expect(value.data.questions).toHaveLength(100)
    // The caller; the result, and from a replica the names of topics. The attempt is in the
    // reader's object.
    expect(trips).toBe(3)
  })
})

/** Counts the reading round trips to the database during some work. On a busy machine the summary
 *  of an attempt, which no reader waits for, may be written meanwhile. */
async function countingTrips<Value>(work: () => Promise<Value>) {
  const bindings = env as unknown as { DB: unknown }
  const db = database()
  let trips = 0
  const texts = new WeakMap<object, string>()
  const isRead = (statement: object) => /^\s*SELECT/.test(texts.get(statement) ?? '')
  bindings.DB = {
    batch: (statements: PreparedStatement[]) => {
      if (statements.every(isRead)) trips += 1
      return db.batch(statements)
    },
    prepare: (sql: string) => ({
      bind: (...values: SqlValue[]) => {
        const bound = db.prepare(sql).bind(...values)
        texts.set(bound, sql)
        const first = () => {
          if (isRead(bound)) trips += 1
          return db
            .prepare(sql)
            .bind(...values)
            .first()
        }
        return Object.assign(bound, { first })
      },
    }),
  }
  try {
    return { value: await work(), trips }
  } finally {
    bindings.DB = db
  }
}

describe('the comparison with others', () => {
  const sharesOf = ({ comparison, notCompared }: ResultBody) => ({ comparison, notCompared })
  const test = 'vao-paper-2-model-paper-1'
  const withThreeWrong = (right: number) => [...times(right, 'right'), ...times(3, 'wrong')]

  it('counts the others, and is absent for fewer than five', async () => {
    const keys = await keysOf(test)
    const best = await newMember()
    const id = await takeTest(best, test, times(keys.size, 'right'), { keys })
    for (const others of [0, 4]) {
      expect(sharesOf((await resultOf(best, id)).data)).toEqual({
        ...{ comparison: null, notCompared: 'few' },
      })
      if (others === 0)
        for (let count = 0; count < 4; count += 1)
          await takeTest(await newGuest(), test, withThreeWrong(count), { keys })
    }
    const sixth = await newGuest()
    const low = await takeTest(sixth, test, withThreeWrong(2), { keys })
    expect(sharesOf((await resultOf(best, id)).data)).toEqual({
      ...{ comparison: { count: 5, below: 5, leftOut: 0 }, notCompared: null },
    })
    // The others have 0, 1, 2, 3 and all right: two have less than 2, and an equal share is not
    // below.
    expect((await resultOf(sixth, low)).data.comparison).toEqual({
      ...{ count: 5, below: 2, leftOut: 0 },
    })
  })

  it('leaves out attempts that are not earnest, and says how many', async () => {
    const keys = await keysOf(test)
    const who = await newMember()
    const id = await takeTest(who, test, times(keys.size, 'right'), { keys })
    const before = (await resultOf(who, id)).data.comparison!
    for (let count = 0; count < 40; count += 1) {
      const guest = await newGuest()
      const { data } = await guest.start({ test })
      await guest.submit(data.id)
    }
    const hasty = await newGuest()
    const { data: fast } = await hasty.start({ test })
    const write = newWriter()
    const events = [...keys.keys()].map((question) => write({ question, option: 0 }))
    await hasty.submit(fast.id, { events })
    expect((await resultOf(who, id)).data.comparison).toEqual({
      ...before,
      leftOut: before.leftOut + 41,
    })
    expect(sharesOf((await resultOf(hasty, fast.id)).data)).toEqual({
      ...{ comparison: null, notCompared: 'not-earnest' },
    })
  })

  it('leaves out second attempts and practice, with the reason', async () => {
    const keys = await keysOf(test)
    const who = await newMember()
    const first = await takeTest(who, test, times(1, 'right'), { keys })
    const before = (await resultOf(who, first)).data.comparison
    const second = await takeTest(who, test, times(keys.size, 'right'), { keys })
    const practice = (await (await newMember()).start({ test, mode: 'practice' })).data
    expect(practice.id).toBeTruthy()
    expect((await resultOf(who, second)).data.notCompared).toBe('not-first')
    expect((await resultOf(who, first)).data.comparison).toEqual(before)
    const other = await newGuest()
    const practised = (await other.start({ test, mode: 'practice' })).data
    await other.submit(practised.id)
    expect((await resultOf(other, practised.id)).data.notCompared).toBe('practice')
  })
})

describe('the trend', () => {
  it('lists the owner’s submitted attempts at the test, oldest first', async () => {
    const [who, keys] = [await newMember(), await keysOf(shortPaper)]
    const ids: string[] = []
    for (const [index, right] of [2, 5, 9].entries()) {
      const id = await takeTest(
        who,
        shortPaper,
        [...times(right, 'right'), ...times(10 - right, 'fifth')],
        { keys },
      )
      await selectOwnRows(
        id,
        'UPDATE attempts SET submitted_at = ? WHERE id = ?',
        secondsAgo(100 - index),
        id,
      )
      ids.push(id)
    }
    await who.start()
    await takeTest(who, paperWithoutBlankPenalty, mixed, {
      keys: await keysOf(paperWithoutBlankPenalty),
    })
    const { trend } = (await resultOf(who, ids[0]!)).data
    expect(trend.map(({ id, score, maximum, mode }) => [id, score, maximum, mode])).toEqual([
      ...[2, 5, 9].map((right, index) => [ids[index], String(right), '10', 'exam']),
    ])
  })
})

describe('GET /api/user-topics', () => {
  type Topic = {
    slug: string
    name: string
    right: number
    wrong: number
    blank: number
    total: number
  }
  const topicsOf = async (who: TestTaker, locale = 'en') =>
    (await who.request<Topic[]>('GET', `/api/user-topics?locale=${locale}`)).data

  it('sums each topic over all submitted attempts, weakest first', async () => {
    const [who, keys] = [await newMember(), await keysOf(shortPaper)]
    expect(await topicsOf(who)).toEqual([])
    await takeTest(who, shortPaper, times(10, 'right'), { keys })
    await takeTest(who, shortPaper, times(10, 'wrong'), { keys })
    await who.start()
    const topics = await topicsOf(who)
    const [tagged] = await selectRows(
      `SELECT count(*) AS n, count(DISTINCT g.tag_id) AS topics
       FROM practice_tests t
       JOIN test_questions x ON x.test_id = t.id
       JOIN question_tags g ON g.question_id = x.question_id WHERE t.slug = ?`,
      shortPaper,
    )
    expect(topics).toHaveLength(tagged?.topics as number)
    expect(topics.reduce((sum, { total }) => sum + total, 0)).toBe(2 * (tagged?.n as number))
    for (const { right, wrong, total } of topics)
      expect([right, wrong]).toEqual([total / 2, total / 2])
    expect((await topicsOf(who, 'kn'))[0]?.name).toMatch(/\p{Script=Kannada}/u)
  })

  it('leaves out attempts of others and answers 403 without a token', async () => {
    expect(await topicsOf(await newGuest())).toEqual([])
    expect((await visitor.request('GET', '/api/user-topics')).status).toBe(403)
  })
})
