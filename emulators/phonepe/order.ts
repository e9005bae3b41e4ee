export type State = 'PENDING' | 'COMPLETED' | 'FAILED'

export type Order = {
  merchantOrderId: string
  orderId: string
  /** Identifies the order in the payment page's URL. */
  token: string
  amountMinor: number
  state: State
  expireAtMs: number
  redirectUrl: string | undefined
  message: string | undefined
  metaInfo: Record<string, string>
  mayRetry: boolean
  failure: Failure | undefined
  attempts: Attempt[]
  /** Remaining status calls that return PENDING. Undefined: pending until POST /settle. */
  statusCalls: number | undefined
  then: 'completed' | 'declined'
}

export type Failure = { errorCode: string; detailedErrorCode: string }

/** One attempt to pay; an order may have several. */
export type Attempt = {
  transactionId: string
  atMs: number
  state: State
  failure: Failure | undefined
}

export type Refund = {
  merchantRefundId: string
  refundId: string
  originalMerchantOrderId: string
  amountMinor: number
  state: 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'FAILED'
  atMs: number
  statusCalls: number | undefined
  then: 'completed' | 'declined'
}
