import { describe, expect, it } from 'vitest'
import type { FrozenPaper, Locale } from '../../product-api/attempts/frozen-paper.ts'
import type { Ruling } from '../../product-api/scoring/keys/rulings.ts'
import { formatUnits, parseFraction } from '../../product-api/scoring/marking/fraction.ts'
import { markPaper, type Answer, type Marked } from '../../product-api/scoring/marking/mark-paper.ts'

const kea = { right: '1', wrong: '1/4', blank: '1/4' }

/** A paper of so many questions with four options each, in both languages. */
const paperOf = (marks: FrozenPaper['marks'], count: number): FrozenPaper => ({
  ...{ slug: 'p', exam: 'e', state: 's', kind: 'model-paper', year: null, titles: {}, minutes: 60 },
  ...{ languages: ['kn', 'en'], marks, qualifying: null, sections: [], questionCount: count },
  questions: Array.from({ length: count }, (_, index) => question(`q${index + 1}`, ['kn', 'en'])),
})
const question = (
  id: string,
  languages: readonly Locale[],
  optionCount = 4,
): FrozenPaper['questions'][number] => ({
  ...{ id, section: null, topics: [], figure: null, wording: 'w', optionCount },
  texts: Object.fromEntries(
    languages.map((locale) => [
      locale,
      { stem: id, options: Array<string>(optionCount).fill(id), alt: null },
    ]),
  ),
})
const answered = (options: Record<string, number | null>, locale: string | null = null) =>
  new Map(
    Object.entries(options).map(([id, option]): [string, Answer] => [
      id,
      { option, locale, spentMs: 1000 },
    ]),
  )
const keysOf = (paper: FrozenPaper, key = 0) =>
  Object.fromEntries(paper.questions.map(({ id }) => [id, key]))

type Decided = Partial<Pick<Ruling, 'locale'>> &
  ({ accepted: number[] } | { award: 'all' | 'attempters' | 'nobody' })
const ruled = (id: number, question: string, { locale = null, ...decided }: Decided): Ruling => ({
  ...{ id, question, locale, decidedAt: '', reason: { kn: '', en: '', te: '' } },
  ...('accepted' in decided
    ? { kind: 'accept', accepted: decided.accepted }
    : { kind: 'cancel', award: decided.award }),
})

const scoreOf = ({ scoreUnits, denominator }: Marked) => formatUnits(scoreUnits, denominator)
const maximumOf = ({ maximumUnits, denominator }: Marked) => formatUnits(maximumUnits, denominator)
const outcomesOf = ({ questions }: Marked) => questions.map(({ outcome }) => outcome)

describe('marking a paper', () => {
  it('takes a third of a mark for three wrong answers as one mark, exactly', () => {
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

  it("on KEA's sheet takes a quarter for a question left blank, and nothing for the fifth circle", () => {
    const paper = paperOf(kea, 4)
    const marked = markPaper(paper, keysOf(paper), [], answered({ q1: 0, q2: 3, q3: 4 }), 'kn')
    expect(outcomesOf(marked)).toEqual(['right', 'wrong', 'not-answered', 'blank'])
    expect([scoreOf(marked), maximumOf(marked)]).toEqual(['1/2', '4'])
  })

  it.each([4, 7, -1, 0.5])(
    'knows no option %s where there is no fifth circle: it is blank',
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
  ] as const)('cancelled, with marks for %s: %s', (award, outcomes, score, maximum) => {
    const paper = paperOf(kea, 4)
    const rulings = paper.questions.map(({ id }, index) => ruled(index + 1, id, { award }))
    const answers = answered({ q1: 0, q2: 1, q3: 4 })
    const marked = markPaper(paper, keysOf(paper), rulings, answers, 'kn')
    expect(outcomesOf(marked)).toEqual(outcomes)
    expect([scoreOf(marked), maximumOf(marked)]).toEqual([score, maximum])
    expect(marked.questions.every(({ accepted }) => accepted.length === 0)).toBe(true)
  })

  it('accepts any of several keys, and the last word on a question holds', () => {
    const paper = paperOf(kea, 2)
    const both = ruled(1, 'q1', { accepted: [1, 2] })
    const answers = answered({ q1: 2, q2: 0 })
    expect(scoreOf(markPaper(paper, keysOf(paper), [both], answers, 'kn'))).toBe('2')
    const later = ruled(2, 'q1', { accepted: [0] })
    for (const rulings of [
      [both, later],
      [later, both],
    ]) {
      const marked = markPaper(paper, keysOf(paper), rulings, answers, 'kn')
      expect(scoreOf(marked)).toBe('3/4')
      expect(marked.questions[0]).toMatchObject({ accepted: [0], rulingId: 2 })
    }
  })

  it('rules for one language alone, by the language of the answer, else by that of the attempt', () => {
    const paper = paperOf(kea, 1)
    const rulings = [ruled(1, 'q1', { award: 'all', locale: 'kn' })]
    const outcome = (answer: string | null, attempt: string) =>
      outcomesOf(markPaper(paper, keysOf(paper), rulings, answered({ q1: 3 }, answer), attempt))[0]
    expect(outcome('kn', 'en')).toBe('awarded')
    expect(outcome('en', 'kn')).toBe('wrong')
    expect(outcome(null, 'kn')).toBe('awarded')
    expect(outcome(null, 'en')).toBe('wrong')
    expect(outcomesOf(markPaper(paper, keysOf(paper), rulings, new Map(), 'kn'))).toEqual([
      'awarded',
    ])
  })

  it('reads a question about English in English, whatever the attempt is in', () => {
    const paper = { ...paperOf(kea, 0), questions: [question('q1', ['en'])] }
    const rulings = [ruled(1, 'q1', { award: 'all', locale: 'en' })]
    expect(outcomesOf(markPaper(paper, { q1: 0 }, rulings, new Map(), 'kn'))).toEqual(['awarded'])
  })

  it('refuses to mark a question without a key', () => {
    expect(() => markPaper(paperOf(kea, 1), {}, [], new Map(), 'kn')).toThrow('q1')
  })
})

describe('fractions of a mark', () => {
  it.each([
    ['1/4', { numerator: 1, denominator: 4 }],
    ['-2/6', { numerator: -1, denominator: 3 }],
    ['0', { numerator: 0, denominator: 1 }],
    ['2', { numerator: 2, denominator: 1 }],
  ])('%s is %j', (text, fraction) => {
    expect(parseFraction(text)).toEqual(fraction)
  })

  it.each(['', '1/0', '0.25', '1/', '/4', '1 / 4', '9999999999'])('"%s" is none', (text) => {
    expect(() => parseFraction(text)).toThrow()
  })

  it.each([
    [570, 8, '285/4'],
    [-4, 12, '-1/3'],
    [0, 12, '0'],
    [12, 4, '3'],
  ])('%i of 1/%i are %s', (units, denominator, text) => {
    expect(formatUnits(units, denominator)).toBe(text)
  })
})

// A second marking, by the rules as a notification states them, question after question, in rationals that are never brought to a common unit.

type Rational = readonly [bigint, bigint]
const plus = ([a, b]: Rational, [c, d]: Rational): Rational => [a * d + c * b, b * d]
const minus = ([a, b]: Rational): Rational => [-a, b]
const isEqual = ([a, b]: Rational, [c, d]: Rational) => a * d === c * b
const rational = (text: string): Rational => {
  const [top = '0', bottom = '1'] = text.split('/')
  return [BigInt(top), BigInt(bottom)]
}

function markedByTheBook(
  paper: FrozenPaper,
  keys: Record<string, number>,
  rulings: readonly Ruling[],
  answers: ReadonlyMap<string, Answer>,
  attemptLocale: string,
) {
  let score: Rational = [0n, 1n]
  let maximum: Rational = [0n, 1n]
  const [right, wrong, blank] = [paper.marks.right, paper.marks.wrong, paper.marks.blank].map(
    rational,
  ) as [Rational, Rational, Rational]
  const sheetHasFiveCircles = blank[0] !== 0n
  for (const { id, optionCount, texts } of paper.questions) {
    const answer = answers.get(id)
    let language = answer?.locale ?? attemptLocale
    // What is not there in Telugu or Kannada is read in English, what is not there in English in Kannada.
    for (const next of language === 'en' ? ['kn', 'te'] : ['en', 'kn', 'te'])
      if (!(language in texts)) language = next
    let filled: number | 'fifth' | 'none' = 'none'
    if (answer && answer.option !== null) {
      if (answer.option >= 0 && answer.option < optionCount) filled = answer.option
      else if (answer.option === optionCount && sheetHasFiveCircles) filled = 'fifth'
    }
    let last: Ruling | undefined
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
    const good = last ? last.accepted : [keys[id]]
    if (filled === 'none') score = plus(score, minus(blank))
    else if (filled !== 'fifth') score = plus(score, good.includes(filled) ? right : minus(wrong))
  }
  return { score, maximum }
}

/** mulberry32: the same chances in every run. */
function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (most: number) => Math.floor(next() * most)
  const of = <Value>(values: readonly Value[]) => values[below(values.length)]!
  return { below, of, isSo: (share: number) => next() < share }
}

const anyOf = {
  right: ['1', '2', '1/2', '3/2', '4'],
  wrong: ['0', '1/4', '1/3', '1/2', '1', '2/7'],
  blank: ['0', '0', '1/4', '1/3', '1/6'],
  languages: [['kn', 'en'], ['te', 'en'], ['kn', 'te', 'en'], ['en'], ['kn']],
} as const

function randomCase(seed: number) {
  const { below, of, isSo } = dice(seed)
  const marks = { right: of(anyOf.right), wrong: of(anyOf.wrong), blank: of(anyOf.blank) }
  const questions = Array.from({ length: below(30) }, (_, index) =>
    question(`q${index}`, of(anyOf.languages), 2 + below(4)),
  )
  const paper = { ...paperOf(marks, 0), questions }
  const keys = Object.fromEntries(questions.map(({ id, optionCount }) => [id, below(optionCount)]))
  const language = () => (isSo(0.3) ? null : of(['kn', 'en', 'te'] as const))
  const answers = new Map(
    questions
      .filter(() => isSo(0.85))
      .map(({ id, optionCount }): [string, Answer] => [
        id,
        {
          option: isSo(0.15) ? null : below(optionCount + 2) - (isSo(0.02) ? 2 : 0),
          ...{ locale: language(), spentMs: below(90_000) },
        },
      ]),
  )
  const rulings = Array.from({ length: isSo(0.3) ? 0 : below(12) }, (_, index) => {
    const { id, optionCount } = of([...questions, question('elsewhere', ['kn'])])
    return ruled(index + 1, id, {
      locale: isSo(0.6) ? null : language(),
      ...(isSo(0.5)
        ? { award: of(['all', 'attempters', 'nobody'] as const) }
        : { accepted: Array.from({ length: 1 + below(3) }, () => below(optionCount)) }),
    })
  }).sort(() => (isSo(0.5) ? 1 : -1))
  return { paper, keys, rulings, answers, locale: of(['kn', 'en', 'te'] as const) }
}

describe('whatever the paper, the answers and the rulings', () => {
  const seeds = Array.from({ length: 5000 }, (_, index) => index + 1)

  it('the marks are those by the book, to the last fraction', () => {
    const wrong = seeds.filter((seed) => {
      const { paper, keys, rulings, answers, locale } = randomCase(seed)
      const marked = markPaper(paper, keys, rulings, answers, locale)
      const book = markedByTheBook(paper, keys, rulings, answers, locale)
      const unit = BigInt(marked.denominator)
      return (
        !isEqual([BigInt(marked.scoreUnits), unit], book.score) ||
        !isEqual([BigInt(marked.maximumUnits), unit], book.maximum)
      )
    })
    expect(wrong).toEqual([])
  })

  it('every question is marked once, in whole units that add up to the score', () => {
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

  it('what is kept of an attempt is marked again to the same', () => {
    for (const seed of seeds.slice(0, 1000)) {
      const { paper, keys, rulings, answers, locale } = randomCase(seed)
      const once = markPaper(paper, keys, rulings, answers, locale)
      const kept = new Map(
        once.questions.map(({ id, ...answer }): [string, Answer] => [id, answer]),
      )
      expect(markPaper(paper, keys, rulings, kept, 'te')).toEqual(once)
    }
  })
})
