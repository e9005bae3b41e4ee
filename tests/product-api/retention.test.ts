import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { retentionPeriods, type RetentionPeriod } from '../../domain/retention.ts'
import { changeLifetimeSeconds } from '../../product-api/identity/contact-changes.ts'
import { codeLifetimeSeconds } from '../../product-api/identity/phone-codes.ts'
import { refreshTokenDays } from '../../product-api/identity/sessions.ts'
import { parentCodeSeconds } from '../../product-api/privacy/parent-codes.ts'
import {
  bucketDataKinds,
  personalDataKinds,
  retention,
  sweepStatements,
} from '../../product-api/retention.ts'
import worker from '../../product-api/worker.ts'
import { personalTables } from '../support/planted-person.ts'
import { database } from '../support/product-api.ts'

/** Tables that SQLite, FTS5, D1 and the migrations make for themselves. */
const internal = /^(sqlite_|_cf_|d1_migrations|search_(index_|words))/

async function tables(): Promise<string[]> {
  const { results } = await database()
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`)
    .all<{ name: string }>()
  return results.map(({ name }) => name).filter((name) => !internal.test(name))
}

const swept = retention.flatMap((entry) => (entry.keeps === 'sweep' ? [entry] : []))

describe('retention', () => {
  it('is stated once for every table of the schema, and for no other', async () => {
    expect(retention.map(({ table }) => table).sort()).toEqual(await tables())
  })

  it('of rows that go with another row is a foreign key that deletes them', async () => {
    for (const entry of retention) {
      if (entry.keeps !== 'with') continue
      const { results } = await database()
        .prepare(`SELECT "table" AS owner, on_delete FROM pragma_foreign_key_list(?)`)
        .bind(entry.table)
        .all<{ owner: string; on_delete: string }>()
      for (const owner of entry.owner.split(', '))
        expect([entry.table, results]).toEqual([
          entry.table,
          expect.arrayContaining([{ owner, on_delete: 'CASCADE' }]),
        ])
    }
  })

  it('of every table about persons is one that the privacy policy states', async () => {
    expect(Object.keys(personalDataKinds).sort()).toEqual(await personalTables())
    const stated = [...Object.values(personalDataKinds), ...Object.values(bucketDataKinds)]
    expect(new Set(stated)).toEqual(new Set(Object.keys(retentionPeriods)))
    for (const entry of retention) {
      const kind = personalDataKinds[entry.table]
      if (kind === undefined) continue
      const period: RetentionPeriod = retentionPeriods[kind]
      if (entry.keeps === 'accounting') expect([entry.table, period]).toHaveProperty('1.years')
      // What expires by itself: its own limit is at most the period.
      else if (entry.keeps === 'sweep' && kind !== 'guest' && kind !== 'devices')
        expect([entry.table, period]).toEqual([
          entry.table,
          { days: Math.max(entry.days, kind === 'codes' ? 1 : 0) },
        ])
    }
    expect(retentionPeriods.devices.days).toBe(refreshTokenDays + 1)
    for (const seconds of [codeLifetimeSeconds, changeLifetimeSeconds, parentCodeSeconds])
      expect(seconds).toBeLessThanOrEqual(retentionPeriods.codes.days * 86_400)
  })

  it('of every table with rows of persons is not "content"', async () => {
    for (const { table, keeps } of retention) {
      const { results } = await database()
        .prepare('SELECT name FROM pragma_table_info(?)')
        .bind(table)
        .all<{ name: string }>()
      const isAboutPersons = results.some(({ name }) => /^(user_id|guest_id|phone)$/.test(name))
      if (isAboutPersons) expect([table, keeps]).not.toEqual([table, 'content'])
    }
  })

  it.each(swept)('of $table is swept by an index, a few rows at a time', async ({ table }) => {
    const { results } = await database()
      .prepare(`EXPLAIN QUERY PLAN ${sweepTextOf(table)}`)
      .bind('2026-01-01T00:00:00.000Z', 1)
      .all<{ detail: string }>()
    const steps = results.map(({ detail }) => detail)
    expect(steps.filter((step) => /^SCAN/.test(step))).toEqual([])
    expect(steps.join('\n')).toMatch(/USING ((COVERING )?INDEX|PRIMARY KEY)/)
    expect(steps.join('\n')).not.toContain('TEMP B-TREE')
  })

  it('is enforced by the cron trigger: what is due goes, all else stays', async () => {
    const db = database()
    const now = Date.now()
    const ago = (days: number) => new Date(now - days * 86_400_000).toISOString()
    for (const [id, days] of [
      ['old', 1],
      ['young', -1],
    ] as const) {
      const insert = (sql: string, ...values: (string | number | null)[]) =>
        db
          .prepare(sql)
          .bind(...values)
          .run()
      const at = (retentionDays: number) => ago(retentionDays + days)
      await insert('INSERT INTO imports VALUES (?, ?)', id, at(1))
      await insert('INSERT INTO guests VALUES (?, ?, ?)', id, at(0), at(0))
      await insert(
        'INSERT INTO one_time_codes VALUES (?, ?, ?, 0, ?, ?)',
        ...[`+91${id}`, '', 'd', at(0), at(0)],
      )
      await insert('INSERT INTO rate_limits VALUES (?, 1, ?)', id, at(0))
      await insert(`INSERT INTO phone_codes VALUES (?, 'd', 0, ?, ?)`, id, at(0), at(0))
      await insert(
        `INSERT INTO front_end_logs (document_id, log_json, log_time, request_id, created_at)
         VALUES (?, '', '', '', ?)`,
        ...[id, at(0)],
      )
      const { meta } = await db
        .prepare(
          `INSERT INTO users (document_id, username, provider, created_at, updated_at)
           VALUES (?, ?, 'local', '', '')`,
        )
        .bind(id, `user-${id}`)
        .run()
      const user = meta.last_row_id
      await insert('INSERT INTO reset_codes VALUES (?, ?, ?)', id, user, at(0))
      await insert(`INSERT INTO contact_changes VALUES (?, 'email', '', '', 0, ?)`, user, at(0))
      await insert(`INSERT INTO parent_codes VALUES (?, 'email', '', '', 0, ?)`, user, at(0))
      await insert('INSERT INTO used_passkey_challenges VALUES (?, ?)', id, at(0))
      await insert(
        `INSERT INTO push_devices VALUES (?, ?, NULL, ?, '', '', '', '', ?, NULL)`,
        ...[id, user, id, at(365)],
      )
      await insert(
        `INSERT OR IGNORE INTO live_mocks (slug, test_id, titles, abouts, exams, bell_at, minutes,
           latest_minutes, results_at, head, sealed, sealed_bytes, sealed_digest,
           withdrawn_at, created_at, updated_at)
         SELECT ?, t.id, '{}', '{}', '[]', '2020', 60, 30, '2021', '{}', '', 0, '', '2020',
           '', '' FROM practice_tests t WHERE t.id NOT IN (SELECT test_id FROM live_mocks) LIMIT 1`,
        id,
      )
      await insert(`INSERT INTO reminder_events VALUES ('result', ?, '', ?, 0)`, id, at(30))
      await insert(
        `INSERT INTO auth_events VALUES (?, '', 'registered', 1, '', 'phone', ?)`,
        ...[user, at(365)],
      )
      await insert(`INSERT INTO csp_reports VALUES (?, ?, '', '', 1)`, at(30).slice(0, 10), id)
      await insert(
        `INSERT INTO crash_groups (message, part, page, count, first_release, first_at,
           last_release, last_at) VALUES (?, '', '', 1, '', '', '', ?)`,
        ...[id, at(90)],
      )
      await insert(
        `INSERT INTO sessions VALUES (?, ?, 'phone', '', ?, ?, NULL, NULL)`,
        ...[id, user, at(31), at(31)],
      )
      await insert(
        `INSERT INTO sessions VALUES (?, ?, 'browser', '', ?, ?, NULL, NULL)`,
        ...[`of-token-${id}`, user, ago(0), ago(0)],
      )
      await insert(
        'INSERT INTO refresh_tokens VALUES (?, ?, ?, NULL, NULL)',
        ...[id, `of-token-${id}`, at(0)],
      )
      await insert('INSERT INTO provider_tokens VALUES (?, ?, ?)', id, '', at(0))
      await insert(
        `INSERT INTO operators (name, role, created_at) VALUES (?, 'author', '')`,
        `operator-${id}`,
      )
      await insert(
        `INSERT INTO operator_invitations
         SELECT ?, max(id), NULL, ? FROM operators`,
        ...[id, at(0)],
      )
      await insert(
        `INSERT INTO operator_sessions SELECT ?, max(id), '', ? FROM operators`,
        ...[id, at(0)],
      )
      await insert(
        `INSERT INTO feedbacks (document_id, name, contact, message, url, locale, created_at)
         VALUES (?, '', '', 'm', '', 'kn', ?)`,
        ...[id, at(365)],
      )
      await insert(
        `INSERT INTO next_routes (document_id, message, type, url, user_id, created_at)
         VALUES (?, '', '', '', '', ?)`,
        ...[id, at(30)],
      )
      await insert(
        `INSERT INTO question_reports (document_id, question_id, locale, reason, message, status,
           created_at, closed_at)
         SELECT ?, id, 'kn', 'key', '', 'declined', ?, ? FROM questions LIMIT 1`,
        ...[id, at(730), at(730)],
      )
    }
    const count = async (table: string) =>
      (await db.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>())!.n
    // Rows of payments have tests of their own, where there are payments.
    const ofPayments = ['payment_handoffs', 'tax_document_mails']
    const names = swept.map(({ table }) => table).filter((table) => !ofPayments.includes(table))
    const before = Object.fromEntries(
      await Promise.all(names.map(async (table) => [table, await count(table)] as const)),
    )
    const context = createExecutionContext()
    worker.scheduled({} as ScheduledController, env as never, context)
    await waitOnExecutionContext(context)
    for (const table of names)
      expect([table, await count(table)]).toEqual([table, before[table]! - 1])
  })
})

/** The statement that sweeps a table. */
function sweepTextOf(table: string): string {
  const texts: string[] = []
  const statement = { bind: () => statement }
  sweepStatements(
    { prepare: (text: string) => (texts.push(text), statement) } as never,
    new Date('2026-11-22T00:00:00.000Z'),
  )
  return texts.find((text) => text.includes(`DELETE FROM ${table} `))!
}
