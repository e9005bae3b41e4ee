import { Hono } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { withLateAnswer, withFaults } from '../payment-provider/fault-middleware.ts'
import { store, emulator, type Order } from './store.ts'
import { moneyOf } from './money.ts'
import { refusal } from './problems.ts'
import type { PayPal } from './settings.ts'

const longestMs = 31 * 86_400_000

export const reporting = new Hono<PayPal>()

/** What came in and went back between two moments, at most 31 days apart. All of it is one page
 *  here. */
reporting.get(
  '/v1/reporting/transactions',
  withLateAnswer(emulator, 'status'),
  withFaults(emulator, 'status'),
  (c) => {
    const [from, until] = [
      Date.parse(c.req.query('start_date') ?? ''),
      Date.parse(c.req.query('end_date') ?? ''),
    ]
    if (!(until - from <= longestMs))
      return refusal(400, {
        issue: 'INVALID_DATE_RANGE',
        field: 'start_date,end_date',
        location: 'path',
      })
    return c.json({
      transaction_details: [...store.orders.values()]
        .flatMap(entriesOf)
        .filter(({ atMs }) => atMs >= from && atMs <= until)
        .map(({ info }) => ({ transaction_info: info })),
      last_refreshed_datetime: new Date(nowMs(emulator)).toISOString(),
      page: 1,
      total_pages: 1,
    })
  },
)

function entriesOf(order: Order) {
  const { capture, amountMinor, currency, customId, invoiceId } = order
  if (!capture || capture.status === 'DECLINED') return []
  const named = {
    ...(customId && { custom_field: customId }),
    ...(invoiceId && { invoice_id: invoiceId }),
  }
  const money = moneyOf(amountMinor, currency)
  const came = {
    transaction_id: capture.id,
    transaction_event_code: 'T0006',
    transaction_initiation_date: new Date(capture.createdMs).toISOString(),
    transaction_amount: money,
    transaction_status: capture.status === 'PENDING' ? 'P' : 'S',
    ...named,
  }
  const went = capture.refunds.map((refund) => {
    const { currency_code, value } = moneyOf(refund.amountMinor, currency)
    return {
      atMs: refund.createdMs,
      info: {
        transaction_id: refund.id,
        transaction_event_code: 'T1107',
        transaction_initiation_date: new Date(refund.createdMs).toISOString(),
        transaction_amount: { currency_code, value: `-${value}` },
        transaction_status: 'S',
        ...named,
      },
    }
  })
  return [{ atMs: capture.createdMs, info: came }, ...went]
}
