/** A whole number as India writes it, in every language: 123456 -> '1,23,456'. Others as they are.
 *  Not Intl: ICU groups kn-IN by thousands, and a formatter is slow to make. */
export const numberText = (value: number): string =>
  Number.isSafeInteger(value) ? groupedByLakh(String(value)) : String(value)

/** Digits, grouped by lakh: '123456' -> '1,23,456'. */
export const groupedByLakh = (digits: string): string =>
  digits.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,')
