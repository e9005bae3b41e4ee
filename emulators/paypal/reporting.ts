import { Hono } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { withLateAnswer, withFaults } from '../payment-provider/fault-middleware.ts'
import type { Order } from './order.ts'
import { store, emulator } from './store.ts'
import { moneyOf } from './money.ts'
import { refusal } from './problems.ts'
import type { PayPalEnv } from './settings.ts'

const maxRangeMs = 31 * 86_400_000

export const reportingRoutes = new Hono<PayPalEnv>()

/** Lists the payments and refunds of at most 31 days, on one page. */
reportingRoutes.get(
  '/v1/reporting/transactions',
  withLateAnswer(emulator, 'status'),
  withFaults(emulator, 'status'),
  (c) => {
    const [from, until] = [
      Date.parse(c.req.query('start_date') ?? ''),
      Date.parse(c.req.query('end_date') ?? ''),
    ]
    if (!(until - from <= maxRangeMs))
      return refusal(400, {
        issue: 'INVALID_DATE_RANGE',
        field: 'start_date,end_date',
        location: 'path',
      })
    return c.json({
      transaction_details: [...store.orders.values()]
        .flatMap(transactionsOf)
        .filter(({ atMs }) => atMs >= from && atMs <= until)
        .map(({ info }) => ({ transaction_info: info })),
      last_refreshed_datetime: new Date(nowMs(emulator)).toISOString(),
      page: 1,
      total_pages: 1,
    })
  },
)

function transactionsOf(order: Order) {
  const { capture, amountMinor, currency, customId, invoiceId } = order
  if (!capture || capture.status === 'DECLINED') return []
  const merchantIds = {
    ...(customId && { custom_field: customId }),
    ...(invoiceId && { invoice_id: invoiceId }),
  }
  const money = moneyOf(amountMinor, currency)
  const payment = {
    transaction_id: capture.id,
    transaction_event_code: 'T0006',
    transaction_initiation_date: new Date(capture.createdMs).toISOString(),
    transaction_amount: money,
    transaction_status: capture.status === 'PENDING' ? 'P' : 'S',
    ...merchantIds,
  }
  const refunds = capture.refunds.map((refund) => {
    const { currency_code, value } = moneyOf(refund.amountMinor, currency)
    return {
      atMs: refund.createdMs,
      info: {
        transaction_id: refund.id,
        transaction_event_code: 'T1107',
        transaction_initiation_date: new Date(refund.createdMs).toISOString(),
        transaction_amount: { currency_code, value: `-${value}` },
        transaction_status: 'S',
        ...merchantIds,
      },
    }
  })
  return [{ atMs: capture.createdMs, info: payment }, ...refunds]
}
