import type * as v from 'valibot'
import { failed, ok, type Result } from '../../../domain/result.ts'
import type { PaymentProviderFacts } from '../../../domain/payment-providers.ts'
import type { Database } from '../../database.ts'
import type { Finding, State } from '../ledger/state.ts'
import type { Transaction } from '../ledger/transactions.ts'
import { parseSettings } from '../setting-schemas.ts'
import type { PaymentSettings } from '../settings.ts'
import type { SettlementReport } from './settlement-report.ts'

/** The database and the clock, for calls to a provider. */
export type ProviderContext = { db: Database; now: () => Date }

/** The URLs to which the provider redirects the payer. */
export type ReturnUrls = { success: string; cancel: string }

export type CreatedOrder =
  | {
      kind: 'started'
      orderId: string
      reference: string | null
      redirectUrl: string
      /** Null if the provider does not say. */
      expiresAt: Date | null
    }
  /** The provider refuses the order; a retry would be refused too. */
  | { kind: 'refused'; because: string }
  /** The provider may or may not have created the order. */
  | { kind: 'unknown'; because: string }

/** The provider's answer about a refund. */
export type RefundFinding =
  /** totalMinor: the sum of all refunds of the payment, if the provider says. key: the one under
   *  which the refund was sent, if the provider says. */
  | {
      kind: 'done'
      providerId: string | null
      key?: string
      amountMinor: number | null
      totalMinor: number | null
    }
  | { kind: 'sent'; providerId: string | null }
  | { kind: 'failed'; because: string }
  /** The provider has no such refund; it can be sent. */
  | { kind: 'none' }
  | { kind: 'unknown'; because: string }

/** What a refund is sent for: a transaction, or a payment without one. */
export type RefundTarget = Pick<
  Transaction,
  'id' | 'provider_capture_id' | 'provider_order_id' | 'currency' | 'amount_minor'
>

/** A refund to send or to fetch. `key`: its idempotency key. */
export type RefundOrder = { key: string; amountMinor: number; providerId: string | null }

/** A webhook as it arrived; the signature covers the bytes of `body`. */
export type WebhookRequest = {
  headers: Record<string, string>
  body: string
  /** To be called before a webhook causes a call of the provider. Errors: Refusal 429 if its sender
   *  has caused too many; the provider sends it again. */
  countCall: () => Promise<void>
}

/** A verified webhook. Only these members are used; everything else is fetched from the order. */
export type WebhookEvent = {
  /** The provider's id of the event, or a digest of the body if it has none. */
  id: string
  type: string
  /** Ids by which the transaction can be found: its own, or the provider's order or capture id. */
  transactionIds: readonly string[]
  /** The reported refund. `key`: its idempotency key, '' if the event does not contain it.
   *  `amountMinor`: absent if the event does not contain it. */
  refund: { key: string; providerId: string | null; amountMinor?: number | undefined } | null
  /** The provider has taken money back (chargeback), which the order may not show. `id`: the
   *  provider's id of the reversal; `amount`: null if it is everything that is left. */
  reversal: { id: string; amount: { minor: number; currency: string } | null } | null
  /** The payer disputes the payment; a sentence with the dispute's id and state. */
  dispute: string | null
}

export type WebhookReading =
  | { kind: 'event'; event: WebhookEvent }
  /** unverifiable: the signature cannot be checked now; the provider has to repeat the webhook. */
  | { kind: 'forged' | 'unreadable' | 'unverifiable' }

/** A payment in the provider's own list. `ourId`: the transaction's id, if the payment has one. */
export type ListedPayment = { captureId: string; ourId: string | null; amount: string }

export type PollingSchedule = {
  /** The ages of an order, in seconds, at which the provider is asked. Empty: at the standard
   *  intervals (polling-schedule.ts) until the order expires. */
  agesSec: readonly number[]
  /** Whether a pending payment is also checked in the hours after its order's expiry. */
  checksPendingAfterExpiry: boolean
}

/** A configured payment provider. All differences between providers are members of this type; no
 *  other code names a provider. Its calls do not throw: a missing answer is a finding. */
export type PaymentProvider = {
  facts: PaymentProviderFacts
  /** The required settings that are absent; the provider is offered if there are none. */
  missingSettings: readonly string[]
  currency: string
  /** How long an order can be paid, unless the provider returns another expiry. */
  orderLifetimeMs: number
  polling: PollingSchedule
  /** Whether a repeated `createOrder` for a transaction returns the same order. */
  isCreateIdempotent: boolean
  /** States in which an attempt can be superseded by another without a loss of money. */
  supersedableStates: readonly State[]
  /** The HTTP methods of the return URL that the settings allow. */
  returnMethods: readonly string[]
  /** Whether the provider's parameters in a signed return URL match the transaction. */
  isReturnOf: (row: Transaction, query: Record<string, string>) => boolean
  /** The provider's order id in an unsigned return URL; null if there is none. */
  orderIdInReturn: (query: Record<string, string>) => string | null
  createOrder: (
    context: ProviderContext,
    row: Transaction,
    urls: ReturnUrls,
  ) => Promise<CreatedOrder>
  /** Fetches the order's state. */
  fetchOrder: (context: ProviderContext, row: Transaction) => Promise<Finding>
  /** Captures an approved order, with the transaction's idempotency key. */
  captureOrder: (context: ProviderContext, row: Transaction) => Promise<Finding>
  sendRefund: (
    context: ProviderContext,
    row: RefundTarget,
    refund: RefundOrder,
  ) => Promise<RefundFinding>
  fetchRefund: (
    context: ProviderContext,
    row: RefundTarget,
    refund: RefundOrder,
  ) => Promise<RefundFinding>
  /** Verifies and parses a webhook. Called only where `facts.webhookPath` is set. */
  readWebhook: (context: ProviderContext, request: WebhookRequest) => Promise<WebhookReading>
  /** Every payment of the account since then, also those without a transaction here. Null if the
   *  provider has no such call. Errors: a sentence with the reason. */
  listPayments:
    ((context: ProviderContext, since: Date) => Promise<Result<ListedPayment[], string>>) | null
  /** Fees, bank transfers and everything that happened on the provider's own pages, day by day.
   *  Null if the provider has no report. */
  settlement: SettlementReport | null
  /** What the operator has to do before a pending payment can be completed; null: nothing. */
  operatorActionFor: (pendingReason: string | null) => string | null
}

/** An entry of the registry: a provider before its settings are parsed. */
export type PaymentProviderDefinition<SettingName extends string = string> = {
  facts: PaymentProviderFacts
  settingNames: readonly SettingName[]
  /** Parses the provider's own settings. The result makes the provider from the shared settings.
   *  Errors: one sentence for each invalid setting. */
  configure: (env: object) => Result<(shared: PaymentSettings) => PaymentProvider, string[]>
}

/** Defines a provider by its facts, the schemas of its own settings, and a function that makes it
 *  from its own and the shared settings. */
export const defineProvider = <Entries extends v.ObjectEntries>(
  facts: PaymentProviderFacts,
  settingEntries: Entries,
  create: (
    settings: PaymentSettings & v.InferOutput<v.ObjectSchema<Entries, undefined>>,
  ) => Omit<PaymentProvider, 'facts'>,
): PaymentProviderDefinition<Extract<keyof Entries, string>> => ({
  facts,
  settingNames: Object.keys(settingEntries) as Extract<keyof Entries, string>[],
  configure(env) {
    const own = parseSettings(settingEntries, env)
    return own.ok
      ? ok((shared) => ({ facts, ...create({ ...shared, ...own.value }) }))
      : failed(own.error)
  },
})
