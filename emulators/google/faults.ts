/** What may be wrong with this Google. `rotate-keys` is done at once and leaves everything in order. */
export const modes = [
  'ok',
  'expired',
  'wrong-audience',
  'wrong-nonce',
  'unverified-email',
  'unknown-key',
  'error',
  'rotate-keys',
] as const

export type Mode = (typeof modes)[number]

/** One isolate long. */
export const trouble: { mode: Mode } = { mode: 'ok' }
