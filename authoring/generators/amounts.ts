/** A number with Indian commas: 125000 -> '1,25,000'. */
export const grouped = (number: number) =>
  number.toLocaleString('en-IN', { maximumFractionDigits: 2 })

export const rupees = (number: number) => `₹${grouped(number)}`
export const percent = (number: number) => `${grouped(number)}%`
export const degrees = (number: number) => `${grouped(number)}°`

/** A fraction as a mixed number: 300/11 -> '27 3/11', 50/3 -> '16⅔'. */
export function mixed(numerator: number, denominator: number): string {
  const shared = gcd(numerator, denominator)
  const [top, bottom] = [numerator / shared, denominator / shared]
  const wholes = Math.floor(top / bottom)
  const rest = top % bottom
  if (rest === 0) return `${wholes}`
  const sign = signs[`${rest}/${bottom}`]
  const fraction = sign ?? `${wholes > 0 ? ' ' : ''}${rest}/${bottom}`
  return `${wholes > 0 ? wholes : ''}${fraction}`
}

const signs: Record<string, string> = {
  '1/2': '½',
  '1/3': '⅓',
  '2/3': '⅔',
  '1/4': '¼',
  '3/4': '¾',
}

export const gcd = (one: number, other: number): number =>
  other === 0 ? one : gcd(other, one % other)
export const gcdOf = (numbers: readonly number[]) => numbers.reduce(gcd)
export const lcmOf = (numbers: readonly number[]) =>
  numbers.reduce((one, other) => (one / gcd(one, other)) * other)
export const isWhole = (number: number) => Number.isInteger(number) && number > 0

/** A number and its noun: counted(1, 'day', 'days') -> '1 day'. */
export const counted = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`

/** In English: 2 -> 'twice', 3 -> '3 times'. */
export const timesOf = (times: number) => (times === 2 ? 'twice' : `${times} times`)

/** A multiple of x as it is written: 1 -> 'x', 3 -> '3x'. */
export const timesX = (times: number) => (times === 1 ? 'x' : `${times}x`)

/** 1 -> '1st', 12 -> '12th', 23 -> '23rd'. */
export function ordinal(number: number): string {
  const isTeen = Math.floor((number % 100) / 10) === 1
  return `${number}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')}`
}

/** 12 -> '¹²', for powers in running text. */
export const superscript = (number: number) =>
  Array.from(`${number}`, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]!).join('')

/** A number without binary noise: 0.1 + 0.2 -> 0.3. */
export const decimal = (number: number) => Number(number.toFixed(6))
