import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { wordsIn } from '../../ui/words.ts'
import { emailField, LoginForm, LoginFrame, withCallback, type Shown } from './login-form.tsx'

export function RegisterPage({
  place,
  goOn,
  shown,
}: {
  place: PageContext
  goOn: string
  shown: Shown
}) {
  const words = wordsIn(place.locale)
  return (
    <LoginFrame
      place={place}
      title={words.login_register()}
      lead={words.login_lead()}
      notice={shown.notice}
    >
      <LoginForm
        place={place}
        path="/login/register"
        goOn={goOn}
        shown={shown}
        fields={[
          { name: 'username', label: words.login_name(), autoComplete: 'name', maxLength: 60 },
          emailField(words),
          {
            name: 'password',
            label: words.login_password(),
            hint: words.login_password_hint(),
            type: 'password',
            autoComplete: 'new-password',
            required: true,
          },
        ]}
        button={words.login_register()}
      />
      <p>
        <a href={withCallback(localizedPath('/login?islogin=true', place.locale), goOn)}>
          {words.login_have_account()}
        </a>
      </p>
    </LoginFrame>
  )
}

export function ForgotPage({
  place,
  goOn,
  shown,
  sent,
}: {
  place: PageContext
  goOn: string
  shown: Shown
  sent: boolean
}) {
  const words = wordsIn(place.locale)
  return (
    <LoginFrame
      place={place}
      title={words.login_forgot()}
      lead={words.login_forgot_lead()}
      notice={shown.notice}
    >
      {sent ? (
        <p className="note" role="status">
          {words.login_forgot_sent()}
        </p>
      ) : (
        <LoginForm
          place={place}
          path="/login/forgot-password"
          goOn={goOn}
          shown={shown}
          fields={[emailField(words)]}
          button={words.send()}
        />
      )}
    </LoginFrame>
  )
}

/** Behind the link of the letter. */
export function ResetPage({
  place,
  code,
  shown,
}: {
  place: PageContext
  code: string
  shown: Shown
}) {
  const words = wordsIn(place.locale)
  return (
    <LoginFrame
      place={place}
      title={words.login_reset()}
      lead={words.login_password_hint()}
      notice={shown.notice}
    >
      <LoginForm
        place={place}
        path="/login/reset-password"
        goOn="/"
        shown={shown}
        hidden={{ code }}
        fields={[
          {
            name: 'password',
            label: words.login_password_new(),
            type: 'password',
            autoComplete: 'new-password',
            required: true,
          },
          {
            name: 'passwordConfirmation',
            label: words.login_password_again(),
            type: 'password',
            autoComplete: 'new-password',
            required: true,
          },
        ]}
        button={words.login_reset()}
      />
      <p>
        <a href={localizedPath('/login/forgot-password', place.locale)}>{words.login_forgot()}</a>
      </p>
    </LoginFrame>
  )
}
