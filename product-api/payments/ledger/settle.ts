import { providerOf, type PaymentContext } from '../payment-context.ts'
import { alertOperator, insertLedgerEntry, type Cause } from './entries.ts'
import { leaseMs } from './polling-schedule.ts'
import { proven, stepOf, type Finding } from './state.ts'
import { isLeased, standingOf, transactionBy, type Transaction } from './transactions.ts'
import { writeStep } from './write-step.ts'

/** How often a caller tries again that lost a race against another. */
const maxRounds = 4

/** Finds out what became of a transaction and writes it, for every caller: return, page, webhook,
 *  cron trigger, operator. Safe to call at any time, by any number of callers at once.
 *  `knownFinding`: what is proved already, so the provider is not asked.
 *  Errors: none but those of the database. Cost: one or two calls to the provider; none where the
 *  state cannot change any more. */
export async function settle(
  context: PaymentContext,
  id: string,
  cause: Cause,
  knownFinding: Finding | null = null,
): Promise<Transaction | null> {
  let isHalfDone = false
  for (let round = 0; round < maxRounds; round += 1) {
    const row = await transactionBy(context.db, 'id', id)
    if (!row || !(isHalfDone || isWorthAsking(row, cause, context.now()))) return row
    const { claimed, finding } = knownFinding
      ? { claimed: row, finding: knownFinding }
      : await findOut(context, row, cause)
    const step = stepOf(standingOf(claimed, context.now()), finding, cause === 'operator')
    const written = await writeStep(context, claimed, { finding, step, cause })
    if (!written) continue
    alertAbout(context, row, written, finding)
    // Paid and refunded before anybody looked: the refund is the second half.
    isHalfDone = finding.kind === 'refunded' && step.ledgerKind === 'captured'
    if (!isHalfDone) return written
  }
  return transactionBy(context.db, 'id', id)
}

function isWorthAsking(row: Transaction, cause: Cause, now: Date): boolean {
  if (row.state === 'refunded' || row.state === 'reversed') return false
  if (row.state === 'review') return cause === 'operator'
  // A paid one changes only by a refund: a payer who reloads the page causes no call.
  if (proven.includes(row.state) && !['webhook', 'clock', 'operator'].includes(cause)) return false
  // Another caller is capturing at this moment, or creating the order.
  return !isLeased(row, now)
}

/** Asks the provider, and captures an approved order once this caller has claimed it. */
async function findOut(
  context: PaymentContext,
  row: Transaction,
  cause: Cause,
): Promise<{ claimed: Transaction; finding: Finding }> {
  const provider = providerOf(context, row)
  // Nobody was sent to the provider yet.
  if (row.state === 'created' && row.redirect_url === null)
    return { claimed: row, finding: { kind: 'open', isTrying: false } }
  const finding = await provider.fetchOrder(context, row)
  const mayCapture = row.state !== 'failed' && !proven.includes(row.state)
  if (finding.kind !== 'approved' || !mayCapture) return { claimed: row, finding }
  // A declined capture is not repeated because a page is reloaded; a payer who came back may have
  // chosen another card.
  if (row.failure === 'declined' && cause === 'page')
    return { claimed: row, finding: { kind: 'open', isTrying: false } }
  const claimed = await claimCapture(context, row, cause)
  if (claimed) return { claimed, finding: await provider.captureOrder(context, claimed) }
  return {
    claimed: row,
    finding: (await isSuperseded(context, row)) ? { kind: 'superseded' } : finding,
  }
}

/** Claims the right to capture for a minute: one caller at a time, not while another payment for
 *  the same plan is captured or reviewed, and not after one that was begun no earlier has been paid
 *  (the payer went back and began again). Returns the claimed row, or null. Cost: one batch. */
async function claimCapture(
  context: PaymentContext,
  row: Transaction,
  cause: Cause,
): Promise<Transaction | null> {
  const now = context.now()
  const writtenBy = crypto.randomUUID()
  const [claimed] = await context.db.batch<Transaction>([
    context.db
      .prepare(
        `UPDATE payment_transactions AS t
         SET state = 'capturing', lease_until = ?3, next_check_at = ?3,
           state_version = state_version + 1, written_by = ?4, updated_at = ?5
         WHERE id = ?1 AND state_version = ?2 AND NOT EXISTS (
           SELECT 1 FROM payment_transactions o
           WHERE o.user_id = t.user_id AND o.plan_id = t.plan_id AND o.id <> t.id
             AND (o.state IN ('capturing', 'pending', 'review') OR o.paid_at >= t.created_at))
         RETURNING *`,
      )
      .bind(
        row.id,
        row.state_version,
        new Date(now.getTime() + leaseMs).toISOString(),
        writtenBy,
        now.toISOString(),
      ),
    insertLedgerEntry(
      context.db,
      {
        transactionId: row.id,
        provider: row.provider,
        kind: 'claimed',
        cause,
        from: row.state,
        to: 'capturing',
        currency: row.currency,
        at: now,
      },
      { writtenBy },
    ),
  ])
  return claimed?.results[0] ?? null
}

async function isSuperseded(context: PaymentContext, row: Transaction): Promise<boolean> {
  const other = await context.db
    .prepare(
      `SELECT 1 FROM payment_transactions
       WHERE user_id = ? AND plan_id = ? AND id <> ? AND paid_at >= ? LIMIT 1`,
    )
    .bind(row.user_id, row.plan_id, row.id, row.created_at)
    .first()
  return other !== null
}

/** Alerts the operator to what only a person can resolve. */
function alertAbout(
  context: PaymentContext,
  before: Transaction,
  after: Transaction,
  finding: Finding,
) {
  const about = { transaction: after.id, provider: after.provider, state: after.state }
  if (finding.kind === 'mismatch') alertOperator('mismatch', { ...about, what: finding.what })
  if (finding.kind === 'unknown' && /^status 40[13]|^UNAUTH|PERMISSION/.test(finding.because))
    alertOperator('credentials refused', { ...about, because: finding.because })
  if (finding.kind === 'pending') {
    const action = providerOf(context, after).operatorActionFor(finding.because)
    if (action !== null) alertOperator(action, about)
  }
  if (before.state !== 'paid' && after.state === 'paid' && after.user_id === null)
    alertOperator('paid by an erased account', about)
}
