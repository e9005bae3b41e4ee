import { Hono } from 'hono'
import { asText, requestFields, type Fields } from '../payment-provider/fields.ts'
import { randomId } from '../payment-provider/ids.ts'
import { nowMs } from '../payment-provider/state.ts'
import { sendWebhooks } from '../payment-provider/webhooks.ts'
import { withLateAnswer, withFaults } from '../payment-provider/fault-middleware.ts'
import { refundEvent } from './callbacks.ts'
import type { PhonePeEnv } from './settings.ts'
import { emulator, refundedMinor, store } from './store.ts'

// PhonePe's settlement report: a CSV file for each day on which money was transferred to the bank.
// Its columns are those of PhonePe, "Settlement report format", and the merchant's order id.

const columns = [
  ...['PaymentType', 'MerchantReferenceId', 'PhonePeReferenceId', 'From', 'Instrument'],
  ...['CreationDate', 'TransactionDate', 'SettlementDate', 'BankReferenceNo', 'Amount', 'Fee'],
  ...['IGST', 'CGST', 'SGST', 'MerchantOrderId'],
] as const
type Line = Record<(typeof columns)[number], string>

const dayMs = 86_400_000
const indiaMs = 330 * 60_000

export const settlementRoutes = new Hono<PhonePeEnv>()

/** The report of a day, with the payments and refunds of the day before: 404 if there are none. */
settlementRoutes.get(
  '/settlement-reports/:file{\\d{4}-\\d{2}-\\d{2}\\.csv}',
  withLateAnswer(emulator, 'report'),
  withFaults(emulator, 'report'),
  (c) => {
    const settled = dateText(Date.parse(c.req.param('file').slice(0, 10)) - indiaMs)
    const lines = allLines().filter(({ SettlementDate }) => SettlementDate === settled)
    if (lines.length === 0) return c.notFound()
    const rows = lines.map((line) => columns.map((name) => line[name]).join(','))
    return c.body([columns.join(','), ...rows].join('\r\n'), 200, { 'content-type': 'text/csv' })
  },
)

/** Control routes, which PhonePe lacks. A line that is planted, changed or hidden by its
 *  PhonePeReferenceId. */
settlementRoutes.post('/settlement-lines', async (c) => {
  const { line, hidden } = await requestFields(c)
  const cells = (typeof line === 'object' && line !== null ? line : {}) as Record<string, string>
  const id = cells.PhonePeReferenceId ?? `OM${randomId(22, 'digits')}`
  const key = cells.key ?? id
  store.settlementChanges.set(key, {
    isHidden: hidden === true,
    cells: { ...store.settlementChanges.get(key)?.cells, ...cells, PhonePeReferenceId: id },
  })
  return c.json({ id })
})

/** A refund on PhonePe's dashboard; `id` is the merchant's order, `amountMinor` all that is left by
 *  default. */
settlementRoutes.post('/dashboard-refund', async (c) => {
  const fields: Fields = await requestFields(c)
  const order = store.orders.get(asText(fields.id) ?? '')
  if (order?.state !== 'COMPLETED') return c.json({ error: 'No paid order has this id.' }, 409)
  const { merchantOrderId, amountMinor } = order
  const leftMinor =
    amountMinor - refundedMinor(merchantOrderId, ['PENDING', 'CONFIRMED', 'COMPLETED'])
  const refund = {
    merchantRefundId: `DASHBOARD-${randomId(12, 'digits')}`,
    refundId: `OMR${randomId(22, 'digits')}`,
    originalMerchantOrderId: merchantOrderId,
    amountMinor: typeof fields.amountMinor === 'number' ? fields.amountMinor : leftMinor,
    state: 'COMPLETED' as const,
    atMs: nowMs(emulator),
    statusCalls: undefined,
    then: 'completed' as const,
  }
  store.refunds.set(refund.merchantRefundId, refund)
  sendWebhooks(c, emulator, [refundEvent(c, refund)])
  return c.json({ id: refund.refundId })
})

/** 1.9 % and 18 % GST on it, rounded to paise. */
const feeOf = (amountMinor: number) => Math.round((amountMinor * 19) / 1000)
const taxOf = (feeMinor: number) => Math.round((feeMinor * 18) / 100)

function allLines(): Line[] {
  const payments = [...store.orders.values()].flatMap((order) => {
    const paid = order.attempts.find(({ state }) => state === 'COMPLETED')
    if (order.state !== 'COMPLETED' || !paid) return []
    const fee = feeOf(order.amountMinor)
    return [
      lineOf('PAYMENT', order.merchantOrderId, order.merchantOrderId, paid.transactionId, {
        atMs: paid.atMs,
        minor: order.amountMinor,
        fee,
        tax: taxOf(fee),
      }),
    ]
  })
  const refunds = [...store.refunds.values()]
    .filter(({ state }) => state === 'COMPLETED')
    .map(({ merchantRefundId, originalMerchantOrderId, refundId, amountMinor, atMs }) =>
      lineOf('REFUND', merchantRefundId, originalMerchantOrderId, refundId, {
        ...{ atMs, minor: -amountMinor, fee: 0, tax: 0 },
      }),
    )
  const own = [...payments, ...refunds].map((line) => {
    const change = store.settlementChanges.get(line.PhonePeReferenceId)
    return { ...line, ...change?.cells }
  })
  const ids = new Set(own.map(({ PhonePeReferenceId: id }) => id))
  const planted = [...store.settlementChanges].flatMap(([key, { cells }]) =>
    ids.has(key) ? [] : [{ ...emptyLine, ...cells }],
  )
  return [...own, ...planted].filter(
    ({ PhonePeReferenceId: id }) => !store.settlementChanges.get(id)?.isHidden,
  )
}

const emptyLine: Line = {
  ...{ PaymentType: 'PAYMENT', MerchantReferenceId: '', PhonePeReferenceId: '', From: '' },
  ...{ Instrument: 'UPI', CreationDate: '', TransactionDate: '', SettlementDate: '' },
  ...{ BankReferenceNo: '', Amount: '0.00', Fee: '0.00', IGST: '0.00', CGST: '0.00' },
  ...{ SGST: '0.00', MerchantOrderId: '' },
}

function lineOf(
  type: string,
  reference: string,
  order: string,
  id: string,
  { atMs, minor, fee, tax }: { atMs: number; minor: number; fee: number; tax: number },
): Line {
  const settledMs = atMs + dayMs
  return {
    ...emptyLine,
    PaymentType: type,
    MerchantReferenceId: reference,
    MerchantOrderId: order,
    PhonePeReferenceId: id,
    From: 'buyer@emulator',
    CreationDate: dateText(atMs),
    TransactionDate: dateText(atMs),
    SettlementDate: dateText(settledMs),
    BankReferenceNo: `EMUUTR${dateText(settledMs).replaceAll('-', '')}`,
    Amount: rupees(minor),
    Fee: rupees(-fee),
    IGST: rupees(-tax),
  }
}

/** 22-11-2026, in India. */
const dateText = (ms: number) =>
  new Date(ms + indiaMs).toISOString().slice(0, 10).split('-').reverse().join('-')

function rupees(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
