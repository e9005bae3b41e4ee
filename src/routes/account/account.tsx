import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { formFields } from '../../respond/form.ts'
import { localizedPath } from '../../addresses/address.ts'
import {
  changePasswordForm,
  profileForm,
  parseForm,
  type FieldErrors,
  type FormInput,
} from '../../../domain/forms.ts'
import {
  changePassword,
  exportAccount,
  ownAccount,
  ownDevices,
  signOutDevice,
  signOutEverywhere,
  updateProfile,
} from '../../api-client/account.ts'
import { isNotFound, isRefusal } from '../../api-client/errors.ts'
import { refusalOf } from '../../api-client/sign-in.ts'
import { ownPayments } from '../../api-client/payments.ts'
import { ownReferral, ownSubscriptions, redeemCode } from '../../api-client/subscriptions.ts'
import { ownPasskeys } from '../../api-client/passkeys.ts'
import { ownPrivacy } from '../../api-client/privacy.ts'
import { ownReports } from '../../api-client/question-reports.ts'
import { ownAttempts } from '../../api-client/results.ts'
import { purposesOf } from '../../config.ts'
import { browserConsentOf } from '../../session/browser-consent.ts'
import { messagesFor } from '../../ui/messages.ts'
import { AccountDevices } from './account-devices.tsx'
import { AccountPage } from './account-page.tsx'
import { AccountPurchases, type Purchases } from './account-purchases.tsx'
import { contact } from './contact.tsx'
import { deletion } from './deletion.tsx'
import { AccountPasskeys } from './account-passkeys.tsx'
import { AccountPrivacy } from './account-privacy.tsx'
import { passkeys } from './passkeys.ts'
import { privacy } from './privacy.tsx'
import { AccountTests } from './account-tests.tsx'

export const account = new Hono<AppEnv>()

/** Redirects readers who are not signed in to the sign-in page, which returns here. */
const requireMember = createMiddleware<AppEnv>(async (c, next) => {
  if (c.var.reader.user) return next()
  const { origin, locale } = c.var.page
  const callbackUrl = origin + localizedPath('/account', locale)
  const query = new URLSearchParams({ error: 'SessionRequired', callbackUrl })
  return c.redirect(`${origin}${localizedPath('/login', locale)}?${query}`, 303)
})
account.use('/account', requireMember)
account.use('/account/*', requireMember)
account.route('/', contact)
account.route('/', privacy)
account.route('/', deletion)
account.route('/', passkeys(accountPage))

account.get('/account', (c) => accountPage(c, {}))

type AccountPageState = {
  notice?: string
  error?: string
  fieldErrors?: FieldErrors
  /** What was typed into the profile form, if it was not accepted. */
  typedProfile?: FormInput
}

async function accountPage(
  c: Context<AppEnv>,
  { notice, error, fieldErrors = {}, typedProfile = {} }: AccountPageState,
) {
  const { reader, page } = c.var
  const [own, devices, keys, choices, tests, purchases] = await Promise.all([
    ownAccount(reader.api),
    ownDevices(reader.api),
    ownPasskeys(reader.api),
    ownPrivacy(reader.api),
    ownTests(c),
    ownPurchases(c),
  ])
  if (!own.ok) return c.var.fail(own.error)
  reader.updateUser(own.value)
  const messages = messagesFor(page.locale)
  const notices: Record<string, string> = {
    saved: messages.account_saved(),
    password: messages.account_password_changed(),
    referral: messages.pay_referral_added(),
    passkey: messages.passkey_added(),
    'passkey-removed': messages.passkey_removed(),
  }
  return c.render(
    <AccountPage
      page={page}
      account={own.value}
      devices={
        <>
          <AccountPasskeys page={page} passkeys={keys.ok ? keys.value : null} />
          <AccountDevices page={page} devices={devices.ok ? devices.value : []} />
        </>
      }
      privacy={
        <AccountPrivacy
          page={page}
          privacy={choices.ok ? choices.value : null}
          purposes={purposesOf(c.var.config)}
          consent={browserConsentOf(reader)}
        />
      }
      tests={<AccountTests page={page} {...tests} />}
      purchases={<AccountPurchases page={page} purchases={purchases} nowMs={Date.now()} />}
      notice={notice ?? notices[c.req.query('done') ?? ''] ?? null}
      error={error ?? null}
      fieldErrors={fieldErrors}
      typedProfile={typedProfile}
    />,
  )
}

const maxTestsShown = 5

/** What cannot be loaded is left out of the page. */
async function ownTests(c: Context<AppEnv>) {
  const { reader, page } = c.var
  const [taken, reports] = await Promise.all([
    ownAttempts(reader.api, 'all', 1, maxTestsShown),
    ownReports(reader.api, page.locale),
  ])
  return {
    attempts: taken.ok ? taken.value.attempts : [],
    reports: reports.ok ? reports.value : [],
  }
}

async function ownPurchases(c: Context<AppEnv>): Promise<Purchases> {
  const { reader, page } = c.var
  const [subscriptions, payments, referral] = await Promise.all([
    ownSubscriptions(reader.api, page.locale),
    ownPayments(reader.api),
    ownReferral(reader.api),
  ])
  return {
    subscriptions: subscriptions.ok ? subscriptions.value : null,
    payments: payments.ok ? payments.value : null,
    referral: referral.ok ? referral.value : null,
  }
}

account.post('/account/referral', async (c) => {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { code = '' } = form.value
  const redeemed = await redeemCode(c.var.reader.api, code.trim().slice(0, 40))
  if (redeemed.ok) return redirectToAccount(c, 'referral')
  if (!isRefusal(redeemed.error)) return c.var.fail(redeemed.error)
  c.status(422)
  return accountPage(c, { error: messagesFor(c.var.page.locale).pay_referral_wrong() })
})

account.post('/account/profile', async (c) => {
  const { reader } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const parsed = parseForm(profileForm, form.value)
  if (!parsed.ok) {
    c.status(422)
    return accountPage(c, { fieldErrors: parsed.fieldErrors, typedProfile: parsed.typed })
  }
  const { id, device_id } = reader.user!
  const { name, gender } = parsed.value
  const saved = await updateProfile(reader.api, {
    ...{ id, device_id, gender },
    ...(form.value.name !== undefined && { name: name || null }),
  })
  if (!saved.ok) return c.var.fail(saved.error)
  reader.updateUser(saved.value)
  return redirectToAccount(c, 'saved')
})

account.post('/account/password', async (c) => {
  const { reader, page } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const parsed = parseForm(changePasswordForm, form.value)
  if (!parsed.ok) {
    c.status(422)
    return accountPage(c, { fieldErrors: parsed.fieldErrors })
  }
  const { currentPassword, password } = parsed.value
  const changed = await changePassword(reader.api, currentPassword, password)
  if (changed.ok) {
    await reader.beginSession(changed.value)
    return redirectToAccount(c, 'password')
  }
  if (changed.error.kind !== 'http-error') return c.var.fail(changed.error)
  const messages = messagesFor(page.locale)
  const { message, retryAfterSeconds } = refusalOf(changed.error)
  const { status } = changed.error
  const isBusy = status === 429 || status === 503
  c.status(isBusy ? status : 401)
  const seconds = retryAfterSeconds ?? 60
  if (isBusy) return accountPage(c, { error: messages.login_too_many({ seconds }) })
  const isOwnContact = /must not be/.test(message)
  return accountPage(c, {
    error: isOwnContact
      ? messages.field_error_password_is_email()
      : messages.account_password_wrong(),
  })
})

account.post('/account/devices', async (c) => {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { id } = form.value
  if (id !== undefined) {
    const ended = await signOutDevice(c.var.reader.api, id)
    // A device that was signed out meanwhile is what the reader wanted.
    return ended.ok || isNotFound(ended.error)
      ? redirectToAccount(c, 'saved')
      : c.var.fail(ended.error)
  }
  const ended = await signOutEverywhere(c.var.reader.api)
  if (!ended.ok) return c.var.fail(ended.error)
  await c.var.reader.endSession()
  return redirectToHome(c)
})

account.post('/account/sign-out', async (c) => {
  await c.var.reader.signOut()
  return redirectToHome(c)
})

account.get('/account/export', async (c) => {
  const exported = await exportAccount(c.var.reader.api)
  if (!exported.ok) return c.var.fail(exported.error)
  return c.body(JSON.stringify(exported.value, null, 2), 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="abhyasa.json"',
  })
})

/** `done`: the change that the page confirms. */
const redirectToAccount = (c: Context<AppEnv>, done: string) =>
  c.redirect(
    `${c.var.page.origin}${localizedPath('/account', c.var.page.locale)}?done=${done}`,
    303,
  )

const redirectToHome = (c: Context<AppEnv>) =>
  c.redirect(c.var.page.origin + localizedPath('/', c.var.page.locale), 303)
