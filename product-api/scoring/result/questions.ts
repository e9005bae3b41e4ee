import { formatUnits } from '../../../domain/attempt/fraction.ts'
import { unsavedChoiceOf, type QuestionState } from '../../../domain/attempt/journal.ts'
import type { MarkedPaper } from '../../../domain/attempt/marking.ts'
import type { TestResult } from '../../../domain/contracts/results.ts'
import type { Locale } from '../../../domain/locale.ts'
import type { PaperVersion } from '../../papers/paper-versions.ts'
import type { StoredRuling } from '../key-rulings.ts'
import { rulingTextFor } from '../ruling-texts.ts'

/** The results of a paper's questions, in its order. Options are indexes; the fifth circle is the
 *  index after the last option. `accepted` is empty for a cancelled question. The reasons of
 *  rulings are in `locale`. */
export function questionResults(
  paper: PaperVersion,
  { questions, denominator }: MarkedPaper,
  rulings: readonly StoredRuling[],
  states: ReadonlyMap<string, QuestionState>,
  locale: Locale,
): TestResult['questions'] {
  const sectionOf = new Map(paper.questions.map(({ id, section }) => [id, section]))
  const rulingById = new Map(rulings.map((ruling) => [ruling.id, ruling]))
  return questions.map(({ option, units, rulingId, cancelled: _, ...question }) => {
    const state = states.get(question.id)
    const ruling = rulingId === null ? undefined : rulingById.get(rulingId)
    return {
      ...question,
      section: sectionOf.get(question.id) ?? null,
      chosen: option,
      marks: formatUnits(units, denominator),
      isMarked: state?.isMarked ?? false,
      unsaved: state ? unsavedChoiceOf(state) : null,
      ruling: ruling
        ? {
            kind: ruling.kind,
            award: ruling.kind === 'cancel' ? ruling.award : null,
            reason: rulingTextFor(ruling.reason, locale),
          }
        : null,
    }
  })
}
