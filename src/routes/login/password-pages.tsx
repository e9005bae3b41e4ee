import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Brand } from '../../brand.ts'
import { AgeField } from '../../ui/age-field.tsx'
import { CollectionNotice } from '../../ui/collection-notice.tsx'
import { fieldErrorText } from '../../ui/form-errors.ts'
import { messagesFor } from '../../ui/messages.ts'
import {
  emailField,
  LoginForm,
  LoginLayout,
  withCallbackUrl,
  type LoginFormState,
  type Turnstile,
} from './login-form.tsx'

export function RegisterPage({
  page,
  brand,
  callbackUrl,
  state,
  turnstile,
}: {
  page: PageContext
  brand: Brand
  callbackUrl: string
  state: LoginFormState
  turnstile: Turnstile
}) {
  const messages = messagesFor(page.locale)
  const ageError = state.fieldErrors['ageBand']
  return (
    <LoginLayout
      page={page}
      title={messages.login_register()}
      lead={messages.login_lead()}
      notice={state.notice}
    >
      <LoginForm
        page={page}
        path="/login/register"
        callbackUrl={callbackUrl}
        state={state}
        fields={[
          { name: 'name', label: messages.login_name(), autoComplete: 'name', maxLength: 60 },
          emailField(messages),
          {
            name: 'password',
            label: messages.login_password(),
            hint: messages.login_password_hint(),
            type: 'password',
            autoComplete: 'new-password',
            required: true,
          },
        ]}
        humanCheck={{ turnstile, action: 'register' }}
        button={messages.login_register()}
      >
        <AgeField
          locale={page.locale}
          chosen={state.typed['ageBand']}
          error={ageError && fieldErrorText(ageError, messages)}
        />
      </LoginForm>
      <CollectionNotice
        page={page}
        grievanceEmail={brand.grievance.email}
        items={[
          ...[messages.notice_email(), messages.notice_name(), messages.notice_age()],
          ...[messages.notice_tests(), messages.notice_device(), messages.notice_source()],
        ]}
      />
      <p>
        <a href={withCallbackUrl(localizedPath('/login?islogin=true', page.locale), callbackUrl)}>
          {messages.login_have_account()}
        </a>
      </p>
    </LoginLayout>
  )
}

export function ForgotPasswordPage({
  page,
  callbackUrl,
  state,
  isSent,
}: {
  page: PageContext
  callbackUrl: string
  state: LoginFormState
  isSent: boolean
}) {
  const messages = messagesFor(page.locale)
  return (
    <LoginLayout
      page={page}
      title={messages.login_forgot()}
      lead={messages.login_forgot_lead()}
      notice={state.notice}
    >
      {isSent ? (
        <p className="note" role="status">
          {messages.login_forgot_sent()}
        </p>
      ) : (
        <LoginForm
          page={page}
          path="/login/forgot-password"
          callbackUrl={callbackUrl}
          state={state}
          fields={[emailField(messages)]}
          button={messages.send()}
        />
      )}
    </LoginLayout>
  )
}

/** The page that the link in the reset e-mail opens. */
export function ResetPasswordPage({
  page,
  code,
  state,
}: {
  page: PageContext
  code: string
  state: LoginFormState
}) {
  const messages = messagesFor(page.locale)
  return (
    <LoginLayout
      page={page}
      title={messages.login_reset()}
      lead={messages.login_password_hint()}
      notice={state.notice}
    >
      <LoginForm
        page={page}
        path="/login/reset-password"
        callbackUrl="/"
        state={state}
        hidden={{ code }}
        fields={[
          {
            name: 'password',
            label: messages.login_password_new(),
            type: 'password',
            autoComplete: 'new-password',
            required: true,
          },
          {
            name: 'passwordConfirmation',
            label: messages.login_password_again(),
            type: 'password',
            autoComplete: 'new-password',
            required: true,
          },
        ]}
        button={messages.login_reset()}
      />
      <p>
        <a href={localizedPath('/login/forgot-password', page.locale)}>{messages.login_forgot()}</a>
      </p>
    </LoginLayout>
  )
}
