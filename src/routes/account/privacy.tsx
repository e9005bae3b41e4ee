import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { localizedPath } from '../../addresses/address.ts'
import { safeCallbackPath } from '../../addresses/callback-url.ts'
import { isRefusal } from '../../api-client/errors.ts'
import { askParent, confirmParent, ownPrivacy, updatePrivacy } from '../../api-client/privacy.ts'
import {
  ageForm,
  contactCodeForm,
  newEmailForm,
  newPhoneForm,
  parseForm,
} from '../../../domain/forms.ts'
import { formFields } from '../../respond/form.ts'
import { writeBrowserConsent } from '../../session/browser-consent.ts'
import { messagesFor } from '../../ui/messages.ts'
import {
  AgePage,
  ParentCodePage,
  ParentPage,
  PrivacyPage,
  type ParentFormState,
} from './privacy-pages.tsx'

/** Age, a parent's consent, consent to each optional purpose, nominee. */
export const privacy = new Hono<AppEnv>()

const redirectTo = (c: Context<AppEnv>, path: string) => c.redirect(c.var.page.origin + path, 303)
const toAccount = (c: Context<AppEnv>, path = '/account') =>
  redirectTo(c, `${localizedPath(path, c.var.page.locale)}?done=saved`)

privacy.get('/account/privacy', async (c) => {
  const { reader, page, brand } = c.var
  const own = await ownPrivacy(reader.api)
  if (!own.ok) return c.var.fail(own.error)
  const isSaved = c.req.query('done') === 'saved'
  const notice = isSaved ? messagesFor(page.locale).account_saved() : null
  return c.render(<PrivacyPage {...{ page, brand, privacy: own.value, notice }} />)
})

/** A purpose whose box is not ticked is withdrawn. */
privacy.post('/account/privacy', async (c) => {
  const { reader } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const isTicked = (name: string) => form.value[name] === 'yes'
  const own = await ownPrivacy(reader.api)
  const before = own.ok ? own.value : null
  if (before?.ageBand === 'minor') writeBrowserConsent(c, 'minor')
  else
    writeBrowserConsent(c, {
      analytics: isTicked('analytics'),
      advertising: isTicked('advertising'),
    })
  if (before && (before.reminders.isAllowed || before.reminders.isGiven)) {
    const saved = await updatePrivacy(reader.api, { reminders: isTicked('reminders') })
    if (!saved.ok) return c.var.fail(saved.error)
  }
  return toAccount(c)
})

privacy.post('/account/privacy/nominee', async (c) => {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const nominee = (form.value.nominee ?? '').trim().slice(0, 200)
  const saved = await updatePrivacy(c.var.reader.api, { nominee })
  return saved.ok ? toAccount(c, '/account/privacy') : c.var.fail(saved.error)
})

const callbackPathOf = (c: Context<AppEnv>, requested: string | undefined) =>
  requested
    ? safeCallbackPath(requested, c.var.page.origin)
    : localizedPath('/account', c.var.page.locale)

const agePage = (c: Context<AppEnv>, callbackPath: string, isMissing: boolean) =>
  c.render(<AgePage {...{ page: c.var.page, callbackPath, isMissing }} />, { layout: 'header' })

privacy.get('/account/age', (c) => agePage(c, callbackPathOf(c, c.req.query('callbackUrl')), false))

privacy.post('/account/age', async (c) => {
  const { reader, page } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const callbackPath = callbackPathOf(c, form.value.callbackUrl)
  const parsed = parseForm(ageForm, form.value)
  if (!parsed.ok) {
    c.status(422)
    return agePage(c, callbackPath, true)
  }
  const { ageBand } = parsed.value
  const saved = await updatePrivacy(reader.api, { ageBand })
  // Somebody who answered before, perhaps in another tab, is not asked again.
  if (!saved.ok && !isRefusal(saved.error)) return c.var.fail(saved.error)
  if (ageBand === 'adult' || !saved.ok) return redirectTo(c, callbackPath)
  writeBrowserConsent(c, 'minor')
  return redirectTo(c, localizedPath('/account/parent', page.locale))
})

async function parentPage(c: Context<AppEnv>, state: ParentFormState) {
  const own = await ownPrivacy(c.var.reader.api)
  if (!own.ok) return c.var.fail(own.error)
  return c.render(<ParentPage page={c.var.page} parent={own.value.parent} state={state} />)
}

const codePage = (c: Context<AppEnv>, contact: string, isWrong: boolean) =>
  c.render(<ParentCodePage page={c.var.page} contact={contact} isWrong={isWrong} />)

privacy.get('/account/parent', (c) => parentPage(c, {}))

privacy.post('/account/parent', async (c) => {
  const { reader, page } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const parsed = parseForm('phone' in form.value ? newPhoneForm : newEmailForm, form.value)
  if (!parsed.ok) {
    c.status(422)
    return parentPage(c, parsed)
  }
  const asked = await askParent(reader.api, parsed.value)
  if (asked.ok) return codePage(c, Object.values(parsed.value)[0] ?? '', false)
  if (!isRefusal(asked.error)) return c.var.fail(asked.error)
  c.status(422)
  const error = messagesFor(page.locale).parent_own_contact()
  return parentPage(c, { typed: parsed.typed, error })
})

privacy.post('/account/parent/code', async (c) => {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const contact = (form.value.contact ?? '').slice(0, 254)
  const parsed = parseForm(contactCodeForm, form.value)
  if (!parsed.ok) {
    c.status(422)
    return codePage(c, contact, true)
  }
  const confirmed = await confirmParent(c.var.reader.api, parsed.value.otp)
  if (confirmed.ok) return toAccount(c)
  if (!isRefusal(confirmed.error)) return c.var.fail(confirmed.error)
  c.status(422)
  return codePage(c, contact, true)
})
