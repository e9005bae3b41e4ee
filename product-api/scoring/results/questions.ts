import { neverSaved, type QuestionState } from '../../../domain/attempt/journal.ts'
import type { FrozenPaper, Locale } from '../../attempts/frozen-paper.ts'
import type { Ruling } from '../keys/rulings.ts'
import { formatUnits } from '../marking/fraction.ts'
import type { Marked, Outcome } from '../marking/mark-paper.ts'

/** What became of one question. Options are indexes; `chosen` of the fifth circle is the one after the last. `accepted` is empty where the
 *  question was cancelled. `unsaved`: chosen last and never saved. `locale`: in which language it was read. */
export type QuestionResult = {
  id: string
  number: number
  section: string | null
  chosen: number | null
  accepted: number[]
  outcome: Outcome
  marks: string
  spentMs: number
  isMarked: boolean
  unsaved: number | null
  locale: string
  ruling: {
    kind: 'accept' | 'cancel'
    award: 'all' | 'attempters' | 'nobody' | null
    reason: string
  } | null
}

/** The questions of a paper in their order; what was ruled about them in the reader's language. */
export function questionsOf(
  paper: FrozenPaper,
  { questions, denominator }: Marked,
  rulings: readonly Ruling[],
  states: ReadonlyMap<string, QuestionState>,
  locale: Locale,
): QuestionResult[] {
  const sectionOf = new Map(paper.questions.map(({ id, section }) => [id, section]))
  const rulingOf = new Map(rulings.map((ruling) => [ruling.id, ruling]))
  return questions.map(({ option, units, rulingId, ...question }) => {
    const state = states.get(question.id)
    const ruling = rulingId === null ? undefined : rulingOf.get(rulingId)
    return {
      ...question,
      section: sectionOf.get(question.id) ?? null,
      chosen: option,
      marks: formatUnits(units, denominator),
      isMarked: state?.isMarked ?? false,
      unsaved: state ? neverSaved(state) : null,
      ruling: ruling
        ? {
            kind: ruling.kind,
            award: ruling.kind === 'cancel' ? ruling.award : null,
            reason: ruling.reason[locale],
          }
        : null,
    }
  })
}
