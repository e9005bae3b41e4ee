import { readFileSync, readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'

const folder = 'product-api/migrations'
const migrations = readdirSync(folder).sort()
const at = '2026-11-21T00:00:00.000Z'

// Migrations of stored data, applied to rows from before.

it('moves the texts of rulings and reports to JSON and leaves the old columns readable', () => {
  const database = new DatabaseSync(':memory:')
  const apply = (names: readonly string[]) => {
    for (const name of names) database.exec(readFileSync(`${folder}/${name}`, 'utf8'))
  }
  const index = migrations.indexOf('0011_ruling_texts.sql')
  apply(migrations.slice(0, index))
  database.exec(`PRAGMA foreign_keys = OFF;
    INSERT INTO key_rulings (
      question_id, kind, award, reason_kn, reason_en, reason_te, decided_at)
    VALUES (1, 'cancel', 'all', 'ರದ್ದು', 'Cancelled', 'రద్దు', '${at}');
    INSERT INTO question_reports (
      document_id, question_id, locale, reason, message, status, outcome_kn, outcome_en,
      outcome_te, created_at, closed_at)
    VALUES ('closed', 1, 'kn', 'key', '', 'declined', 'ಸರಿ', 'Right', 'సరి', '${at}', '${at}'),
      ('open', 1, 'kn', 'key', '', 'open', NULL, NULL, NULL, '${at}', NULL);`)
  apply(migrations.slice(index))
  const ruling = database.prepare('SELECT reason, reason_te FROM key_rulings').get()
  expect(JSON.parse(String(ruling?.reason))).toEqual({ kn: 'ರದ್ದು', en: 'Cancelled', te: 'రద్దు' })
  expect(ruling?.reason_te).toBe('రద్దు')
  const reports = database
    .prepare('SELECT document_id, outcome ->> ? AS text, outcome_kn FROM question_reports')
    .all('en')
  expect(reports).toEqual([
    { document_id: 'closed', text: 'Right', outcome_kn: 'ಸರಿ' },
    { document_id: 'open', text: null, outcome_kn: null },
  ])
})

it('keeps invoices, their mails and their triggers when exports get a country', () => {
  const database = new DatabaseSync(':memory:')
  const apply = (names: readonly string[]) => {
    for (const name of names) database.exec(readFileSync(`${folder}/${name}`, 'utf8'))
  }
  const index = migrations.indexOf('0104_payer_country.sql')
  apply(migrations.slice(0, index))
  database.exec(`PRAGMA foreign_keys = ON;
    INSERT INTO subscription_plans (document_id, slug, days, position, digest, created_at,
      updated_at) VALUES ('p', 'p', 30, 0, '', '${at}', '${at}');
    INSERT INTO payment_transactions (id, plan_id, plan, lines, amount_minor, currency, exponent,
      locale, provider, provider_expires_at, state, idem_create, idem_capture, return_nonce,
      receipt_year, receipt_n, paid_at, created_at, updated_at)
    SELECT '01MIGRATED0000000000000000', id, '{}', '[]', 499, 'USD', 2, 'kn', 'paypal', '${at}',
      'paid', 'c', 'p', 'n', 2026, 1, '${at}', '${at}', '${at}' FROM subscription_plans;
    INSERT INTO tax_documents (id, kind, gstin, fiscal_year, n, transaction_id, issued_at,
      issued_on, seller, plan, place_of_supply, supply, percent, currency, amount_minor,
      taxable_minor, cgst_minor, sgst_minor, igst_minor)
    VALUES (7, 'invoice', '29AAGCB7383J1Z4', 2026, 1, '01MIGRATED0000000000000000', '${at}',
      '2026-11-21', '{}', '{}', '96', 'export', 0, 'USD', 499, 499, 0, 0, 0);
    INSERT INTO tax_document_mails (document_id, created_at) VALUES (7, '${at}');`)
  database.exec('BEGIN')
  apply(migrations.slice(index, index + 1))
  database.exec('COMMIT')
  const invoice = database.prepare('SELECT * FROM tax_documents').get()
  expect(invoice).toMatchObject({ id: 7, n: 1, country: null, amount_minor: 499 })
  expect(database.prepare('SELECT document_id FROM tax_document_mails').all()).toEqual([
    { document_id: 7 },
  ])
  expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([])
  for (const change of ['UPDATE tax_documents SET n = 2', 'DELETE FROM tax_documents'])
    expect(() => database.exec(change)).toThrow('only added to')
  const copy = (more: string) =>
    `INSERT INTO tax_documents SELECT 8, 'credit-note', gstin, fiscal_year, n, transaction_id,
       issued_at, issued_on, seller, plan, ${more}, percent, currency, amount_minor, taxable_minor,
       cgst_minor, sgst_minor, igst_minor FROM tax_documents`
  for (const wrong of [
    `'29', 'US', 'intra-state'`,
    `'96', 'IN', 'export'`,
    `'96', 'USA', 'export'`,
  ])
    expect(() => database.exec(copy(wrong))).toThrow('CHECK constraint failed')
  database.exec(copy(`'96', 'US', 'export'`))
})
