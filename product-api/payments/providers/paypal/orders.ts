import * as v from 'valibot'
import { minorOf } from '../../checkout/money.ts'
import type { PaymentSettings } from '../../settings.ts'
import type { Finding } from '../../ledger/state.ts'
import type { Transaction } from '../../ledger/transactions.ts'

// Nothing is refused for being new: PayPal adds members, and words, without asking.

const money = v.object({ currency_code: v.string(), value: v.string() })
const capture = v.object({
  id: v.string(),
  status: v.string(),
  status_details: v.optional(v.object({ reason: v.optional(v.string()) })),
  amount: money,
  custom_id: v.optional(v.string()),
})
const refund = v.object({ status: v.optional(v.string()), amount: v.optional(money) })

/** An order as GET, capture and webhooks show it. */
export const order = v.object({
  id: v.string(),
  status: v.string(),
  links: v.optional(v.array(v.object({ href: v.string(), rel: v.string() })), []),
  purchase_units: v.optional(
    v.array(
      v.object({
        custom_id: v.optional(v.string()),
        amount: v.optional(money),
        payee: v.optional(v.object({ merchant_id: v.optional(v.string()) })),
        payments: v.optional(
          v.object({
            captures: v.optional(v.array(capture), []),
            refunds: v.optional(v.array(refund), []),
          }),
        ),
      }),
    ),
    [],
  ),
})

type Order = v.InferOutput<typeof order>
type Unit = Order['purchase_units'][number]
type Capture = v.InferOutput<typeof capture>

/** What an order says, once it has been found to be ours to the last digit. An order is COMPLETED even where its payment was
 *  declined, so only its capture counts. */
export function findingIn(body: unknown, row: Transaction, settings: PaymentSettings): Finding {
  const read = v.safeParse(order, body)
  if (!read.success) return { kind: 'unknown', because: 'unreadable order' }
  const [unit] = read.output.purchase_units
  const taken = unit?.payments?.captures.at(-1)
  const strange = strangeness(read.output, unit, taken, row, settings)
  if (strange !== null) return { kind: 'mismatch', what: strange }
  return taken ? findingOfCapture(taken, unit, row) : findingOfStatus(read.output.status)
}

function findingOfStatus(status: string): Finding {
  switch (status) {
    case 'CREATED':
    case 'SAVED':
    case 'PAYER_ACTION_REQUIRED':
      return { kind: 'open', isTrying: false }
    case 'APPROVED':
      return { kind: 'approved' }
    case 'VOIDED':
      return { kind: 'gone' }
  }
  return { kind: 'unknown', because: `order ${status}` }
}

function findingOfCapture(taken: Capture, unit: Unit | undefined, row: Transaction): Finding {
  switch (taken.status) {
    case 'COMPLETED':
      return { kind: 'paid', captureId: taken.id, reference: taken.id }
    case 'PENDING':
      return { kind: 'pending', because: taken.status_details?.reason ?? null }
    case 'DECLINED':
    case 'FAILED':
      return { kind: 'failed', failure: 'declined' }
    case 'REFUNDED':
      return {
        kind: 'refunded',
        captureId: taken.id,
        refundedMinor: row.amount_minor,
        by: 'refund',
      }
    case 'PARTIALLY_REFUNDED':
      return {
        kind: 'refunded',
        captureId: taken.id,
        refundedMinor: partOf(unit, row),
        by: 'refund',
      }
  }
  return { kind: 'unknown', because: `capture ${taken.status}` }
}

/** What was given back in all, where the order lists it. */
function partOf(unit: Unit | undefined, { currency }: Transaction): number | null {
  const refunds = unit?.payments?.refunds.filter(({ status }) => status === 'COMPLETED') ?? []
  const parts = refunds.map(({ amount }) =>
    amount?.currency_code === currency ? minorOf(amount) : null,
  )
  return parts.length === 0 || parts.includes(null)
    ? null
    : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
}

/** What of an order is not as we ordered it; null where all of it is. */
function strangeness(
  { id }: Order,
  unit: Unit | undefined,
  taken: Capture | undefined,
  row: Transaction,
  { PAYPAL_MERCHANT_ID }: PaymentSettings,
): string | null {
  if (row.provider_order_id !== null && id !== row.provider_order_id) return 'order'
  for (const customId of [unit?.custom_id, taken?.custom_id])
    if (customId !== undefined && customId !== row.id) return 'custom_id'
  const payee = unit?.payee?.merchant_id
  if (PAYPAL_MERCHANT_ID !== '' && payee !== undefined && payee !== PAYPAL_MERCHANT_ID)
    return 'payee'
  for (const amount of [unit?.amount, taken?.amount]) {
    if (amount === undefined) continue
    if (amount.currency_code !== row.currency) return 'currency'
    if (minorOf(amount) !== row.amount_minor) return 'amount'
  }
  return null
}
