import * as v from 'valibot'
import { formatUnits } from '../../../domain/attempt/fraction.ts'
import type { TestResult } from '../../../domain/contracts/results.ts'
import type { Locale } from '../../../domain/locale.ts'
import type { Database } from '../../database.ts'
import { selectByKey } from '../../joined-reads.ts'
import type { StoredRuling } from '../key-rulings.ts'
import { rulingTextFor } from '../ruling-texts.ts'

/** Selects how rulings changed an attempt's score, for `scoreChangesFrom`. */
export const selectScoreChanges = (db: Database, attemptId: string) =>
  selectByKey(
    db,
    {
      columns: 'c.question, c.number, c.from_units, c.to_units, c.denominator, c.ruling_id',
      from: 'score_changes c ON c.attempt_id = asked.value ORDER BY c.id',
    },
    attemptId,
  )

/** Each change, oldest first: from 285/4 to 145/2, because question 43 was cancelled. `rows`: of
 *  the product database, where each ruling is applied by itself; `ownRows`: of the reader's object,
 *  which may be ahead of it, and which applies several rulings at once. `rulings`: on the attempt's
 *  version of the paper. */
export const scoreChangesFrom = (
  rows: readonly unknown[],
  ownRows: readonly unknown[],
  rulings: readonly StoredRuling[],
  locale: Locale,
): TestResult['changes'] => {
  const rulingById = new Map(rulings.map((ruling) => [ruling.id, ruling]))
  const changes = v.parse(v.array(Row), [...ownRows, ...rows])
  return [...new Map(changes.map((change) => [change.ruling_id, change])).values()]
    .sort((one, other) => one.ruling_id - other.ruling_id)
    .flatMap(({ from_units, to_units, denominator, ruling_id, ...change }) => {
      const ruling = rulingById.get(ruling_id)
      if (!ruling) return []
      return {
        ...change,
        kind: ruling.kind,
        award: ruling.kind === 'cancel' ? ruling.award : null,
        decidedAt: ruling.decidedAt,
        from: formatUnits(from_units, denominator),
        to: formatUnits(to_units, denominator),
        reason: rulingTextFor(ruling.reason, locale),
      }
    })
}

const Row = v.object({
  question: v.string(),
  number: v.number(),
  from_units: v.number(),
  to_units: v.number(),
  denominator: v.number(),
  ruling_id: v.number(),
})
