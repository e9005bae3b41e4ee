import { failed, ok, type Result } from '../../../domain/result.ts'
import { insertLedgerEntry } from '../ledger/entries.ts'
import type { PaymentContext } from '../payment-context.ts'
import type { ReportItem } from './report-checks.ts'
import { reasonText } from './reason.ts'

/** What a report's item is about: what it names, else its transaction. */
export const subjectOf = ({ transaction, subject }: ReportItem) => subject ?? transaction ?? ''

const kindOfEntry = 'acknowledged'

/** Records that the operator knows of a discrepancy that nothing can mend, and why. The report no
 *  longer shows it. Cost: one write. */
export async function acknowledge(
  { db, now }: PaymentContext,
  kind: string,
  subject: string,
  givenReason: string,
): Promise<Result<null, 'no-reason'>> {
  const reason = reasonText(givenReason)
  if (reason === null) return failed('no-reason')
  const transaction = await db
    .prepare('SELECT id, provider FROM payment_transactions WHERE id = ?')
    .bind(subject)
    .first<{ id: string; provider: string }>()
  await insertLedgerEntry(db, {
    transactionId: transaction?.id ?? null,
    provider: transaction?.provider ?? 'operator',
    kind: kindOfEntry,
    cause: 'operator',
    detail: JSON.stringify({ kind, subject, reason }),
    at: now(),
  }).run()
  return ok(null)
}

/** Leaves out the items that were acknowledged. */
export async function withoutAcknowledged(
  { db }: PaymentContext,
  items: readonly ReportItem[],
): Promise<ReportItem[]> {
  const { results } = await db
    .prepare(
      `SELECT detail ->> 'kind' AS kind, detail ->> 'subject' AS subject
       FROM payment_events WHERE kind = ?`,
    )
    .bind(kindOfEntry)
    .all<{ kind: string; subject: string }>()
  const known = new Set(results.map(({ kind, subject }) => `${kind}\n${subject}`))
  return items.filter((item) => !known.has(`${item.kind}\n${subjectOf(item)}`))
}
