import { dayInIndia } from '../../domain/india-time.ts'
import { afterQuietHours, nextMorning } from '../../domain/reminders.ts'
import type { Database, PreparedStatement } from '../database.ts'
import { mailGateway } from '../identity/message-gateways.ts'
import { identitySettings, type IdentityBindings } from '../identity/settings.ts'
import { sendAppPush } from './app-push.ts'
import { endTokenOf } from './end-token.ts'
import { endLabel, endPathOf, reminderMail, reminderText } from './reminder-texts.ts'
import { reminderSettings, isPushEndpoint, type ReminderBindings } from './settings.ts'
import { claimDueReminders, mocksOf, type ReminderMock, type Target } from './targets.ts'
import { sendWebPush, type Delivery } from './web-push.ts'

/** Tries with growing pauses, altogether about three hours. */
const maxTries = 6
const maxRetryAfterSeconds = 6 * 3600
const sentAtOnce = 5

type Sender = {
  db: Database
  env: IdentityBindings & ReminderBindings
  /** Signs the tokens that end reminders. */
  secret: string
  now: Date
}

/** Sends the reminders that are due, 100 in a run: to the reader's browsers, the app and, where it
 *  was chosen, by e-mail. Never within quiet hours, and one of a kind a day. What no service took
 *  is tried again with growing pauses; devices that do not exist any more are deleted. Cost: three
 *  statements, and for each reminder two and a request for each device. */
export async function sendDueReminders(
  db: Database,
  env: IdentityBindings & ReminderBindings,
  now: Date,
): Promise<void> {
  const [secret] = identitySettings(env).jwtSecrets
  if (secret === undefined) return
  const targets = await claimDueReminders(db, now)
  const mocks = await mocksOf(db, targets)
  const sender = { db, env, secret, now }
  for (let at = 0; at < targets.length; at += sentAtOnce)
    await Promise.all(
      targets.slice(at, at + sentAtOnce).map(async (target) => {
        try {
          await sendReminder(sender, target, mocks)
        } catch (error) {
          // It stays claimed, and is tried again.
          console.error(JSON.stringify({ at: 'reminders', error: String(error) }))
        }
      }),
    )
}

async function sendReminder(
  sender: Sender,
  target: Target,
  mocks: ReadonlyMap<string, ReminderMock>,
) {
  const { db, now } = sender
  const mock = target.kind === 'cards' ? null : mocks.get(target.subject)
  const isOver = Date.parse(target.expires_at) <= now.getTime()
  if (isOver || target.is_allowed === 0 || mock === undefined) return remove(db, target)
  const quiet = { from: target.quiet_from, to: target.quiet_to }
  const allowedAt = afterQuietHours(now, quiet)
  if (allowedAt > now) return postpone(db, target, allowedAt)
  if (!(await reserveToday(db, target.n, now))) return postpone(db, target, nextMorning(now, quiet))
  const { isSent, statements, retryAt } = await deliver(sender, target, mock)
  const isOut = !isSent && retryAt !== null && target.tries < maxTries
  await db.batch([
    ...statements,
    isOut ? laterStatement(db, target, retryAt) : removeStatement(db, target),
    ...(isSent ? [] : [releaseStatement(db, target)]),
  ])
}

/** Whether no other of the kind was sent today. Atomic, so that two runs cannot both send one. */
async function reserveToday(db: Database, choice: number, now: Date): Promise<boolean> {
  const { meta } = await db
    .prepare(`UPDATE reminder_choices SET sent_on = ?2 WHERE n = ?1 AND sent_on IS NOT ?2`)
    .bind(choice, dayInIndia(now))
    .run()
  return meta.changes > 0
}

const releaseStatement = (db: Database, { n, sent_on }: Target) =>
  db.prepare('UPDATE reminder_choices SET sent_on = ?2 WHERE n = ?1').bind(n, sent_on)

const removeStatement = (db: Database, { n, subject }: Target) =>
  db.prepare('DELETE FROM due_reminders WHERE choice = ? AND subject = ?').bind(n, subject)

const remove = (db: Database, target: Target) => removeStatement(db, target).run()

const laterStatement = (db: Database, { n, subject }: Target, at: Date) =>
  db
    .prepare(
      `UPDATE due_reminders SET next_try_at = max(next_try_at, ?3)
       WHERE choice = ?1 AND subject = ?2`,
    )
    .bind(n, subject, at.toISOString())

/** Not tried: the count of tries stays. */
const postpone = (db: Database, { n, subject }: Target, at: Date) =>
  db
    .prepare(
      `UPDATE due_reminders SET next_try_at = ?3, tries = max(0, tries - 1)
       WHERE choice = ?1 AND subject = ?2`,
    )
    .bind(n, subject, at.toISOString())
    .run()

/** `statements`: what the services said of devices. `retryAt`: when at the earliest it may be tried
 *  again; null: there is nothing to try. */
async function deliver(
  { db, env, secret, now }: Sender,
  target: Target,
  mock: ReminderMock | null,
): Promise<{ isSent: boolean; statements: PreparedStatement[]; retryAt: Date | null }> {
  const { vapid, pushHosts, app, siteOrigin } = reminderSettings(env)
  const text = reminderText(target, mock, now)
  const token = await endTokenOf(secret, target.n)
  const tag = target.kind
  const statements: PreparedStatement[] = []
  const deliveries: Delivery[] = []
  for (const device of vapid ? target.devices : []) {
    const message = { title: text.title, body: text.body, url: text.path, tag }
    const ttlSeconds = Math.ceil((Date.parse(target.expires_at) - now.getTime()) / 1000)
    const delivery = isPushEndpoint(device.endpoint, pushHosts)
      ? await sendWebPush(
          device,
          vapid!,
          { ...message, lang: target.locale, end: token, endLabel: endLabel(target.locale) },
          { ttlSeconds, topic: tag },
        )
      : ({ kind: 'gone' } as const)
    deliveries.push(delivery)
    if (delivery.kind === 'gone')
      statements.push(db.prepare('DELETE FROM push_devices WHERE id = ?').bind(device.id))
    if (delivery.kind === 'accepted')
      statements.push(
        db
          .prepare('UPDATE push_devices SET reached_at = ? WHERE id = ?')
          .bind(now.toISOString(), device.id),
      )
  }
  if (app && target.device_id !== null) {
    const url = `${siteOrigin ?? ''}${text.path}`
    const message = { title: text.title, text: text.body, url, tag }
    const delivery = await sendAppPush(app, target.device_id, message)
    deliveries.push(delivery)
    if (delivery.kind === 'gone')
      statements.push(
        db
          .prepare('UPDATE users SET device_id = NULL WHERE id = ? AND device_id = ?')
          .bind(target.user_id, target.device_id),
      )
  }
  if (target.email !== null && siteOrigin !== null) {
    const mail = reminderMail(text, target.locale, siteOrigin, endPathOf(target.locale, token))
    deliveries.push(await sendMail(env, target, mail, dayInIndia(now)))
  }
  for (const delivery of deliveries)
    if (delivery.kind === 'refused' || delivery.kind === 'retry')
      console.warn(JSON.stringify({ at: 'reminders', about: target.kind, ...delivery }))
  return { isSent: deliveries.some(isAccepted), statements, retryAt: retryTime(deliveries, now) }
}

const isAccepted = ({ kind }: Delivery) => kind === 'accepted'

function retryTime(deliveries: readonly Delivery[], now: Date): Date | null {
  const waits = deliveries.flatMap((delivery) =>
    delivery.kind === 'retry' ? [Math.min(delivery.afterSeconds ?? 0, maxRetryAfterSeconds)] : [],
  )
  return waits.length === 0 ? null : new Date(now.getTime() + Math.min(...waits) * 1000)
}

async function sendMail(
  env: IdentityBindings,
  { n, subject: about, email }: Target,
  { subject, text }: { subject: string; text: string },
  day: string,
): Promise<Delivery> {
  const settings = identitySettings(env)
  if (!settings.mail || email === null) return { kind: 'refused', because: 'no mail gateway' }
  try {
    const idempotencyKey = `reminder-${n}-${about}-${day}`
    await mailGateway(settings).sendMail(email, subject, text, { idempotencyKey })
    return { kind: 'accepted' }
  } catch (error) {
    return { kind: 'retry', afterSeconds: null, because: String(error) }
  }
}
