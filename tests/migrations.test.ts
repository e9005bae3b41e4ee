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
