import { alertOperator, type Cause } from '../ledger/entries.ts'
import { transactionBy, type Transaction } from '../ledger/transactions.ts'
import { providerOf, type PaymentContext } from '../payment-context.ts'
import type { RefundFinding, RefundOrder, WebhookEvent } from '../providers/provider.ts'
import { recordProviderRefund, recordRefundedAmount } from './provider-refunds.ts'
import { hasOpenDispute } from './refund-limits.ts'
import {
  findOpenRequest,
  limitStatements,
  limitToRest,
  type RefundRequest,
} from './refund-requests.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const maxIntervalMs = 6 * hourMs
/** After the first failure, the second, and so on. */
const retryHours = [1, 6, 24, 72]

/** Sends an approved refund to the provider, once, also for concurrent calls, and never more than
 *  is left of the payment. If it was sent before, the provider is asked about its key first. Null
 *  if there is no such open request, nothing is left, or the payer disputes the payment: then it
 *  waits for the end of the dispute. */
export async function sendRefund(
  context: PaymentContext,
  requestId: string,
  cause: Cause = 'operator',
): Promise<RefundRequest | null> {
  const request = await claimSending(context, requestId)
  const row = request && (await transactionBy(context.db, 'id', request.transaction_id))
  if (!row) return null
  return request.tries === 1
    ? recordFinding(context, row, request, await sentFinding(context, row, request), cause)
    : resendRefund(context, row, request, cause)
}

/** Limits an open request to what is left, and marks it as sent. Cost: one transaction. */
async function claimSending({ db, now }: PaymentContext, id: string) {
  const [at, nowMs] = [now().toISOString(), now().getTime()]
  const isOpen = `r.id = ?1 AND r.status IN ('requested', 'approved')`
  const answers = await db.batch<RefundRequest>([
    ...limitStatements(db, isOpen, id, at),
    db
      .prepare(
        `UPDATE refund_requests AS r SET failure = 'disputed', next_check_at = ?2
         WHERE r.id = ?1 AND r.status = 'approved' AND ${isHeld}`,
      )
      .bind(id, new Date(nowMs + maxIntervalMs).toISOString()),
    // The key is stored before the call: after a lost answer the provider is asked about it.
    db
      .prepare(
        `UPDATE refund_requests AS r
         SET status = 'sent', tries = tries + 1, refund_key = coalesce(refund_key, id || '-1'),
           failure = NULL, next_check_at = ?2, updated_at = ?3
         WHERE ${isOpen} AND NOT ${isHeld} RETURNING *`,
      )
      .bind(id, new Date(nowMs + 2 * minuteMs).toISOString(), at),
  ])
  return answers.at(-1)?.results[0] ?? null
}

/** Whether the request in table alias `r` waits for the end of a dispute. */
const isHeld = `(r.despite_dispute = 0 AND ${hasOpenDispute('r.transaction_id')})`

/** Asks the provider about a sent refund; sends it again, under the same key, if the provider does
 *  not have it. */
export async function checkRefund(
  context: PaymentContext,
  request: RefundRequest,
  cause: Cause,
): Promise<RefundRequest | null> {
  const row = await transactionBy(context.db, 'id', request.transaction_id)
  if (!row || request.status !== 'sent') return request
  const fetched = await fetchedFinding(context, row, request)
  if (fetched.kind !== 'none') return recordFinding(context, row, request, fetched, cause)
  const limited = await limitSent(context, request)
  if (!limited) return recordFinding(context, row, request, fetched, cause)
  return recordFinding(context, row, limited, await sentFinding(context, row, limited), cause)
}

/** Limits a refund, which the provider does not have, to what is left. Null if it is not sent
 *  again: nothing is left, the payer disputes the payment, or another caller has changed it. */
async function limitSent({ db, now }: PaymentContext, { id, refund_key, tries }: RefundRequest) {
  const answers = await db.batch<RefundRequest>([
    ...limitStatements(db, `r.id = ?1 AND r.status = 'sent'`, id, now().toISOString()),
    db
      .prepare(
        `SELECT * FROM refund_requests AS r WHERE r.id = ?1 AND r.status = 'sent' AND r.tries = ?2
           AND substr(r.refund_key, 1, length(?3)) = ?3 AND NOT ${isHeld}`,
      )
      .bind(id, tries, refund_key),
  ])
  return answers.at(-1)?.results[0] ?? null
}

/** Asks the provider about a sent refund without sending it again. */
export async function findRefundState(
  context: PaymentContext,
  request: RefundRequest,
): Promise<RefundRequest> {
  const row = await transactionBy(context.db, 'id', request.transaction_id)
  if (!row || request.status !== 'sent') return request
  const finding = await fetchedFinding(context, row, request)
  return (await recordFinding(context, row, request, finding, 'operator')) ?? request
}

/** Sends a refund that has failed. It gets another key only if the provider says that the refund
 *  under the old one has failed. */
async function resendRefund(
  context: PaymentContext,
  row: Transaction,
  request: RefundRequest,
  cause: Cause,
): Promise<RefundRequest | null> {
  const fetched = await fetchedFinding(context, row, request)
  if (fetched.kind !== 'failed' && fetched.kind !== 'none')
    return recordFinding(context, row, request, fetched, cause)
  const current = fetched.kind === 'failed' ? await withNewKey(context, request) : request
  if (!current) return null
  return recordFinding(context, row, current, await sentFinding(context, row, current), cause)
}

/** Stores a new key, unless another caller has changed the request since. */
const withNewKey = ({ db }: PaymentContext, { id, refund_key, tries }: RefundRequest) =>
  db
    .prepare(
      `UPDATE refund_requests SET refund_key = id || '-' || tries, provider_refund_id = NULL
       WHERE id = ? AND status = 'sent' AND refund_key = ? AND tries = ? RETURNING *`,
    )
    .bind(id, refund_key, tries)
    .first<RefundRequest>()

const fetchedFinding = (context: PaymentContext, row: Transaction, request: RefundRequest) =>
  providerOf(context, row).fetchRefund(context, row, refundOrderOf(request))

/** Sends a refund. A refusal is believed only if the provider, asked about the key, has no refund
 *  under it: an earlier call may have been processed. */
async function sentFinding(
  context: PaymentContext,
  row: Transaction,
  request: RefundRequest,
): Promise<RefundFinding> {
  const sent = await providerOf(context, row).sendRefund(context, row, refundOrderOf(request))
  if (sent.kind !== 'failed') return sent
  const fetched = await fetchedFinding(context, row, request)
  return fetched.kind === 'none' ? sent : fetched
}

/** Records a refund that a webhook or the provider's report names: a requested one, or one made
 *  on the provider's own pages. Fetches the refund, because the message is not trusted. Where both
 *  name different amounts, nothing is booked and the operator is alerted. Returns whether the
 *  provider has said how it ended. */
export async function recordReportedRefund(
  context: PaymentContext,
  row: Transaction,
  reported: NonNullable<WebhookEvent['refund']>,
  cause: Cause = 'webhook',
): Promise<boolean> {
  const finding = await providerOf(context, row).fetchRefund(context, row, {
    ...reported,
    amountMinor: 0,
  })
  const open = await findOpenRequest(context.db, row.id)
  if (open && finding.kind === 'done' && isRequested(open, reported.key, finding)) {
    await recordFinding(context, row, open, finding, cause)
    return true
  }
  if (open?.status === 'sent' && finding.kind !== 'done') {
    await checkRefund(context, open, cause)
    return finding.kind !== 'unknown'
  }
  if (finding.kind !== 'done') return finding.kind === 'failed' || finding.kind === 'none'
  const { amountMinor = finding.amountMinor } = reported
  if (finding.amountMinor !== null && finding.amountMinor !== amountMinor) {
    alertOperator('refund with two amounts', { transaction: row.id, refund: finding.providerId })
    return false
  }
  if (finding.providerId !== null && finding.amountMinor !== null)
    await recordProviderRefund(context, row, finding.providerId, finding.amountMinor)
  await recordRefundedAmount(context, row, finding, null, cause)
  await limitToRest(context, row.id)
  return true
}

/** Whether a reported refund is the open request, whose answer may not have arrived yet. Where the
 *  provider names no key, one of the same amount is. */
function isRequested(
  open: RefundRequest,
  reportedKey: string,
  { providerId, amountMinor, key = reportedKey }: Extract<RefundFinding, { kind: 'done' }>,
) {
  if (open.refund_key !== null && key === open.refund_key) return true
  if (open.status !== 'sent') return false
  return (
    (providerId !== null && open.provider_refund_id === providerId) ||
    (key === '' && open.provider_refund_id === null && open.amount_minor === amountMinor)
  )
}

const refundOrderOf = (request: RefundRequest): RefundOrder => ({
  key: request.refund_key ?? `${request.id}-1`,
  amountMinor: request.amount_minor,
  providerId: request.provider_refund_id,
})

async function recordFinding(
  context: PaymentContext,
  row: Transaction,
  request: RefundRequest,
  finding: RefundFinding,
  cause: Cause,
): Promise<RefundRequest | null> {
  switch (finding.kind) {
    case 'done':
      await recordRefundedAmount(context, row, finding, request, cause)
      return updateRequest(context, request, { status: 'done', providerId: finding.providerId })
    case 'sent':
      return updateRequest(context, request, {
        status: 'sent',
        providerId: finding.providerId,
        nextCheckAt: nextCheckAt(context, request),
      })
    case 'failed': {
      alertOperator('refund failed', { transaction: row.id, because: finding.because })
      const failed = await updateRequest(context, request, {
        ...{ status: 'approved', failure: finding.because },
        ...retryOf(context, row, request),
      })
      await limitToRest(context, row.id)
      return failed
    }
    case 'none':
    case 'unknown':
      return updateRequest(context, request, {
        status: 'sent',
        nextCheckAt: nextCheckAt(context, request),
      })
  }
}

/** When a refund that has failed is sent again by itself: that of a payment which its payer had
 *  left, for which nobody has to decide anything. Others wait for the operator. */
function retryOf({ now }: PaymentContext, { left_at }: Transaction, { tries }: RefundRequest) {
  const hours = left_at === null ? undefined : retryHours[tries - 1]
  return hours === undefined ? {} : { nextCheckAt: new Date(now().getTime() + hours * hourMs) }
}

const updateRequest = (
  { db, now }: PaymentContext,
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
      `UPDATE refund_requests
       SET status = ?2, provider_refund_id = coalesce(?3, provider_refund_id), failure = ?4,
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

/** Every minute at first, then every half hour, then every six hours: banks take days. */
function nextCheckAt({ now }: PaymentContext, { created_at }: RefundRequest): Date {
  const nowMs = now().getTime()
  const ageMs = nowMs - Date.parse(created_at)
  return new Date(
    nowMs +
      (ageMs < 10 * minuteMs ? minuteMs : ageMs < maxIntervalMs ? 30 * minuteMs : maxIntervalMs),
  )
}
