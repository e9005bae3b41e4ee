/** A seeded source of chance: the same seed gives the same throws on every machine. */
export type Dice = {
  /** A whole number from `least` to `most`, in steps. */
  whole: (least: number, most: number, step?: number) => number
  pick: <Item>(items: readonly Item[]) => Item
  shuffled: <Item>(items: readonly Item[]) => Item[]
  /** Draws again until the draw fits. Throws where nothing fits. */
  until: <Draw>(draw: () => Draw, fits: (draw: Draw) => boolean) => Draw
}

export function diceOf(seed: string): Dice {
  const next = mulberry32(hash(seed))
  const whole = (least: number, most: number, step = 1) =>
    least + step * Math.floor(next() * (Math.floor((most - least) / step) + 1))
  return {
    whole,
    pick: (items) => items[whole(0, items.length - 1)]!,
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .sort((one, other) => one.place - other.place)
        .map(({ item }) => item),
    until: (draw, fits) => {
      for (let tries = 0; tries < 20_000; tries++) {
        const drawn = draw()
        if (fits(drawn)) return drawn
      }
      throw new Error(`Nothing fits in ${draw.toString()}`)
    },
  }
}

/** Tommy Ettinger's generator: 32 bits of state, numbers from 0 to 1. */
function mulberry32(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

/** FNV-1a, stirred at the end: mulberry32 throws alike for states that lie near each other. */
function hash(text: string): number {
  let bits = 0x811c9dc5
  for (const character of text) bits = Math.imul(bits ^ character.codePointAt(0)!, 0x01000193)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
