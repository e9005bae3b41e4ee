import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { explain } from '../../respond/failure.tsx'
import { formOf } from '../../respond/form.ts'
import { localizedPath } from '../../addresses/address.ts'
import { changePasswordForm, profileForm, readForm, type Faults } from '../../../domain/forms.ts'
import {
  changePassword,
  deleteAccount,
  exportAccount,
  ownAccount,
  ownDevices,
  signOutEverywhere,
  updateProfile,
} from '../../api-client/own-account.ts'
import { ownPayments } from '../../api-client/payments.ts'
import { ownReferral, ownSubscriptions, redeemCode } from '../../api-client/subscriptions.ts'
import { ownReports } from '../../api-client/question-reports.ts'
import { ownAttempts } from '../../api-client/results.ts'
import { SoonPage } from '../../ui/soon-page.tsx'
import { wordsIn } from '../../ui/words.ts'
import { AccountPage, DeletePage } from './account-page.tsx'
import { OwnPurchases, type Purchases } from './own-purchases.tsx'
import { OwnTests } from './own-tests.tsx'

export const account = new Hono<AppEnv>()

/** Everything below is for the one who is signed in; others are sent to sign in, and come back. */
const members = createMiddleware<AppEnv>(async (c, next) => {
  if (c.var.reader.user) return next()
  const { origin, locale } = c.var.page
  const goOn = localizedPath('/account', locale)
  const query = new URLSearchParams({ error: 'SessionRequired', callbackUrl: origin + goOn })
  return c.redirect(`${origin}${localizedPath('/login', locale)}?${query}`, 303)
})
account.use('/account', members)
account.use('/account/*', members)

account.get('/account', (c) => accountPage(c, {}))

type Said = { notice?: string; fault?: string; faults?: Faults }

async function accountPage(c: Context<AppEnv>, { notice, fault, faults = {} }: Said) {
  const { reader, page: place } = c.var
  const [own, devices, tests, purchases] = await Promise.all([
    ownAccount(reader.call),
    ownDevices(reader.call),
    ownTests(c),
    ownPurchases(c),
  ])
  if (!own.ok) return explain(c, own.error)
  reader.learn(own.value)
  const words = wordsIn(place.locale)
  const done: Record<string, string> = {
    saved: words.account_saved(),
    password: words.account_password_changed(),
    referral: words.pay_referral_added(),
  }
  return c.render(
    <AccountPage
      place={place}
      own={own.value}
      devices={devices.ok ? devices.value : []}
      tests={<OwnTests place={place} {...tests} />}
      purchases={<OwnPurchases place={place} purchases={purchases} nowMs={Date.now()} />}
      notice={notice ?? done[c.req.query('done') ?? ''] ?? null}
      fault={fault ?? null}
      faults={faults}
    />,
  )
}

const testsShown = 5

/** What cannot be asked for now is left out: the account opens all the same. */
async function ownTests(c: Context<AppEnv>) {
  const { reader, page: place } = c.var
  const [taken, reports] = await Promise.all([
    ownAttempts(reader.call, 'all', 1, testsShown),
    ownReports(reader.call, place.locale),
  ])
  return {
    attempts: taken.ok ? taken.value.attempts : [],
    reports: reports.ok ? reports.value : [],
  }
}

async function ownPurchases(c: Context<AppEnv>): Promise<Purchases> {
  const { reader, page: place } = c.var
  const [subscriptions, payments, referral] = await Promise.all([
    ownSubscriptions(reader.call, place.locale),
    ownPayments(reader.call),
    ownReferral(reader.call),
  ])
  return {
    subscriptions: subscriptions.ok ? subscriptions.value : null,
    payments: payments.ok ? payments.value : null,
    referral: referral.ok ? referral.value : null,
  }
}

account.post('/account/referral', async (c) => {
  const { code = '' } = await formOf(c)
  const redeemed = await redeemCode(c.var.reader.call, code.trim().slice(0, 40))
  if (redeemed.ok) return done(c, 'referral')
  const isWrong = redeemed.error.kind === 'refused' && redeemed.error.status < 500
  if (!isWrong) return explain(c, redeemed.error)
  c.status(422)
  return accountPage(c, { fault: wordsIn(c.var.page.locale).pay_referral_wrong() })
})

account.post('/account/profile', async (c) => {
  const { reader } = c.var
  const read = readForm(profileForm, await formOf(c))
  const gender = read.ok ? read.value.gender : 'others'
  const { id, device_id } = reader.user!
  const saved = await updateProfile(reader.call, { id, gender, device_id })
  if (!saved.ok) return explain(c, saved.error)
  reader.learn(saved.value)
  return done(c, 'saved')
})

account.post('/account/password', async (c) => {
  const { reader, page: place } = c.var
  const read = readForm(changePasswordForm, await formOf(c))
  if (!read.ok) {
    c.status(422)
    return accountPage(c, { faults: read.faults })
  }
  const { currentPassword, password } = read.value
  const changed = await changePassword(reader.call, currentPassword, password)
  if (changed.ok) {
    reader.begin(changed.value)
    return done(c, 'password')
  }
  if (changed.error.kind !== 'refused') return explain(c, changed.error)
  const words = wordsIn(place.locale)
  const isLimit = changed.error.status === 429
  c.status(isLimit ? 429 : 401)
  return accountPage(c, {
    fault: isLimit ? words.login_too_many({ seconds: 60 }) : words.account_password_wrong(),
  })
})

account.post('/account/devices', async (c) => {
  const ended = await signOutEverywhere(c.var.reader.call)
  if (!ended.ok) return explain(c, ended.error)
  await c.var.reader.end()
  return home(c)
})

account.post('/account/sign-out', async (c) => {
  await c.var.reader.signOut()
  return home(c)
})

account.get('/account/export', async (c) => {
  const held = await exportAccount(c.var.reader.call)
  if (!held.ok) return explain(c, held.error)
  return c.body(JSON.stringify(held.value, null, 2), 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="abhyasa.json"',
    'cache-control': 'private, no-store',
  })
})

account.get('/account/delete', (c) =>
  c.render(
    <DeletePage
      place={c.var.page}
      needsPassword={c.var.reader.user?.provider === 'local'}
      fault={null}
    />,
  ),
)

account.post('/account/delete', async (c) => {
  const { reader, page: place } = c.var
  const { password } = await formOf(c)
  const needsPassword = reader.user?.provider === 'local'
  const words = wordsIn(place.locale)
  const deleted = await deleteAccount(
    reader.call,
    needsPassword ? { password: password ?? '' } : { confirm: true },
  )
  if (deleted.ok) {
    await reader.end()
    return c.render(
      <SoonPage place={place} title={words.account_delete()} body={words.account_deleted()} />,
    )
  }
  if (deleted.error.kind !== 'refused') return explain(c, deleted.error)
  c.status(401)
  return c.render(
    <DeletePage
      place={place}
      needsPassword={needsPassword}
      fault={words.account_password_wrong()}
    />,
  )
})

const done = (c: Context<AppEnv>, what: string) =>
  c.redirect(
    `${c.var.page.origin}${localizedPath('/account', c.var.page.locale)}?done=${what}`,
    303,
  )

const home = (c: Context<AppEnv>) =>
  c.redirect(c.var.page.origin + localizedPath('/', c.var.page.locale), 303)
