import { describe, expect, it } from 'vitest'
import { formatUnits, parseFraction } from '../../domain/attempt/fraction.ts'
import {
  markPaper,
  type Answer,
  type KeyRuling,
  type MarkablePaper,
  type MarkedPaper,
  type MarkingScheme,
} from '../../domain/attempt/marking.ts'
import type { Locale } from '../../domain/locale.ts'
import { seededRandom } from '../support/seeded-random.ts'

/** The marks of KEA, whose answer sheets have a fifth circle. */
const keaMarks = { right: '1', wrong: '1/4', blank: '1/4' }

/** A paper with questions of four options in Kannada and English. */
const paperOf = (marks: MarkingScheme, count: number): MarkablePaper => ({
  marks,
  questions: Array.from({ length: count }, (_, index) => question(`q${index + 1}`, ['kn', 'en'])),
})
const question = (
  id: string,
  languages: readonly Locale[],
  optionCount = 4,
): MarkablePaper['questions'][number] => ({
  ...{ id, optionCount },
  texts: Object.fromEntries(languages.map((locale) => [locale, { stem: id }])),
})
const answered = (options: Record<string, number | null>, locale: Locale | null = null) =>
  new Map(
    Object.entries(options).map(([id, option]): [string, Answer] => [
      id,
      { option, locale, spentMs: 1000 },
    ]),
  )
const keysOf = (paper: MarkablePaper, key = 0) =>
  Object.fromEntries(paper.questions.map(({ id }) => [id, key]))

type Decision = { locale?: Locale | null } & (
  { accepted: number[] } | { award: 'all' | 'attempters' | 'nobody' }
)
const rulingOn = (
  question: string,
  id: number,
  { locale = null, ...decision }: Decision,
): KeyRuling => ({
  ...{ id, question, locale },
  ...('accepted' in decision
    ? { kind: 'accept', accepted: decision.accepted }
    : { kind: 'cancel', award: decision.award }),
})

const scoreOf = ({ scoreUnits, denominator }: MarkedPaper) => formatUnits(scoreUnits, denominator)
const maximumOf = ({ maximumUnits, denominator }: MarkedPaper) =>
  formatUnits(maximumUnits, denominator)
const outcomesOf = ({ questions }: MarkedPaper) => questions.map(({ outcome }) => outcome)

describe('marking a paper', () => {
  it('subtracts exactly one mark for three wrong answers at a third of a mark each', () => {
    const paper = paperOf({ right: '1', wrong: '1/3', blank: '0' }, 5)
    const marked = markPaper(
      paper,
      keysOf(paper),
      [],
      answered({ q1: 0, q2: 1, q3: 2, q4: 3 }),
      'kn',
    )
    expect([scoreOf(marked), maximumOf(marked)]).toEqual(['0', '5'])
  })

  it('subtracts a quarter mark for a blank question and nothing for the fifth circle', () => {
    const paper = paperOf(keaMarks, 4)
    const marked = markPaper(paper, keysOf(paper), [], answered({ q1: 0, q2: 3, q3: 4 }), 'kn')
    expect(outcomesOf(marked)).toEqual(['right', 'wrong', 'not-answered', 'blank'])
    expect([scoreOf(marked), maximumOf(marked)]).toEqual(['1/2', '4'])
  })

  it.each([4, 7, -1, 0.5])(
    'marks option %s as blank on a paper without a fifth circle',
    (option) => {
      const paper = paperOf({ right: '2', wrong: '1/2', blank: '0' }, 1)
      const marked = markPaper(paper, keysOf(paper), [], answered({ q1: option }), 'kn')
      expect(marked.questions[0]).toMatchObject({ outcome: 'blank', option: null, units: 0 })
    },
  )

  it.each([
    ['all', ['awarded', 'awarded', 'awarded', 'awarded'], '4', '4'],
    ['attempters', ['awarded', 'awarded', 'void', 'void'], '2', '2'],
    ['nobody', ['void', 'void', 'void', 'void'], '0', '0'],
  ] as const)(
    'marks questions cancelled with marks for %s as %s',
    (award, outcomes, score, maximum) => {
      const paper = paperOf(keaMarks, 4)
      const rulings = paper.questions.map(({ id }, index) => rulingOn(id, index + 1, { award }))
      const answers = answered({ q1: 0, q2: 1, q3: 4 })
      const marked = markPaper(paper, keysOf(paper), rulings, answers, 'kn')
      expect(outcomesOf(marked)).toEqual(outcomes)
      expect([scoreOf(marked), maximumOf(marked)]).toEqual([score, maximum])
      expect(marked.questions.every(({ accepted }) => accepted.length === 0)).toBe(true)
    },
  )

  it('accepts any of several keys and applies the latest ruling', () => {
    const paper = paperOf(keaMarks, 2)
    const both = rulingOn('q1', 1, { accepted: [1, 2] })
    const answers = answered({ q1: 2, q2: 0 })
    expect(scoreOf(markPaper(paper, keysOf(paper), [both], answers, 'kn'))).toBe('2')
    const later = rulingOn('q1', 2, { accepted: [0] })
    for (const rulings of [
      [both, later],
      [later, both],
    ]) {
      const marked = markPaper(paper, keysOf(paper), rulings, answers, 'kn')
      expect(scoreOf(marked)).toBe('3/4')
      expect(marked.questions[0]).toMatchObject({ accepted: [0], rulingId: 2 })
    }
  })

  it('applies a ruling for one language by the answer’s language, or else the attempt’s', () => {
    const paper = paperOf(keaMarks, 1)
    const rulings = [rulingOn('q1', 1, { award: 'all', locale: 'kn' })]
    const outcome = (answer: Locale | null, attempt: Locale) =>
      outcomesOf(markPaper(paper, keysOf(paper), rulings, answered({ q1: 3 }, answer), attempt))[0]
    expect(outcome('kn', 'en')).toBe('awarded')
    expect(outcome('en', 'kn')).toBe('wrong')
    expect(outcome(null, 'kn')).toBe('awarded')
    expect(outcome(null, 'en')).toBe('wrong')
    expect(outcomesOf(markPaper(paper, keysOf(paper), rulings, new Map(), 'kn'))).toEqual([
      'awarded',
    ])
  })

  it('marks a question that exists in English only as read in English', () => {
    const paper = { ...paperOf(keaMarks, 0), questions: [question('q1', ['en'])] }
    const rulings = [rulingOn('q1', 1, { award: 'all', locale: 'en' })]
    expect(outcomesOf(markPaper(paper, { q1: 0 }, rulings, new Map(), 'kn'))).toEqual(['awarded'])
  })

  it('throws for a question without a key', () => {
    expect(() => markPaper(paperOf(keaMarks, 2), { q2: 0 }, [], new Map(), 'kn')).toThrow('q1')
  })

  it('takes every question for void while no key is published', () => {
    const answers = new Map([['q1', { option: 0, locale: null, spentMs: 0 }]])
    const { questions, ...marks } = markPaper(paperOf(keaMarks, 2), {}, [], answers, 'kn')
    expect(marks).toMatchObject({ scoreUnits: 0, maximumUnits: 0 })
    expect(questions.map(({ outcome, accepted, option }) => [outcome, accepted, option])).toEqual([
      ['void', [], 0],
      ['void', [], null],
    ])
  })
})

describe('fractions of a mark', () => {
  it.each([
    ['1/4', { numerator: 1, denominator: 4 }],
    ['-2/6', { numerator: -1, denominator: 3 }],
    ['0', { numerator: 0, denominator: 1 }],
    ['2', { numerator: 2, denominator: 1 }],
  ])('parses %s as %j', (text, fraction) => {
    expect(parseFraction(text)).toEqual(fraction)
  })

  it.each(['', '1/0', '0.25', '1/', '/4', '1 / 4', '9999999999'])('throws for "%s"', (text) => {
    expect(() => parseFraction(text)).toThrow()
  })

  it.each([
    [570, 8, '285/4'],
    [-4, 12, '-1/3'],
    [0, 12, '0'],
    [12, 4, '3'],
  ])('formats %i units of 1/%i as %s', (units, denominator, text) => {
    expect(formatUnits(units, denominator)).toBe(text)
  })
})

// An independent implementation, by the rules of an exam notification: question by question, in
// rational numbers that are never reduced to a common unit.

type Rational = readonly [bigint, bigint]
const plus = ([a, b]: Rational, [c, d]: Rational): Rational => [a * d + c * b, b * d]
const minus = ([a, b]: Rational): Rational => [-a, b]
const isEqual = ([a, b]: Rational, [c, d]: Rational) => a * d === c * b
const rational = (text: string): Rational => {
  const [top = '0', bottom = '1'] = text.split('/')
  return [BigInt(top), BigInt(bottom)]
}

function markIndependently(
  paper: MarkablePaper,
  keys: Record<string, number>,
  rulings: readonly KeyRuling[],
  answers: ReadonlyMap<string, Answer>,
  attemptLocale: Locale,
) {
  let score: Rational = [0n, 1n]
  let maximum: Rational = [0n, 1n]
  const [right, wrong, blank] = [paper.marks.right, paper.marks.wrong, paper.marks.blank].map(
    rational,
  ) as [Rational, Rational, Rational]
  const hasFifthCircle = blank[0] !== 0n
  for (const { id, optionCount, texts } of paper.questions) {
    const answer = answers.get(id)
    let language = answer?.locale ?? attemptLocale
    // A question missing in Telugu or Kannada is read in English, one missing in English in
    // Kannada.
    const fallbacks: Locale[] = language === 'en' ? ['kn', 'te'] : ['en', 'kn', 'te']
    for (const next of fallbacks) if (!(language in texts)) language = next
    let filled: number | 'fifth' | 'none' = 'none'
    if (answer && answer.option !== null) {
      if (answer.option >= 0 && answer.option < optionCount) filled = answer.option
      else if (answer.option === optionCount && hasFifthCircle) filled = 'fifth'
    }
    let last: KeyRuling | undefined
    for (const ruling of rulings)
      if (ruling.question === id && (ruling.locale === null || ruling.locale === language))
        if (last === undefined || ruling.id > last.id) last = ruling
    const isChosen = typeof filled === 'number'
    if (last?.kind === 'cancel') {
      if (last.award === 'all' || (last.award === 'attempters' && isChosen)) {
        score = plus(score, right)
        maximum = plus(maximum, right)
      }
      continue
    }
    maximum = plus(maximum, right)
    const accepted = last ? last.accepted : [keys[id]]
    if (filled === 'none') score = plus(score, minus(blank))
    else if (filled !== 'fifth')
      score = plus(score, accepted.includes(filled) ? right : minus(wrong))
  }
  return { score, maximum }
}

const choices = {
  right: ['1', '2', '1/2', '3/2', '4'],
  wrong: ['0', '1/4', '1/3', '1/2', '1', '2/7'],
  blank: ['0', '0', '1/4', '1/3', '1/6'],
  languages: [['kn', 'en'], ['te', 'en'], ['kn', 'te', 'en'], ['en'], ['kn']],
} as const

function randomCase(seed: number) {
  const { next, integerBelow, itemOf } = seededRandom(seed)
  const isSo = (share: number) => next() < share
  const marks = {
    right: itemOf(choices.right),
    wrong: itemOf(choices.wrong),
    blank: itemOf(choices.blank),
  }
  const questions = Array.from({ length: integerBelow(30) }, (_, index) =>
    question(`q${index}`, itemOf(choices.languages), 2 + integerBelow(4)),
  )
  const paper = { ...paperOf(marks, 0), questions }
  const keys = Object.fromEntries(
    questions.map(({ id, optionCount }) => [id, integerBelow(optionCount)]),
  )
  const language = () => (isSo(0.3) ? null : itemOf(['kn', 'en', 'te'] as const))
  const answers = new Map(
    questions
      .filter(() => isSo(0.85))
      .map(({ id, optionCount }): [string, Answer] => [
        id,
        {
          option: isSo(0.15) ? null : integerBelow(optionCount + 2) - (isSo(0.02) ? 2 : 0),
          ...{ locale: language(), spentMs: integerBelow(90_000) },
        },
      ]),
  )
  const rulings = Array.from({ length: isSo(0.3) ? 0 : integerBelow(12) }, (_, index) => {
    const { id, optionCount } = itemOf([...questions, question('elsewhere', ['kn'])])
    return rulingOn(id, index + 1, {
      locale: isSo(0.6) ? null : language(),
      ...(isSo(0.5)
        ? { award: itemOf(['all', 'attempters', 'nobody'] as const) }
        : {
            accepted: Array.from({ length: 1 + integerBelow(3) }, () => integerBelow(optionCount)),
          }),
    })
  }).sort(() => (isSo(0.5) ? 1 : -1))
  return { paper, keys, rulings, answers, locale: itemOf(['kn', 'en', 'te'] as const) }
}

describe('marking random papers, answers and rulings', () => {
  const seeds = Array.from({ length: 5000 }, (_, index) => index + 1)

  it('gives exactly the marks of an independent implementation', () => {
    const wrong = seeds.filter((seed) => {
      const { paper, keys, rulings, answers, locale } = randomCase(seed)
      const marked = markPaper(paper, keys, rulings, answers, locale)
      const expected = markIndependently(paper, keys, rulings, answers, locale)
      const unit = BigInt(marked.denominator)
      return (
        !isEqual([BigInt(marked.scoreUnits), unit], expected.score) ||
        !isEqual([BigInt(marked.maximumUnits), unit], expected.maximum)
      )
    })
    expect(wrong).toEqual([])
  })

  it('marks every question once, in whole units that add up to the score', () => {
    for (const seed of seeds) {
      const { paper, keys, rulings, answers, locale } = randomCase(seed)
      const { questions, scoreUnits, maximumUnits } = markPaper(
        ...[paper, keys, rulings, answers, locale],
      )
      expect(questions.map(({ id }) => id)).toEqual(paper.questions.map(({ id }) => id))
      expect(questions.every(({ units }) => Number.isSafeInteger(units))).toBe(true)
      expect(questions.reduce((sum, { units }) => sum + units, 0)).toBe(scoreUnits)
      expect(scoreUnits).toBeLessThanOrEqual(maximumUnits)
    }
  })

  it('gives the same result when stored outcomes are marked again', () => {
    for (const seed of seeds.slice(0, 1000)) {
      const { paper, keys, rulings, answers, locale } = randomCase(seed)
      const first = markPaper(paper, keys, rulings, answers, locale)
      const stored = new Map(
        first.questions.map(({ id, ...answer }): [string, Answer] => [id, answer]),
      )
      expect(markPaper(paper, keys, rulings, stored, 'te')).toEqual(first)
    }
  })
})
