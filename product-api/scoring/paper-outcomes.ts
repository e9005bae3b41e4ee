import * as v from 'valibot'
import { formatUnits, parseFraction, unitsOf } from '../../domain/attempt/fraction.ts'
import type { OutcomeInPaper } from '../../domain/study/weak-topics.ts'
import type { SubmittedAttempt } from '../attempts/submitted-attempts.ts'
import type { Database } from '../database.ts'
import { MarksRow, marksColumns, movingOldOutcomes, outcomesIn } from './stored-outcomes.ts'

/** A submitted attempt with the outcome of each question, in the paper's order. */
export type PaperOutcomes = {
  attempt: SubmittedAttempt
  questions: (OutcomeInPaper & { spentMs: number })[]
}

/** The outcomes of attempts, in their order, with the topics of the questions. Attempts of before
 *  migration 0057 are moved. Cost: two reads: two rows for each attempt, then for each question one
 *  and one for each of its topics. */
export async function paperOutcomesOf(
  db: Database,
  attempts: readonly SubmittedAttempt[],
): Promise<PaperOutcomes[]> {
  if (attempts.length === 0) return []
  const ids = JSON.stringify(attempts.map(({ id }) => id))
  const moving = movingOldOutcomes('SELECT value FROM json_each(?1)', ids)
  const found = await db.batch([
    ...moving.map(({ text, values }) => db.prepare(text).bind(...values)),
    db
      .prepare(
        `SELECT ${marksColumns}, v.question_ids AS questions
         FROM json_each(?1) j JOIN attempt_marks m ON m.attempt_id = j.value
         JOIN attempts a ON a.id = m.attempt_id JOIN paper_versions v ON v.id = a.version_id`,
      )
      .bind(ids),
  ])
  const rows = v.parse(v.array(Row), found.at(-1)?.results)
  const topics = await topicsOf(db, new Set(rows.flatMap(({ questions }) => questions)))
  const rowById = new Map(rows.map((row) => [row.attempt, row]))
  return attempts.flatMap((attempt) => {
    const row = rowById.get(attempt.id)
    if (!row) return []
    const { denominator, paper } = attempt
    const worth = unitsOf(parseFraction(paper.marks.right), denominator)
    const questions = outcomesIn(row, row.questions).map(
      ({ question, outcome, units, spentMs }) => ({
        ...{ id: question, topics: topics.get(question) ?? [], outcome, spentMs },
        ...{ marks: formatUnits(units, denominator), right: formatUnits(worth, denominator) },
      }),
    )
    return [{ attempt, questions }]
  })
}

const Row = v.object({
  ...MarksRow.entries,
  questions: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
})

/** The topics of questions, by the questions' documentIds. */
async function topicsOf(db: Database, questions: ReadonlySet<string>) {
  const { results } = await db
    .prepare(
      `SELECT q.document_id AS id, g.slug
       FROM json_each(?) j JOIN questions q ON q.document_id = j.value
       JOIN question_tags t ON t.question_id = q.id JOIN tags g ON g.id = t.tag_id`,
    )
    .bind(JSON.stringify([...questions]))
    .all()
  const rows = v.parse(v.array(v.object({ id: v.string(), slug: v.string() })), results)
  const topics = new Map<string, string[]>()
  for (const { id, slug } of rows) topics.set(id, [...(topics.get(id) ?? []), slug])
  return topics
}
