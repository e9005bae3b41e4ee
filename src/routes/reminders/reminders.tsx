import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import { findExam } from '../../exams.ts'
import { isReminderKind, type ReminderKind } from '../../../domain/reminders.ts'
import { localizedPath } from '../../addresses/address.ts'
import { isNotFound, isRefusal } from '../../api-client/errors.ts'
import {
  agreeToReminder,
  endReminder,
  endReminderByToken,
  ownReminders,
  parseDevice,
  removeDevice,
  replaceDevice,
  updateReminders,
  type Reminders,
} from '../../api-client/reminders.ts'
import type { AppEnv } from '../../app-env.ts'
import { formFields } from '../../respond/form.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { EndReminderPage } from './end-reminder-page.tsx'
import { RemindersPage } from './reminders-page.tsx'

/** Reminders: agreeing at the place of an event (ui/remind-me.tsx), what is on, and ending it. */
export const reminders = new Hono<AppEnv>()

reminders.get('/reminders', async (c) => {
  const { reader } = c.var
  const own = reader.isIdentified ? await ownReminders(reader.api) : null
  if (own && !own.ok) return c.var.fail(own.error)
  return remindersPage(c, own?.value ?? null, null)
})

/** Agrees to one kind. Without a device, of a browser without push messages, by the other ways that
 *  the page names. */
reminders.post('/reminders', async (c) => {
  const { reader, page } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { kind, exam = '', device = '', from = '' } = form.value
  if (!isReminderKind(kind)) return c.redirect(addressOf(c, '/reminders'), 303)
  const guest = await reader.becomeGuest()
  if (!guest.ok) return c.var.fail(guest.error)
  const subscription = parseDevice(device)
  const agreed = await agreeToReminder(reader.api, {
    ...{ kind, locale: page.locale },
    ...(findExam(exam) && { exam }),
    ...(subscription && { device: subscription }),
  })
  if (agreed.ok) {
    const query = new URLSearchParams({ on: kind, ...(isOwnPath(from) && { from }) })
    return c.redirect(`${addressOf(c, '/reminders')}?${query}`, 303)
  }
  if (!isRefusal(agreed.error)) return c.var.fail(agreed.error)
  const own = await ownReminders(reader.api)
  c.status(422)
  const messages = messagesFor(page.locale)
  const isAllowed = !own.ok || own.value.isAllowed
  return remindersPage(
    c,
    own.ok ? own.value : null,
    isAllowed ? messages.remind_device_refused() : messages.remind_not_allowed(),
  )
})

/** A path of this site, to which the reader may be led back. */
const isOwnPath = (path: string) => /^\/(?:[\w-]+(?:[/?=][\w-]+)*)?$/.test(path)

function remindersPage(c: Context<AppEnv>, own: Reminders | null, error: string | null) {
  const { reader, page } = c.var
  const [on, from = ''] = [c.req.query('on'), c.req.query('from')]
  const isOn = own?.kinds.some(({ kind }) => kind === on) === true
  return c.render(
    <RemindersPage
      page={page}
      own={own}
      isMember={reader.user !== null}
      agreed={isOn && isReminderKind(on) ? on : null}
      from={isOwnPath(from) ? from : null}
      error={error}
    />,
  )
}

// A page that was open when its reader signed out: what it changes is the account's.
reminders.on('POST', ['/reminders/off', '/reminders/settings', '/reminders/devices'], (c, next) => {
  if (c.var.reader.isIdentified) return next()
  const query = new URLSearchParams({ callbackUrl: addressOf(c, '/reminders') })
  return Promise.resolve(c.redirect(`${addressOf(c, '/login')}?${query}`, 303))
})

reminders.post('/reminders/off', async (c) => {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { kind } = form.value
  if (!isReminderKind(kind)) return c.redirect(addressOf(c, '/reminders'), 303)
  const ended = await endReminder(c.var.reader.api, kind)
  return ended.ok ? c.redirect(addressOf(c, '/reminders'), 303) : c.var.fail(ended.error)
})

reminders.post('/reminders/settings', async (c) => {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const hour = (text: string | undefined, otherwise: number) =>
    /^(?:1?\d|2[0-3])$/.test(text ?? '') ? Number(text) : otherwise
  const saved = await updateReminders(c.var.reader.api, {
    quietFrom: hour(form.value.quietFrom, 21),
    quietTo: hour(form.value.quietTo, 8),
    byMail: form.value.byMail === 'yes',
  })
  return saved.ok
    ? c.redirect(`${addressOf(c, '/reminders')}?done=saved`, 303)
    : c.var.fail(saved.error)
})

reminders.post('/reminders/devices', async (c) => {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const removed = await removeDevice(c.var.reader.api, (form.value.id ?? '').slice(0, 64))
  // One that was removed meanwhile is what the reader wanted.
  return removed.ok || isNotFound(removed.error)
    ? c.redirect(addressOf(c, '/reminders'), 303)
    : c.var.fail(removed.error)
})

/** From the service worker, whose browser has replaced the device's subscription. */
reminders.post('/reminders/device', async (c) => {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error, 'json')
  const device = parseDevice(form.value.device ?? '')
  if (!device) return c.json({ message: 'This is no subscription' }, 422)
  const former = (form.value.former ?? '').slice(0, 1000)
  const replaced = await replaceDevice(c.var.reader.api, device, former)
  return replaced.ok ? c.body(null, 204) : c.var.fail(replaced.error, 'json')
})

reminders.get('/reminders/end/:token{[\\w.-]{3,100}}', (c) =>
  c.render(<EndReminderPage page={c.var.page} token={c.req.param('token')} />),
)

/** Ends a kind by the token in a notification or mail: also signed out, and sent by the service
 *  worker. */
reminders.post('/reminders/end', async (c) => {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const ended = await endReminderByToken(c.var.api, (form.value.token ?? '').slice(0, 100))
  if (ended.ok) return c.redirect(addressOf(c, `/reminders/ended/${ended.value.kind}`), 303)
  return isRefusal(ended.error)
    ? c.redirect(addressOf(c, '/reminders/ended/before'), 303)
    : c.var.fail(ended.error)
})

reminders.get('/reminders/ended/:kind{result|live-mock|cards|before}', (c) => {
  const { page } = c.var
  const messages = messagesFor(page.locale)
  const kind = c.req.param('kind') as ReminderKind | 'before'
  return c.render(
    <MessagePage
      page={page}
      title={messages.remind_ended()}
      body={kind === 'before' ? messages.remind_ended_before() : messages.remind_ended_lead()}
      links={[
        { href: localizedPath('/', page.locale), label: messages.back_to_home() },
        { href: localizedPath('/reminders', page.locale), label: messages.remind_title() },
      ]}
    />,
  )
})

const addressOf = (c: Context<AppEnv>, path: string) =>
  c.var.page.origin + localizedPath(path, c.var.page.locale)
