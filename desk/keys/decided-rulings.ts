import * as v from 'valibot'
import { countRescoring } from '../../product-api/attempts/rescored-attempts.ts'
import type { Database } from '../../product-api/database.ts'
import { rulingTexts } from '../../product-api/scoring/ruling-texts.ts'

const rulingRow = v.object({
  ...{ id: v.number(), question: v.string(), decidedAt: v.string(), changes: v.number() },
  accepted: v.nullable(v.pipe(v.string(), v.parseJson(), v.array(v.number()))),
  award: v.nullable(v.picklist(['all', 'attempters', 'nobody'])),
  reason: rulingTexts,
  expected: v.nullable(v.number()),
  isSettled: v.pipe(
    v.number(),
    v.transform((flag) => flag === 1),
  ),
})

/** A ruling with how far its rescoring is. `changes`: the scores that it has changed; `expected`:
 *  how many it was about to change, null for those of the command. */
export type DecidedRuling = v.InferOutput<typeof rulingRow>

const maxShown = 30

/** The latest rulings, the newest first, and how many results are still to be brought to their
 *  readers. Cost: one row for each changed score of the rulings that are shown. */
export async function decidedRulings(
  db: Database,
): Promise<{ rulings: DecidedRuling[]; untold: number }> {
  const [{ results }, untold] = await Promise.all([
    db
      .prepare(
        `SELECT r.id, q.editor_id AS question, r.accepted, r.award, r.reason,
           r.decided_at AS decidedAt, r.settled_at IS NOT NULL AS isSettled, p.expected,
           (SELECT count(*) FROM score_changes WHERE ruling_id = r.id) AS changes
         FROM key_rulings r JOIN questions q ON q.id = r.question_id
         LEFT JOIN ruling_proposals p ON p.id = r.proposal_id
         ORDER BY r.id DESC LIMIT ${maxShown}`,
      )
      .bind()
      .all(),
    countRescoring(db),
  ])
  return { rulings: v.parse(v.array(rulingRow), results), untold }
}
