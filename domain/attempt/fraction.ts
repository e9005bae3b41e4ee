/** An exact number of marks, in lowest terms; the denominator is greater than 0. */
export type Fraction = { numerator: number; denominator: number }

/** Parses '2', '1/4' or '-1/3'. Errors: throws on anything else, and on numbers too large to be
 *  exact. */
export function parseFraction(text: string): Fraction {
  const [, numerator, denominator = '1'] = /^(-?\d{1,9})(?:\/([1-9]\d{0,5}))?$/.exec(text) ?? []
  if (numerator === undefined) throw new Error(`"${text}" is not a number of marks`)
  return inLowestTerms(Number(numerator), Number(denominator))
}

/** '285/4', '-1/3', '0'. */
export const formatFraction = ({ numerator, denominator }: Fraction): string =>
  denominator === 1 ? String(numerator) : `${numerator}/${denominator}`

/** A number of units of 1/denominator of a mark as text in lowest terms: 570 of 8 is '285/4'. */
export const formatUnits = (units: number, denominator: number): string =>
  formatFraction(inLowestTerms(units, denominator))

/** Converts marks to units of 1/denominator of a mark. Errors: throws if the result is not
 *  whole. */
export function unitsOf(marks: Fraction, denominator: number): number {
  const units = (marks.numerator * denominator) / marks.denominator
  if (!Number.isSafeInteger(units))
    throw new Error(`${formatFraction(marks)} is not a whole number of 1/${denominator}`)
  return units
}

/** The smallest denominator in which all the fractions are whole numbers of units. */
export const commonDenominator = (fractions: readonly Fraction[]): number =>
  fractions.reduce(
    (common, { denominator }) =>
      (common / greatestCommonDivisor(common, denominator)) * denominator,
    1,
  )

/** A fraction in lowest terms: (6, 8) -> 3/4. The denominator is greater than 0. */
export function inLowestTerms(numerator: number, denominator: number): Fraction {
  const divisor = greatestCommonDivisor(Math.abs(numerator), denominator)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b)

/** Fractions that have a character of their own. */
export const fractionSigns: Readonly<Record<string, string>> = {
  ...{ '1/2': '½', '1/3': '⅓', '2/3': '⅔', '1/4': '¼', '3/4': '¾', '1/5': '⅕', '2/5': '⅖' },
  ...{ '3/5': '⅗', '4/5': '⅘', '1/6': '⅙', '5/6': '⅚', '1/8': '⅛', '3/8': '⅜', '5/8': '⅝' },
  ...{ '7/8': '⅞' },
}
