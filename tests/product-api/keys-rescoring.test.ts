import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  databaseOverBatches,
  runStatements,
  type Database,
  type Statement,
} from '../../product-api/database.ts'
import { applyPendingRulings } from '../../product-api/scoring/pending-rulings.ts'
import { updateRows, simulateGateways } from '../emulators/identity.ts'
import {
  fullPaper,
  keysOf,
  paperWithoutBlankPenalty,
  newGuest,
  newMember,
  selectRows,
  shortPaper,
} from '../support/attempts.ts'
import { database } from '../support/product-api.ts'
import { editorIdOf, reason, resultOf, ruleAbout, takeTest, times } from '../support/rulings.ts'

beforeAll(simulateGateways)
// These tests answer whole papers; CI machines may be slow.
vi.setConfig({ testTimeout: 30_000 })

const now = new Date('2026-11-22T07:00:00.000Z')
const batchOf = (statements: readonly Statement[]) =>
  database().batch(
    statements.map(({ text, values }) =>
      database()
        .prepare(text)
        .bind(...values),
    ),
  )
const scoresOf = async (id: string) =>
  (await selectRows('SELECT score_units, maximum_units FROM attempts WHERE id = ?', id))[0]

describe('a ruling on a published key', () => {
  it('reports the change from 71.25 to 72.50 when question 43 is cancelled', async () => {
    const [who, keys] = [await newMember(), await keysOf(fullPaper)]
    // 75 right, 15 wrong (question 43 among them), 10 with the fifth circle.
    const wanted = [...times(15, 'wrong'), ...times(75, 'right'), ...times(10, 'fifth')]
    ;[wanted[14], wanted[42]] = ['right', 'wrong']
    const id = await takeTest(who, fullPaper, wanted, { keys })
    expect((await who.read(id)).data).toMatchObject({ score: '285/4', maximum: '100' })

    const question = await editorIdOf(fullPaper, 43)
    const settled = await ruleAbout(question, { kind: 'cancel', award: 'all' })
    expect(settled).toMatchObject({ attempts: 1, changes: 1 })

    expect((await who.read(id)).data).toMatchObject({ score: '145/2', maximum: '100' })
    const { data } = await resultOf(who, id)
    expect(data.changes).toEqual([
      {
        ...{ question: [...keys.keys()][42], number: 43, from: '285/4', to: '145/2' },
        ...{ kind: 'cancel', award: 'all', reason: 'The question was cancelled.' },
        decidedAt: '2026-11-22T06:00:00.000Z',
      },
    ])
    expect(data.questions[42]).toMatchObject({
      ...{ outcome: 'awarded', marks: '1', accepted: [] },
      ruling: { kind: 'cancel', award: 'all', reason: reason.en },
    })
    expect(data).toMatchObject({ score: '145/2', counts: { right: 75, wrong: 14, awarded: 1 } })
    for (const locale of ['kn', 'te'] as const)
      expect((await resultOf(who, id, locale)).data.changes[0]?.reason).toBe(reason[locale])
  })

  it('changes the score once per ruling and applies the latest', async () => {
    const [who, keys] = [await newMember(), await keysOf(paperWithoutBlankPenalty)]
    const id = await takeTest(who, paperWithoutBlankPenalty, times(10, 'wrong'), { keys })
    const [question, key] = [await editorIdOf(paperWithoutBlankPenalty, 2), [...keys.values()][1]!]
    await ruleAbout(question, { kind: 'accept', accepted: [0, 1, 2, 3] })
    await ruleAbout(question, { kind: 'cancel', award: 'nobody' })
    await ruleAbout(question, { kind: 'accept', accepted: [key] })
    const { data } = await resultOf(who, id)
    expect(data.changes.map(({ from, to }) => [from, to])).toEqual([
      ['-5/2', '-5/4'],
      ['-5/4', '-9/4'],
      ['-9/4', '-5/2'],
    ])
    expect(data).toMatchObject({ score: '-5/2', maximum: '10' })
  })

  it('removes a question without marks for anybody from the maximum', async () => {
    const [who, keys] = [await newMember(), await keysOf(paperWithoutBlankPenalty)]
    const id = await takeTest(who, paperWithoutBlankPenalty, times(10, 'right'), { keys })
    await ruleAbout(await editorIdOf(paperWithoutBlankPenalty, 3), {
      kind: 'cancel',
      award: 'nobody',
    })
    expect((await who.read(id)).data).toMatchObject({ score: '9', maximum: '9' })
    await ruleAbout(await editorIdOf(paperWithoutBlankPenalty, 3), {
      kind: 'cancel',
      award: 'attempters',
    })
    expect((await who.read(id)).data).toMatchObject({ score: '10', maximum: '10' })
  })

  it('applies only to the language it names', async () => {
    const [inKannada, inEnglish] = [await newMember(), await newGuest()]
    const keys = await keysOf(paperWithoutBlankPenalty)
    const ids = [
      await takeTest(inKannada, paperWithoutBlankPenalty, times(10, 'wrong'), {
        keys,
        locale: 'kn',
      }),
      await takeTest(inEnglish, paperWithoutBlankPenalty, times(10, 'wrong'), {
        keys,
        locale: 'en',
      }),
    ]
    const scores = async () =>
      Promise.all(ids.map(async (id) => (await scoresOf(id))?.score_units as number))
    const before = await scores()
    const settled = await ruleAbout(await editorIdOf(paperWithoutBlankPenalty, 5), {
      ...{ kind: 'cancel', award: 'all', locale: 'kn' },
    })
    const after = await scores()
    expect(after.map((units, index) => units - before[index]!)).toEqual([5, 0])
    expect(settled.attempts).toBeGreaterThan(0)
    expect((await resultOf(inEnglish, ids[1]!)).data.questions[4]?.ruling).toBe(null)
  })

  it('does not apply to another wording of the options', async () => {
    const [who, keys] = [await newMember(), await keysOf(paperWithoutBlankPenalty)]
    const id = await takeTest(who, paperWithoutBlankPenalty, times(10, 'wrong'), { keys })
    const question = await editorIdOf(paperWithoutBlankPenalty, 7)
    const other = await ruleAbout(question, {
      ...{ kind: 'accept', accepted: [0, 1, 2, 3], wording: 'of another time' },
    })
    expect(other).toMatchObject({ attempts: 0, changes: 0 })
    const any = await ruleAbout(question, { kind: 'cancel', award: 'all', wording: null })
    expect(any.attempts).toBeGreaterThan(0)
    expect((await resultOf(who, id)).data.questions[6]?.outcome).toBe('awarded')
  })

  it('applies to later submissions without a score change', async () => {
    const [who, keys] = [await newMember(), await keysOf(shortPaper)]
    const running = (await who.start({ test: shortPaper })).data
    await ruleAbout(await editorIdOf(shortPaper, 1), { kind: 'cancel', award: 'all' })
    await who.submit(running.id)
    const later = await takeTest(who, shortPaper, times(10, 'fifth'), { keys })
    for (const id of [running.id, later]) {
      const { data } = await resultOf(who, id)
      expect(data.questions[0]?.outcome).toBe('awarded')
      expect(data.changes).toEqual([])
    }
  })
})

describe('rescoring that is interrupted', () => {
  /** Copies an attempt, as other aspirants' attempts. Returns their ids. */
  const copies = async (id: string, count: number) => {
    const ids = JSON.stringify(Array.from({ length: count }, () => crypto.randomUUID()))
    const columns =
      'version_id, test_id, user_id, mode, locale, right_by, started_at, ends_at, submitted_at, ' +
      'submitted_by, score_units, maximum_units, denominator, updated_at'
    await updateRows(
      `INSERT INTO attempts (id, ${columns})
       SELECT value, ${columns} FROM json_each(?), attempts WHERE attempts.id = ?`,
      ...[ids, id],
    )
    const marks = 'options, outcomes, units, spent_ms, locales'
    await updateRows(
      `INSERT INTO attempt_marks (attempt_id, ${marks})
       SELECT value, ${marks} FROM json_each(?), attempt_marks o WHERE o.attempt_id = ?`,
      ...[ids, id],
    )
    return JSON.parse(ids) as string[]
  }
  /** A database whose connection breaks after a number of calls. */
  const breakingAfter = (calls: number): Database =>
    databaseOverBatches((statements) => {
      if ((calls -= 1) < 0) return Promise.reject(new Error('killed'))
      return batchOf(statements)
    })
  const sumOfScores = async (ids: readonly string[]) =>
    (
      await selectRows(
        'SELECT sum(score_units) AS sum FROM attempts WHERE id IN (SELECT value FROM json_each(?))',
        JSON.stringify(ids),
      )
    )[0]?.sum

  it('loses nothing and counts nothing twice when killed at any point and run again', async () => {
    const [who, keys] = [await newMember(), await keysOf(fullPaper)]
    const first = await takeTest(who, fullPaper, times(100, 'right'), { keys })
    const ids = [first, ...(await copies(first, 500))]
    for (const [index, number] of [11, 12, 13, 14, 15].entries()) {
      const question = await editorIdOf(fullPaper, number)
      // After call 1 only the ruling is stored; calls 2 to 9 are steps of the rescoring.
      await expect(
        ruleAbout(question, { kind: 'accept', accepted: [] }, breakingAfter(1 + 2 * index)),
      ).rejects.toThrow('killed')
      await applyPendingRulings(database(), now)
      // Right, +1, became wrong, -1/4: five quarters less per attempt.
      expect(await sumOfScores(ids)).toBe(501 * (400 - 5 * (index + 1)))
    }
    const changes = await selectRows(
      `SELECT count(*) AS rows, count(DISTINCT attempt_id || ' ' || ruling_id) AS pairs,
         sum(to_units - from_units) AS gain
       FROM score_changes WHERE attempt_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    )
    expect(changes).toEqual([{ rows: 2505, pairs: 2505, gain: -501 * 25 }])
    expect(await selectRows('SELECT id FROM key_rulings WHERE settled_at IS NULL')).toEqual([])
    expect(await applyPendingRulings(database(), now)).toEqual({ attempts: 0, changes: 0 })
  })

  it('gives a correct result at once, and is not applied twice', async () => {
    const [who, keys] = [await newMember(), await keysOf(fullPaper)]
    const id = await takeTest(who, fullPaper, times(100, 'right'), { keys })
    const question = await editorIdOf(fullPaper, 21)
    const half = ruleAbout(question, { kind: 'accept', accepted: [] }, breakingAfter(1))
    await expect(half).rejects.toThrow('killed')
    const before = (await who.read(id)).data.score
    const { data } = await resultOf(who, id)
    expect(data.changes).toHaveLength(1)
    expect(data.changes[0]).toMatchObject({ from: before, to: data.score, number: 21 })
    expect(data.attempt.score).toBe(data.score)
    expect(data.trend.at(-1)).toMatchObject({ id, score: data.score })
    expect((await who.read(id)).data.score).toBe(data.score)
    await applyPendingRulings(database(), now)
    expect((await resultOf(who, id)).data).toMatchObject({
      score: data.score,
      changes: data.changes,
    })
  })

  it('counts nothing twice when several runs are concurrent', async () => {
    const [who, keys] = [await newMember(), await keysOf(fullPaper)]
    const id = await takeTest(who, fullPaper, times(100, 'fifth'), { keys })
    const before = (await scoresOf(id))?.score_units as number
    const question = await editorIdOf(fullPaper, 31)
    await expect(
      ruleAbout(question, { kind: 'cancel', award: 'all' }, breakingAfter(1)),
    ).rejects.toThrow('killed')
    await Promise.all([
      ...[1, 2, 3].map(() => applyPendingRulings(database(), now)),
      ...[1, 2, 3].map(() => resultOf(who, id)),
    ])
    expect((await scoresOf(id))?.score_units).toBe(before + 4)
    expect((await resultOf(who, id)).data.changes).toHaveLength(1)
  })

  it('does not undo a newer ruling when a slow run finishes', async () => {
    const [who, keys] = [await newMember(), await keysOf(fullPaper)]
    const id = await takeTest(who, fullPaper, times(100, 'fifth'), { keys })
    const before = (await scoresOf(id))?.score_units as number
    const question = await editorIdOf(fullPaper, 51)
    let isFirst = true
    const slow = databaseOverBatches(async (statements) => {
      if (isFirst && statements.some(({ text }) => text.includes('UPDATE attempts SET score'))) {
        isFirst = false
        await ruleAbout(question, { kind: 'accept', accepted: [0] })
      }
      return batchOf(statements)
    })
    await ruleAbout(question, { kind: 'cancel', award: 'all' }, slow)
    expect(isFirst).toBe(false)
    expect((await scoresOf(id))?.score_units).toBe(before)
    expect((await resultOf(who, id)).data.questions[50]?.outcome).toBe('not-answered')
  })

  it('finishes a killed run in the background of a later request', async () => {
    const [who, keys] = [await newMember(), await keysOf(fullPaper)]
    const id = await takeTest(who, fullPaper, times(100, 'fifth'), { keys })
    const before = (await scoresOf(id))?.score_units as number
    const half = ruleAbout(
      await editorIdOf(fullPaper, 41),
      { kind: 'cancel', award: 'all' },
      breakingAfter(1),
    )
    await expect(half).rejects.toThrow('killed')
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0)
    await (await newGuest()).request('GET', '/api/user-test-progresses')
    chance.mockRestore()
    await vi.waitFor(async () => {
      expect(await selectRows('SELECT id FROM key_rulings WHERE settled_at IS NULL')).toEqual([])
    })
    expect((await scoresOf(id))?.score_units).toBe(before + 4)
  })

  it('leaves every score equal to the sum of its outcomes', async () => {
    const wrong = await selectRows(
      `SELECT a.id FROM attempts a JOIN attempt_marks m ON m.attempt_id = a.id
       WHERE (SELECT sum(value) FROM json_each(m.units)) <> a.score_units`,
    )
    expect(wrong).toEqual([])
  })
})

describe('loading content with a corrected key', () => {
  const files = JSON.parse(
    (env as unknown as { TEST_CONTENT: string }).TEST_CONTENT,
  ) as Statement[][]
  type Staged = { id: string; correct: number; texts: { options: string[] }[] }

  /** Loads the content file of a question again, after an edit. */
  async function reload(editorId: string, edit: (question: Staged) => void) {
    const isOfQuestions = ({ text }: Statement) => text.includes('INTO staged_questions')
    const file = files.find((statements) =>
      statements.some((one) => isOfQuestions(one) && String(one.values[1]).includes(editorId)),
    )!
    await runStatements(
      database(),
      file.map((statement) => {
        if (!isOfQuestions(statement)) return statement
        const questions = JSON.parse(String(statement.values[1])) as Staged[]
        for (const question of questions) if (question.id === editorId) edit(question)
        return { ...statement, values: [statement.values[0]!, JSON.stringify(questions)] }
      }),
    )
  }
  const rulingsAbout = (editorId: string) =>
    selectRows(
      `SELECT r.* FROM key_rulings r JOIN questions q ON q.id = r.question_id
       WHERE q.editor_id = ? ORDER BY r.id`,
      editorId,
    )

  it('rescores attempts marked by the old key, with a reason', async () => {
    const paper = 'rrb-ntpc-model-paper-1'
    const [who, keys] = [await newMember(), await keysOf(paper)]
    const [id, other] = [
      await takeTest(who, paper, times(keys.size, 'wrong'), { keys }),
      await takeTest(await newGuest(), paper, times(keys.size, 'right'), { keys }),
    ]
    const question = await editorIdOf(paper, 4)
    const old = [...keys.values()][3]!
    const chosen = old === 0 ? 1 : 0
    // Before the key changes: any later request may rescore in the background.
    const before = (await scoresOf(other))?.score_units as number
    await reload(question, (one) => (one.correct = chosen))

    // Nothing was rescored yet: reading the result does it.
    const { data } = await resultOf(who, id, 'en')
    expect(data.questions[3]).toMatchObject({ outcome: 'right', accepted: [chosen] })
    expect(data.changes).toMatchObject([
      { number: 4, kind: 'accept', reason: 'The key was corrected.' },
    ])
    expect((await resultOf(who, id, 'kn')).data.changes[0]?.reason).toMatch(/^\p{Script=Kannada}/u)
    expect((await resultOf(who, id, 'te')).data.changes[0]?.reason).toMatch(/^\p{Script=Telugu}/u)
    await applyPendingRulings(database(), now)
    // A right answer, +1, became wrong, -1/3.
    expect((before - ((await scoresOf(other))?.score_units as number)) * 3).toBe(
      4 *
        ((await selectRows('SELECT denominator FROM attempts WHERE id = ?', other))[0]
          ?.denominator as number),
    )

    await reload(question, (one) => (one.correct = chosen))
    expect(await rulingsAbout(question)).toHaveLength(1)
    await reload(question, (one) => (one.correct = old))
    expect((await rulingsAbout(question)).map(({ accepted }) => accepted)).toEqual([
      ...[JSON.stringify([chosen]), JSON.stringify([old])],
    ])
    expect((await resultOf(who, id)).data.questions[3]?.outcome).toBe('wrong')
  })

  it('makes no ruling if the options changed too or nobody was marked by the key', async () => {
    const untouched = await editorIdOf('vao-paper-2-model-paper-1', 1)
    await reload(untouched, (one) => (one.correct = (one.correct + 1) % 4))
    expect(await rulingsAbout(untouched)).toEqual([])

    const question = await editorIdOf('rrb-ntpc-model-paper-1', 6)
    await reload(question, (one) => {
      one.correct = (one.correct + 1) % 4
      for (const text of one.texts) text.options.reverse()
    })
    expect(await rulingsAbout(question)).toEqual([])
  })

  it('keeps an existing ruling on the question', async () => {
    const question = await editorIdOf('rrb-ntpc-model-paper-1', 8)
    await ruleAbout(question, { kind: 'cancel', award: 'all' })
    await reload(question, (one) => (one.correct = (one.correct + 1) % 4))
    expect(await rulingsAbout(question)).toHaveLength(1)
  })
})
