import { keyLetter, withLatinDigits } from './labels.ts'

// Keys as teachers write them: below each question, or as a table at the end.

/** The end of a word, also in scripts whose letters \b does not know. */
const end = '(?![\\p{L}\\p{M}])'
const before = '(?:the\\s+)?(?:correct\\s+|right\\s+|ಸರಿ(?:ಯಾದ)?\\s*|సరైన\\s*)?'
const answerWord = `(?:ans(?:wer)?|key|option|ಉತ್ತರ|ಆಯ್ಕೆ|ಕೀ|సమాధానం|జవాబు|కీ)${end}`
/** 'ಉತ್ತರ' is also the north: a mark or a bracket has to follow. */
const answerPattern = new RegExp(
  `^[(\\[]?${before}${answerWord}\\s*(?:is${end}|key${end})?\\s*` +
    '(?:[.:=\\-–—]+\\s*|(?=[(\\[]))(\\S.*)$',
  'isu',
)
const whyWord = 'explanation|solution|reason|why|ವಿವರಣೆ|ಪರಿಹಾರ|వివరణ|పరిష్కారం'
const whyPattern = new RegExp(`^(?:${whyWord})${end}\\s*[.:=\\-–—]+\\s*(.*)$`, 'isu')
const headingPattern = new RegExp(
  `^(?:answer\\s*keys?|answers|keys?(?:\\s*answers?)?|key\\s*table|` +
    `ಕೀ\\s*ಉತ್ತರ(?:ಗಳು)?|ಸರಿ(?:ಯಾದ)?\\s*ಉತ್ತರಗಳು|ಸರಿಯುತ್ತರಗಳು|ಉತ್ತರಗಳು|` +
    `ಉತ್ತರ\\s*(?:ಸೂಚಿ|ಕೀ|ಪಟ್ಟಿ|ಮಾಲೆ)|` +
    `ಕೀ|కీ|సమాధానాలు|జవాబులు|సమాధానాల\\s*పట్టిక)\\s*[:.\\-–—]*$`,
  'iu',
)

/** What follows 'Ans:' on a line of its own; null: it is no such line. */
export const answerIn = (line: string): string | null =>
  answerPattern.exec(line)?.[1]?.trim() ?? null

/** What follows 'Explanation:'; null: it is no such line. */
export const whyIn = (line: string): string | null => whyPattern.exec(line)?.[1]?.trim() ?? null

export const isKeyHeading = (line: string): boolean => headingPattern.test(line.trim())

/** The letter of a key: '(b)', 'b', 'B) Mysuru' -> 'b'; null where it begins with no letter. */
export function letterOfKey(text: string): string | null {
  const pattern = new RegExp(`^[([]?\\s*(${keyLetter})\\s*(?:[)\\].]|$|(?=\\s))`, 'u')
  return pattern.exec(text.trim())?.[1] ?? null
}

/** A question's number and the letter of its key. */
export type KeyPair = { number: number; letter: string }

const pairPattern = new RegExp(
  `(?<!\\d)(\\d{1,3})\\s*[.):\\-–=\\]]*\\s*[([]?(${keyLetter})[)\\]]?(?=[\\s,;|]|$)`,
  'gu',
)

/** Reads lines of a table of keys: pairs ('1-C 2-B'), or a row of numbers above one of letters. */
export class KeyTable {
  readonly pairs: KeyPair[] = []
  #numbers: number[] = []

  /** -> whether the line is one of the table. */
  add(line: string): boolean {
    const text = withLatinDigits(line).trim()
    const cells = text.split(/[\s,;|]+/).filter((cell) => cell !== '')
    const letters = cells.map((cell) => (cell.length <= 5 ? letterOfKey(cell) : null))
    if (this.#numbers.length > 1 && letters.length === this.#numbers.length) {
      if (letters.every((letter) => letter !== null)) {
        for (const [index, number] of this.#numbers.entries())
          this.pairs.push({ number, letter: letters[index]! })
        this.#numbers = []
        return true
      }
    }
    if (cells.length > 1 && cells.every((cell) => /^\d{1,3}[.)]?$/.test(cell))) {
      this.#numbers = cells.map((cell) => Number.parseInt(cell, 10))
      return true
    }
    const pairs = pairsIn(text)
    if (pairs) this.pairs.push(...pairs)
    return pairs !== null
  }
}

/** The pairs of a line that has nothing else; null: it has something else, or none. */
export function pairsIn(line: string): KeyPair[] | null {
  const text = withLatinDigits(line)
  const found = [...text.matchAll(pairPattern)]
  const rest = text.replace(pairPattern, '').replace(/[\s,;|]+/g, '')
  if (found.length === 0 || rest !== '') return null
  return found.map(([, number = '', letter = '']) => ({ number: Number(number), letter }))
}
