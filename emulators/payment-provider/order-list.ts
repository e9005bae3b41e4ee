/** One order as GET /books.json shows it. Amounts in minor units; captured
 *  counts what was ever received, refunded amounts included. */
export type ListedOrder = {
  orderId: string
  /** What the merchant calls it: PayPal's custom_id, PhonePe's merchantOrderId. */
  reference: string | null
  state: string
  currency: string
  /** How many digits the minor unit has. */
  exponent: number
  orderedMinor: number
  capturedMinor: number
  pendingMinor: number
  refundedMinor: number
  /** Every payment that was tried, in order. */
  payments: { id: string; state: string; amountMinor: number }[]
}

type Totals = Record<string, { capturedMinor: number; refundedMinor: number }>

/** The whole store, and what it sums to in each currency. */
export function orderListOf(provider: string, orders: ListedOrder[]) {
  const totals: Totals = {}
  for (const { currency, capturedMinor, refundedMinor } of orders) {
    const total = (totals[currency] ??= { capturedMinor: 0, refundedMinor: 0 })
    total.capturedMinor += capturedMinor
    total.refundedMinor += refundedMinor
  }
  return { provider, orders, totals }
}
