import * as v from 'valibot'
import { failed, ok, type Result } from '../../../../domain/result.ts'
import { signedMinorOf } from '../../money.ts'
import { summaryOf } from '../provider-request.ts'
import type { SettlementEntry, SettlementKind, SettlementPage } from '../settlement-report.ts'
import { requestPayPal } from './api.ts'
import type { PayPalContext } from './settings.ts'

// PayPal Transaction Search v1. Unknown members are accepted, because PayPal adds some without
// notice.

const pageSize = 500
/** A range that PayPal calls too large is halved until it has this length. */
const minRangeMs = 60_000

const money = v.object({ currency_code: v.string(), value: v.string() })
const transactionInfo = v.object({
  transaction_id: v.string(),
  paypal_reference_id: v.optional(v.string()),
  paypal_reference_id_type: v.optional(v.string()),
  transaction_event_code: v.optional(v.string(), ''),
  transaction_initiation_date: v.string(),
  transaction_status: v.optional(v.string()),
  transaction_amount: v.optional(money),
  fee_amount: v.optional(money),
  bank_reference_id: v.optional(v.string()),
  custom_field: v.optional(v.string()),
  invoice_id: v.optional(v.string()),
})
type TransactionInfo = v.InferOutput<typeof transactionInfo>

const listing = v.object({
  transaction_details: v.optional(v.array(v.object({ transaction_info: transactionInfo })), []),
  total_pages: v.optional(v.number(), 1),
})
const errorAnswer = v.object({ name: v.optional(v.string()) })

/** A part of a time range: `part` of `parts` equal ones, and the page in it, both from 1. */
type Cursor = { part: number; parts: number; page: number }

const parseCursor = (text: string | null): Cursor => {
  const [part = 1, parts = 1, page = 1] = (text ?? '1.1.1').split('.').map(Number)
  return { part, parts, page }
}
const cursorText = ({ part, parts, page }: Cursor) => `${part}.${parts}.${page}`

/** Fetches a page of the account's movements in a time range of at most 31 days. PayPal refuses
 *  ranges with more than 10,000 movements; such a range is split, and the next page is one of its
 *  parts. Cost: one call. Errors: a sentence with the reason. */
export async function fetchTransactions(
  context: PayPalContext,
  range: { fromMs: number; untilMs: number },
  cursorOfPage: string | null,
): Promise<Result<SettlementPage, string>> {
  const cursor = parseCursor(cursorOfPage)
  const answer = await requestPayPal(context, { method: 'GET', path: pathOf(range, cursor) })
  if (answer.kind === 'answer' && answer.status === 400 && isTooLarge(answer.body)) {
    if (range.untilMs - range.fromMs < minRangeMs * cursor.parts * 2)
      return failed('PayPal does not list transactions (RESULTSET_TOO_LARGE)')
    const halved = { part: cursor.part * 2 - 1, parts: cursor.parts * 2, page: 1 }
    return ok({ entries: [], nextCursor: cursorText(halved) })
  }
  const parsed =
    answer.kind === 'answer' && answer.status === 200 ? v.safeParse(listing, answer.body) : null
  if (!parsed?.success) return failed(`PayPal does not list transactions (${summaryOf(answer)})`)
  const { transaction_details: details, total_pages: pages } = parsed.output
  return ok({
    entries: details.flatMap(({ transaction_info: info }) => entryOf(info) ?? []),
    nextCursor: nextCursor(cursor, pages),
  })
}

function nextCursor({ part, parts, page }: Cursor, pages: number): string | null {
  if (page < pages) return cursorText({ part, parts, page: page + 1 })
  return part < parts ? cursorText({ part: part + 1, parts, page: 1 }) : null
}

const isTooLarge = (body: unknown) => {
  const parsed = v.safeParse(errorAnswer, body)
  return parsed.success && parsed.output.name === 'RESULTSET_TOO_LARGE'
}

/** PayPal includes both ends, to the second. */
function pathOf(
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
  { part, parts, page }: Cursor,
): string {
  const startMs = fromMs + Math.floor(((untilMs - fromMs) * (part - 1)) / parts)
  const endMs = fromMs + Math.floor(((untilMs - fromMs) * part) / parts)
  return `/v1/reporting/transactions?${new URLSearchParams({
    start_date: secondOf(startMs),
    end_date: secondOf(endMs - 1000),
    fields: 'transaction_info',
    page_size: String(pageSize),
    page: String(page),
  }).toString()}`
}

/** The first second that does not begin before. */
const secondOf = (ms: number) =>
  new Date(Math.ceil(ms / 1000) * 1000).toISOString().replace(/\.\d+Z$/, 'Z')

/** The kind of an event code, by its beginning. Source: PayPal, "Transaction event codes". */
const kindsByCode: readonly [code: string, kind: SettlementKind][] = [
  ['T00', 'payment'],
  ['T1106', 'reversal'],
  ['T1107', 'refund'],
  ['T1108', 'fee'],
  ['T1110', 'hold'],
  ['T1111', 'release'],
  ['T1201', 'reversal'],
  ['T1202', 'release'],
  ['T01', 'fee'],
  ['T04', 'payout'],
]

/** Null for a movement that was denied, and for one without an amount that can be read. */
function entryOf(info: TransactionInfo): SettlementEntry | null {
  const { transaction_amount: amount, fee_amount: fee, transaction_status: status } = info
  const amountMinor = amount === undefined ? null : signedMinorOf(amount)
  const date = new Date(info.transaction_initiation_date)
  if (
    amount === undefined ||
    amountMinor === null ||
    status === 'D' ||
    Number.isNaN(date.getTime())
  )
    return null
  const kind = kindOf(info.transaction_event_code, amountMinor)
  const reference = info.paypal_reference_id_type === 'TXN' ? info.paypal_reference_id : undefined
  const occurredAt = date.toISOString()
  return {
    id: info.transaction_id,
    providerId: info.transaction_id,
    kind,
    ourId: info.custom_field ?? info.invoice_id ?? null,
    paymentId: kind === 'payment' ? info.transaction_id : (reference ?? null),
    refundKey: kind === 'refund' ? (info.invoice_id ?? null) : null,
    status: status === 'P' ? 'pending' : 'done',
    currency: amount.currency_code,
    amountMinor,
    feeMinor: (fee?.currency_code === amount.currency_code ? signedMinorOf(fee) : null) ?? 0,
    feeTaxMinor: 0,
    bankReference: info.bank_reference_id ?? (kind === 'payout' ? info.transaction_id : null),
    occurredAt,
    occurredOn: occurredAt.slice(0, 10),
    settledOn: kind === 'payout' ? occurredAt.slice(0, 10) : null,
  }
}

function kindOf(code: string, amountMinor: number): SettlementKind {
  const kind = kindsByCode.find(([start]) => code.startsWith(start))?.[1] ?? 'other'
  // A payment that the account has made itself.
  return kind === 'payment' && amountMinor < 0 ? 'other' : kind
}
