import type { Purchase } from './purchase.ts'

export type Order = Purchase & {
  id: string
  /** The origin at which the merchant calls the emulator; links in webhooks start with it. */
  origin: string
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  createdMs: number
  expiresMs: number
  payerId: string | undefined
  /** The country of the payer's account; '' if PayPal does not tell it. */
  payerCountry: string
  /** How the capture will end, by the payer's choice on the checkout page. */
  captureOutcome: 'completed' | 'pending' | 'instrument declined' | 'capture declined'
  capture: Capture | undefined
}

export type Capture = {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'REFUNDED' | 'PARTIALLY_REFUNDED'
  reason: string | undefined
  /** Remaining status calls that return PENDING. Undefined: pending until POST /settle. */
  statusCalls: number | undefined
  then: 'completed' | 'declined'
  createdMs: number
  updatedMs: number
  refunds: Refund[]
  /** What PayPal keeps of the payment. */
  feeMinor: number
  /** Money that PayPal or a bank has taken back. */
  reversals: Reversal[]
  disputes: Dispute[]
}

export type Reversal = { id: string; amountMinor: number; createdMs: number }

/** Money that is held while a payer's dispute is open. */
export type Dispute = {
  id: string
  stage: 'INQUIRY' | 'CHARGEBACK'
  amountMinor: number
  openedMs: number
  closedMs: number | undefined
}

export type Refund = {
  id: string
  amountMinor: number
  note: string | undefined
  invoiceId: string | undefined
  customId: string | undefined
  createdMs: number
}

/** 4.4 % and 0.30, rounded: what PayPal keeps of a foreign payment. */
export const feeOf = (amountMinor: number) =>
  Math.min(amountMinor, Math.floor((amountMinor * 44 + 500) / 1000) + 30)

export const refundedMinor = ({ refunds }: Capture) =>
  refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

export const reversedMinor = ({ reversals }: Capture) =>
  reversals.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
