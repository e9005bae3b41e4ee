import { beforeAll, describe, expect, it, vi } from 'vitest'
import { questionStatistics } from '../../domain/question-statistics.ts'
import {
  papersWithStatistics,
  paperStatistics,
} from '../../product-api/scoring/question-statistics.ts'
import { movingOldOutcomes } from '../../product-api/scoring/stored-outcomes.ts'
import { fullPaper } from '../support/attempts.ts'
import { database } from '../support/product-api.ts'
import { simulatedPaper, talliesOf } from '../support/simulated-responses.ts'

// Thousands of answers are stored.
vi.setConfig({ hookTimeout: 60_000, testTimeout: 60_000 })

const at = '2026-11-22T06:00:00.000Z'
const aspirants = 120
const paper = simulatedPaper(1, 100, aspirants)

const run = (text: string, ...values: (string | number)[]) =>
  database()
    .prepare(text)
    .bind(...values)
    .run()

beforeAll(async () => {
  await run(
    `INSERT INTO paper_versions (test_id, digest, head, questions, keys, created_at)
     SELECT t.id, t.digest, '{}', json_group_array(json_object('id', q.document_id, 'texts',
       (SELECT json_group_object(locale, json_object('options', json(options)))
        FROM question_texts WHERE question_id = q.id)) ORDER BY tq.position), '{}', ?2
     FROM practice_tests t JOIN test_questions tq ON tq.test_id = t.id
     JOIN questions q ON q.id = tq.question_id WHERE t.slug = ?1`,
    ...[fullPaper, at],
  )
  await run("INSERT INTO guests VALUES ('statistics', ?1, '2099-01-01T00:00:00.000Z')", at)
  await run(
    `INSERT INTO attempts (id, version_id, test_id, guest_id, mode, locale, right_by, started_at,
       ends_at, submitted_at, submitted_by, score_units, maximum_units, is_compared, updated_at)
     SELECT 'attempt-' || j.key, v.id, v.test_id, 'statistics', 'exam', 'kn', 'free', ?2, ?2, ?2,
       'reader', 0, 100, 1, ?2
     FROM json_each(?1) j, paper_versions v`,
    ...[JSON.stringify(Array(aspirants).fill(0)), at],
  )
  for (let from = 0; from < aspirants; from += 50)
    await run(
      `INSERT INTO attempt_outcomes
         (attempt_id, question, number, option, locale, outcome, units, spent_ms)
       SELECT 'attempt-' || (a.key + CAST(?3 AS INTEGER)), q.value ->> 'id', q.key + 1,
         o.value, 'kn',
         CASE WHEN o.value IS NULL THEN 'blank'
           WHEN o.value = json_extract(?2, '$[' || q.key || ']') THEN 'right'
           ELSE 'wrong' END, 0, 0
       FROM json_each(?1) a, json_each(a.value) o, paper_versions v, json_each(v.questions) q
       WHERE q.key = o.key`,
      JSON.stringify(paper.answers.slice(from, from + 50)),
      JSON.stringify(paper.questions.map(({ key }) => key)),
      from,
    )
  // As those of attempts of before are.
  for (const { text, values } of movingOldOutcomes('SELECT id FROM attempts'))
    await run(text, ...(values as string[]))
})

describe('question-statistics', () => {
  it('computes the statistics of stored attempts', async () => {
    expect(await papersWithStatistics(database())).toEqual([
      { slug: fullPaper, attempts: aspirants },
    ])
    const statistics = await paperStatistics(database(), fullPaper)
    expect(statistics.map(({ number }) => number)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    )
    const expected = talliesOf(paper).map((tallies) => questionStatistics(tallies))
    expect(expected.filter(({ suspectedKey }) => suspectedKey !== null).length).toBeGreaterThan(5)
    for (const [index, question] of expected.entries()) {
      const { facility, suspectedKey, discrimination } = question
      const found = statistics[index]
      expect([found?.facility, found?.suspectedKey]).toEqual([facility, suspectedKey])
      expect(found?.discrimination).toBeCloseTo(discrimination ?? 0, 10)
    }
  })

  it('leaves out answers to other options, and cancelled questions', async () => {
    await run(
      `INSERT INTO paper_versions (test_id, digest, head, questions, keys, created_at)
       SELECT test_id, 'earlier', '{}',
         json_set(questions, '$[4].texts.kn.options', json('["1","2","3","4"]')), '{}', ?
       FROM paper_versions`,
      at,
    )
    await run(
      `UPDATE attempts SET version_id = (SELECT max(id) FROM paper_versions)
       WHERE id < 'attempt-4'`,
    )
    await run(
      "UPDATE attempt_marks SET outcomes = substr(outcomes, 1, 6) || 'a' || substr(outcomes, 8)",
    )
    const statistics = await paperStatistics(database(), fullPaper)
    const attemptsAt = (of: number) => statistics.find(({ number }) => number === of)?.attempts
    const moved = Array.from({ length: aspirants }, (_, index) => `attempt-${index}`).filter(
      (id) => id < 'attempt-4',
    ).length
    expect(moved).toBeGreaterThan(50)
    expect([attemptsAt(4), attemptsAt(5), attemptsAt(7)]).toEqual([
      aspirants,
      aspirants - moved,
      undefined,
    ])
  })
})
