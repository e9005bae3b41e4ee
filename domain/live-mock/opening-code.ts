// The code that opens the sealed paper of a live mock: 16 digits, the last of them a check digit,
// written in four groups: '4821 0937 5518 2046'. Digits, because every phone's keypad and every SMS
// has them. Fifteen free digits and the slow derivation of the key (sealed-paper.ts) make guessing
// hopeless: 10^15 codes, each of which costs 600,000 rounds of HMAC-SHA-256.

export const codeDigits = 16

/** Verhoeff's check digit, as in Aadhaar numbers: it finds every wrong digit and every two
 *  neighbours that changed places. Source: J. Verhoeff, Error Detecting Decimal Codes, 1969. */
const multiplication = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
]
const permutation = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]
const inverse = '0432156789'

const checksum = (digits: string, offset: number): number =>
  Array.from(digits)
    .reverse()
    .reduce((sum, digit, index) => {
      const permuted = permutation[(index + offset) % 8]?.[Number(digit)]
      return Number(multiplication[sum]?.[Number(permuted)])
    }, 0)

/** The code with these first fifteen digits. */
export const codeOf = (fifteen: string): string => fifteen + (inverse[checksum(fifteen, 1)] ?? '')

/** '4821093755182046' -> '4821 0937 5518 2046'. */
export const codeText = (code: string): string => code.replace(/\d{4}(?=\d)/g, '$& ')

/** length: not 16 digits. checksum: a digit is wrong, or two have changed places. */
export type TypedCode = { ok: true; code: string } | { ok: false; problem: 'length' | 'checksum' }

/** Reads a code as somebody typed or pasted it: with any spaces and signs between the digits, in
 *  Latin, Kannada or Telugu digits. */
export function readTypedCode(typed: string): TypedCode {
  const digits = typed
    .replace(/[೦-೯]/g, (digit) => String(digit.charCodeAt(0) - 0x0ce6))
    .replace(/[౦-౯]/g, (digit) => String(digit.charCodeAt(0) - 0x0c66))
    .replace(/[^0-9]/g, '')
  if (digits.length !== codeDigits) return { ok: false, problem: 'length' }
  return checksum(digits, 0) === 0 ? { ok: true, code: digits } : { ok: false, problem: 'checksum' }
}
