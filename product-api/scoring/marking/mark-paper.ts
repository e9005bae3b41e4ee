import type { FrozenPaper, PaperKeys } from '../../attempts/frozen-paper.ts'
import { fallbackChain } from '../../content/fallback.ts'
import type { Ruling } from '../keys/rulings.ts'
import { commonDenominator, parseFraction, unitsOf } from './fraction.ts'

/** What was answered to a question: an index, the index after the last option (the fifth circle, "not answered") or
 *  nothing; in which language it was read; and for how long. */
export type Answer = { option: number | null; locale: string | null; spentMs: number }

/** blank: nothing chosen. not-answered: the fifth circle. awarded: cancelled, marks given. void: cancelled, no marks. */
export const outcomes = ['right', 'wrong', 'blank', 'not-answered', 'awarded', 'void'] as const
export type Outcome = (typeof outcomes)[number]

export type MarkedQuestion = {
  id: string
  /** From 1. */
  number: number
  option: number | null
  /** The language by which it was marked. */
  locale: string
  /** The indexes that are right; none where the question was cancelled. */
  accepted: number[]
  outcome: Outcome
  units: number
  spentMs: number
  /** The ruling that held; null: the key as it was published. */
  rulingId: number | null
}

/** Marks are whole units of 1/denominator of a mark. A void question counts neither in the score nor in the maximum. */
export type Marked = {
  denominator: number
  scoreUnits: number
  maximumUnits: number
  questions: MarkedQuestion[]
}

/** Marks the answers to a paper, exactly. `rulings` are those on this wording of its questions (`rulingsFor`); the latest
 *  that is for the language of the answer holds. Where that language is not known it is `locale`, the attempt's. A question
 *  without an answer is blank. Errors: throws where a question has no key. */
export function markPaper(
  paper: FrozenPaper,
  keys: PaperKeys,
  rulings: readonly Ruling[],
  answers: ReadonlyMap<string, Answer>,
  locale: string,
): Marked {
  const { denominator, worth } = schemeOf(paper)
  const questions = paper.questions.map((question, index): MarkedQuestion => {
    const { id } = question
    const answer = answers.get(id) ?? { option: null, locale: null, spentMs: 0 }
    const readIn = languageOf(question, answer.locale ?? locale)
    const ruling = rulings
      .filter((one) => one.question === id && (one.locale === null || one.locale === readIn))
      .reduce<Ruling | null>((held, one) => (held && held.id > one.id ? held : one), null)
    const option = possibleOption(question, answer.option, worth.blank < 0)
    const accepted = acceptedOptions(ruling, keys, id)
    const outcome = outcomeOf(question, option, accepted, ruling)
    return {
      ...{ id, number: index + 1, option, locale: readIn, accepted, outcome },
      ...{ units: worth[outcome], spentMs: answer.spentMs, rulingId: ruling?.id ?? null },
    }
  })
  const counted = questions.filter(({ outcome }) => outcome !== 'void')
  return {
    denominator,
    scoreUnits: questions.reduce((sum, { units }) => sum + units, 0),
    maximumUnits: counted.length * worth.right,
    questions,
  }
}

/** What each outcome is worth, in units of 1/denominator of a mark: the least in which all of them are whole.
 *  Errors: throws on marks that are no fractions. */
export function schemeOf({ marks }: Pick<FrozenPaper, 'marks'>): {
  denominator: number
  worth: Record<Outcome, number>
} {
  const right = parseFraction(marks.right)
  const wrong = parseFraction(marks.wrong)
  const blank = parseFraction(marks.blank)
  const denominator = commonDenominator([right, wrong, blank])
  const given = unitsOf(right, denominator)
  return {
    denominator,
    worth: {
      ...{ right: given, awarded: given, void: 0, 'not-answered': 0 },
      ...{ wrong: 0 - unitsOf(wrong, denominator), blank: 0 - unitsOf(blank, denominator) },
    },
  }
}

type Question = FrozenPaper['questions'][number]

/** A question about a language is in that language alone, whatever the rest is read in. */
const languageOf = ({ texts }: Question, locale: string) =>
  fallbackChain(locale).find((one) => Object.hasOwn(texts, one)) ?? locale

/** Without a mark to lose by leaving a question there is no fifth circle. What the sheet does not have is blank. */
function possibleOption({ optionCount }: Question, option: number | null, hasFifthCircle: boolean) {
  const last = hasFifthCircle ? optionCount : optionCount - 1
  return option !== null && Number.isInteger(option) && option >= 0 && option <= last
    ? option
    : null
}

function acceptedOptions(ruling: Ruling | null, keys: PaperKeys, id: string): number[] {
  if (ruling) return ruling.kind === 'accept' ? [...ruling.accepted] : []
  const key = keys[id]
  if (key === undefined) throw new Error(`The question ${id} has no key`)
  return [key]
}

function outcomeOf(
  { optionCount }: Question,
  option: number | null,
  accepted: readonly number[],
  ruling: Ruling | null,
): Outcome {
  const isAttempted = option !== null && option < optionCount
  if (ruling?.kind === 'cancel') {
    switch (ruling.award) {
      case 'all':
        return 'awarded'
      case 'attempters':
        return isAttempted ? 'awarded' : 'void'
      case 'nobody':
        return 'void'
    }
  }
  if (option === null) return 'blank'
  if (!isAttempted) return 'not-answered'
  return accepted.includes(option) ? 'right' : 'wrong'
}
