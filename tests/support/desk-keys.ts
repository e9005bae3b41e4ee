import { markPaper, type Answer } from '../../domain/attempt/marking.ts'
import { paperVersionWithKeys } from '../../product-api/papers/paper-versions.ts'
import { snapshotPaper } from '../../product-api/papers/snapshot-sql.ts'
import { encodeMarks } from '../../product-api/scoring/stored-outcomes.ts'
import { database, rows, run } from './desk.ts'

// Published questions and submitted attempts at them, as the desk finds them in the database.

const paper = 'vao-paper-1-model-paper-2'
const at = '2026-11-22T06:00:00.000Z'

/** A question of a published paper. `id`: in the content files; `documentId`: in paper versions. */
export type PublishedQuestion = {
  id: string
  documentId: string
  paper: string
  number: number
  key: number
}

/** The nth question of a paper with four options, from 0. */
export async function publishedQuestion(nth: number): Promise<PublishedQuestion> {
  const [row] = await rows(
    `SELECT q.editor_id AS id, q.document_id AS documentId, k.correct_option AS key
     FROM practice_tests t JOIN test_questions u ON u.test_id = t.id
     JOIN questions q ON q.id = u.question_id JOIN answer_keys k ON k.question_id = q.id
     WHERE t.slug = ? AND u.position = ?`,
    ...[paper, nth],
  )
  const { id, documentId, key } = row as { id: string; documentId: string; key: number }
  return { id, documentId, paper, number: nth + 1, key }
}

let planted = 0

/** Submitted attempts that chose these options of a question, and nothing else; every second one
 *  reads it in English. -> their ids. */
export async function plantedAttempts(
  question: PublishedQuestion,
  chosen: readonly (number | null)[],
): Promise<string[]> {
  await run({ text: snapshotPaper, values: [paper, at] })
  const [version] = await rows(
    `SELECT v.id, v.test_id AS testId
     FROM paper_versions v JOIN practice_tests t ON t.id = v.test_id
     WHERE t.slug = ? ORDER BY v.id DESC`,
    paper,
  )
  const versionId = Number(version?.id)
  const { paper: frozen, keys } = await paperVersionWithKeys(database(), versionId)
  const guest = `guest-${planted}-of-${question.id}`
  await rows('INSERT INTO guests (id, created_at, expires_at) VALUES (?, ?, ?)', guest, at, at)
  const ids: string[] = []
  for (const [index, option] of chosen.entries()) {
    const locale = index % 2 === 0 ? ('kn' as const) : ('en' as const)
    const answer: Answer = { option, locale, spentMs: 1000 }
    const answers = new Map([[question.documentId, answer]])
    const marked = markPaper(frozen, keys, [], answers, locale)
    const { options, outcomes, units, spentMs, locales } = encodeMarks(marked.questions)
    const id = `${String(++planted).padStart(8, '0')}-0000-4000-8000-000000000000`
    ids.push(id)
    await run(
      {
        text: `INSERT INTO attempts (id, version_id, test_id, guest_id, mode, locale, right_by,
            started_at, submitted_at, submitted_by, score_units, maximum_units, denominator,
            updated_at)
          VALUES (?1, ?2, ?3, ?4, 'practice', ?5, 'free', ?6, ?6, 'reader', ?7, ?8, ?9, ?6)`,
        values: [
          ...[id, versionId, Number(version?.testId), guest, locale, at],
          ...[marked.scoreUnits, marked.maximumUnits, marked.denominator],
        ],
      },
      {
        text: `INSERT INTO attempt_marks (attempt_id, options, outcomes, units, spent_ms, locales)
          VALUES (?, ?, ?, ?, ?, ?)`,
        values: [id, options, outcomes, units, spentMs, locales],
      },
    )
  }
  return ids
}
