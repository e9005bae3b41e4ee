import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { localizedPath } from '../../addresses/address.ts'
import { changeContact, confirmContact } from '../../api-client/account.ts'
import { isRefusal } from '../../api-client/errors.ts'
import { refusalOf } from '../../api-client/sign-in.ts'
import { contactCodeForm, newEmailForm, newPhoneForm, parseForm } from '../../../domain/forms.ts'
import { formFields } from '../../respond/form.ts'
import { messagesFor } from '../../ui/messages.ts'
import { ContactCodePage, ContactPage, type ContactFormState } from './contact-page.tsx'

/** Changing the account's e-mail address or phone: a code goes there, and is typed here. */
export const contact = new Hono<AppEnv>()

contact.get('/account/contact', (c) => contactPage(c, {}))

const contactPage = (c: Context<AppEnv>, state: ContactFormState) =>
  c.render(
    <ContactPage
      page={c.var.page}
      needsPassword={c.var.reader.user?.provider === 'local'}
      state={state}
    />,
  )

contact.post('/account/contact', async (c) => {
  const { reader, page } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { password = '', ...fields } = form.value
  const parsed = parseForm('phone' in fields ? newPhoneForm : newEmailForm, fields)
  if (!parsed.ok) {
    c.status(422)
    return contactPage(c, { typed: parsed.typed, fieldErrors: parsed.fieldErrors })
  }
  const [address = ''] = Object.values(parsed.value)
  const asked = await changeContact(reader.api, parsed.value, password)
  if (asked.ok) return codePage(c, address, false)
  if (!isRefusal(asked.error)) return c.var.fail(asked.error)
  c.status(422)
  return contactPage(c, {
    typed: parsed.typed,
    error: messagesFor(page.locale).account_password_wrong(),
    needsPassword: true,
  })
})

const codePage = (c: Context<AppEnv>, address: string, isWrong: boolean) =>
  c.render(<ContactCodePage page={c.var.page} contact={address} isWrong={isWrong} />)

contact.post('/account/contact/code', async (c) => {
  const { reader, page } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const address = (form.value.contact ?? '').slice(0, 254)
  const parsed = parseForm(contactCodeForm, form.value)
  c.status(422)
  if (!parsed.ok) return codePage(c, address, true)
  const confirmed = await confirmContact(reader.api, parsed.value.otp)
  if (confirmed.ok) {
    reader.updateUser(confirmed.value)
    return c.redirect(`${page.origin}${localizedPath('/account', page.locale)}?done=saved`, 303)
  }
  if (!isRefusal(confirmed.error)) return c.var.fail(confirmed.error)
  return isTaken(refusalOf(confirmed.error).message)
    ? contactPage(c, { error: messagesFor(page.locale).account_taken() })
    : codePage(c, address, true)
})

const isTaken = (message: string) => message.includes('already taken')
