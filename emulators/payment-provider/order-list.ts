/** One order in GET /orders.json. Amounts in minor units. `capturedMinor` is everything that was
 *  received, including what was refunded later. */
export type ListedOrder = {
  orderId: string
  /** The merchant's id: PayPal's custom_id, PhonePe's merchantOrderId. */
  reference: string | null
  state: string
  currency: string
  /** Decimal digits of the minor unit. */
  exponent: number
  orderedMinor: number
  capturedMinor: number
  pendingMinor: number
  refundedMinor: number
  /** What the provider or a bank has taken back. */
  reversedMinor: number
  /** What is held while payers' disputes are open. */
  disputedMinor: number
  /** Every attempt to pay, in order. */
  payments: { id: string; state: string; amountMinor: number }[]
}

type Totals = Record<string, { capturedMinor: number; refundedMinor: number }>

/** All orders, with totals by currency. */
export function listOrders(provider: string, orders: ListedOrder[]) {
  const totals: Totals = {}
  for (const { currency, capturedMinor, refundedMinor } of orders) {
    const total = (totals[currency] ??= { capturedMinor: 0, refundedMinor: 0 })
    total.capturedMinor += capturedMinor
    total.refundedMinor += refundedMinor
  }
  return { provider, orders, totals }
}
