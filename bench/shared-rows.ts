import { randomUUID } from 'node:crypto'
import type { Database } from '../product-api/database.ts'
import { startSession } from '../product-api/identity/sessions.ts'
import { insertUser } from '../product-api/identity/users.ts'

// Rows of the product database whose reads are measured (shared-costs.ts).

/** A member with a session. */
export async function newSession(
  db: Database,
  now: Date,
): Promise<{ id: number; sessionId: string; refreshToken: string }> {
  const user = await insertUser(db, { provider: 'phone', confirmed: true, source: '' }, now)
  if (!user) throw new Error('No member was inserted')
  const device = { deviceKind: 'phone', userAgent: 'bench' } as const
  return { id: user.id, ...(await startSession(db, user.id, device, now)) }
}

/** A live mock of a test with so many entries of guests. Returns the ids of the entries. */
export async function newEntries(
  db: Database,
  { testId, head, count }: { testId: number; head: string; count: number },
  now: Date,
): Promise<string[]> {
  const slug = `bench-${randomUUID().slice(0, 8)}`
  const at = now.toISOString()
  const later = new Date(now.getTime() + 9e6).toISOString()
  const text = JSON.stringify({ kn: slug, en: slug, te: slug })
  await db
    .prepare(
      `INSERT INTO live_mocks (slug, test_id, titles, abouts, exams, bell_at, minutes,
         latest_minutes, results_at, head, sealed, sealed_bytes, sealed_digest, created_at,
         updated_at)
       VALUES (?1, ?2, ?3, ?3, '[]', ?4, 95, 15, ?5, ?6, '', 0, '', ?4, ?4)`,
    )
    .bind(slug, testId, text, at, later, head)
    .run()
  const entries = Array.from({ length: count }, () => ({ id: randomUUID(), guest: randomUUID() }))
  await db.batch(
    entries.flatMap(({ id, guest }) => [
      db
        .prepare('INSERT INTO guests (id, created_at, expires_at) VALUES (?, ?, ?)')
        .bind(guest, at, later),
      db
        .prepare(
          `INSERT INTO live_entries (id, slug, guest_id, locale, exam, created_at)
           VALUES (?, ?, ?, 'kn', 'vao', ?)`,
        )
        .bind(id, slug, guest, at),
    ]),
  )
  return entries.map(({ id }) => id)
}
