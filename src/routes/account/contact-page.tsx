import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { FieldErrors, FormInput } from '../../../domain/forms.ts'
import { fieldErrorText } from '../../ui/form-errors.ts'
import { FormField } from '../../ui/form-field.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'

export type ContactFormState = {
  typed?: FormInput
  fieldErrors?: FieldErrors
  error?: string
  needsPassword?: boolean
}

function ContactLayout({
  page,
  lead,
  error,
  children,
}: {
  page: PageContext
  lead: string
  error: string | undefined
  children: React.ReactNode
}) {
  const messages = messagesFor(page.locale)
  const title = messages.account_contact()
  return (
    <div className="narrow">
      <UnlistedMeta title={messages.page_title({ title })} description={lead} />
      <InlineStyle name="form" />
      <div className="hero">
        <h1>{title}</h1>
        <p>{lead}</p>
      </div>
      {error !== undefined && (
        <p className="note wrong" role="alert">
          {error}
        </p>
      )}
      {children}
      <p>
        <a href={localizedPath('/account', page.locale)}>{messages.my_account()}</a>
      </p>
    </div>
  )
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
    <ContactLayout page={page} lead={messages.login_lead()} error={error}>
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
    </ContactLayout>
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
    <ContactLayout page={page} lead={messages.account_code_sent({ contact })} error={undefined}>
      <form
        className="fields"
        method="post"
        action={localizedPath('/account/contact/code', page.locale)}
        noValidate
      >
        <input type="hidden" name="contact" value={contact} />
        <FormField
          name="otp"
          label={messages.account_code()}
          value=""
          error={isWrong ? messages.login_wrong_code() : undefined}
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          required
        />
        <button className="btn wide">{messages.save()}</button>
      </form>
    </ContactLayout>
  )
}
