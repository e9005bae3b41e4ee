import type { Database, PreparedStatement } from '../../database.ts'
import { mailGateway } from '../../identity/message-gateways.ts'
import { identitySettings, type IdentityBindings } from '../../identity/settings.ts'
import type { Locale } from '../../../domain/locale.ts'
import { alertOperator } from '../ledger/entries.ts'
import type { Transaction } from '../ledger/transactions.ts'
import type { WriteGuard } from '../ledger/write-guard.ts'
import type { PaymentContext } from '../payment-context.ts'
import { documentMail } from './mail-texts.ts'
import { documentNumber, type TaxDocument, type TaxDocumentKind } from './tax-documents.ts'

/** Mails per run of the cron trigger; the rest is sent by the next run, a minute later. */
const maxMails = 20
/** Tries with growing pauses, altogether about 17 hours. */
const maxTries = 8

/** A member's address counts as confirmed as in `users.confirmed`. */
const confirmedAddress = `u.email IS NOT NULL AND u.confirmed = 1`

/** Queues the mail of a document that the same batch issues, if the payer has a confirmed
 *  address. */
export const queueDocumentMail = (
  db: Database,
  row: Transaction,
  kind: TaxDocumentKind,
  { writtenBy, at }: WriteGuard,
): PreparedStatement =>
  db
    .prepare(
      `INSERT INTO tax_document_mails (document_id, next_try_at, created_at)
       SELECT d.id, ?3, ?3 FROM tax_documents d
       JOIN payment_transactions t ON t.id = d.transaction_id
       JOIN users u ON u.id = t.user_id
       WHERE d.transaction_id = ?1 AND d.kind = ?2 AND d.issued_at = ?3 AND t.written_by = ?4
         AND ${confirmedAddress}
       ON CONFLICT DO NOTHING`,
    )
    .bind(row.id, kind, at, writtenBy)

/** Sends the mails that are due, each once. A mail whose sending failed, or was cut off, is sent
 *  again later under the same idempotency key. Without a mail gateway they stay queued. Cost: one
 *  call to the gateway for each mail. */
export async function sendDueDocumentMails(context: PaymentContext, env: IdentityBindings) {
  const settings = identitySettings(env)
  if (!settings.mail) return
  const gateway = mailGateway(settings)
  for (const { document_id: id, tries } of await claimDueMails(context)) {
    const mail = await mailOf(context, id)
    if (mail)
      try {
        const { to, subject, text } = mail
        await gateway.sendMail(to, subject, text, { idempotencyKey: `tax-document-${id}` })
      } catch (error) {
        if (tries < maxTries) continue
        alertOperator('mail of a tax document failed', { document: id, because: String(error) })
      }
    await finishMail(context, id, mail !== null)
  }
}

/** Claims due mails by making them due later, so that overlapping runs never send one twice. */
async function claimDueMails({ db, now }: PaymentContext) {
  const { results } = await db
    .prepare(
      `UPDATE tax_document_mails
       SET tries = tries + 1,
         next_try_at = strftime('%Y-%m-%dT%H:%M:%fZ', ?1,
           '+' || (5 * (tries + 1) * (tries + 1)) || ' minutes')
       WHERE document_id IN (
         SELECT document_id FROM tax_document_mails WHERE next_try_at <= ?1
         ORDER BY next_try_at LIMIT ?2)
       RETURNING document_id, tries`,
    )
    .bind(now().toISOString(), maxMails)
    .all<{ document_id: number; tries: number }>()
  return results
}

/** The mail of a document; null if its payer has deleted the account or has no confirmed address
 *  any more. */
async function mailOf({ db, settings }: PaymentContext, id: number) {
  const row = await db
    .prepare(
      `SELECT d.*, t.locale, u.email, u.name,
         (SELECT json_object('kind', i.kind, 'fiscal_year', i.fiscal_year, 'n', i.n)
          FROM tax_documents i
          WHERE i.transaction_id = d.transaction_id AND i.kind = 'invoice') AS invoice
       FROM tax_documents d
       JOIN payment_transactions t ON t.id = d.transaction_id
       JOIN users u ON u.id = t.user_id
       WHERE d.id = ?1 AND ${confirmedAddress}`,
    )
    .bind(id)
    .first<TaxDocument & { locale: Locale; email: string; name: string | null; invoice: string }>()
  if (!row) return null
  const invoiceNumber = documentNumber(
    JSON.parse(row.invoice) as Pick<TaxDocument, 'kind' | 'fiscal_year' | 'n'>,
  )
  const [siteOrigin = null] = settings.SITE_ORIGINS
  const buyer = [row.name, row.email].filter((part) => part !== null).join(', ')
  return { to: row.email, ...documentMail({ row, invoiceNumber, buyer, siteOrigin }, row.locale) }
}

const finishMail = ({ db, now }: PaymentContext, id: number, isSent: boolean) =>
  db
    .prepare(
      'UPDATE tax_document_mails SET next_try_at = NULL, sent_at = ?2 WHERE document_id = ?1',
    )
    .bind(id, isSent ? now().toISOString() : null)
    .run()
