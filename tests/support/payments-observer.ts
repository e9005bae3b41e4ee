import type { Database } from '../../product-api/database.ts'
import type { PayerIntents } from './payer-intents.ts'

type ObservedCall = { path: string; headers: Headers; body: () => Promise<string> }

/** Compares captures and refunds that the product API sends with what payers and the operator want,
 *  and sends them. `startedAt`: when the invocation that sends it began. */
export async function observeCall(
  { db, intents }: { db: Database; intents: PayerIntents },
  { path, headers, body }: ObservedCall,
  startedAt: number,
  send: () => Promise<Response>,
): Promise<Response> {
  await observeRefund({ db, intents }, { path, headers, body }, startedAt)
  const [, orderId] = /orders\/([^/]+)\/capture$/.exec(path) ?? []
  if (orderId === undefined) return send()
  const key = headers.get('paypal-request-id') ?? ''
  intents.captureIsSent(orderId, key, startedAt)
  const answer = await send()
  if (answer.status === 422 && (await answer.clone().text()).includes('INSTRUMENT_DECLINED'))
    intents.captureIsDeclined(orderId, key)
  return answer
}

async function observeRefund(
  { db, intents }: { db: Database; intents: PayerIntents },
  call: ObservedCall,
  startedAt: number,
) {
  const refund = await refundIn(call)
  if (!refund) return
  const { column, id, key, amountMinor } = refund
  const row = await db
    .prepare(`SELECT id, amount_minor FROM payment_transactions WHERE ${column} = ?`)
    .bind(id)
    .first<{ id: string; amount_minor: number }>()
  if (row)
    intents.refundIsSent(
      { ...{ id: row.id, key, amountMinor }, paidMinor: row.amount_minor },
      startedAt,
    )
}

async function refundIn({ path, headers, body }: ObservedCall) {
  const [, captureId] = /captures\/([^/]+)\/refund$/.exec(path) ?? []
  if (captureId !== undefined) {
    const { amount } = JSON.parse(await body()) as { amount: { value: string } }
    return {
      ...{ column: 'provider_capture_id', id: captureId },
      key: headers.get('paypal-request-id') ?? '',
      amountMinor: Math.round(Number(amount.value) * 100),
    }
  }
  if (!path.endsWith('/payments/v2/refund')) return null
  const { merchantRefundId, originalMerchantOrderId, amount } = JSON.parse(await body()) as {
    merchantRefundId: string
    originalMerchantOrderId: string
    amount: number
  }
  return { column: 'id', id: originalMerchantOrderId, key: merchantRefundId, amountMinor: amount }
}
