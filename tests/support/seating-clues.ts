/** All orders of these people. */
export const ordersOf = (people: readonly string[]): string[][] =>
  people.length === 0
    ? [[]]
    : people.flatMap((one) =>
        ordersOf(people.filter((other) => other !== one)).map((rest) => [one, ...rest]),
      )

type Clue = { pattern: RegExp; isTrue: (one: number, other: number, count: number) => boolean }

const around = (places: number, count: number) => ((places % count) + count) % count

/** In a row facing north, places from the left; by height, from the tallest. */
const rowClues: readonly Clue[] = [
  {
    pattern: /^(\w) is immediately to the right of (\w)$/,
    isTrue: (one, other) => one - other === 1,
  },
  {
    pattern: /^Exactly one person sits between (\w) and (\w)$/,
    isTrue: (one, other) => Math.abs(one - other) === 2,
  },
  {
    pattern: /^(\w) and (\w) are not next to each other$/,
    isTrue: (one, other) => Math.abs(one - other) > 1,
  },
  { pattern: /^(\w) is at one end$/, isTrue: (one, _, count) => one === 0 || one === count - 1 },
  { pattern: /^(\w) is taller than (\w)$/, isTrue: (one, other) => one < other },
  { pattern: /^(\w) is shorter than (\w)$/, isTrue: (one, other) => one > other },
]

/** Round a table, places anticlockwise seen from above: each next one is to the right of those who
 *  face the centre. */
const tableClues: readonly Clue[] = [
  {
    pattern: /^(\w) is immediately to the left of (\w)$/,
    isTrue: (one, other, count) => around(other - one, count) === 1,
  },
  {
    pattern: /^(\w) is second to the right of (\w)$/,
    isTrue: (one, other, count) => around(one - other, count) === 2,
  },
  {
    pattern: /^(\w) and (\w) sit opposite each other$/,
    isTrue: (one, other, count) => around(one - other, count) === count / 2,
  },
  {
    pattern: /^(\w) and (\w) are not next to each other$/,
    isTrue: (one, other, count) => ![1, count - 1].includes(around(one - other, count)),
  },
]

/** The orders that fit all the clues among the sentences of a stem. Throws where a sentence between
 *  the first and the last is no known clue. */
export function fittingOrders(stem: string, orders: string[][], isTable: boolean): string[][] {
  const known = isTable ? tableClues : rowClues
  const sentences = stem.split('. ').slice(1, -1)
  const clues = sentences.map((sentence) => {
    const clue = known.find(({ pattern }) => pattern.test(sentence))
    if (!clue) throw new Error(`Unknown clue: ${sentence}`)
    const [, one, other = ''] = clue.pattern.exec(sentence)!
    return { one: one!, other, isTrue: clue.isTrue }
  })
  return orders.filter((order) =>
    clues.every(({ one, other, isTrue }) =>
      isTrue(order.indexOf(one), order.indexOf(other), order.length),
    ),
  )
}
