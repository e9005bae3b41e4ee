import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { FormField } from '../../ui/form-field.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'

/** A page behind the account page: a heading, what it is for, the failure of its form if there is
 *  one, and the way back. */
export function AccountLayout({
  page,
  title,
  lead,
  error,
  children,
}: {
  page: PageContext
  title: string
  lead: string
  error?: string | undefined
  children: React.ReactNode
}) {
  const messages = messagesFor(page.locale)
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

/** Asks for the code that was sent to `contact`. `autoComplete`: `off` if it went to another
 *  person's device. */
export function ContactCodeForm({
  page,
  path,
  contact,
  label,
  autoComplete,
  isWrong,
}: {
  page: PageContext
  path: string
  contact: string
  label: string
  autoComplete: 'one-time-code' | 'off'
  isWrong: boolean
}) {
  const messages = messagesFor(page.locale)
  return (
    <form className="fields" method="post" action={localizedPath(path, page.locale)} noValidate>
      <input type="hidden" name="contact" value={contact} />
      <FormField
        name="otp"
        label={label}
        value=""
        error={isWrong ? messages.login_wrong_code() : undefined}
        autoFocus
        inputMode="numeric"
        autoComplete={autoComplete}
        maxLength={7}
        required
      />
      <button className="btn wide">{messages.save()}</button>
    </form>
  )
}
