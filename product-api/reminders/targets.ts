import type { Translations } from '../../domain/locale.ts'
import type { Database } from '../database.ts'
import type { ChoiceRow } from './choices.ts'
import type { DeviceRow } from './devices.ts'

/** A reminder that was claimed, and to whom it goes. */
export type Target = ChoiceRow & {
  subject: string
  tries: number
  expires_at: string
  /** A confirmed address, if the reader wants mails; null: none. */
  email: string | null
  /** The app's device token. */
  device_id: string | null
  /** 0 for members who are blocked, or who may not agree (privacy/privacy-choices.ts). */
  is_allowed: number
  devices: DeviceRow[]
}

/** What a text about a live mock says. */
export type ReminderMock = { slug: string; titles: Translations<string>; bellAt: string }

const maxPerRun = 100

/** Claims due reminders by making them due later, so that overlapping runs never send one twice,
 *  and reads to whom they go. Cost: three statements. */
export async function claimDueReminders(db: Database, now: Date): Promise<Target[]> {
  const { results: claimed } = await db
    .prepare(
      `UPDATE due_reminders
       SET tries = tries + 1,
         next_try_at = strftime('%Y-%m-%dT%H:%M:%fZ', ?1,
           '+' || (2 * (tries + 1) * (tries + 1)) || ' minutes')
       WHERE (choice, subject) IN (
         SELECT choice, subject FROM due_reminders WHERE next_try_at <= ?1
         ORDER BY next_try_at LIMIT ?2)
       RETURNING choice, subject, tries, expires_at`,
    )
    .bind(now.toISOString(), maxPerRun)
    .all<{ choice: number; subject: string; tries: number; expires_at: string }>()
  if (claimed.length === 0) return []
  const numbers = JSON.stringify([...new Set(claimed.map(({ choice }) => choice))])
  const [choices, devices] = await db.batch<unknown>([
    db.prepare(selectChoices).bind(numbers),
    db.prepare(selectDevices).bind(numbers),
  ])
  type Choice = Omit<Target, 'subject' | 'tries' | 'expires_at' | 'devices'>
  const byNumber = new Map((choices?.results as Choice[]).map((choice) => [choice.n, choice]))
  const known = devices?.results as (DeviceRow & { choice: number })[]
  return claimed.flatMap(({ choice, ...due }) => {
    const row = byNumber.get(choice)
    if (!row) return []
    return [{ ...row, ...due, devices: known.filter((device) => device.choice === choice) }]
  })
}

const selectChoices = `
SELECT c.*, u.device_id,
  iif(u.confirmed = 1 AND c.by_mail = 1, u.email, NULL) AS email,
  (c.user_id IS NULL OR (u.blocked = 0 AND (u.age_band = 'adult'
    OR (u.age_band = 'minor' AND p.parent_contact IS NOT NULL)))) AS is_allowed
FROM json_each(?1) j JOIN reminder_choices c ON c.n = j.value
LEFT JOIN users u ON u.id = c.user_id LEFT JOIN privacy_choices p ON p.user_id = c.user_id`

const selectDevices = `
SELECT c.n AS choice, d.* FROM json_each(?1) j JOIN reminder_choices c ON c.n = j.value
JOIN push_devices d ON d.user_id = c.user_id
UNION ALL
SELECT c.n AS choice, d.* FROM json_each(?1) j JOIN reminder_choices c ON c.n = j.value
JOIN push_devices d ON d.guest_id = c.guest_id`

/** The live mocks of reminders, by slug, without withdrawn ones. */
export async function mocksOf(
  db: Database,
  targets: readonly Target[],
): Promise<ReadonlyMap<string, ReminderMock>> {
  const slugs = targets.filter(({ kind }) => kind !== 'cards').map(({ subject }) => subject)
  if (slugs.length === 0) return new Map()
  const { results } = await db
    .prepare(
      `SELECT slug, titles, bell_at FROM live_mocks
       WHERE slug IN (SELECT value FROM json_each(?)) AND withdrawn_at IS NULL`,
    )
    .bind(JSON.stringify(slugs))
    .all<{ slug: string; titles: string; bell_at: string }>()
  return new Map(
    results.map(({ slug, titles, bell_at }) => [
      slug,
      { slug, titles: JSON.parse(titles) as Translations<string>, bellAt: bell_at },
    ]),
  )
}
