import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as v from 'valibot'
import paypal from '../../emulators/paypal/paypal.ts'
import phonepe from '../../emulators/phonepe/phonepe.ts'

// The requests that the examples of the providers' own SDKs send, and the members that their models
// read: @paypal/paypal-server-sdk 2.5 (Orders, Payments, Transaction Search) and pg-sdk-node 2.0
// (Standard Checkout). An emulator that lacks one would hide a fault of the product API.

// No report of a day depends on the time at which the test runs.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T06:30:00Z') }))
afterAll(() => void vi.useRealTimers())

const emulators = { paypal, phonepe }
type Name = keyof typeof emulators
const background: Promise<unknown>[] = []
const context = {
  waitUntil: (work: Promise<unknown>) => void background.push(work),
  passThroughOnException: () => undefined,
  props: {},
}
const finishWebhooks = () => Promise.all(background.splice(0))
const send = async (name: Name, path: string, init: RequestInit = {}) => {
  const answer = await emulators[name].request(path, init, {}, context)
  const text = await answer.text()
  const isJson = text.startsWith('{')
  return { status: answer.status, body: (isJson ? JSON.parse(text) : text) as unknown }
}
const jsonHeaders = { 'content-type': 'application/json' }
const control = async (name: Name, path: string, body: object) => {
  const answer = await send(name, path, {
    method: 'POST',
    headers: jsonHeaders,
    body: JSON.stringify(body),
  })
  await finishWebhooks()
  return answer
}
const webhooksOf = async (name: Name) =>
  (
    (await send(name, '/webhooks.json')).body as { webhooks: { event: string; body: string }[] }
  ).webhooks.map(({ event, body }) => ({ event, body: JSON.parse(body) as unknown }))

const money = v.object({
  currency_code: v.pipe(v.string(), v.length(3)),
  value: v.pipe(v.string(), v.regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/)),
})
const link = v.object({ href: v.pipe(v.string(), v.url()), rel: v.string() })
const time = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/),
)
const day = 86_400_000

describe('the PayPal emulator', () => {
  let token = ''
  const api = async (path: string, body?: object, headers: Record<string, string> = {}) =>
    send('paypal', path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...jsonHeaders, authorization: `Bearer ${token}`, ...headers },
    })
  beforeEach(async () => {
    await send('paypal', '/reset', { method: 'POST' })
    const { body } = await send('paypal', '/v1/oauth2/token', {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('paypal-emulator-client:paypal-emulator-secret')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const tokenAnswer = v.object({
      access_token: v.string(),
      token_type: v.literal('Bearer'),
      expires_in: v.number(),
    })
    token = v.parse(tokenAnswer, body).access_token
  })

  const orderAnswer = v.object({
    id: v.string(),
    status: v.picklist(['CREATED', 'PAYER_ACTION_REQUIRED', 'APPROVED', 'COMPLETED']),
    links: v.array(link),
  })
  const breakdown = v.object({ gross_amount: money, paypal_fee: money, net_amount: money })
  const refundAnswer = v.object({
    id: v.string(),
    status: v.literal('COMPLETED'),
    amount: money,
    seller_payable_breakdown: v.object({ ...breakdown.entries, total_refunded_amount: money }),
    create_time: time,
    links: v.array(link),
  })
  const captureAnswer = v.object({
    id: v.string(),
    status: v.string(),
    amount: money,
    final_capture: v.boolean(),
    seller_receivable_breakdown: breakdown,
    create_time: time,
    update_time: time,
    links: v.array(link),
  })
  const fullOrder = v.object({
    ...orderAnswer.entries,
    purchase_units: v.tuple([
      v.object({
        amount: money,
        payee: v.object({ merchant_id: v.string() }),
        payments: v.object({
          captures: v.tuple([captureAnswer]),
          refunds: v.optional(v.array(refundAnswer)),
        }),
      }),
    ]),
  })

  /** What the SDK's examples do: create, approve on PayPal's page, capture. */
  async function capturedOrder() {
    const created = await api(
      '/v2/checkout/orders',
      {
        intent: 'CAPTURE',
        purchase_units: [{ amount: { currency_code: 'USD', value: '100' }, custom_id: 'txn-1' }],
      },
      { prefer: 'return=minimal' },
    )
    expect(created.status).toBe(201)
    const order = v.parse(orderAnswer, created.body)
    await send('paypal', '/checkoutnow', {
      method: 'POST',
      body: new URLSearchParams({ token: order.id, choice: 'approve' }),
    })
    const captured = await api(
      `/v2/checkout/orders/${order.id}/capture`,
      {},
      {
        prefer: 'return=representation',
      },
    )
    const [unit] = v.parse(fullOrder, captured.body).purchase_units
    await finishWebhooks()
    return { orderId: order.id, capture: unit.payments.captures[0] }
  }

  it('answers the SDK’s order, capture and refund: fees, and refunds in the order', async () => {
    const { orderId, capture } = await capturedOrder()
    expect(capture.seller_receivable_breakdown).toEqual({
      gross_amount: { currency_code: 'USD', value: '100.00' },
      paypal_fee: { currency_code: 'USD', value: '4.70' },
      net_amount: { currency_code: 'USD', value: '95.30' },
    })
    const refunded = await api(
      `/v2/payments/captures/${capture.id}/refund`,
      { amount: { currency_code: 'USD', value: '10.00' } },
      { prefer: 'return=representation' },
    )
    const refund = v.parse(refundAnswer, refunded.body)
    const [unit] = v.parse(
      fullOrder,
      (await api(`/v2/checkout/orders/${orderId}`)).body,
    ).purchase_units
    expect(unit.payments.captures[0].status).toBe('PARTIALLY_REFUNDED')
    expect(unit.payments.refunds?.map(({ id }) => id)).toEqual([refund.id])
  })

  const transactionInfo = v.object({
    transaction_id: v.string(),
    paypal_reference_id: v.optional(v.string()),
    paypal_reference_id_type: v.optional(v.picklist(['ODR', 'TXN', 'SUB', 'PAP'])),
    transaction_event_code: v.pipe(v.string(), v.regex(/^T\d{4}$/)),
    transaction_initiation_date: time,
    transaction_updated_date: v.optional(time),
    transaction_amount: money,
    fee_amount: v.optional(money),
    transaction_status: v.picklist(['D', 'P', 'S', 'V']),
    custom_field: v.optional(v.string()),
  })
  const searchAnswer = v.object({
    transaction_details: v.array(v.object({ transaction_info: transactionInfo })),
    account_number: v.string(),
    start_date: time,
    end_date: time,
    last_refreshed_datetime: time,
    page: v.number(),
    total_items: v.number(),
    total_pages: v.number(),
    links: v.array(link),
  })
  const searchFrom = (fromMs: number, untilMs: number, more: Record<string, string> = {}) =>
    api(
      `/v1/reporting/transactions?${new URLSearchParams({
        start_date: new Date(fromMs).toISOString(),
        end_date: new Date(untilMs).toISOString(),
        fields: 'all',
        page_size: '100',
        page: '1',
        ...more,
      }).toString()}`,
    )
  const search = (more?: Record<string, string>) =>
    searchFrom(Date.now() - day, Date.now() + 2000, more)

  it('lists payment, fee, refund, reversal, hold and release by event code', async () => {
    const { capture } = await capturedOrder()
    await control('paypal', '/dashboard-refund', { id: capture.id, amountMinor: 1000 })
    await control('paypal', '/reverse', { id: capture.id, amountMinor: 500 })
    await control('paypal', '/dispute', { id: capture.id, amountMinor: 2000 })
    await control('paypal', '/dispute', { id: capture.id, outcome: 'seller' })
    const { transaction_details: details } = v.parse(searchAnswer, (await search()).body)
    expect(
      details.map(({ transaction_info: info }) => [
        info.transaction_event_code,
        info.transaction_amount.value,
        info.fee_amount?.value,
      ]),
    ).toEqual([
      ['T0006', '100.00', '-4.70'],
      ['T1107', '-10.00', undefined],
      ['T1106', '-5.00', undefined],
      ['T1110', '-20.00', undefined],
      ['T1111', '20.00', undefined],
    ])
    for (const { transaction_info: info } of details.slice(1))
      expect([info.paypal_reference_id, info.paypal_reference_id_type]).toEqual([capture.id, 'TXN'])
  })

  it('lists pages of page_size, and refuses 32 days and too many rows', async () => {
    for (let index = 0; index < 5; index += 1)
      await control('paypal', '/report-rows', {
        row: {
          transaction_id: `ROW${index}`,
          transaction_event_code: 'T0403',
          transaction_initiation_date: new Date(Date.now() - 60_000).toISOString(),
          transaction_amount: { currency_code: 'USD', value: '-1.00' },
        },
      })
    const page = v.parse(searchAnswer, (await search({ page_size: '2', page: '3' })).body)
    expect([page.page, page.total_items, page.total_pages]).toEqual([3, 5, 3])
    expect(page.transaction_details.map(({ transaction_info: one }) => one.transaction_id)).toEqual(
      ['ROW4'],
    )
    expect((await searchFrom(Date.now() - 32 * day, Date.now())).status).toBe(400)
    expect((await search({ page_size: '501' })).status).toBe(400)
    await control('paypal', '/report-rows', { maxRows: 4 })
    const refused = await search()
    expect(refused).toMatchObject({
      status: 400,
      body: { name: 'RESULTSET_TOO_LARGE', total_items: 5, maximum_items: 4 },
    })
  })

  it('sends reversals as refunds, disputes with the capture, and lapsed approvals', async () => {
    const { capture } = await capturedOrder()
    await control('paypal', '/dispute', { id: capture.id, amountMinor: 3000 })
    await control('paypal', '/dispute', { id: capture.id, outcome: 'buyer' })
    const sent = await webhooksOf('paypal')
    const bodyOf = (event: string) => sent.find((one) => one.event === event)?.body
    const event = v.object({
      id: v.pipe(v.string(), v.startsWith('WH-')),
      event_version: v.literal('1.0'),
      create_time: time,
      resource_type: v.string(),
      event_type: v.string(),
    })
    const reversal = v.parse(
      v.object({ ...event.entries, resource: refundAnswer }),
      bodyOf('PAYMENT.CAPTURE.REVERSED'),
    )
    expect([reversal.resource_type, reversal.resource.amount.value]).toEqual(['refund', '30.00'])
    expect(reversal.resource.links.find(({ rel }) => rel === 'up')?.href).toMatch(capture.id)
    const dispute = v.object({
      ...event.entries,
      resource: v.object({
        dispute_id: v.string(),
        reason: v.string(),
        status: v.string(),
        dispute_amount: money,
        disputed_transactions: v.tuple([v.object({ seller_transaction_id: v.string() })]),
        dispute_outcome: v.optional(v.object({ outcome_code: v.string() })),
      }),
    })
    const opened = v.parse(dispute, bodyOf('CUSTOMER.DISPUTE.CREATED')).resource
    expect([opened.status, opened.disputed_transactions[0].seller_transaction_id]).toEqual([
      'OPEN',
      capture.id,
    ])
    const resolved = v.parse(dispute, bodyOf('CUSTOMER.DISPUTE.RESOLVED')).resource
    expect(resolved.dispute_outcome?.outcome_code).toBe('RESOLVED_BUYER_FAVOUR')
    const { body } = await api('/v2/checkout/orders', {
      intent: 'CAPTURE',
      purchase_units: [{ amount: { currency_code: 'USD', value: '5.00' }, custom_id: 'txn-2' }],
    })
    const { id } = v.parse(orderAnswer, body)
    await send('paypal', '/checkoutnow', {
      method: 'POST',
      body: new URLSearchParams({ token: id, choice: 'approve' }),
    })
    expect((await control('paypal', '/lapse', { id })).status).toBe(200)
    expect((await webhooksOf('paypal')).at(-1)).toMatchObject({
      event: 'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
      body: { resource: { order_id: id, purchase_units: [{ custom_id: 'txn-2' }] } },
    })
    expect((await api(`/v2/checkout/orders/${id}/capture`, {})).body).toMatchObject({
      details: [{ issue: 'ORDER_NOT_APPROVED' }],
    })
  })

  it('repeats a webhook that is not accepted, at most 25 times in three days', async () => {
    // Nothing listens on this port.
    await control('paypal', '/webhooks', { url: 'http://127.0.0.1:9/webhook' })
    await capturedOrder()
    for (let hour = 0; hour < 80; hour += 1)
      await control('paypal', '/clock', { advanceMs: 3_600_000 })
    const { body } = await send('paypal', '/webhooks.json')
    const { webhooks } = body as { webhooks: { deliveries: { at: string }[] }[] }
    expect(webhooks.length).toBeGreaterThan(0)
    for (const { deliveries } of webhooks) {
      expect(deliveries).toHaveLength(25)
      const spanMs = Date.parse(deliveries.at(-1)!.at) - Date.parse(deliveries[0]!.at)
      expect(spanMs / day).toBeGreaterThan(1)
      expect(spanMs / day).toBeLessThan(3.5)
    }
  })
})

describe('the PhonePe emulator', () => {
  let token = ''
  const pg = '/apis/pg-sandbox'
  const api = (path: string, body?: object) =>
    send('phonepe', pg + path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...jsonHeaders, authorization: `O-Bearer ${token}` },
    })
  beforeEach(async () => {
    await send('phonepe', '/reset', { method: 'POST' })
    const { body } = await send('phonepe', `${pg}/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ client_id: 'phonepe-emulator-client', client_secret: 'phonepe-emulator-secret' },
        ...{ client_version: '1', grant_type: 'client_credentials' },
      }),
    })
    const tokenAnswer = v.object({
      access_token: v.string(),
      expires_at: v.number(),
      token_type: v.literal('O-Bearer'),
    })
    token = v.parse(tokenAnswer, body).access_token
  })

  const payAnswer = v.object({
    orderId: v.string(),
    state: v.literal('PENDING'),
    expireAt: v.number(),
    redirectUrl: v.pipe(v.string(), v.url()),
  })
  const statusAnswer = v.object({
    orderId: v.string(),
    state: v.picklist(['PENDING', 'COMPLETED', 'FAILED']),
    amount: v.number(),
    expireAt: v.number(),
    metaInfo: v.optional(v.record(v.string(), v.string())),
    paymentDetails: v.array(
      v.object({
        transactionId: v.string(),
        paymentMode: v.string(),
        timestamp: v.number(),
        amount: v.number(),
        state: v.string(),
      }),
    ),
  })
  const pay = (merchantOrderId: string) =>
    api('/checkout/v2/pay', {
      merchantOrderId,
      amount: 100_00,
      metaInfo: { udf1: 'udf1', udf2: 'udf2' },
      paymentFlow: {
        type: 'PG_CHECKOUT',
        message: 'Payment',
        merchantUrls: { redirectUrl: 'https://www.merchant.com/redirect' },
      },
      expireAfter: 3600,
    })
  async function paidOrder(id: string) {
    const { redirectUrl } = v.parse(payAnswer, (await pay(id)).body)
    await send('phonepe', '/transact/pay', {
      method: 'POST',
      body: new URLSearchParams({
        ...{ token: new URL(redirectUrl).searchParams.get('token') ?? '' },
        choice: 'succeed-and-close',
      }),
    })
    await finishWebhooks()
    const { body } = await api(`/checkout/v2/order/${id}/status?details=true`)
    return v.parse(statusAnswer, body)
  }

  it('answers the SDK’s pay, status and refund', async () => {
    const order = await paidOrder('order-1')
    expect([order.state, order.amount, order.metaInfo?.udf1]).toEqual(['COMPLETED', 10_000, 'udf1'])
    const refund = await api('/payments/v2/refund', {
      ...{ merchantRefundId: 'refund-1', originalMerchantOrderId: 'order-1', amount: 1000 },
    })
    const refundAnswer = v.object({ refundId: v.string(), amount: v.number(), state: v.string() })
    expect(v.parse(refundAnswer, refund.body).state).toBe('PENDING')
    const status = v.object({
      ...refundAnswer.entries,
      originalMerchantOrderId: v.literal('order-1'),
      paymentDetails: v.array(v.object({ transactionId: v.string(), state: v.string() })),
    })
    const { body } = await api('/payments/v2/refund/refund-1/status')
    expect(v.parse(status, body).state).toBe('COMPLETED')
  })

  it('answers 400 INVALID_MERCHANT_ORDER_ID to an unknown order, 417 to a second', async () => {
    expect(await api('/checkout/v2/order/nobody/status')).toMatchObject({
      ...{ status: 400, body: { success: false, code: 'INVALID_MERCHANT_ORDER_ID' } },
    })
    expect((await pay('order-1')).status).toBe(200)
    expect((await pay('order-1')).status).toBe(417)
  })

  it('reports payments, refunds, the fee with GST and the UTR on the next day', async () => {
    const order = await paidOrder('order-1')
    await control('phonepe', '/dashboard-refund', { id: 'order-1', amountMinor: 2500 })
    const indiaMs = 330 * 60_000
    const paidMs = order.paymentDetails[0]!.timestamp
    const dayAfter = new Date(paidMs + indiaMs + day).toISOString().slice(0, 10)
    const { status, body } = await send('phonepe', `/settlement-reports/${dayAfter}.csv`)
    expect(status).toBe(200)
    const [header = '', ...lines] = String(body).split('\r\n')
    expect(header).toBe(
      'PaymentType,MerchantReferenceId,PhonePeReferenceId,From,Instrument,CreationDate,' +
        'TransactionDate,SettlementDate,BankReferenceNo,Amount,Fee,IGST,CGST,SGST,MerchantOrderId',
    )
    const cells = lines.map((line) => line.split(','))
    expect(cells.map((line) => [line[0], ...line.slice(9, 14)])).toEqual([
      ['PAYMENT', '100.00', '-1.90', '-0.34', '0.00', '0.00'],
      ['REFUND', '-25.00', '0.00', '0.00', '0.00', '0.00'],
    ])
    expect(new Set(cells.map((line) => line[8])).size).toBe(1)
    expect(cells.map((line) => line[14])).toEqual(['order-1', 'order-1'])
    expect((await send('phonepe', '/settlement-reports/2020-01-01.csv')).status).toBe(404)
  })
})
