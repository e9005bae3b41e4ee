import type * as v from 'valibot'
import { failed, ok, type Result } from '../../../domain/result.ts'
import type { PaymentProviderFacts } from '../../../domain/payment-providers.ts'
import type { Database } from '../../database.ts'
import type { Finding, State } from '../ledger/state.ts'
import type { Transaction } from '../ledger/transactions.ts'
import { parseSettings } from '../setting-schemas.ts'
import type { PaymentSettings } from '../settings.ts'

/** What calls to a provider need of their surroundings. */
export type ProviderContext = { db: Database; now: () => Date }

/** Where the provider sends the payer back to. */
export type ReturnUrls = { success: string; cancel: string }

export type CreatedOrder =
  | {
      kind: 'started'
      orderId: string
      reference: string | null
      redirectUrl: string
      /** Null where the provider does not say. */
      expiresAt: Date | null
    }
  /** The provider refuses; another try would end the same. */
  | { kind: 'refused'; because: string }
  /** The provider may or may not have created the order. */
  | { kind: 'unknown'; because: string }

/** What the provider says about a refund. */
export type RefundFinding =
  /** totalMinor: all that was refunded of the payment so far, where the provider says it. */
  | {
      kind: 'done'
      providerId: string | null
      amountMinor: number | null
      totalMinor: number | null
    }
  | { kind: 'sent'; providerId: string | null }
  | { kind: 'failed'; because: string }
  /** The provider has no such refund: it may be sent. */
  | { kind: 'none' }
  | { kind: 'unknown'; because: string }

/** A refund to be sent or asked about. `key`: our idempotency key of this one refund. */
export type RefundOrder = { key: string; amountMinor: number; providerId: string | null }

/** A webhook as it arrived; the signature covers the bytes of `body`. */
export type WebhookRequest = { headers: Record<string, string>; body: string }

/** A verified webhook. Beyond these members nothing in it is trusted: the order is fetched. */
export type WebhookEvent = {
  /** The provider's id of the event, or the digest of its text where it has none. */
  id: string
  type: string
  /** Ids by which our row may be found: its own, or the provider's of the order or the capture. */
  transactionIds: readonly string[]
  /** The refund that it reports. `key`: ours, '' where the event does not carry it. */
  refund: { key: string; providerId: string | null } | null
  /** The money was taken back from us (chargeback), which the order itself may not show. */
  isReversal: boolean
  isDispute: boolean
}

export type WebhookReading =
  | { kind: 'event'; event: WebhookEvent }
  /** unverifiable: the signature could not be checked now; the provider shall send it again. */
  | { kind: 'forged' | 'unreadable' | 'unverifiable' }

/** A payment in the provider's own list. `ourId`: the id we gave it, if the order was ours. */
export type ListedPayment = { captureId: string; ourId: string | null; amount: string }

export type PollingSchedule = {
  /** The ages of an order, in seconds, at which the provider is asked. Empty: at the standard
   *  intervals (polling-schedule.ts) until the order expires. */
  agesSec: readonly number[]
  /** Whether a pending payment is asked about at the hours after its order's expiry, too. */
  checksPendingAfterExpiry: boolean
}

/** A payment provider, configured. Everything in which providers differ is a member of this type;
 *  no other code names a provider. None of the calls throws: no answer is a finding as well. */
export type PaymentProvider = {
  facts: PaymentProviderFacts
  /** The settings without which it cannot be offered; empty where it can. */
  missingSettings: readonly string[]
  currency: string
  /** How long an order can be paid, unless the provider says otherwise for one. */
  orderLifetimeMs: number
  polling: PollingSchedule
  /** Whether `createOrder`, repeated for a row, can be trusted to make no second order. */
  isCreateIdempotent: boolean
  /** States in which an attempt may be set aside for another: nobody can lose money by it. */
  supersedableStates: readonly State[]
  /** The HTTP methods by which payers may come back, as far as the settings restrict them. */
  returnMethods: readonly string[]
  /** Whether the provider's own part of a signed return fits the order. */
  isReturnOf: (row: Transaction, query: Record<string, string>) => boolean
  /** The provider's order id in a return that carries nothing of ours; null where it has none. */
  orderIdInReturn: (query: Record<string, string>) => string | null
  createOrder: (
    context: ProviderContext,
    row: Transaction,
    urls: ReturnUrls,
  ) => Promise<CreatedOrder>
  /** Asks what became of the order. */
  fetchOrder: (context: ProviderContext, row: Transaction) => Promise<Finding>
  /** Takes the money of an approved order, always under the row's own idempotency key. */
  captureOrder: (context: ProviderContext, row: Transaction) => Promise<Finding>
  sendRefund: (
    context: ProviderContext,
    row: Transaction,
    refund: RefundOrder,
  ) => Promise<RefundFinding>
  fetchRefund: (
    context: ProviderContext,
    row: Transaction,
    refund: RefundOrder,
  ) => Promise<RefundFinding>
  /** Verifies and parses a webhook. Called only where `facts.webhookPath` is set. */
  readWebhook: (context: ProviderContext, request: WebhookRequest) => Promise<WebhookReading>
  /** Every payment of the account since then, ours or not, or why they cannot be listed; null where
   *  the provider has no such call. */
  listPayments:
    ((context: ProviderContext, since: Date) => Promise<Result<ListedPayment[], string>>) | null
  /** What the operator has to do before a pending payment can arrive; null: nothing. */
  operatorActionFor: (pendingReason: string | null) => string | null
}

/** A line of the registry: a provider before its settings are read. */
export type PaymentProviderDefinition<SettingName extends string = string> = {
  facts: PaymentProviderFacts
  settingNames: readonly SettingName[]
  /** Reads the provider's own settings; the shared ones complete it. Errors: one sentence for each
   *  setting that is wrong. */
  configure: (env: object) => Result<(shared: PaymentSettings) => PaymentProvider, string[]>
}

/** Defines a provider by its facts, the schemas of its settings, and how the settings, its own and
 *  the shared ones together, make the provider. */
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
