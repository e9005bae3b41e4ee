/** What may be wrong with this Google. `rotate-keys` is done at once and leaves everything in order. */
export const faultModes = [
  'ok',
  'expired',
  'wrong-audience',
  'wrong-nonce',
  'unverified-email',
  'unknown-key',
  'error',
  'rotate-keys',
] as const

export type FaultMode = (typeof faultModes)[number]

/** One isolate long. */
export const currentFault: { mode: FaultMode } = { mode: 'ok' }
