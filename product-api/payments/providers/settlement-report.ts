import type { Result } from '../../../domain/result.ts'
import type { Database } from '../../database.ts'

/** What a line of a provider's report says.
 *  - payment, refund: of a payer.
 *  - reversal: money that the provider or a bank has taken back (chargeback).
 *  - hold, release: money that is held during a dispute, and given free again.
 *  - fee: a charge that belongs to no payment's line.
 *  - payout: the transfer to the seller's bank account.
 *  - other: any other movement, such as a conversion of currencies. */
export const settlementKinds = [
  ...(['payment', 'refund', 'reversal', 'hold', 'release', 'fee', 'payout', 'other'] as const),
] as const
export type SettlementKind = (typeof settlementKinds)[number]

/** A line of a provider's report. Amounts in minor units, below zero for money that leaves the
 *  account; fees and the tax on them are zero or below. */
export type SettlementEntry = {
  /** Unique among the provider's lines; the same line has it in every report. */
  id: string
  /** The provider's id of the movement, such as a capture or a refund. */
  providerId: string
  kind: SettlementKind
  /** Our transaction, if the line names it. */
  ourId: string | null
  /** The provider's id of the payment that a payment's, refund's or reversal's line is about. */
  paymentId: string | null
  /** Our idempotency key of a refund, if the line names it. */
  refundKey: string | null
  status: 'done' | 'pending'
  currency: string
  amountMinor: number
  feeMinor: number
  feeTaxMinor: number
  /** The bank's reference (UTR) of the transfer that contains the line. */
  bankReference: string | null
  /** ISO 8601; the start of the provider's day if the line has no time. */
  occurredAt: string
  /** The day of the movement, and that of the bank transfer, in the provider's time zone. */
  occurredOn: string
  settledOn: string | null
}

/** `nextCursor`: null after the last page. */
export type SettlementPage = { entries: SettlementEntry[]; nextCursor: string | null }

/** A provider's report of fees and transfers to the bank. */
export type SettlementReport = {
  /** The time zone in which its days begin. */
  utcOffsetMinutes: number
  /** How long after the end of a day its report is complete. */
  readyAfterMinutes: number
  /** Days from a payment to the report that contains it. */
  lagDays: number
  /** After so many days, a payment without a line is missing. */
  missingAfterDays: number
  /** Whether the settings say from where it is fetched. */
  canFetch: boolean
  /** Reads 500 lines of a report that the operator has as a file, from the line at `offset` on.
   *  Null if the provider has no such file. Errors: a sentence that names the line. */
  parseFile: ((text: string, offset: number) => Result<SettlementPage, string>) | null
  /** Fetches a page of the report of a day ('2026-11-22'); at most 500 lines. Cost: one call.
   *  Errors: a sentence with the reason. */
  fetchPage: (
    context: { db: Database; now: () => Date },
    day: string,
    cursor: string | null,
  ) => Promise<Result<SettlementPage, string>>
}
