import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { InlineScript } from '../../ui/page-parts.tsx'
import { wordsIn } from '../../ui/words.ts'
import { emailField, LoginForm, LoginFrame, withCallback, type Shown } from './login-form.tsx'

/** The ways in: by phone first, by Google where it is open, by e-mail. */
export function LoginPage({
  place,
  goOn,
  shown,
  hasGoogle,
}: {
  place: PageContext
  goOn: string
  shown: Shown
  hasGoogle: boolean
}) {
  const words = wordsIn(place.locale)
  const to = (path: string) => withCallback(localizedPath(path, place.locale), goOn)
  return (
    <LoginFrame place={place} title={words.login()} lead={words.login_lead()} notice={shown.notice}>
      <LoginForm
        place={place}
        path="/login/phone"
        goOn={goOn}
        shown={shown}
        fields={[
          {
            name: 'phone',
            label: words.login_phone(),
            hint: words.login_phone_hint(),
            type: 'tel',
            inputMode: 'tel',
            autoComplete: 'tel-national',
            required: true,
          },
        ]}
        button={words.login_send_code()}
      />
      <p className="or">{words.login_or()}</p>
      {hasGoogle && (
        <form method="post" action={localizedPath('/login/google', place.locale)}>
          <input type="hidden" name="callbackUrl" value={goOn} />
          <button className="btn quiet wide">{words.login_with_google()}</button>
        </form>
      )}
      <p>
        <a className="btn quiet wide" href={to('/login?islogin=true')}>
          {words.login_with_email()}
        </a>
      </p>
      <p>
        <a href={to('/login/register')}>{words.login_register()}</a>
      </p>
    </LoginFrame>
  )
}

/** /login?islogin=true: e-mail address and password. */
export function EmailLoginPage({
  place,
  goOn,
  shown,
}: {
  place: PageContext
  goOn: string
  shown: Shown
}) {
  const words = wordsIn(place.locale)
  const to = (path: string) => withCallback(localizedPath(path, place.locale), goOn)
  return (
    <LoginFrame
      place={place}
      title={words.login_with_email()}
      lead={words.login_lead()}
      notice={shown.notice}
    >
      <LoginForm
        place={place}
        path="/login"
        goOn={goOn}
        shown={shown}
        fields={[
          emailField(words),
          {
            name: 'password',
            label: words.login_password(),
            type: 'password',
            autoComplete: 'current-password',
            required: true,
          },
        ]}
        button={words.login_button()}
      />
      <ul className="ways-out">
        <li>
          <a href={to('/login/forgot-password')}>{words.login_forgot()}</a>
        </li>
        <li>
          <a href={to('/login/register')}>{words.login_register()}</a>
        </li>
        <li>
          <a href={to('/login')}>{words.login_with_phone()}</a>
        </li>
      </ul>
    </LoginFrame>
  )
}

/** The code that came by SMS. Phones offer it by themselves (autocomplete one-time-code). */
export function CodePage({
  place,
  goOn,
  shown,
  phone,
  resendAfterSeconds,
  minutes,
}: {
  place: PageContext
  goOn: string
  shown: Shown
  phone: string
  resendAfterSeconds: number
  minutes: number
}) {
  const words = wordsIn(place.locale)
  return (
    <LoginFrame
      place={place}
      title={words.login_code()}
      lead={words.login_code_sent({ phone, minutes })}
      notice={shown.notice}
    >
      <LoginForm
        place={place}
        path="/login/code"
        goOn={goOn}
        shown={shown}
        hidden={{ phone }}
        fields={[
          {
            name: 'otp',
            label: words.login_code(),
            inputMode: 'numeric',
            autoComplete: 'one-time-code',
            maxLength: 7,
            required: true,
            focused: true,
          },
        ]}
        button={words.login_button()}
      />
      <form method="post" action={localizedPath('/login/resend', place.locale)}>
        <input type="hidden" name="callbackUrl" value={goOn} />
        <input type="hidden" name="phone" value={phone} />
        <resend-clock
          seconds={resendAfterSeconds}
          wait={words.login_code_again_in({ seconds: '{seconds}' })}
        >
          <button className="btn quiet wide">{words.login_code_again()}</button>
        </resend-clock>
        <InlineScript of="resend-clock" />
      </form>
      <p>
        <a href={withCallback(localizedPath('/login', place.locale), goOn)}>
          {words.login_other_number()}
        </a>
      </p>
    </LoginFrame>
  )
}
