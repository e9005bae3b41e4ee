// A sequence of values as one large number, and that number as letters (asymmetric numeral systems,
// without rounding). What is frequent takes little room.

/** One piece of a message: `width` of `total` equally likely cases, from `start` on. */
export type Piece = { start: number | bigint; width: number; total: number | bigint }

export const oneOf = (total: number | bigint, start: number | bigint): Piece => ({
  start,
  width: 1,
  total,
})

/** How likely each of some values is, judged by those before it. */
export function adaptiveModel(initialWeights: readonly number[]) {
  const weights = [...initialWeights]
  const before = (value: number) => weights.slice(0, value).reduce((sum, own) => sum + own, 0)
  const total = () => before(weights.length)
  return {
    total,
    pieceOf: (value: number): Piece => ({
      start: before(value),
      width: weights[value]!,
      total: total(),
    }),
    valueAt: (at: number) => weights.findIndex((own, value) => at < before(value) + own),
    learn(value: number) {
      weights[value]! += 8
    },
  }
}
export type AdaptiveModel = ReturnType<typeof adaptiveModel>

/** Takes pieces in the order in which they are to be read. */
export function messageWriter() {
  const pieces: Piece[] = []
  return {
    put: (piece: Piece) => void pieces.push(piece),
    putValue(model: AdaptiveModel, value: number) {
      pieces.push(model.pieceOf(value))
      model.learn(value)
    },
    symbols: () => symbolsOf(pieces),
  }
}
export type MessageWriter = ReturnType<typeof messageWriter>

/** Encodes all pieces as one number, the last one innermost, in symbols from 0 to 31. */
function symbolsOf(pieces: readonly Piece[]): number[] {
  let number = 0n
  for (const { start, width, total } of [...pieces].reverse())
    number = (number / BigInt(width)) * BigInt(total) + BigInt(start) + (number % BigInt(width))
  const symbols: number[] = []
  for (; number > 0n; number /= 32n) symbols.push(Number(number % 32n))
  return symbols
}

export function messageReader(symbols: readonly number[]) {
  let number = 0n
  for (const symbol of [...symbols].reverse()) number = number * 32n + BigInt(symbol)
  function take(total: number | bigint, pieceAt: (at: bigint) => Piece): bigint {
    const at = number % BigInt(total)
    const { start, width } = pieceAt(at)
    number = (number / BigInt(total)) * BigInt(width) + at - BigInt(start)
    return at
  }
  return {
    take: (total: number | bigint) => take(total, (start) => oneOf(total, start)),
    takeValue(model: AdaptiveModel): number {
      let value = 0
      take(model.total(), (at) => {
        value = model.valueAt(Number(at))
        return model.pieceOf(value)
      })
      model.learn(value)
      return value
    },
    isRead: () => number === 0n && symbols.at(-1) !== 0,
  }
}
export type MessageReader = ReturnType<typeof messageReader>

/** Codes whole numbers, also negative ones, below 2^39 in size: small ones by how frequent each was
 *  before, the others by their length in bits. */
export function numberModel() {
  const small = adaptiveModel(Array.from({ length: smallCount + 1 }, () => 1))
  return {
    put(writer: MessageWriter, value: number) {
      const folded = value < 0 ? -2 * value - 1 : 2 * value
      writer.putValue(small, Math.min(folded, smallCount))
      if (folded < smallCount) return
      const bits = folded.toString(2).length
      writer.put(oneOf(maxBits, bits))
      writer.put(oneOf(2 ** (bits - 1), folded - 2 ** (bits - 1)))
    },
    take(reader: MessageReader): number {
      let folded = reader.takeValue(small)
      if (folded === smallCount) {
        const half = 2 ** Math.max(0, Number(reader.take(maxBits)) - 1)
        folded = half + Number(reader.take(half))
      }
      return folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2
    },
  }
}

const smallCount = 48
const maxBits = 41
