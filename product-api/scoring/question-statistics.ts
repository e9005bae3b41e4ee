import * as v from 'valibot'
import {
  minAttemptsForStatistics,
  questionStatistics,
  type QuestionStatistics,
} from '../../domain/question-statistics.ts'
import { runStatements, type Database } from '../database.ts'

export type QuestionReport = QuestionStatistics & {
  /** Its place in the paper, from 1. */
  number: number
  /** The id that the content files give it. */
  editorId: string
  /** The share of attempts that chose the suspected key, 0 to 1; 0 if no key is suspected. */
  suspectedShare: number
}

const Paper = v.object({ slug: v.string(), attempts: v.number() })

/** The papers with enough attempts for statistics, most attempts first. Cost: one read of all
 *  compared attempts. */
export async function papersWithStatistics(db: Database) {
  const [rows = []] = await runStatements(db, [
    {
      text: `SELECT t.slug, count(*) AS attempts
             FROM attempts a JOIN practice_tests t ON t.id = a.test_id
             WHERE a.is_compared = 1 AND a.submitted_at IS NOT NULL
             GROUP BY t.id HAVING attempts >= ? ORDER BY attempts DESC, t.slug`,
      values: [minAttemptsForStatistics],
    },
  ])
  return v.parse(v.array(Paper), rows)
}

const Tally = v.object({
  question: v.string(),
  editorId: v.string(),
  number: v.number(),
  option: v.nullable(v.number()),
  isRight: v.pipe(
    v.number(),
    v.transform((flag) => flag === 1),
  ),
  count: v.number(),
  restScoreSum: v.number(),
  restScoreSquareSum: v.number(),
})

/** The statistics of a paper's questions, in their order, from the attempts that are compared with
 *  others: the first one of each aspirant, by the clock. Answers to an earlier wording of a
 *  question's options are left out, and so are cancelled questions. Rulings count.
 *  Cost: one read of all answers to the paper. */
export async function paperStatistics(db: Database, slug: string): Promise<QuestionReport[]> {
  const [rows = []] = await runStatements(db, [{ text: selectTallies, values: [slug] }])
  const byQuestion = Map.groupBy(v.parse(v.array(Tally), rows), ({ question }) => question)
  return [...byQuestion.values()]
    .map((tallies): QuestionReport => {
      const statistics = questionStatistics(tallies)
      const { suspectedKey, attempts } = statistics
      const suspected = tallies.find(({ option }) => option !== null && option === suspectedKey)
      return {
        ...statistics,
        number: Math.min(...tallies.map(({ number }) => number)),
        editorId: tallies[0]?.editorId ?? '',
        suspectedShare: (suspected?.count ?? 0) / attempts,
      }
    })
    .sort((one, other) => one.number - other.number)
}

/** ?1: the slug of the test. `options` of a question are compared as JSON, in all languages. */
const selectTallies = `
WITH paper AS (SELECT id, digest FROM practice_tests WHERE slug = ?1),
wordings AS (
  SELECT v.id AS version, q.value ->> 'id' AS question,
    (SELECT json_group_array(json_array(key, json_extract(value, '$.options')))
     FROM json_each(q.value, '$.texts')) AS options
  FROM paper p JOIN paper_versions v ON v.test_id = p.id, json_each(v.questions) q),
current AS (
  SELECT v.id FROM paper p JOIN paper_versions v ON v.test_id = p.id
  ORDER BY v.digest = p.digest DESC, v.id DESC LIMIT 1),
unchanged AS MATERIALIZED (
  SELECT w.version, w.question
  FROM wordings c JOIN wordings w ON w.question = c.question AND w.options = c.options
  WHERE c.version = (SELECT id FROM current)),
compared AS (
  SELECT a.id, a.version_id FROM paper p JOIN attempts a ON a.test_id = p.id
  WHERE a.is_compared = 1 AND a.submitted_at IS NOT NULL),
scores AS MATERIALIZED (
  SELECT c.id, c.version_id, sum(o.outcome = 'right') AS score
  FROM compared c JOIN attempt_outcomes o ON o.attempt_id = c.id GROUP BY c.id)
SELECT o.question, q.editor_id AS editorId, min(o.number) AS number, o.option,
  o.outcome = 'right' AS isRight, count(*) AS count,
  sum(s.score - (o.outcome = 'right')) AS restScoreSum,
  sum((s.score - (o.outcome = 'right')) * (s.score - (o.outcome = 'right'))) AS restScoreSquareSum
FROM scores s
JOIN attempt_outcomes o ON o.attempt_id = s.id
JOIN unchanged u ON u.version = s.version_id AND u.question = o.question
JOIN questions q ON q.document_id = o.question
WHERE o.outcome NOT IN ('awarded', 'void')
GROUP BY o.question, o.option, isRight`
