import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { FieldErrors, FormInput } from '../../../domain/forms.ts'
import { fieldErrorText } from '../../ui/form-errors.ts'
import { FormField } from '../../ui/form-field.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { AccountLayout, ContactCodeForm } from './account-layout.tsx'

export type ContactFormState = {
  typed?: FormInput
  fieldErrors?: FieldErrors
  error?: string
  needsPassword?: boolean
}

/** The forms for a new e-mail address and a new phone. */
export function ContactPage({
  page,
  state: { typed = {}, fieldErrors = {}, error, needsPassword: isPasswordAsked = false },
  needsPassword,
}: {
  page: PageContext
  needsPassword: boolean
  state: ContactFormState
}) {
  const messages = messagesFor(page.locale)
  const fields = [
    { name: 'email', label: messages.login_email(), type: 'email', autoComplete: 'email' },
    { name: 'phone', label: messages.login_phone(), type: 'tel', autoComplete: 'tel-national' },
  ] as const
  return (
    <AccountLayout
      page={page}
      title={messages.account_contact()}
      lead={messages.login_lead()}
      error={error}
    >
      {fields.map(({ name, ...field }) => {
        const fieldError = fieldErrors[name]
        return (
          <form
            key={name}
            className="fields"
            method="post"
            action={localizedPath('/account/contact', page.locale)}
            noValidate
          >
            <FormField
              {...field}
              name={name}
              value={typed[name] ?? ''}
              error={fieldError && fieldErrorText(fieldError, messages)}
              autoFocus={fieldError !== undefined}
              required
            />
            {(needsPassword || isPasswordAsked) && (
              <p className="field">
                <label>
                  {messages.login_password_current()}
                  <input type="password" name="password" autoComplete="current-password" />
                </label>
              </p>
            )}
            <button className="btn wide">{messages.login_send_code()}</button>
          </form>
        )
      })}
    </AccountLayout>
  )
}

/** Asks for the code that was sent to the new contact. */
export function ContactCodePage({
  page,
  contact,
  isWrong,
}: {
  page: PageContext
  contact: string
  isWrong: boolean
}) {
  const messages = messagesFor(page.locale)
  return (
    <AccountLayout
      page={page}
      title={messages.account_contact()}
      lead={messages.account_code_sent({ contact })}
    >
      <ContactCodeForm
        page={page}
        path="/account/contact/code"
        contact={contact}
        label={messages.account_code()}
        autoComplete="one-time-code"
        isWrong={isWrong}
      />
    </AccountLayout>
  )
}
