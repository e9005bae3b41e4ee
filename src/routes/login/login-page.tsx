import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { InlineScript } from '../../ui/inline-assets.tsx'
import type { Brand } from '../../brand.ts'
import { CollectionNotice } from '../../ui/collection-notice.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { PasskeyButton } from '../../ui/passkey-button.tsx'
import {
  emailField,
  LoginForm,
  LoginLayout,
  withCallbackUrl,
  type LoginFormState,
  type Turnstile,
} from './login-form.tsx'

/** The sign-in page: by phone first, then Google if available, then e-mail. */
export function LoginPage({
  page,
  brand,
  callbackUrl,
  state,
  hasGoogle,
  turnstile,
}: {
  page: PageContext
  brand: Brand
  callbackUrl: string
  state: LoginFormState
  hasGoogle: boolean
  turnstile: Turnstile
}) {
  const messages = messagesFor(page.locale)
  const to = (path: string) => withCallbackUrl(localizedPath(path, page.locale), callbackUrl)
  return (
    <LoginLayout
      page={page}
      title={messages.login()}
      lead={messages.login_lead()}
      notice={state.notice}
    >
      <LoginForm
        page={page}
        path="/login/phone"
        callbackUrl={callbackUrl}
        state={state}
        fields={[
          {
            name: 'phone',
            label: messages.login_phone(),
            hint: messages.login_phone_hint(),
            type: 'tel',
            inputMode: 'tel',
            autoComplete: 'tel-national',
            required: true,
          },
        ]}
        humanCheck={{ turnstile, action: 'phone-code' }}
        button={messages.login_send_code()}
      />
      <p className="or">{messages.login_or()}</p>
      <PasskeyButton
        page={page}
        path="/login/passkey"
        callbackUrl={callbackUrl}
        label={messages.passkey_sign_in()}
      />
      {hasGoogle && (
        <form method="post" action={localizedPath('/login/google', page.locale)}>
          <input type="hidden" name="callbackUrl" value={callbackUrl} />
          <button className="btn quiet wide">{messages.login_with_google()}</button>
        </form>
      )}
      <p>
        <a className="btn quiet wide" href={to('/login?islogin=true')}>
          {messages.login_with_email()}
        </a>
      </p>
      <p>
        <a href={to('/login/register')}>{messages.login_register()}</a>
      </p>
      <p>
        <a href={localizedPath('/subscription/checkout', page.locale)}>{messages.plans_note()}</a>
      </p>
      <CollectionNotice
        page={page}
        grievanceEmail={brand.grievance.email}
        items={[
          ...[messages.notice_phone(), messages.notice_age(), messages.notice_tests()],
          ...[messages.notice_device(), messages.notice_source()],
        ]}
      />
    </LoginLayout>
  )
}

/** /login?islogin=true: e-mail address and password. */
export function EmailLoginPage({
  page,
  callbackUrl,
  state,
  turnstile,
}: {
  page: PageContext
  callbackUrl: string
  state: LoginFormState
  turnstile: Turnstile
}) {
  const messages = messagesFor(page.locale)
  const to = (path: string) => withCallbackUrl(localizedPath(path, page.locale), callbackUrl)
  return (
    <LoginLayout
      page={page}
      title={messages.login_with_email()}
      lead={messages.login_lead()}
      notice={state.notice}
    >
      <LoginForm
        page={page}
        path="/login"
        callbackUrl={callbackUrl}
        state={state}
        fields={[
          emailField(messages),
          {
            name: 'password',
            label: messages.login_password(),
            type: 'password',
            autoComplete: 'current-password',
            required: true,
          },
        ]}
        humanCheck={{ turnstile, action: 'password' }}
        button={messages.login_button()}
      />
      <ul className="ways-out">
        <li>
          <a href={to('/login/forgot-password')}>{messages.login_forgot()}</a>
        </li>
        <li>
          <a href={to('/login/register')}>{messages.login_register()}</a>
        </li>
        <li>
          <a href={to('/login')}>{messages.login_with_phone()}</a>
        </li>
      </ul>
    </LoginLayout>
  )
}

/** Asks for the code sent by SMS. Phones suggest it themselves (autocomplete one-time-code). */
export function CodePage({
  page,
  callbackUrl,
  state,
  phone,
  resendAfterSeconds,
  minutes,
}: {
  page: PageContext
  callbackUrl: string
  state: LoginFormState
  phone: string
  resendAfterSeconds: number
  minutes: number
}) {
  const messages = messagesFor(page.locale)
  return (
    <LoginLayout
      page={page}
      title={messages.login_code()}
      lead={messages.login_code_sent({ phone, minutes })}
      notice={state.notice}
    >
      <LoginForm
        page={page}
        path="/login/code"
        callbackUrl={callbackUrl}
        state={state}
        hidden={{ phone }}
        fields={[
          {
            name: 'otp',
            label: messages.login_code(),
            inputMode: 'numeric',
            autoComplete: 'one-time-code',
            maxLength: 7,
            required: true,
            autoFocus: true,
          },
        ]}
        button={messages.login_button()}
      />
      <form method="post" action={localizedPath('/login/resend', page.locale)}>
        <input type="hidden" name="callbackUrl" value={callbackUrl} />
        <input type="hidden" name="phone" value={phone} />
        <resend-clock
          seconds={resendAfterSeconds}
          wait={messages.login_code_again_in({ seconds: '{seconds}' })}
        >
          <button className="btn quiet wide">{messages.login_code_again()}</button>
        </resend-clock>
        <InlineScript name="resend-clock" />
      </form>
      <p>
        <a href={withCallbackUrl(localizedPath('/login', page.locale), callbackUrl)}>
          {messages.login_other_number()}
        </a>
      </p>
    </LoginLayout>
  )
}
