import type { Order } from './order.ts'
import { signedMoney } from './money.ts'
import { store } from './store.ts'

/** A row of the report, as far as PayPal's transaction_info is emulated. */
export type ReportRow = {
  transaction_id: string
  transaction_event_code: string
  transaction_initiation_date: string
  transaction_status: 'S' | 'P' | 'V' | 'D'
} & Record<string, unknown>

const second = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, '+0000')

/** The rows of all orders, and those that a test has planted; oldest first. */
export function reportRows(): ReportRow[] {
  const own = [...store.orders.values()].flatMap(rowsOf)
  const ids = new Set(own.map(({ transaction_id: id }) => id))
  const changed = own.map((row) => ({
    ...row,
    ...store.reportChanges.get(row.transaction_id)?.fields,
  }))
  const planted = [...store.reportChanges.values()].flatMap(({ fields }) =>
    ids.has(fields.transaction_id) ? [] : [{ ...plantedRow, ...fields }],
  )
  return [...changed, ...planted]
    .filter(({ transaction_id: id }) => !store.reportChanges.get(id)?.isHidden)
    .sort(
      (one, other) =>
        Date.parse(one.transaction_initiation_date) - Date.parse(other.transaction_initiation_date),
    )
}

/** What a planted row has unless it says otherwise. */
const plantedRow = {
  transaction_event_code: 'T0006',
  transaction_initiation_date: '2026-01-01T00:00:00+0000',
  transaction_status: 'S',
} as const

/** The payment of an order with its fee, its refunds, reversals and disputes. */
function rowsOf(order: Order): ReportRow[] {
  const { capture, amountMinor, currency, customId, invoiceId } = order
  if (!capture || capture.status === 'DECLINED') return []
  const ids = {
    ...(customId && { custom_field: customId }),
    ...(invoiceId && { invoice_id: invoiceId }),
  }
  const movement = (
    id: string,
    code: string,
    atMs: number,
    minor: number,
    more: object = {},
  ): ReportRow => ({
    paypal_account_id: order.payerId,
    transaction_id: id,
    paypal_reference_id: capture.id,
    paypal_reference_id_type: 'TXN',
    transaction_event_code: code,
    transaction_initiation_date: second(atMs),
    transaction_updated_date: second(atMs),
    transaction_amount: signedMoney(minor, currency),
    transaction_status: 'S',
    ...ids,
    ...more,
  })
  const isPending = capture.status === 'PENDING'
  const payment = {
    ...movement(capture.id, 'T0006', capture.createdMs, amountMinor),
    ...{ paypal_reference_id: order.id, paypal_reference_id_type: 'ODR' },
    transaction_status: isPending ? ('P' as const) : ('S' as const),
    ...(!isPending && { fee_amount: signedMoney(-capture.feeMinor, currency) }),
  }
  const refunds = capture.refunds.map((refund) =>
    movement(refund.id, 'T1107', refund.createdMs, -refund.amountMinor, {
      ...(refund.invoiceId && { invoice_id: refund.invoiceId }),
    }),
  )
  const reversals = capture.reversals.map((one) =>
    movement(one.id, 'T1106', one.createdMs, -one.amountMinor),
  )
  const holds = capture.disputes.flatMap(({ id, amountMinor: held, openedMs, closedMs }) => [
    movement(`${id}H`, 'T1110', openedMs, -held),
    ...(closedMs === undefined ? [] : [movement(`${id}R`, 'T1111', closedMs, held)]),
  ])
  return [payment, ...refunds, ...reversals, ...holds]
}
