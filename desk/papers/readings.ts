import * as v from 'valibot'
import { runStatements, type Database } from '../../product-api/database.ts'
import { auditStatement } from '../audit/audit-log.ts'
import type { Operator } from '../operators/operators.ts'
import { paperEvent, type Paper, type StoredBlock } from './stored-papers.ts'

const readingRow = v.object({
  ...{ digest: v.string(), readerId: v.number(), reader: v.string() },
  ...{ chosen: v.nullable(v.number()), remark: v.string(), settled: v.nullable(v.string()) },
})
/** What a second reader answered to a question. `chosen`: from 0; null: none, or several.
 *  `settled`: why the reader agrees to the key after all; null otherwise. */
export type Reading = v.InferOutput<typeof readingRow>

/** The answers to the questions of a paper, in any of its versions. */
export async function readingsOf(db: Database, slug: string): Promise<Reading[]> {
  const { results } = await db
    .prepare(
      `SELECT r.digest, r.reader_id AS readerId, o.name AS reader, r.chosen, r.remark, r.settled
       FROM paper_readings r JOIN operators o ON o.id = r.reader_id
       WHERE r.slug = ? ORDER BY r.read_at`,
    )
    .bind(slug)
    .all()
  return v.parse(v.array(readingRow), results)
}

/** The answer that differs from a question's key; null: none does. */
export const differenceAt = (
  { digest, key }: Pick<StoredBlock, 'digest' | 'key'>,
  readings: readonly Reading[],
): Reading | null =>
  readings.find(
    (reading) => reading.digest === digest && reading.chosen !== key && reading.settled === null,
  ) ?? null

/** The questions of a paper with their numbers from 1. */
export const questionsOf = ({ pieces }: Paper) =>
  pieces
    .filter(({ mark }) => mark === 'item')
    .map((piece, index) => ({ ...piece, number: index + 1 }))

/** Whether each question was read by somebody else than its author, and none differs. */
export const isReadThrough = (paper: Paper, readings: readonly Reading[]): boolean =>
  questionsOf(paper).every(
    (question) =>
      readings.some(
        ({ digest, readerId }) => digest === question.digest && readerId !== question.authorId,
      ) && differenceAt(question, readings) === null,
  )

export type Answer = { question: StoredBlock; chosen: number | null; remark: string }

/** Stores an answer. -> false where this reader answered before. Errors: throws where the reader
 *  wrote the question or may not review: the database refuses. */
export async function storeReading(
  db: Database,
  slug: string,
  { question, chosen, remark }: Answer,
  reader: Operator,
  now: Date,
): Promise<boolean> {
  const agrees = chosen === question.key ? 1 : 0
  try {
    await runStatements(db, [
      {
        text: `INSERT INTO paper_readings (slug, digest, reader_id, chosen, remark, read_at)
          VALUES (?, ?, ?, ?, ?, ?)`,
        values: [slug, question.digest, reader.id, chosen, remark, now.toISOString()],
      },
      auditStatement(
        paperEvent(
          reader,
          agrees === 1 ? 'paper_question_agreed' : 'paper_question_differs',
          slug,
          {
            question: question.name,
          },
        ),
        now,
      ),
    ])
    return true
  } catch (error) {
    if (String(error).includes('a question is answered once')) return false
    throw error
  }
}

/** Ends a difference: the reader agrees to the key after all, with a reason. -> whether there was
 *  one of this reader. */
export async function settleReading(
  db: Database,
  slug: string,
  question: StoredBlock,
  reason: string,
  reader: Operator,
  now: Date,
): Promise<boolean> {
  const isOpen = `slug = ? AND digest = ? AND reader_id = ? AND settled IS NULL`
  const open = [slug, question.digest, reader.id]
  const audit = auditStatement(
    paperEvent(reader, 'paper_difference_settled', slug, { question: question.name, note: reason }),
    now,
  )
  const [, changed = []] = await runStatements(db, [
    {
      text: audit.text.replace(
        /VALUES \(([?, ]+)\)$/,
        `SELECT $1 WHERE EXISTS (SELECT 1 FROM paper_readings WHERE ${isOpen})`,
      ),
      values: [...audit.values, ...open],
    },
    {
      text: `UPDATE paper_readings SET settled = ? WHERE ${isOpen} RETURNING digest`,
      values: [reason, ...open],
    },
  ])
  return changed.length === 1
}
