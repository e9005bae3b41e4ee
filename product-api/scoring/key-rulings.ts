import * as v from 'valibot'
import type { Localized } from '../../domain/attempt/attempt-result.ts'
import type { KeyRuling } from '../../domain/attempt/marking.ts'
import { locales } from '../../domain/locale.ts'
import type { Database } from '../database.ts'
import { paperVersion, type PaperVersion } from '../papers/paper-versions.ts'
import { rulingTexts } from './ruling-texts.ts'

/** A ruling as it is stored. `question`: documentId. `reason`: one sentence for aspirants. */
export type StoredRuling = KeyRuling & { reason: Localized<string>; decidedAt: string }

/** The rulings on the questions of a paper version as they are worded there, oldest first.
 *  Cost: one read, and one of the paper if there are any. */
export async function rulingsOnVersion(db: Database, versionId: number): Promise<StoredRuling[]> {
  const { results } = await db.prepare(selectRulings).bind(versionId).all()
  if (results.length === 0) return []
  return rulingsOnWordings(results, await paperVersion(db, versionId))
}

/** ?1: the id of the version. Rows for `rulingsOnWordings`. */
export const selectRulings = `
SELECT r.id, q.document_id AS question, r.wording, r.kind, r.accepted, r.award, r.locale,
  r.reason, r.decided_at AS decidedAt
FROM paper_versions v, json_each(v.keys) k
JOIN questions q ON q.document_id = k.key JOIN key_rulings r ON r.question_id = q.id
WHERE v.id = ?1 ORDER BY r.id`

/** Parses rows of `selectRulings` and keeps the rulings on the paper's own wording of each
 *  question: an option's index is only valid for the same wording. */
export function rulingsOnWordings(
  rows: readonly unknown[],
  { questions }: PaperVersion,
): StoredRuling[] {
  const wordings = new Map(questions.map(({ id, wording }) => [id, wording]))
  return parseRulingRows(rows)
    .filter(({ question, wording }) => wording === null || wordings.get(question) === wording)
    .map(({ wording: _, ...ruling }) => ruling)
}

/** Parses rows of `selectRulings`, on all wordings. `wording`: null: on any. */
export const parseRulingRows = (rows: readonly unknown[]) => v.parse(v.array(Row), rows)

const commonColumns = {
  id: v.number(),
  question: v.string(),
  wording: v.nullable(v.string()),
  locale: v.nullable(v.picklist(locales)),
  reason: rulingTexts,
  decidedAt: v.string(),
}

const Row = v.variant('kind', [
  v.object({
    ...commonColumns,
    kind: v.literal('accept'),
    accepted: v.pipe(v.string(), v.parseJson(), v.array(v.number())),
  }),
  v.object({
    ...commonColumns,
    kind: v.literal('cancel'),
    award: v.picklist(['all', 'attempters', 'nobody']),
  }),
])
