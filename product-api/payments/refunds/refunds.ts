import { alertOperator, type Cause } from '../ledger/ledger.ts'
import { openRequest, type RefundRequest } from './refund-requests.ts'
import { settle } from '../ledger/settle.ts'
import { providerOf, type RefundFinding, type RefundOrder, type Till } from '../providers/provider.ts'
import { newUlid, transactionBy, type Transaction } from '../ledger/transactions.ts'

const minute = 60_000
const longestMs = 6 * 60 * minute

/** The operator gives the money back: approves the request and sends it to the provider, once however often this is called.
 *  Null where there is no such open request. */
export async function sendRefund(till: Till, requestId: string): Promise<RefundRequest | null> {
  // Entered as sent before it is sent: a lost answer is found by asking, not by sending again.
  const request = await till.db
    .prepare(
      `UPDATE refund_requests SET status = 'sent', tries = tries + 1, failure = NULL, next_check_at = ?2, updated_at = ?3
       WHERE id = ?1 AND status IN ('requested', 'approved') RETURNING *`,
    )
    .bind(
      requestId,
      new Date(till.now().getTime() + 2 * minute).toISOString(),
      till.now().toISOString(),
    )
    .first<RefundRequest>()
  const row = request && (await transactionBy(till.db, 'id', request.transaction_id))
  if (!row) return null
  const finding = await providerOf(row).refund(till, row, orderOf(request))
  return enter(till, row, request, finding, 'operator')
}

/** Asks what became of a refund that was sent; one that the provider never heard of is sent again. */
export async function checkRefund(
  till: Till,
  request: RefundRequest,
  cause: Cause,
): Promise<RefundRequest | null> {
  const row = await transactionBy(till.db, 'id', request.transaction_id)
  if (!row || request.status !== 'sent') return request
  const provider = providerOf(row)
  const found = await provider.lookAtRefund(till, row, orderOf(request))
  const finding = found.kind === 'none' ? await provider.refund(till, row, orderOf(request)) : found
  return enter(till, row, request, finding, cause)
}

/** A refund that the provider tells of: ours, or one that was made in its own pages. Its word is asked for once more. */
export async function hearOfRefund(
  till: Till,
  row: Transaction,
  told: { key: string; providerId: string | null },
) {
  const finding = await providerOf(row).lookAtRefund(till, row, { ...told, amountMinor: 0 })
  const open = await openRequest(till.db, row.id)
  if (open?.status === 'sent' && (finding.kind !== 'done' || isOurs(open, told.key, finding))) {
    await (finding.kind === 'done'
      ? enter(till, row, open, finding, 'webhook')
      : checkRefund(till, open, 'webhook'))
    return
  }
  if (finding.kind !== 'done') return
  if (finding.providerId !== null && finding.amountMinor !== null)
    await enterForeign(till, row, finding.providerId, finding.amountMinor)
  await apply(till, row, finding, null, 'webhook')
}

/** Whether it is the one that we have sent, and whose answer has perhaps not come back yet. */
const isOurs = (
  open: RefundRequest,
  key: string,
  { providerId, amountMinor }: Extract<RefundFinding, { kind: 'done' }>,
) =>
  key === orderOf(open).key ||
  open.provider_refund_id === providerId ||
  (key === '' && open.provider_refund_id === null && open.amount_minor === amountMinor)

const orderOf = (request: RefundRequest): RefundOrder => ({
  key: `${request.id}-${request.tries}`,
  amountMinor: request.amount_minor,
  providerId: request.provider_refund_id,
})

async function enter(
  till: Till,
  row: Transaction,
  request: RefundRequest,
  finding: RefundFinding,
  cause: Cause,
): Promise<RefundRequest | null> {
  switch (finding.kind) {
    case 'done':
      await apply(till, row, finding, request, cause)
      return change(till, request, { status: 'done', providerId: finding.providerId })
    case 'sent':
      return change(till, request, {
        status: 'sent',
        providerId: finding.providerId,
        nextCheckAt: nextCheckAt(till, request),
      })
    case 'failed':
      alertOperator('refund failed', { transaction: row.id, because: finding.because })
      return change(till, request, { status: 'approved', failure: finding.because })
    case 'none':
    case 'unknown':
      return change(till, request, { status: 'sent', nextCheckAt: nextCheckAt(till, request) })
  }
}

/** Enters what was given back in all. Counted from what is known to be done, so that entering it twice is entering it once. */
async function apply(
  till: Till,
  row: Transaction,
  { totalMinor }: Extract<RefundFinding, { kind: 'done' }>,
  request: RefundRequest | null,
  cause: Cause,
) {
  const others = await till.db
    .prepare(
      `SELECT coalesce(sum(amount_minor), 0) AS minor FROM refund_requests WHERE transaction_id = ? AND status = 'done' AND id <> ?`,
    )
    .bind(row.id, request?.id ?? '')
    .first<{ minor: number }>()
  const refundedMinor = totalMinor ?? (others?.minor ?? 0) + (request?.amount_minor ?? 0)
  await settle(till, row.id, cause, {
    kind: 'refunded',
    captureId: row.provider_capture_id ?? '',
    refundedMinor: Math.min(refundedMinor, row.amount_minor),
    by: 'refund',
  })
}

const enterForeign = (till: Till, row: Transaction, providerId: string, amountMinor: number) => {
  const at = till.now().toISOString()
  return till.db
    .prepare(
      `INSERT INTO refund_requests (id, transaction_id, asked_by, status, amount_minor, provider_refund_id, created_at, updated_at)
       VALUES (?, ?, 'provider', 'done', ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    )
    .bind(newUlid(till.now()), row.id, amountMinor, providerId, at, at)
    .run()
}

const change = (
  { db, now }: Till,
  { id }: RefundRequest,
  to: {
    status: RefundRequest['status']
    providerId?: string | null
    failure?: string
    nextCheckAt?: Date
  },
): Promise<RefundRequest | null> =>
  db
    .prepare(
      `UPDATE refund_requests SET status = ?2, provider_refund_id = coalesce(?3, provider_refund_id), failure = ?4,
         next_check_at = ?5, updated_at = ?6
       WHERE id = ?1 AND status NOT IN ('done', 'declined') RETURNING *`,
    )
    .bind(
      id,
      to.status,
      to.providerId ?? null,
      to.failure?.slice(0, 100) ?? null,
      to.nextCheckAt?.toISOString() ?? null,
      now().toISOString(),
    )
    .first<RefundRequest>()

/** Soon at first, then seldom: a bank takes days. */
function nextCheckAt({ now }: Till, { created_at }: RefundRequest): Date {
  const nowMs = now().getTime()
  const ageMs = nowMs - Date.parse(created_at)
  return new Date(
    nowMs + (ageMs < 10 * minute ? minute : ageMs < longestMs ? 30 * minute : longestMs),
  )
}
