/** Pseudo-random values (mulberry32): the same seed gives the same sequence. */
export function seededRandom(seed: number) {
  let state = Math.imul(seed, 2654435761) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** From 0 to below 1. */
    next,
    /** An integer from 0 to below `end`. */
    integerBelow: (end: number) => Math.floor(next() * end),
    itemOf: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!,
  }
}
