import { alertOperator, entered, type Cause } from './ledger.ts'
import { leaseMs } from '../polling-schedule.ts'
import { proven, stepOf, type Finding } from './state.ts'
import { providerOf, type Till } from '../providers/provider.ts'
import { isLeased, standingOf, transactionBy, type Transaction } from './transactions.ts'
import { write } from './write.ts'

/** Whoever loses a race looks again; more often than this nobody loses. */
const mostRounds = 4

/** The one function that finds out what became of a transaction and makes it so, for whoever asks: a return, a page, a webhook,
 *  the clock, a person. Safe to call at any time, by any number at once. `heard`: a finding that is proved already.
 *  Errors: none but those of the database. Cost: a provider's call or two; none for what cannot change any more. */
export async function settle(
  till: Till,
  id: string,
  cause: Cause,
  heard: Finding | null = null,
): Promise<Transaction | null> {
  let isHalfDone = false
  for (let round = 0; round < mostRounds; round += 1) {
    const row = await transactionBy(till.db, 'id', id)
    if (!row || !(isHalfDone || isWorthAsking(row, cause, till.now()))) return row
    const { claimed, finding } = heard
      ? { claimed: row, finding: heard }
      : await findOut(till, row, cause)
    const step = stepOf(standingOf(claimed, till.now()), finding, cause === 'operator')
    const written = await write(till, claimed, { finding, step, cause })
    if (!written) continue
    tell(row, written, finding)
    // Paid and given back before anybody looked: the second half.
    isHalfDone = finding.kind === 'refunded' && step.is === 'captured'
    if (!isHalfDone) return written
  }
  return transactionBy(till.db, 'id', id)
}

function isWorthAsking(row: Transaction, cause: Cause, now: Date): boolean {
  if (row.state === 'refunded' || row.state === 'reversed') return false
  if (row.state === 'review') return cause === 'operator'
  // What was paid changes only by being given back: a payer who reloads asks nobody.
  if (proven.includes(row.state) && !['webhook', 'clock', 'operator'].includes(cause)) return false
  // Somebody is taking the money at this moment, or has started to make the order.
  return !isLeased(row, now)
}

/** Asks the provider, and takes the money of an approved order once it has been claimed for this one caller. */
async function findOut(
  till: Till,
  row: Transaction,
  cause: Cause,
): Promise<{ claimed: Transaction; finding: Finding }> {
  const provider = providerOf(row)
  // Nobody was sent to the provider yet.
  if (row.state === 'created' && row.redirect_url === null)
    return { claimed: row, finding: { kind: 'open', isTrying: false } }
  const finding = await provider.look(till, row)
  const isOurs = row.state !== 'failed' && !proven.includes(row.state)
  if (finding.kind !== 'approved' || !isOurs) return { claimed: row, finding }
  // What was declined is not tried again only because somebody reloads a page; a payer who came back may have chosen another card.
  if (row.failure === 'declined' && cause === 'page')
    return { claimed: row, finding: { kind: 'open', isTrying: false } }
  const claimed = await claim(till, row, cause)
  if (claimed) return { claimed, finding: await provider.capture(till, claimed) }
  return {
    claimed: row,
    finding: (await isSuperseded(till, row)) ? { kind: 'superseded' } : finding,
  }
}

/** Claims the right to capture for a minute: one caller at a time, and not while another payment for the same plan is being taken or
 *  looked into, nor once one that was begun no earlier has been: the payer went back and began anew. */
async function claim(till: Till, row: Transaction, cause: Cause): Promise<Transaction | null> {
  const now = till.now()
  const writtenBy = crypto.randomUUID()
  const [claimed] = await till.db.batch<Transaction>([
    till.db
      .prepare(
        `UPDATE payment_transactions AS t
         SET state = 'capturing', lease_until = ?3, next_check_at = ?3, state_version = state_version + 1, written_by = ?4, updated_at = ?5
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
    entered(
      till.db,
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

async function isSuperseded(till: Till, row: Transaction): Promise<boolean> {
  const other = await till.db
    .prepare(
      `SELECT 1 FROM payment_transactions WHERE user_id = ? AND plan_id = ? AND id <> ? AND paid_at >= ? LIMIT 1`,
    )
    .bind(row.user_id, row.plan_id, row.id, row.created_at)
    .first()
  return other !== null
}

function tell(before: Transaction, after: Transaction, finding: Finding) {
  const about = { transaction: after.id, provider: after.provider, state: after.state }
  if (finding.kind === 'mismatch') alertOperator('mismatch', { ...about, what: finding.what })
  if (finding.kind === 'unknown' && /^status 40[13]|^UNAUTH|PERMISSION/.test(finding.because))
    alertOperator('credentials refused', { ...about, because: finding.because })
  if (
    finding.kind === 'pending' &&
    finding.because === 'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION'
  )
    alertOperator('accept the payment in the PayPal account', about)
  if (before.state !== 'paid' && after.state === 'paid' && after.user_id === null)
    alertOperator('paid by an erased account', about)
}
