import { nudiToUnicode } from './nudi.ts'

// Lines without fonts, as they come from a file of plain text. What was typed in a Nudi or Baraha
// font is recognised by its characters.

const indic = /[\u0900-\u0dff]/
/** Vowel signs and conjuncts of the font that English text hardly contains. */
const fontSign = /[À-Ëïåæ]/
/** Letters of the font, some of which are symbols in English text. */
const fontLetter = /[Ì-ß¢£¤¥¦§¨©ª«¬®¯°±²µμ¶¸¹º»¼½¾¿]/
const ascii = /^[\x20-\x7e\s]*$/
const englishWord = /[a-z]{3}/

/** Converts the lines of a text, and leaves as they are: lines that contain an Indian script, and
 *  words that are not well formed in the font's encoding, such as English ones. A line of ASCII
 *  alone is converted only if the text has no English word and every word is well formed; so is a
 *  short line such as '¹) 5' if other lines show that the text was typed in the font. */
export function unicodeLines(text: string): string {
  const hasEnglish = text
    .split(/\s+/)
    .some((word) => /^[\x21-\x7e]*$/.test(word) && isEnglish(word))
  const lines = text.split('\n')
  const isTyped = lines.filter((line) => !indic.test(line) && hasFontWord(line)).length > 2
  return lines
    .map((line) => {
      if (indic.test(line)) return line
      if (hasFontWord(line)) return convertedLine(line)
      const { text: converted, isWhole } = nudiToUnicode(line)
      const isShort = isTyped && !symbolOfNumber.test(line)
      return isWhole && !hasEnglish && (ascii.test(line) || isShort) ? converted : line
    })
    .join('\n')
}

/** '25 °', '£ 5', '2 × 3': symbols of every text. */
const symbolOfNumber = /\d ?[°±×÷¢]|[£±×÷] ?\d/

/** The same for cells of a table, which may have several lines. */
export function unicodeCells(cells: readonly string[]): string[] {
  // A cell is a line, so that whether there is English is seen in all of them.
  const text = cells.map((cell) => cell.replace(/\r?\n/g, lineInCell)).join('\n')
  return unicodeLines(text)
    .split('\n')
    .map((cell) => cell.replaceAll(lineInCell, '\n'))
}

const lineInCell = '\u2028'

/** Whether a word, or a line whose signs stand apart, was typed in the font. A symbol beside digits
 *  ('75°') was not. */
const isFontText = (text: string) =>
  (fontSign.test(text) ||
    (fontLetter.test(text) && /[a-z]/i.test(text) && !/\d|[a-z]{3}/.test(text))) &&
  nudiToUnicode(text).isWhole

const hasFontWord = (line: string) => [line, ...line.split(/\s+/)].some(isFontText)

const isEnglish = (word: string) => englishWord.test(word) || !nudiToUnicode(word).isWhole

/** Signs after a space belong to the word before, so the line is converted whole if it can be. */
function convertedLine(line: string): string {
  if (isFontText(line)) return nudiToUnicode(line).text
  const isMixed = line.split(/\s+/).some((word) => ascii.test(word) && englishWord.test(word))
  return line.replace(/\S+(?: [À-ï]+(?=\s|$))*/g, (word) => {
    const { text, isWhole } = nudiToUnicode(word)
    return isFontText(word) || (isWhole && !isMixed) ? text : word
  })
}
