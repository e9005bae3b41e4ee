import type { ProviderName } from '../settings.ts'
import type { PaymentSettings } from '../settings.ts'
import type { Transaction } from '../ledger/transactions.ts'
import type { Finding } from '../ledger/state.ts'
import { paypal } from './paypal/paypal.ts'
import { phonepe } from './phonepe/phonepe.ts'

/** Everything that taking money needs of its surroundings. */
export type Till = {
  db: D1Database
  settings: PaymentSettings
  now: () => Date
}

/** Where the provider sends the payer. */
export type Returns = { success: string; cancel: string }

export type Started =
  | {
      kind: 'started'
      orderId: string
      reference: string | null
      redirectUrl: string
      /** Null where the provider does not say. */
      expiresAt: Date | null
    }
  /** The provider will not; another try would end the same. */
  | { kind: 'refused'; because: string }
  /** Perhaps it has made the order, perhaps not. */
  | { kind: 'unknown'; because: string }

/** What the provider says about a refund. */
export type RefundFinding =
  /** totalMinor: all that was given back of the payment so far, where the provider says it. */
  | {
      kind: 'done'
      providerId: string | null
      amountMinor: number | null
      totalMinor: number | null
    }
  | { kind: 'sent'; providerId: string | null }
  | { kind: 'failed'; because: string }
  /** Never heard of it: may be sent. */
  | { kind: 'none' }
  | { kind: 'unknown'; because: string }

/** A refund to be sent or asked about. `key`: our name for it, the same for the same deed. */
export type RefundOrder = { key: string; amountMinor: number; providerId: string | null }

/** One of the two ways to pay, spoken to in our words. None of these throw: a provider that is silent is a finding. */
export type Provider = {
  start: (till: Till, row: Transaction, returns: Returns) => Promise<Started>
  /** Asks what became of the order. */
  look: (till: Till, row: Transaction) => Promise<Finding>
  /** Takes the money of an approved order, always under the row's own key. */
  capture: (till: Till, row: Transaction) => Promise<Finding>
  refund: (till: Till, row: Transaction, refund: RefundOrder) => Promise<RefundFinding>
  lookAtRefund: (till: Till, row: Transaction, refund: RefundOrder) => Promise<RefundFinding>
}

const providers: Record<ProviderName, Provider> = { paypal, phonepe }

export const providerOf = ({ provider }: Pick<Transaction, 'provider'>) => providers[provider]
