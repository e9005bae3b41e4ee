/** The faults that can be simulated. `rotate-keys` takes effect at once; the mode is then `ok`. */
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

/** In memory; lost with the isolate. */
export const currentFault: { mode: FaultMode } = { mode: 'ok' }
