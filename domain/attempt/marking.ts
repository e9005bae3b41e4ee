import { fallbackChain, type Locale } from '../locale.ts'
import type { Award, Outcome } from './attempt-result.ts'
import { commonDenominator, parseFraction, unitsOf } from './fraction.ts'

/** Marks of a right answer, and marks lost by a wrong one and by leaving a question blank, as
 *  exact fractions: '1', '1/4', '0'. */
export type MarkingScheme = {
  readonly right: string
  readonly wrong: string
  readonly blank: string
}

/** The part of a paper that marking needs. texts: by language, in which the question exists. */
export type MarkablePaper = {
  readonly marks: MarkingScheme
  readonly questions: readonly MarkableQuestion[]
}
type MarkableQuestion = {
  readonly id: string
  readonly optionCount: number
  readonly texts: { readonly [locale in Locale]?: unknown }
}

/** Id of a question -> index of its right option. */
export type PaperKeys = { readonly [question: string]: number }

/** accept: each of these option indexes is right. cancel: the marks are given to everybody, to
 *  those who chose an option, or to nobody. */
export type KeyDecision =
  { kind: 'accept'; accepted: readonly number[] } | { kind: 'cancel'; award: Award }

/** A decision about a question's key after the key was published. `locale`: it applies only to
 *  those who read the question in that language; null: to everybody. Later rulings have higher
 *  ids. */
export type KeyRuling = { id: number; question: string; locale: Locale | null } & KeyDecision

/** The answer to a question. `option`: an index; the index after the last option is the fifth
 *  circle ("not answered"); null: nothing. `locale`: the language in which it was read. */
export type Answer = { option: number | null; locale: Locale | null; spentMs: number }

export type MarkedQuestion = {
  id: string
  /** From 1. */
  number: number
  option: number | null
  /** The language by which it was marked. */
  locale: Locale
  /** The indexes that are right; none if the question was cancelled. */
  accepted: number[]
  outcome: Outcome
  units: number
  spentMs: number
  /** The ruling that was applied; null: the key as published. */
  rulingId: number | null
  /** Who gets the marks of a cancelled question; null: it is not cancelled. */
  cancelled: Award | null
}

/** A marked paper. Marks are whole units of 1/denominator of a mark. A void question counts neither
 *  in the score nor in the maximum. */
export type MarkedPaper = {
  denominator: number
  scoreUnits: number
  maximumUnits: number
  questions: MarkedQuestion[]
}

/** Marks the answers to a paper, exactly. `rulings`: those that apply to this wording of the
 *  questions. `locale`: the attempt's, for answers whose language is not known. A question without
 *  an answer is blank. Without any keys, every question is void: those of a live mock are published
 *  with its results. Errors: throws if a question has no key and others have. */
export function markPaper(
  paper: MarkablePaper,
  keys: PaperKeys,
  rulings: readonly KeyRuling[],
  answers: ReadonlyMap<string, Answer>,
  locale: Locale,
): MarkedPaper {
  const { denominator, worth } = unitsPerOutcome(paper)
  const isKeyed = Object.keys(keys).length > 0
  const questions = paper.questions.map((question, index): MarkedQuestion => {
    const { id } = question
    const answer = answers.get(id) ?? { option: null, locale: null, spentMs: 0 }
    const readIn = localeOf(question, answer.locale ?? locale)
    const ruling = applicableRuling(rulings, id, readIn)
    const option = possibleOption(question, answer.option, worth.blank < 0)
    const accepted = isKeyed ? acceptedOptions(ruling, keys, id) : []
    const outcome = isKeyed ? outcomeOf(question, option, accepted, ruling) : 'void'
    return {
      ...{ id, number: index + 1, option, locale: readIn, accepted, outcome },
      ...{ units: worth[outcome], spentMs: answer.spentMs, rulingId: ruling?.id ?? null },
      cancelled: ruling?.kind === 'cancel' ? ruling.award : null,
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

/** The units of each outcome. A unit is 1/denominator of a mark, with the smallest denominator for
 *  which all units are whole. Errors: throws on marks that are not fractions. */
export function unitsPerOutcome({ marks }: { readonly marks: MarkingScheme }): {
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

/** The latest ruling on a question that applies to those who read it in a language. */
export const applicableRuling = <Ruling extends KeyRuling>(
  rulings: readonly Ruling[],
  question: string,
  locale: Locale,
): Ruling | null =>
  rulings
    .filter((ruling) => ruling.question === question)
    .filter((ruling) => ruling.locale === null || ruling.locale === locale)
    .reduce<Ruling | null>(
      (latest, ruling) => (latest && latest.id > ruling.id ? latest : ruling),
      null,
    )

/** The language of a question: one about a language exists in that language only. */
const localeOf = ({ texts }: MarkableQuestion, locale: Locale): Locale =>
  fallbackChain(locale).find((candidate) => Object.hasOwn(texts, candidate)) ?? locale

/** The option if the question has it, else null. Only a paper with a penalty for blank answers has
 *  the fifth circle. */
function possibleOption(
  { optionCount }: MarkableQuestion,
  option: number | null,
  hasFifthCircle: boolean,
) {
  const last = hasFifthCircle ? optionCount : optionCount - 1
  return option !== null && Number.isInteger(option) && option >= 0 && option <= last
    ? option
    : null
}

function acceptedOptions(ruling: KeyRuling | null, keys: PaperKeys, id: string): number[] {
  if (ruling) return ruling.kind === 'accept' ? [...ruling.accepted] : []
  const key = keys[id]
  if (key === undefined) throw new Error(`The question ${id} has no key`)
  return [key]
}

function outcomeOf(
  { optionCount }: MarkableQuestion,
  option: number | null,
  accepted: readonly number[],
  ruling: KeyRuling | null,
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
