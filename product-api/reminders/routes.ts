import { Hono, type Context } from 'hono'
import {
  endReminderRequest,
  pushDeviceRequest,
  reminderRequest,
  reminderSettingsRequest,
  type PushSubscriptionJson,
  type Reminders,
} from '../../domain/contracts/reminders.ts'
import { defaultQuietHours, isReminderKind, nextMorning } from '../../domain/reminders.ts'
import { clientInfo } from '../client-info.ts'
import type { ApiEnv } from '../env.ts'
import { noStore } from '../identity/authentication.ts'
import { identitySettings, jwtSecretsOf } from '../identity/settings.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { privacyOf } from '../privacy/privacy-choices.ts'
import { notFound, validation } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import {
  agreeStatement,
  choicesOf,
  endStatement,
  settingsStatement,
  type ChoiceRow,
} from './choices.ts'
import { devicesOf, deviceStatements, removeDeviceStatement } from './devices.ts'
import { choiceOfToken } from './end-token.ts'
import { isPushEndpoint, reminderSettings } from './settings.ts'

/** Ending a kind of reminders by the token of a notification or mail. Mounted before
 *  `authenticate`: it works signed out, and beside a bearer that has expired. */
export const endReminderRoutes = new Hono<ApiEnv>()
endReminderRoutes.use(noStore)

/** POST { token } -> { data: { kind } }. Errors: 404 for a token that is not ours, or whose
 *  reminders have ended already. */
endReminderRoutes.post('/', async (c) => {
  const { token } = await readBody(c, endReminderRequest)
  const choice = await choiceOfToken(jwtSecretsOf(c.env), token)
  const ended =
    choice !== null &&
    (await c.env.DB.prepare('DELETE FROM reminder_choices WHERE n = ? RETURNING kind')
      .bind(choice)
      .first<Pick<ChoiceRow, 'kind'>>())
  if (!ended) throw notFound()
  return c.json({ data: ended, meta: {} })
})

/** What the caller, a member or guest, agreed to be reminded of. */
export const reminderRoutes = new Hono<ApiEnv>()
reminderRoutes.use(noStore)

reminderRoutes.get('/', (c) => answer(c, ownerOf(c)))

/** Agrees to a kind, on this device. Errors: 400 for members who may not agree, and for endpoints
 *  that are no push service's. */
reminderRoutes.post('/', async (c) => {
  const owner = ownerOf(c)
  const { kind, locale, exam, device } = await readBody(c, reminderRequest)
  if (!(await isAllowed(c, owner)))
    throw validation('reminders need an age, and under 18 the consent of a parent')
  const now = new Date()
  await c.env.DB.batch([
    agreeStatement(
      c.env.DB,
      owner,
      { kind, locale, exam },
      now,
      nextMorning(now, defaultQuietHours),
    ),
    ...(device ? checkedDevice(c, owner, device, now) : []),
  ])
  return answer(c, owner)
})

/** Quiet hours, and whether by e-mail, for all kinds. */
reminderRoutes.put('/', async (c) => {
  const owner = ownerOf(c)
  await settingsStatement(c.env.DB, owner, await readBody(c, reminderSettingsRequest)).run()
  return answer(c, owner)
})

/** The browser of a device has replaced its subscription: only of an owner who has agreed. */
reminderRoutes.post('/devices', async (c) => {
  const owner = ownerOf(c)
  const { device, formerEndpoint } = await readBody(c, pushDeviceRequest)
  if ((await choicesOf(c.env.DB, owner)).length === 0) throw validation('no reminder is on')
  await c.env.DB.batch([
    ...(formerEndpoint === undefined
      ? []
      : [removeDeviceStatement(c.env.DB, owner, formerEndpoint)]),
    ...checkedDevice(c, owner, device, new Date()),
  ])
  return answer(c, owner)
})

reminderRoutes.delete('/devices/:id', async (c) => {
  const owner = ownerOf(c)
  const { meta } = await removeDeviceStatement(c.env.DB, owner, c.req.param('id')).run()
  if (meta.changes === 0) throw notFound()
  return answer(c, owner)
})

/** Ends a kind. One that is not on is ended already. */
reminderRoutes.delete('/:kind', async (c) => {
  const owner = ownerOf(c)
  const kind = c.req.param('kind')
  if (!isReminderKind(kind)) throw notFound()
  await endStatement(c.env.DB, owner, kind).run()
  return answer(c, owner)
})

function checkedDevice(c: Context<ApiEnv>, owner: Owner, device: PushSubscriptionJson, now: Date) {
  if (!isPushEndpoint(device.endpoint, reminderSettings(c.env).pushHosts))
    throw validation('endpoint must be that of a push service')
  const held = { owner, sessionId: c.get('sessionId') }
  return deviceStatements(c.env.DB, held, device, clientInfo(c).userAgent, now)
}

/** Guests are not asked their age: of them nothing is stored but what they agree to here. */
const isAllowed = async (c: Context<ApiEnv>, owner: Owner): Promise<boolean> =>
  owner.kind === 'guest' || (await privacyOf(c.env.DB, owner.id)).reminders.isAllowed

async function answer(c: Context<ApiEnv>, owner: Owner) {
  const [choices, devices, allowed] = await Promise.all([
    choicesOf(c.env.DB, owner),
    devicesOf(c.env.DB, owner),
    isAllowed(c, owner),
  ])
  const { app, siteOrigin } = reminderSettings(c.env)
  const user = c.get('user')
  const [first] = choices
  const data: Reminders = {
    kinds: choices.map(({ kind, agreed_at }) => ({ kind, agreedAt: agreed_at })),
    quietFrom: first?.quiet_from ?? defaultQuietHours.from,
    quietTo: first?.quiet_to ?? defaultQuietHours.to,
    byMail: first?.by_mail === 1,
    isMailPossible:
      user?.confirmed === 1 &&
      user.email !== null &&
      siteOrigin !== null &&
      identitySettings(c.env).mail !== null,
    isAppReached: app !== null && user !== null && user.device_id !== null,
    isAllowed: allowed,
    devices: devices.map(({ id, user_agent, created_at }) => ({
      ...{ id, userAgent: user_agent, createdAt: created_at },
    })),
  }
  return c.json({ data, meta: {} })
}
