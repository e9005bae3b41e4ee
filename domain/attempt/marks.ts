import {
  formatUnits,
  fractionSigns,
  inLowestTerms,
  parseFraction,
  type Fraction,
} from './fraction.ts'

/** Exact marks as text, 'numerator/denominator': '285/4', '-1/3', '80'. Never converted to a
 *  float for display. */
export type Marks = string

/** The form of marks. */
export const marksPattern = /^-?\d{1,9}(\/[1-9]\d{0,8})?$/

const minus = '−'

/** Marks as a score: '285/4' -> '71.25', '145/2' -> '72.50', '200/3' -> '66⅔', '-35/4' -> '−8.75',
 *  '80' -> '80'. */
export const scoreText = (marks: Marks): string => scoreTexts([marks])[0] ?? ''

/** Scores of one column: all with the same number of decimals if one has any ('28.00', '30.25'). */
export function scoreTexts(all: readonly Marks[]): string[] {
  const fractions = all.map(fractionOf)
  const decimals = fractions.map(({ denominator }) => decimalsOf(denominator))
  const maxDecimals = Math.max(0, ...decimals.map((count) => count ?? 0))
  const shown = maxDecimals === 0 ? 0 : Math.max(2, maxDecimals)
  const isMixed = decimals.includes(null)
  return fractions.map((fraction, index) => {
    const own = decimals[index] ?? null
    if (own === null) return mixedText(fraction)
    return decimalText(fraction, isMixed && own === 0 ? 0 : shown)
  })
}

/** Marks as a fraction: '-35/4' -> '−8¾', '1/4' -> '¼', '26/7' -> '3 5/7'. */
export const fractionText = (marks: Marks): string => mixedText(fractionOf(marks))

/** Marks as a gain or a loss: '1/4' -> '+¼', '-1/4' -> '−¼', '0' -> '0'. */
export const changeText = (marks: Marks): string =>
  signOf(marks) > 0 ? `+${fractionText(marks)}` : fractionText(marks)

/** -1, 0 or 1. */
export const signOf = (marks: Marks): number => Math.sign(fractionOf(marks).numerator)

/** The share of `part` in `whole`, for drawing only: 0 to 1, below 0 where marks were lost; 0 where
 *  `whole` is 0. */
export function shareOf(part: Marks, whole: Marks): number {
  const one = fractionOf(part)
  const other = fractionOf(whole)
  if (other.numerator === 0) return 0
  return (one.numerator * other.denominator) / (one.denominator * other.numerator)
}

/** `one` minus `other`: ('73', '-35/4') -> '327/4'. */
export function subtractMarks(one: Marks, other: Marks): Marks {
  const [a, b] = [fractionOf(one), fractionOf(other)]
  const numerator = a.numerator * b.denominator - b.numerator * a.denominator
  return formatUnits(numerator, a.denominator * b.denominator)
}

/** ('5/4', '1') -> '9/4'. */
export function addMarks(one: Marks, other: Marks): Marks {
  const [a, b] = [fractionOf(one), fractionOf(other)]
  const numerator = a.numerator * b.denominator + b.numerator * a.denominator
  return formatUnits(numerator, a.denominator * b.denominator)
}

/** A part of marks: ('150', '1/3') -> '50'. Errors: throws if `part` is no fraction. */
export function partOfMarks(marks: Marks, part: string): Marks {
  const [a, b] = [fractionOf(marks), parseFraction(part)]
  return formatUnits(a.numerator * b.numerator, a.denominator * b.denominator)
}

/** A share of marks in percent, with one decimal: '71.3 %', '80 %'. */
export function percentText(part: Marks, whole: Marks): string {
  const tenths = Math.round(shareOf(part, whole) * 1000)
  const [full, rest] = [Math.trunc(Math.abs(tenths) / 10), Math.abs(tenths) % 10]
  return `${tenths < 0 ? minus : ''}${full}${rest === 0 ? '' : `.${rest}`} %`
}

/** Below 0 if `one` is less than `other`, for sorting. */
export const compareMarks = (one: Marks, other: Marks): number => signOf(subtractMarks(one, other))

function fractionOf(marks: Marks): Fraction {
  const [numerator = '0', denominator = '1'] = marks.split('/')
  return inLowestTerms(Number(numerator), Number(denominator))
}

/** The number of decimals that a fraction of this denominator needs; null if more than 3 or if they
 *  never end. */
function decimalsOf(denominator: number): number | null {
  for (let count = 0, power = 1; count <= 3; count++, power *= 10)
    if (power % denominator === 0) return count
  return null
}

/** Long division in whole numbers. */
function decimalText({ numerator, denominator }: Fraction, decimals: number): string {
  const power = 10 ** decimals
  const units = (Math.abs(numerator) * power) / denominator
  const whole = Math.floor(units / power)
  const rest = decimals === 0 ? '' : `.${String(units % power).padStart(decimals, '0')}`
  return `${numerator < 0 ? minus : ''}${whole}${rest}`
}

function mixedText({ numerator, denominator }: Fraction): string {
  const size = Math.abs(numerator)
  const whole = Math.floor(size / denominator)
  const rest = size % denominator
  const sign = numerator < 0 ? minus : ''
  if (rest === 0) return `${sign}${whole}`
  const part = fractionSigns[`${rest}/${denominator}`]
  if (part !== undefined) return `${sign}${whole === 0 ? '' : whole}${part}`
  return `${sign}${whole === 0 ? '' : `${whole} `}${rest}/${denominator}`
}
