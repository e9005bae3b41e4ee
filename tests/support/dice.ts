/** Chance that falls the same way every time: seeded (mulberry32). */
export function diceOf(seed: number) {
  let state = Math.imul(seed, 2654435761) >>> 0
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    roll,
    /** A whole number from 0 to below `end`. */
    upTo: (end: number) => Math.floor(roll() * end),
    of: <Item>(items: readonly Item[]): Item => items[Math.floor(roll() * items.length)]!,
  }
}
