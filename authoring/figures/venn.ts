/** Circles of a Venn diagram in a field of 120 x 90: centre and radius. */
type Circle = readonly [x: number, y: number, r: number]

/** The relations of three sets that question papers draw. */
export const vennDiagrams = {
  nested: [
    [60, 45, 42],
    [60, 50, 28],
    [60, 55, 14],
  ],
  apart: [
    [20, 45, 16],
    [60, 45, 16],
    [100, 45, 16],
  ],
  'two-in-one': [
    [60, 45, 42],
    [42, 45, 15],
    [78, 45, 15],
  ],
  'overlap-in-one': [
    [60, 45, 42],
    [50, 45, 20],
    [70, 45, 20],
  ],
  'one-in-one-apart': [
    [38, 45, 32],
    [38, 45, 16],
    [98, 45, 18],
  ],
  'overlap-apart': [
    [28, 45, 24],
    [54, 45, 24],
    [100, 45, 18],
  ],
  'one-in-one-crossed': [
    [46, 45, 36],
    [56, 45, 18],
    [84, 45, 26],
  ],
  'all-overlap': [
    [46, 34, 26],
    [74, 34, 26],
    [60, 58, 26],
  ],
  chain: [
    [30, 45, 24],
    [60, 45, 24],
    [90, 45, 24],
  ],
  'two-in-one-crossed': [
    [50, 45, 38],
    [36, 45, 13],
    [84, 45, 22],
  ],
} as const satisfies Record<string, readonly Circle[]>

export type VennRelation = keyof typeof vennDiagrams

export const isVennRelation = (word: string): word is VennRelation => word in vennDiagrams
