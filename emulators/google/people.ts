export type Person = { sub: string; name: string; email: string }

/** The accounts of the emulator. */
export const people: readonly Person[] = [
  { sub: '100000000000000000001', name: 'Asha Gowda', email: 'asha.gowda@example.com' },
  { sub: '100000000000000000002', name: 'Ravi Teja', email: 'ravi.teja@example.com' },
]
