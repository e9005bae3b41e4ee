// A rescue code is a short text with the answers of an attempt, which a person can copy, type or
// scan when the device has no network. It has characters that are hard to confuse (Crockford's base
// 32), in lines of five groups of five; the last character of each line is its check digit.

/** One question in a rescue code. index: its position in the paper, from 0. option: null if the
 *  question was seen and nothing chosen. isSaved: false if the option was tapped but not saved. */
export type RescueAnswer = {
  index: number
  option: number | null
  isMarked: boolean
  isSaved: boolean
}

/** The content of a rescue code. attempt: a UUID. tick: the greatest that the device knew
 *  (journal.ts). answers: without questions that were never seen. */
export type Rescue = {
  attempt: string
  carryKey: string
  tick: number
  answers: readonly RescueAnswer[]
}

/** Why a code cannot be read. line: the first wrong one, from 1; missing if every line is valid but
 *  a line is missing or repeated. */
export type RescueCodeError = { reason: 'character' | 'checksum' | 'too-short'; line?: number }

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const lineLength = 25
const maxQuestions = 200
const maxOptions = 5
const tickLimit = 2 ** 16

/** One symbol of the arithmetic code: the cases from `start` to `start + width`, of `total`
 *  cases. */
type Piece = { start: number | bigint; width: number; total: number | bigint }

const oneOf = (total: number | bigint, start: number | bigint): Piece => ({
  start,
  width: 1,
  total,
})

/** Returns lines of at most 25 characters in groups of five, each with a check digit. 100 answers
 *  need about 110 characters. Errors: throws on more than 200 questions or 5 options, an id that is
 *  no UUID, and a key of more than 63 characters. */
export function encodeRescue({ attempt, carryKey, tick, answers }: Rescue): string {
  const { form, piece } = attemptPiece(attempt)
  const alphabet = keyAlphabets.findIndex((set) =>
    Array.from(carryKey).every((one) => set.includes(one)),
  )
  const count = answers.reduce((length, { index }) => Math.max(length, index + 1), 0)
  if (count > maxQuestions || alphabet === -1 || carryKey.length > 63)
    throw new RangeError('no rescue code for this')
  const states = new Array<number>(count).fill(0)
  for (const answer of answers) states[answer.index] = stateOf(answer)
  const set = keyAlphabets[alphabet]!
  const expected = expectation()
  const symbols = symbolsOf([
    oneOf(32, form * 4 + alphabet),
    piece,
    oneOf(tickLimit, Math.min(tick, tickLimit - 1)),
    oneOf(64, carryKey.length),
    ...Array.from(carryKey, (one) => oneOf(set.length, set.indexOf(one))),
    oneOf(maxQuestions + 1, count),
    ...states.map((state) => {
      const found = expected.pieceOf(state)
      expected.learn(state)
      return found
    }),
  ])
  return inLines(withCheck(symbols))
}

/** Parses a code as people write it: in any case, with spaces and dashes, O for 0, I and L for 1,
 *  and digits of Indian scripts. */
export function decodeRescue(text: string): Rescue | RescueCodeError {
  const symbols: number[] = []
  for (const character of text.toUpperCase().replace(/[\s\p{Pd}]/gu, '')) {
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
  if (withCheck(payload).join() !== data.join()) return { reason: 'checksum' }
  return rescueIn(payload) ?? { reason: 'too-short' }
}

function rescueIn(symbols: readonly number[]): Rescue | null {
  const message = messageIn(symbols)
  const take = (total: number | bigint) => message.take(total, (start) => oneOf(total, start))
  const head = Number(take(32))
  if (head >= 8) return null
  const attempt = head >= 4 ? uuidOf(take(2n ** 122n), true) : uuidOf(take(2n ** 128n), false)
  const tick = Number(take(tickLimit))
  const set = keyAlphabets[head & 3]!
  const keyLength = Number(take(64))
  let carryKey = ''
  while (carryKey.length < keyLength) carryKey += set[Number(take(set.length))]!
  const count = Number(take(maxQuestions + 1))
  const expected = expectation()
  const answers: RescueAnswer[] = []
  for (let index = 0; index < count; index++) {
    let state = 0
    message.take(expected.total(), (at) => {
      state = expected.stateAt(Number(at))
      return expected.pieceOf(state)
    })
    expected.learn(state)
    const answer = answerOf(state, index)
    if (answer) answers.push(answer)
  }
  return message.isRead() ? { attempt, carryKey, tick, answers } : null
}

// 0: never seen. 1: seen. 2: marked. Then three for each option: saved, saved and marked, tapped.
const stateCount = 3 + 3 * maxOptions

function stateOf({ option, isMarked, isSaved }: RescueAnswer): number {
  if (option === null) return isMarked ? 2 : 1
  if (option >= maxOptions) throw new RangeError('no rescue code for this')
  return 3 + 3 * option + (isSaved ? (isMarked ? 1 : 0) : 2)
}

function answerOf(state: number, index: number): RescueAnswer | null {
  if (state === 0) return null
  if (state < 3) return { index, option: null, isMarked: state === 2, isSaved: true }
  const how = state % 3
  return { index, option: Math.floor(state / 3) - 1, isMarked: how === 1, isSaved: how !== 2 }
}

/** An adaptive model of the states of questions: states that were frequent so far need fewer
 *  characters. */
function expectation() {
  // Initial weights: saved answers and unseen questions are the most frequent states.
  const weights = Array.from({ length: stateCount }, (_, state) => (state % 3 === 0 ? 8 : 1))
  const before = (state: number) => weights.slice(0, state).reduce((sum, own) => sum + own, 0)
  const total = () => before(stateCount)
  return {
    total,
    pieceOf: (state: number): Piece => ({
      start: before(state),
      width: weights[state]!,
      total: total(),
    }),
    stateAt: (at: number) => weights.findIndex((own, state) => at < before(state) + own),
    learn(state: number) {
      weights[state]! += 8
    },
  }
}

/** The alphabets of carry keys; the first one that fits gives the shortest code. */
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const keyAlphabets = [
  '0123456789abcdef',
  letters.toLowerCase(),
  base64,
  Array.from({ length: 95 }, (_, code) => String.fromCharCode(32 + code)).join(''),
]

/** A version 4 UUID has 6 constant bits of 128, which are left out. */
const randomUuid = /^([0-9a-f]{12})4([0-9a-f]{3})([89ab])([0-9a-f]{15})$/

function attemptPiece(attempt: string): { form: 0 | 1; piece: Piece } {
  const hex = attempt.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/.test(hex)) throw new RangeError('no rescue code for this')
  const parts = randomUuid.exec(hex)
  if (!parts) return { form: 0, piece: oneOf(2n ** 128n, BigInt(`0x${hex}`)) }
  const [, start = '', middle = '', variant = '', end = ''] = parts
  const rest = BigInt(`0x${start}${middle}${end}`) * 4n + BigInt(parseInt(variant, 16) - 8)
  return { form: 1, piece: oneOf(2n ** 122n, rest) }
}

function uuidOf(value: bigint, isRandom: boolean): string {
  const hex = (isRandom ? value / 4n : value).toString(16).padStart(isRandom ? 30 : 32, '0')
  const variant = (8 + Number(value % 4n)).toString(16)
  const all = isRandom ? `${hex.slice(0, 12)}4${hex.slice(12, 15)}${variant}${hex.slice(15)}` : hex
  return all.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Encodes all pieces as one number, the last one innermost (asymmetric numeral systems, without
 *  rounding). */
function symbolsOf(pieces: readonly Piece[]): number[] {
  let number = 0n
  for (const { start, width, total } of [...pieces].reverse())
    number = (number / BigInt(width)) * BigInt(total) + BigInt(start) + (number % BigInt(width))
  const symbols: number[] = []
  for (; number > 0n; number /= 32n) symbols.push(Number(number % 32n))
  return symbols
}

function messageIn(symbols: readonly number[]) {
  let number = 0n
  for (const symbol of [...symbols].reverse()) number = number * 32n + BigInt(symbol)
  return {
    take(total: number | bigint, pieceAt: (at: bigint) => Piece): bigint {
      const at = number % BigInt(total)
      const { start, width } = pieceAt(at)
      number = (number / BigInt(total)) * BigInt(width) + at - BigInt(start)
      return at
    },
    isRead: () => number === 0n && symbols.at(-1) !== 0,
  }
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

/** The check digit of a line. Each position is weighted with another power of a generator of
 *  GF(32), which detects any wrong character and any two swapped neighbours, the check digit
 *  included. The line's number is included, which detects swapped lines. */
const checkOf = (line: readonly number[], number: number): number =>
  timesGenerator(line.reduce((sum, symbol) => timesGenerator(sum) ^ symbol, 0)) ^
  ((number % 31) + 1)

const timesGenerator = (value: number) => (value & 16 ? (value << 1) ^ 37 : value << 1)

/** Appends a checksum of two characters. 1021 is the greatest prime below 32 x 32. */
function withCheck(payload: readonly number[]): number[] {
  const sum = payload.reduce((before, symbol) => (before * 37 + symbol + 1) % 1021, payload.length)
  return [...payload, sum >> 5, sum & 31]
}

function inLines(data: readonly number[]): string {
  const lines: string[] = []
  for (let at = 0; at < data.length; at += lineLength - 1) {
    const own = data.slice(at, at + lineLength - 1)
    const symbols = [...own, checkOf(own, lines.length)]
    const text = symbols.map((symbol) => letters[symbol]).join('')
    lines.push(text.replace(/.{5}(?=.)/g, '$& '))
  }
  return lines.join('\n')
}
