/** A seeded random number generator: the same seed draws the same values on every machine. */
export type SeededRandom = {
  /** A whole number from `min` to `max`, in steps from `min`. */
  integer: (min: number, max: number, step?: number) => number
  pick: <Item>(items: readonly Item[]) => Item
  shuffled: <Item>(items: readonly Item[]) => Item[]
  /** Repeats `draw` until its result is accepted. Throws after 20,000 draws. */
  drawUntil: <Draw>(draw: () => Draw, isAccepted: (draw: Draw) => boolean) => Draw
}

export function seededRandom(seed: string): SeededRandom {
  const next = mulberry32(hash(seed))
  const integer = (min: number, max: number, step = 1) =>
    min + step * Math.floor(next() * (Math.floor((max - min) / step) + 1))
  return {
    integer,
    pick: (items) => items[integer(0, items.length - 1)]!,
    shuffled: (items) =>
      items
        .map((item) => ({ item, order: next() }))
        .sort((one, other) => one.order - other.order)
        .map(({ item }) => item),
    drawUntil: (draw, isAccepted) => {
      for (let tries = 0; tries < 20_000; tries++) {
        const drawn = draw()
        if (isAccepted(drawn)) return drawn
      }
      throw new Error(`No draw was accepted in ${draw.toString()}`)
    },
  }
}

/** Tommy Ettinger's mulberry32: 32 bits of state, numbers from 0 to 1. */
export function mulberry32(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

/** FNV-1a with the finaliser of MurmurHash3: from neighbouring states, mulberry32 draws alike. */
function hash(text: string): number {
  let bits = 0x811c9dc5
  for (const character of text) bits = Math.imul(bits ^ character.codePointAt(0)!, 0x01000193)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
