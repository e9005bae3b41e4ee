import * as v from 'valibot'
import { frozenPaper, type FrozenPaper } from '../../attempts/frozen-paper.ts'

/** What was ruled about a question after its key was published. `question`: its documentId. `locale`: for those alone who read it in
 *  that language; null: for all. accept: any of these indexes is right. cancel: the marks go to all, to those who chose an option, or to nobody. */
export type Ruling = {
  id: number
  question: string
  locale: string | null
  reason: { kn: string; en: string; te: string }
  decidedAt: string
} & Decision

export type Decision =
  | { kind: 'accept'; accepted: readonly number[] }
  | { kind: 'cancel'; award: 'all' | 'attempters' | 'nobody' }

/** The rulings on a version's questions as they are worded there, in the order in which they were made. `versionId`: of
 *  paper_versions. Cost: one read, and the paper's where there are any. */
export async function rulingsFor(db: D1Database, versionId: number): Promise<Ruling[]> {
  const { results } = await db.prepare(rulingsOnVersion).bind(versionId).all()
  if (results.length === 0) return []
  return fitting(results, (await frozenPaper(db, versionId)).paper)
}

/** ?1: the version. Rows for `fitting`. */
export const rulingsOnVersion = `
SELECT r.id, q.document_id AS question, r.wording, r.kind, r.accepted, r.award, r.locale,
  r.reason_kn, r.reason_en, r.reason_te, r.decided_at
FROM paper_versions v, json_each(v.keys) k
JOIN questions q ON q.document_id = k.key JOIN key_rulings r ON r.question_id = q.id
WHERE v.id = ?1 ORDER BY r.id`

/** Those of the rows that `rulingsOnVersion` gives which are about a paper's own wording: an index means nothing to another. */
export function fitting(rows: readonly unknown[], { questions }: FrozenPaper): Ruling[] {
  const wordings = new Map(questions.map(({ id, wording }) => [id, wording]))
  return v
    .parse(v.array(Row), rows)
    .filter(({ question, wording }) => wording === null || wordings.get(question) === wording)
    .map(({ wording: _, ...ruling }) => ruling)
}

const facts = {
  id: v.number(),
  question: v.string(),
  wording: v.nullable(v.string()),
  locale: v.nullable(v.string()),
  reason_kn: v.string(),
  reason_en: v.string(),
  reason_te: v.string(),
  decided_at: v.string(),
}

const Row = v.pipe(
  v.variant('kind', [
    v.object({
      ...facts,
      kind: v.literal('accept'),
      accepted: v.pipe(v.string(), v.parseJson(), v.array(v.number())),
    }),
    v.object({
      ...facts,
      kind: v.literal('cancel'),
      award: v.picklist(['all', 'attempters', 'nobody']),
    }),
  ]),
  v.transform(({ reason_kn, reason_en, reason_te, decided_at, ...row }) => ({
    ...row,
    reason: { kn: reason_kn, en: reason_en, te: reason_te },
    decidedAt: decided_at,
  })),
)
