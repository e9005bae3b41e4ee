/** The faults that can be activated, and what each does for its next `next` occurrences. */
export const faultNames = {
  unavailable: 'responds with `status` (503) and does nothing',
  slow: 'waits `forMs` (3000), then handles the call',
  'timeout-after-success': 'handles the call, then delays the response by `forMs` (30000)',
  'expired-token': 'revokes all tokens: 401 until a new one is requested',
  'expired-order': 'the requested order expires now',
  'wrong-amount': 'the response has 1.00 more than the stored order',
  'wrong-currency': 'the response has another currency than the stored order',
  decline: 'the payment is declined; the next attempt may go through',
  refuse: 'capture responds with 422 and `issue` (TRANSACTION_REFUSED)',
  'capture-declined': 'the order is COMPLETED, its capture DECLINED',
  pending: 'the payment stays pending for `statusCalls` status calls, or until POST /settle',
  'refund-pending': 'the refund stays pending, in the same way',
  'request-in-progress': 'PayPal only: handles the call and responds 409, still in progress',
  'webhook-lost': 'the webhook is never sent',
  'webhook-duplicate': 'the webhook is sent `times` (2) times',
  'webhook-reorder': '`next` webhooks are held back and sent last first',
  'webhook-forged': 'the webhook has a signature that does not verify',
} as const

export type FaultName = keyof typeof faultNames

/** The faults of calls, which `withFaults` and `withLateAnswer` simulate for every provider. Their
 *  `on` may name a call. */
export const callFaults: readonly FaultName[] = [
  'unavailable',
  'slow',
  'timeout-after-success',
  'wrong-amount',
  'wrong-currency',
]

/** The faults of webhooks, which `sendWebhooks` simulates for every provider. */
export const webhookFaults: readonly FaultName[] = [
  'webhook-lost',
  'webhook-duplicate',
  'webhook-reorder',
  'webhook-forged',
]

/** The calls of a provider's API that faults can select. */
export const calls = [
  ...(['token', 'create', 'status', 'capture', 'refund', 'report', 'verify'] as const),
] as const
export type Call = (typeof calls)[number]

export type Fault = {
  name: FaultName
  /** Remaining occurrences. */
  next: number
  /** The calls, or the events of webhooks, that it applies to; empty: all. */
  on: readonly string[]
  /** Applies to this order only: the provider's id or the merchant's. */
  order: string | undefined
  forMs: number | undefined
  status: number | undefined
  times: number | undefined
  statusCalls: number | undefined
  then: 'completed' | 'declined'
  reason: string | undefined
  issue: string | undefined
}
