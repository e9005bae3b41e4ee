import type { Purchase } from './purchase.ts'

export type Order = Purchase & {
  id: string
  /** The origin at which the merchant calls the emulator; links in webhooks start with it. */
  origin: string
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  createdMs: number
  expiresMs: number
  payerId: string | undefined
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
}

export type Refund = {
  id: string
  amountMinor: number
  note: string | undefined
  invoiceId: string | undefined
  customId: string | undefined
  createdMs: number
}

export const refundedMinor = ({ refunds }: Capture) =>
  refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
