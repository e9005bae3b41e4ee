// The labels that stand before questions and options.

/** 'ಪ್ರ. 12)' -> number 12. `style`: how it is written; questions of a paper are written alike. */
export type NumberLabel = { number: number; style: string; text: string }

/** The label of an option. `index`: from 0. `series`: which letters; `style`: its brackets. */
export type OptionLabel = { index: number; series: string; style: string; text: string }

const series: Readonly<Record<string, readonly string[]>> = {
  upper: ['A', 'B', 'C', 'D', 'E'],
  lower: ['a', 'b', 'c', 'd', 'e'],
  'kn-latin': ['ಎ', 'ಬಿ', 'ಸಿ', 'ಡಿ', 'ಇ'],
  'kn-vowels': ['ಅ', 'ಆ', 'ಇ', 'ಈ', 'ಉ'],
  'kn-consonants': ['ಕ', 'ಖ', 'ಗ', 'ಘ', 'ಙ'],
  'te-latin': ['ఎ', 'బి', 'సి', 'డి', 'ఇ'],
  'te-vowels': ['అ', 'ఆ', 'ఇ', 'ఈ', 'ఉ'],
  digits: ['1', '2', '3', '4', '5'],
}
const letters = [...new Set(Object.values(series).flat())]
  .sort((one, other) => other.length - one.length)
  .join('|')

/** The digits of Kannada and Telugu as those of ASCII. */
export const withLatinDigits = (text: string) =>
  text
    .replace(/[೦-೯]/g, (digit) => String(digit.charCodeAt(0) - 0x0ce6))
    .replace(/[౦-౯]/g, (digit) => String(digit.charCodeAt(0) - 0x0c66))

const questionWord = '(?:question|ques|qn|q|ಪ್ರಶ್ನೆ|ಪ್ರ|ప్రశ్న|ప్ర)'
const numberPattern = new RegExp(
  `^(${questionWord}\\s*\\.?\\s*(?:no\\.?|ಸಂಖ್ಯೆ|సంఖ్య)?\\s*)?([([]?)(\\d{1,3})` +
    `\\s*([.)\\]:]|[-–](?=\\s)|(?=\\s))(?!\\d)\\s*(.*)$`,
  'is',
)

/** The number at the beginning of a line; null: there is none. */
export function numberLabel(line: string): NumberLabel | null {
  const digits = withLatinDigits(line.slice(0, 24)) + line.slice(24)
  const [, word = '', open = '', number = '', close = '', text = ''] =
    numberPattern.exec(digits) ?? []
  if (number === '' || (word === '' && close === '')) return null
  const style = `${word === '' ? '' : 'Q'}${open}${close}`
  return { number: Number(number), style, text: text.trim() }
}

const optionPattern = new RegExp(`^([([]?)\\s*(${letters})\\s*([.)\\]])(?!\\d)\\s*(.*)$`, 's')

/** The readings of the label at the beginning of a line: 'ಇ)' is the third vowel and the fifth
 *  letter. None where there is no label. */
export function optionLabels(line: string): OptionLabel[] {
  const digits = withLatinDigits(line.slice(0, 4)) + line.slice(4)
  const [, open = '', letter = '', close = '', text = ''] = optionPattern.exec(digits) ?? []
  if (letter === '') return []
  return Object.entries(series).flatMap(([name, labels]) => {
    const index = labels.indexOf(letter)
    return index < 0 ? [] : [{ index, series: name, style: open + close, text: text.trim() }]
  })
}

/** The indexes that a letter of a key may mean, the likeliest first: of the question's own series,
 *  then of any. */
export function indexOfKey(letter: string, own: string | null): number | null {
  const wanted = withLatinDigits(letter.trim())
  const names = [...(own === null ? [] : [own]), ...Object.keys(series)]
  for (const name of names) {
    const index = series[name]?.indexOf(wanted) ?? -1
    if (index >= 0) return index
  }
  const swapped = /[a-z]/.test(wanted) ? wanted.toUpperCase() : wanted.toLowerCase()
  const index = [series.upper, series.lower].map((one) => one?.indexOf(swapped) ?? -1)
  return index.find((one) => one >= 0) ?? null
}

/** A letter of a key, for patterns. */
export const keyLetter = `(?:${letters}|[೧-೫౧-౫])`

/** Splits a line at the labels of further options: '(a) 2 (b) 3' -> '(a) 2', '(b) 3'. Of one that
 *  begins with something else, what stands before the first one, if three options follow. */
export function splitAtOptions(line: string): string[] {
  const pattern = new RegExp(`(?<=^|\\s)([([]?)(${letters})([.)\\]])(?!\\d)(?=\\s*\\S)`, 'g')
  const found = [...withLatinDigits(line).matchAll(pattern)]
  const sequences = Object.entries(series).flatMap(([name, labels]) =>
    found.flatMap((first, at) => {
      const begin = labels.indexOf(first[2] ?? '')
      const isBegin = begin === 0 || (begin > 0 && first.index === 0)
      if (!isBegin || (name === 'digits' && first[1] === '' && first[3] === '.')) return []
      const cuts = [first.index]
      for (const next of found.slice(at + 1)) {
        const isNext =
          next[2] === labels[begin + cuts.length] && next[1] === first[1] && next[3] === first[3]
        if (isNext) cuts.push(next.index)
      }
      return [cuts]
    }),
  )
  const cuts = sequences.reduce<number[]>(
    (most, one) => (one.length > most.length ? one : most),
    [],
  )
  const isEnough = cuts[0] === 0 ? cuts.length > 1 : cuts.length > 2
  if (!isEnough) return [line]
  const starts = cuts[0] === 0 ? cuts : [0, ...cuts]
  return starts.map((start, index) => line.slice(start, starts[index + 1]).trim())
}
