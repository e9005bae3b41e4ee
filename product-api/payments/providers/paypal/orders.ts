import * as v from 'valibot'
import { countryCodeOf } from '../../../../domain/countries.ts'
import { minorOf } from '../../money.ts'
import type { Finding, ReceivedMoney } from '../../ledger/state.ts'
import type { RefundTarget } from '../provider.ts'
import type { PayPalSettings } from './settings.ts'

// Unknown members and values are accepted, because PayPal adds some without notice.

const money = v.object({ currency_code: v.string(), value: v.string() })
const capture = v.object({
  id: v.string(),
  status: v.string(),
  status_details: v.optional(v.object({ reason: v.optional(v.string()) })),
  amount: money,
  custom_id: v.optional(v.string()),
})
/** Nothing else depends on it: an order with another shape of it is still read. */
const payer = v.fallback(
  v.optional(v.object({ address: v.optional(v.object({ country_code: v.optional(v.string()) })) })),
  undefined,
)
const refund = v.object({ status: v.optional(v.string()), amount: v.optional(money) })

/** An order in answers to GET and capture, and in webhooks. */
export const orderSchema = v.object({
  id: v.string(),
  status: v.string(),
  payer,
  payment_source: v.fallback(v.optional(v.object({ paypal: payer })), undefined),
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

type Order = v.InferOutput<typeof orderSchema>
type Unit = Order['purchase_units'][number]
type Capture = v.InferOutput<typeof capture>

/** The finding in an order, after a check that its ids and amounts are the transaction's. An order
 *  can be COMPLETED although its payment was declined, so only its capture counts. */
export function findingIn(body: unknown, row: RefundTarget, settings: PayPalSettings): Finding {
  const parsed = v.safeParse(orderSchema, body)
  if (!parsed.success) return { kind: 'unknown', because: 'unreadable order' }
  const order = parsed.output
  const [unit] = order.purchase_units
  const lastCapture = unit?.payments?.captures.at(-1)
  const mismatch = mismatchIn(order, unit, lastCapture, row, settings)
  if (mismatch !== null) {
    const received = lastCapture && receivedBy(lastCapture, unit, payerCountryOf(order))
    return { kind: 'mismatch', what: mismatch, ...(received && { received }) }
  }
  return lastCapture
    ? findingOfCapture(lastCapture, unit, row, payerCountryOf(order))
    : findingOfStatus(order.status)
}

/** The country of the payer's account: `payer` is the older member of the same content. */
const payerCountryOf = ({ payment_source: source, payer: account }: Order): string | null =>
  countryIn(source?.paypal?.address?.country_code) ?? countryIn(account?.address?.country_code)

/** PayPal writes C2 for China. Source: PayPal, REST API country codes. */
const countryIn = (code: string | undefined) => (code === 'C2' ? 'CN' : countryCodeOf(code))

/** The money of a capture; null if none was captured. */
function receivedBy(
  { id, status, amount }: Capture,
  unit: Unit | undefined,
  payerCountry: string | null,
): ReceivedMoney | null {
  const amountMinor = minorOf(amount)
  if (!['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status) || amountMinor === null)
    return null
  const { currency_code: currency } = amount
  const partMinor = status === 'COMPLETED' ? 0 : (refundedPartOf(unit, { currency }) ?? 0)
  const refundedMinor = status === 'REFUNDED' ? amountMinor : partMinor
  return { captureId: id, amountMinor, currency, refundedMinor, payerCountry }
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

function findingOfCapture(
  lastCapture: Capture,
  unit: Unit | undefined,
  row: RefundTarget,
  payerCountry: string | null,
): Finding {
  switch (lastCapture.status) {
    case 'COMPLETED':
      return { kind: 'paid', captureId: lastCapture.id, reference: lastCapture.id, payerCountry }
    case 'PENDING':
      return { kind: 'pending', because: lastCapture.status_details?.reason ?? null }
    case 'DECLINED':
    case 'FAILED':
      return { kind: 'failed', failure: 'declined' }
    case 'REFUNDED':
      return {
        kind: 'refunded',
        captureId: lastCapture.id,
        refundedMinor: row.amount_minor,
        by: 'refund',
        payerCountry,
      }
    case 'PARTIALLY_REFUNDED':
      return {
        kind: 'refunded',
        captureId: lastCapture.id,
        refundedMinor: refundedPartOf(unit, row),
        by: 'refund',
        payerCountry,
      }
  }
  return { kind: 'unknown', because: `capture ${lastCapture.status}` }
}

/** The sum of refunds if the order lists them, else null. */
function refundedPartOf(
  unit: Unit | undefined,
  { currency }: Pick<RefundTarget, 'currency'>,
): number | null {
  const refunds = unit?.payments?.refunds.filter(({ status }) => status === 'COMPLETED') ?? []
  const parts = refunds.map(({ amount }) =>
    amount?.currency_code === currency ? minorOf(amount) : null,
  )
  return parts.length === 0 || parts.includes(null)
    ? null
    : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
}

/** The first member of an order that differs from the transaction; null if none does. */
function mismatchIn(
  { id }: Order,
  unit: Unit | undefined,
  lastCapture: Capture | undefined,
  row: RefundTarget,
  { PAYPAL_MERCHANT_ID }: PayPalSettings,
): string | null {
  if (row.provider_order_id !== null && id !== row.provider_order_id) return 'order'
  for (const customId of [unit?.custom_id, lastCapture?.custom_id])
    if (customId !== undefined && customId !== row.id) return 'custom_id'
  const payee = unit?.payee?.merchant_id
  if (PAYPAL_MERCHANT_ID !== '' && payee !== undefined && payee !== PAYPAL_MERCHANT_ID)
    return 'payee'
  for (const amount of [unit?.amount, lastCapture?.amount]) {
    if (amount === undefined) continue
    if (amount.currency_code !== row.currency) return 'currency'
    if (minorOf(amount) !== row.amount_minor) return 'amount'
  }
  return null
}
