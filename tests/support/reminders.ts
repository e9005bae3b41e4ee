import type { ReminderKind } from '../../domain/reminders.ts'
import type { Locale } from '../../domain/locale.ts'
import { emulatorVapidKeys } from '../../emulators/push/keys.ts'
import { call, fetchFromEmulator, newMember, send } from './emulated-product-api.ts'
import { database } from './product-api.ts'

// Readers, live mocks and the stand-in for push services, for the tests of reminders.

export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }
export type Reader = {
  name: string
  jwt: string
  /** Of a member. */
  id: number
  device: Subscription | null
}

const service = 'https://messages.test/push-service'
const request = (path: string, init?: RequestInit) =>
  fetchFromEmulator(new Request(service + path, init))
const post = (path: string, body: object) =>
  request(path, { method: 'POST', body: JSON.stringify(body) })

/** A browser subscribes, with the site's key. */
export const subscribe = async (): Promise<Subscription> =>
  (await post('/devices', { vapidKey: emulatorVapidKeys.publicKey })).json()

export const pushServiceAnswers = (mode: string, retryAfter: number | null = null) =>
  post('/faults', { mode, retryAfter })

export type Received = {
  message: Record<'title' | 'body' | 'url' | 'tag' | 'lang' | 'end' | 'endLabel', string>
  bytes: number
  ttl: number
  topic: string
  urgency: string
}

/** What the reader's device received and decrypted. */
export async function messagesTo({ device }: Reader): Promise<Received[]> {
  if (!device) return []
  return (await request(`/messages.json?endpoint=${encodeURIComponent(device.endpoint)}`)).json()
}

let readers = 0

/** A member of 18 or over. */
export async function adult(): Promise<Reader> {
  const { jwt, user } = await newMember()
  await database().prepare(`UPDATE users SET age_band = 'adult' WHERE id = ?`).bind(user.id).run()
  return { name: `reader-${(readers += 1)}`, jwt, id: user.id, device: null }
}

export async function guest(): Promise<Reader> {
  const { jwt } = await call('GET', '/api/guest/token')
  return { name: `guest-${(readers += 1)}`, jwt, id: 0, device: null }
}

/** Agrees to a kind, by default with a device of the reader's own. */
export async function agree(
  reader: Reader,
  kind: ReminderKind,
  more: { exam?: string; locale?: Locale; device?: Subscription } = {},
): Promise<Response> {
  reader.device ??= more.device ?? (await subscribe())
  const body = { kind, locale: 'kn', device: reader.device, ...more }
  return send('/api/reminders', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${reader.jwt}` },
    body: JSON.stringify(body),
  })
}

/** The endpoints to which reminders of the reader go. */
export async function devicesOf({ id, jwt }: Reader): Promise<string[]> {
  const { results } = await database()
    .prepare('SELECT endpoint FROM push_devices WHERE user_id = ?')
    .bind(id)
    .all<{ endpoint: string }>()
  const { data } = await call('GET', '/api/reminders', { jwt })
  const listed = (data as unknown as { devices: unknown[] }).devices
  if (listed.length !== results.length) throw new Error('the list of devices differs')
  return results.map(({ endpoint }) => endpoint)
}

let mocks = 0

/** A live mock in the database, without a paper. -> its slug */
export async function newLiveMock({
  bell,
  exams = ['vao-paper-1'],
}: {
  bell: Date
  exams?: string[]
}): Promise<string> {
  const slug = `reminded-${(mocks += 1)}`
  const titles = JSON.stringify({
    ...{ kn: `ಪರೀಕ್ಷೆ ${mocks}`, en: `Mock ${mocks}`, te: `పరీక్ష ${mocks}` },
  })
  const test = await database()
    .prepare(
      `SELECT id FROM practice_tests
       WHERE id NOT IN (SELECT test_id FROM live_mocks) LIMIT 1`,
    )
    .first<{ id: number }>()
  await database()
    .prepare(
      `INSERT INTO live_mocks (slug, test_id, titles, abouts, exams, bell_at, minutes,
         latest_minutes, results_at, head, sealed, sealed_bytes, sealed_digest, created_at,
         updated_at)
       VALUES (?1, ?2, ?3, '{}', ?4, ?5, 60, 30, ?6, '{}', '', 0, '', ?5, ?5)`,
    )
    .bind(
      ...[slug, test!.id, titles, JSON.stringify(exams), bell.toISOString()],
      new Date(bell.getTime() + 86_400_000).toISOString(),
    )
    .run()
  return slug
}

export const publish = (slug: string, at: Date) =>
  database()
    .prepare('UPDATE live_mocks SET published_at = ? WHERE slug = ?')
    .bind(at.toISOString(), slug)
    .run()

/** The reader takes part in a live mock. */
export const enter = ({ id }: Reader, slug: string) =>
  database()
    .prepare(
      `INSERT INTO live_entries (id, slug, user_id, locale, exam, created_at)
       VALUES (?, ?, ?, 'kn', 'vao-paper-1', '2026-12-01T00:00:00.000Z')`,
    )
    .bind(crypto.randomUUID(), slug, id)
    .run()
