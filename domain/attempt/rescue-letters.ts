// Symbols from 0 to 31 as letters and digits that are not mistaken for each other (Crockford's base
// 32), in lines of five groups of five; the last letter of each line is its check digit.

/** Why a code cannot be read. line: the first wrong one, from 1. Without it, every line is right
 *  but the whole is not: a line is missing or repeated. */
export type RescueCodeError = { reason: 'character' | 'checksum' | 'too-short'; line?: number }

export const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const lineLength = 25

/** The letters of a message, with two that check the whole. */
export function writeLetters(payload: readonly number[]): string {
  const data = withCheck(payload)
  const lines: string[] = []
  for (let at = 0; at < data.length; at += lineLength - 1) {
    const own = data.slice(at, at + lineLength - 1)
    const symbols = [...own, checkOf(own, lines.length)]
    const text = symbols.map((symbol) => letters[symbol]).join('')
    lines.push(text.replace(/.{5}(?=.)/g, '$& '))
  }
  return lines.join('\n')
}

/** Reads letters as people write them: any case, spaces, dashes and invisible characters anywhere,
 *  full-width letters, O for 0, I and L for 1, digits of Indian scripts. */
export function readLetters(text: string): number[] | RescueCodeError {
  const symbols: number[] = []
  for (const character of text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}\p{M}]/gu, '')) {
    const symbol = symbolOf(character)
    if (symbol === -1)
      return { reason: 'character', line: Math.floor(symbols.length / lineLength) + 1 }
    symbols.push(symbol)
  }
  const data: number[] = []
  for (let line = 0; line * lineLength < symbols.length; line++) {
    const own = symbols.slice(line * lineLength, (line + 1) * lineLength)
    if (checkOf(own.slice(0, -1), line) !== own.at(-1))
      return { reason: 'checksum', line: line + 1 }
    data.push(...own.slice(0, -1))
  }
  const payload = data.slice(0, -2)
  if (payload.length === 0) return { reason: 'too-short' }
  return withCheck(payload).join() === data.join() ? payload : { reason: 'checksum' }
}

function symbolOf(character: string): number {
  const code = character.charCodeAt(0)
  // The Indian scripts from Devanagari to Malayalam have blocks of 128 code points with 0 at 0x66.
  const digit = (code % 0x80) - 0x66
  if (code >= 0x900 && code < 0xd80 && digit >= 0 && digit < 10) return digit
  if (character === 'O') return 0
  if (character === 'I' || character === 'L') return 1
  return letters.indexOf(character)
}

/** The check digit of a line. Each place is weighted with another power of a generator of GF(32),
 *  so that any wrong letter and any two swapped neighbours are detected, the check digit included.
 *  The line's number is part of it, so that lines keep their order. */
const checkOf = (line: readonly number[], number: number): number =>
  timesGenerator(line.reduce((sum, symbol) => timesGenerator(sum) ^ symbol, 0)) ^
  ((number % 31) + 1)

const timesGenerator = (value: number) => (value & 16 ? (value << 1) ^ 37 : value << 1)

/** Appends two letters that check the whole. 1021 is the greatest prime below 32 x 32. */
function withCheck(payload: readonly number[]): number[] {
  const sum = payload.reduce((before, symbol) => (before * 37 + symbol + 1) % 1021, payload.length)
  return [...payload, sum >> 5, sum & 31]
}
