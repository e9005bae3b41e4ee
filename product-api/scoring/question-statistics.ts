import * as v from 'valibot'
import {
  minAttemptsForStatistics,
  questionStatistics,
  type OptionTally,
  type QuestionStatistics,
} from '../../domain/question-statistics.ts'
import { runStatements, type Database } from '../database.ts'
import { optionOf, outcomeOfLetter } from './stored-outcomes.ts'

export type QuestionReport = QuestionStatistics & {
  /** Its place in the paper, from 1. */
  number: number
  /** The id that the content files give it. */
  editorId: string
  /** The share of attempts that chose the suspected key, 0 to 1; 0 if no key is suspected. */
  suspectedShare: number
}

const Paper = v.object({ slug: v.string(), attempts: v.number() })

/** The papers with enough attempts for statistics, most attempts first. Cost: one row for each
 *  paper. */
export async function papersWithStatistics(db: Database) {
  const [rows = []] = await runStatements(db, [
    {
      text: `SELECT t.slug, (SELECT sum(value) FROM json_each(s.scores)) AS attempts
             FROM paper_scores s JOIN practice_tests t ON t.id = s.test_id
             WHERE attempts >= ? ORDER BY attempts DESC, t.slug`,
      values: [minAttemptsForStatistics],
    },
  ])
  return v.parse(v.array(Paper), rows)
}

/** A question of a version. `counts`: of version_counts, null if there are none. */
const CountedQuestion = v.object({
  question: v.string(),
  editorId: v.string(),
  number: v.number(),
  counts: v.nullable(
    v.pipe(
      v.string(),
      v.parseJson(),
      v.record(v.string(), v.tuple([v.number(), v.number(), v.number()])),
    ),
  ),
})
type CountedQuestion = v.InferOutput<typeof CountedQuestion>

/** The statistics of a paper's questions, in their order, from the attempts that are compared with
 *  others: the first one of each aspirant, by the clock. Answers to an earlier wording of a
 *  question's options are left out, and so are cancelled questions. Rulings count.
 *  Cost: one row for each version of the paper. */
export async function paperStatistics(db: Database, slug: string): Promise<QuestionReport[]> {
  const [rows = []] = await runStatements(db, [{ text: selectCounts, values: [slug] }])
  const byQuestion = Map.groupBy(
    v.parse(v.array(CountedQuestion), rows),
    ({ question }) => question,
  )
  return [...byQuestion.values()]
    .flatMap((versions): QuestionReport[] => {
      const tallies = versions.flatMap(talliesIn)
      if (tallies.length === 0) return []
      const statistics = questionStatistics(tallies)
      const { suspectedKey, attempts } = statistics
      const suspected = tallies
        .filter(({ option }) => option !== null && option === suspectedKey)
        .reduce((sum, { count }) => sum + count, 0)
      return [
        {
          ...statistics,
          number: Math.min(...versions.map(({ number }) => number)),
          editorId: versions[0]?.editorId ?? '',
          suspectedShare: suspected / attempts,
        },
      ]
    })
    .sort((one, other) => one.number - other.number)
}

/** What the attempts scored in the other questions: in all, less this one where it is right. */
function talliesIn({ counts }: CountedQuestion): OptionTally[] {
  return Object.entries(counts ?? {}).flatMap(([key, [count, sum, squares]]) => {
    const outcome = outcomeOfLetter(key[1])
    if (count === 0 || outcome === 'awarded' || outcome === 'void') return []
    const isRight = outcome === 'right'
    return [
      {
        ...{ option: optionOf(key[0]), isRight, count },
        restScoreSum: isRight ? sum - count : sum,
        restScoreSquareSum: isRight ? squares - 2 * sum + count : squares,
      },
    ]
  })
}

/** ?1: the slug of the test. `options` of a question are compared as JSON, in all languages. */
const selectCounts = `
WITH paper AS (SELECT id, digest FROM practice_tests WHERE slug = ?1),
wordings AS (
  SELECT v.id AS version, q.key AS place, q.value ->> 'id' AS question,
    (SELECT json_group_array(json_array(key, json_extract(value, '$.options')))
     FROM json_each(q.value, '$.texts')) AS options
  FROM paper p JOIN paper_versions v ON v.test_id = p.id, json_each(v.questions) q),
current AS (
  SELECT v.id FROM paper p JOIN paper_versions v ON v.test_id = p.id
  ORDER BY v.digest = p.digest DESC, v.id DESC LIMIT 1),
unchanged AS MATERIALIZED (
  SELECT w.version, w.place, w.question
  FROM wordings c JOIN wordings w ON w.question = c.question AND w.options = c.options
  WHERE c.version = (SELECT id FROM current))
SELECT u.question, q.editor_id AS editorId, u.place + 1 AS number,
  c.counts -> ('$[' || u.place || ']') AS counts
FROM unchanged u JOIN version_counts c ON c.version_id = u.version
JOIN questions q ON q.document_id = u.question`
