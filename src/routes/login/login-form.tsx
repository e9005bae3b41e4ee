import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { FieldErrors, FormInput } from '../../../domain/forms.ts'
import { FormField } from '../../ui/form-field.tsx'
import { HumanCheck } from '../../ui/human-check.tsx'
import { fieldErrorText } from '../../ui/form-errors.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** What a form is rendered with after a submission: the typed values, the error of each field, and
 *  an error of the whole form. */
export type LoginFormState = {
  typed: FormInput
  fieldErrors: FieldErrors
  notice: string | null
  /** The product API asks for a token of Turnstile. */
  isHumanCheckNeeded?: boolean
}
export const emptyLoginForm: LoginFormState = { typed: {}, fieldErrors: {}, notice: null }

/** The frame of every sign-in page: heading, error message, content. */
export function LoginLayout({
  page,
  title,
  lead,
  notice,
  children,
}: {
  page: PageContext
  title: string
  lead: string
  notice: string | null
  children: React.ReactNode
}) {
  const messages = messagesFor(page.locale)
  return (
    <div className="narrow">
      <UnlistedMeta title={messages.page_title({ title })} description={lead} page={page} />
      <InlineStyle name="form" />
      <div className="hero">
        <h1>{title}</h1>
        <p>{lead}</p>
      </div>
      {notice && (
        <p className="note wrong" role="alert">
          {notice}
        </p>
      )}
      {children}
      <SubmissionOverlay messages={messages} />
    </div>
  )
}

export type Turnstile = { siteKey: string; scriptUrl: string; isAlways: boolean } | null
type HumanCheckOf = { turnstile: Turnstile; action: string }

type FieldProps = Parameters<typeof FormField>[0]

/** A form that is posted to `path`. `callbackUrl` is sent along as a hidden field. The first
 *  invalid field has the focus; without one, the field with `autoFocus`. */
export function LoginForm({
  page,
  path,
  callbackUrl,
  state,
  fields,
  hidden = {},
  children,
  humanCheck = null,
  button,
}: {
  page: PageContext
  path: string
  callbackUrl: string
  state: LoginFormState
  fields: readonly (Omit<FieldProps, 'value' | 'error' | 'autoFocus'> & { autoFocus?: boolean })[]
  hidden?: Record<string, string>
  /** Further fields, before the button. */
  children?: React.ReactNode
  /** null: the form is never checked. */
  humanCheck?: HumanCheckOf | null
  button: string
}) {
  const messages = messagesFor(page.locale)
  const firstInvalid = fields.find(({ name }) => state.fieldErrors[name])?.name
  return (
    <form className="fields" method="post" action={localizedPath(path, page.locale)} noValidate>
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map(({ autoFocus = false, ...field }) => {
        const error = state.fieldErrors[field.name]
        return (
          <FormField
            key={field.name}
            {...field}
            value={state.typed[field.name] ?? ''}
            error={error && fieldErrorText(error, messages)}
            autoFocus={firstInvalid === undefined ? autoFocus : field.name === firstInvalid}
          />
        )
      })}
      {children}
      {humanCheck && (
        <HumanCheck page={page} {...humanCheck} isNeeded={state.isHumanCheckNeeded === true} />
      )}
      <button className="btn wide">{button}</button>
    </form>
  )
}

/** The e-mail field of the sign-in forms. */
export const emailField = (messages: Messages) => ({
  name: 'email',
  label: messages.login_email(),
  type: 'email' as const,
  inputMode: 'email' as const,
  autoComplete: 'username',
  required: true,
})

/** Adds the page to return to after signing in. */
export const withCallbackUrl = (path: string, callbackUrl: string) =>
  `${path}${path.includes('?') ? '&' : '?'}callbackUrl=${encodeURIComponent(callbackUrl)}`
