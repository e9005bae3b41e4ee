import { digest } from '../identity/digests.ts'
import { alertOperator, entered, type Entry } from './ledger/ledger.ts'
import { eventIn as paypalEvent, isGenuine as isPayPals } from './providers/paypal/webhook.ts'
import { eventIn as phonepeEvent, isGenuine as isPhonePes } from './providers/phonepe/webhook.ts'
import { hearOfRefund } from './refunds/refunds.ts'
import { settle } from './ledger/settle.ts'
import type { Till } from './providers/provider.ts'
import { transactionBy, type Transaction } from './ledger/transactions.ts'

/** What became of a webhook; `work`: what follows from it, after the answer is out. */
export type Received =
  { kind: 'accepted'; work: () => Promise<unknown> } | { kind: 'forged' | 'unreadable' | 'later' }

/** Takes a webhook of PayPal: proved, entered by its id, and then the order itself is asked for. */
export async function receiveFromPayPal(
  till: Till,
  headers: Record<string, string>,
  body: string,
): Promise<Received> {
  const json = read(body)
  const event = paypalEvent(json)
  if (!event) return { kind: 'unreadable' }
  const verdict = await isPayPals(till, headers, body)
  if (verdict !== 'yes') return { kind: verdict === 'no' ? 'forged' : 'later' }
  const row = await rowOf(till, event.ids)
  await enter(till, row, 'paypal', event.id, event.type, body)
  if (event.type.startsWith('CUSTOMER.DISPUTE.')) alertOperator('dispute', { event: event.id })
  if (!row) return { kind: 'accepted', work: () => Promise.resolve() }
  return {
    kind: 'accepted',
    work: async () => {
      const current = await settle(till, row.id, 'webhook')
      if (event.type === 'PAYMENT.CAPTURE.REVERSED') await reverse(till, row)
      else if (
        event.type === 'PAYMENT.CAPTURE.REFUNDED' &&
        current?.paid_at &&
        event.resourceId !== null
      )
        await hearOfRefund(till, current, { key: '', providerId: event.resourceId })
    },
  }
}

/** Takes a webhook of PhonePe, which has no id of its own: the same text twice is the same event. */
export async function receiveFromPhonePe(
  till: Till,
  header: (name: string) => string | undefined,
  body: string,
): Promise<Received> {
  if (!(await isPhonePes(till.settings, header, body))) return { kind: 'forged' }
  const event = phonepeEvent(read(body))
  if (!event) return { kind: 'unreadable' }
  const row = event.orderId === null ? null : await rowOf(till, [event.orderId])
  await enter(till, row, 'phonepe', await digest(body), event.type, body)
  if (!row) return { kind: 'accepted', work: () => Promise.resolve() }
  return {
    kind: 'accepted',
    work: async () => {
      const current = await settle(till, row.id, 'webhook')
      if (event.refund && current?.paid_at) await hearOfRefund(till, current, event.refund)
    },
  }
}

/** Whoever took the money back has proved it by PayPal's signature; how a capture shows it, PayPal does not say. */
const reverse = (till: Till, row: Transaction) =>
  settle(till, row.id, 'webhook', {
    kind: 'refunded',
    captureId: row.provider_capture_id ?? '',
    refundedMinor: row.amount_minor,
    by: 'reversal',
  })

function read(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

async function rowOf({ db }: Till, ids: readonly string[]): Promise<Transaction | null> {
  for (const key of ['id', 'provider_order_id', 'provider_capture_id'] as const)
    for (const id of ids) {
      const row = await transactionBy(db, key, id)
      if (row) return row
    }
  return null
}

/** Once in the ledger, however often it is sent; and due at once, in case the work behind the answer is cut off. */
async function enter(
  till: Till,
  row: Transaction | null,
  provider: Entry['provider'],
  eventId: string,
  kind: string,
  body: string,
) {
  const at = till.now()
  if (!row) alertOperator('webhook about nothing of ours', { provider, event: eventId, kind })
  await till.db.batch([
    entered(till.db, {
      transactionId: row?.id ?? null,
      provider,
      eventId,
      kind,
      cause: 'webhook',
      rawHash: await digest(body),
      at,
    }),
    ...(row
      ? [
          till.db
            .prepare(
              `UPDATE payment_transactions SET next_check_at = ?
               WHERE id = ? AND state NOT IN ('refunded', 'reversed', 'review')`,
            )
            .bind(at.toISOString(), row.id),
        ]
      : []),
  ])
}
