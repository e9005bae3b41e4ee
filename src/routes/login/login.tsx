import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { formFields } from '../../respond/form.ts'
import { localizedPath } from '../../addresses/address.ts'
import { codeForm, phoneForm, parseForm, registerForm, signInForm } from '../../../domain/forms.ts'
import { register } from '../../api-client/registration.ts'
import {
  refusalOf,
  sendPhoneCode,
  signInByPassword,
  signInByPhoneCode,
} from '../../api-client/sign-in.ts'
import { forgetCodeRequest } from '../../session/code-request.ts'
import { sourceField } from '../../session/traffic-source.ts'
import { authErrorText } from '../../ui/auth-error-text.ts'
import { humanTokenField } from '../../ui/human-check.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { callbackPathFrom, withFieldErrors } from './form-answers.ts'
import { emptyLoginForm, type LoginFormState } from './login-form.tsx'
import { codePath, pendingCode, redirectToCodePage, setPageAddress } from './code-request.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { CodePage, EmailLoginPage, LoginPage } from './login-page.tsx'
import { RegisterPage } from './password-pages.tsx'
import { passkeyLogin } from './passkey.ts'
import { passwordReset } from './password-reset.tsx'
import {
  codeErrorOf,
  isHumanCheckRequired,
  loginErrorStatus,
  loginErrorText,
} from './login-errors.ts'

/** Signing in and registering, as forms that work without script. */
export const login = new Hono<AppEnv>()

const layout = { layout: 'header' } as const

login.route('/', passwordReset)
login.route('/', passkeyLogin(loginPage))

login.get('/login', (c) => {
  const messages = messagesFor(c.var.page.locale)
  const state = { ...emptyLoginForm, notice: authErrorText(c.req.query('error'), messages) }
  const callbackPath = callbackPathFrom(c, c.req.query('callbackUrl'))
  return c.req.query('islogin') === 'true'
    ? emailPage(c, callbackPath, state)
    : loginPage(c, callbackPath, state)
})

login.post('/login', async (c) => {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const parsed = parseForm(signInForm, form.value)
  const callbackPath = callbackPathFrom(c, form.value.callbackUrl)
  if (!parsed.ok) return emailPage(c, callbackPath, withFieldErrors(c, parsed))
  const { email, password } = parsed.value
  const signedIn = await signInByPassword(
    await c.var.reader.signInApi({ humanToken: form.value[humanTokenField] }),
    ...([email, password] as const),
  )
  return finishSignIn(c, signedIn, callbackPath, (error) => {
    const notice = loginErrorText(error, 'password', messagesFor(c.var.page.locale))
    const isHumanCheckNeeded = isHumanCheckRequired(error)
    const state = { ...emptyLoginForm, typed: parsed.typed, notice, isHumanCheckNeeded }
    return emailPage(c, callbackPath, state)
  })
})

login.get('/login/register', (c) =>
  c.render(
    <RegisterPage
      page={c.var.page}
      brand={c.var.brand}
      callbackUrl={callbackPathFrom(c, c.req.query('callbackUrl'))}
      state={emptyLoginForm}
      turnstile={c.var.config.turnstile}
    />,
    layout,
  ),
)

login.post('/login/register', async (c) => {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const parsed = parseForm(registerForm, form.value)
  const callbackPath = callbackPathFrom(c, form.value.callbackUrl)
  const formPage = (state: LoginFormState) =>
    c.render(
      <RegisterPage
        page={c.var.page}
        brand={c.var.brand}
        callbackUrl={callbackPath}
        state={state}
        turnstile={c.var.config.turnstile}
      />,
      layout,
    )
  if (!parsed.ok) return formPage(withFieldErrors(c, parsed))
  const { name, email, password, ageBand } = parsed.value
  const source = sourceField(c.var.reader)
  const account = { email, password, ageBand, ...source, ...(name !== '' && { name }) }
  const signedIn = await register(
    await c.var.reader.signInApi({ humanToken: form.value[humanTokenField] }),
    account,
  )
  return finishSignIn(c, signedIn, callbackPath, (error) =>
    formPage({
      ...emptyLoginForm,
      typed: parsed.typed,
      notice: loginErrorText(error, 'register', messagesFor(c.var.page.locale)),
      isHumanCheckNeeded: isHumanCheckRequired(error),
    }),
  )
})

login.post('/login/phone', (c) => sendCodeAndAskForIt(c, false))
login.post('/login/resend', (c) => sendCodeAndAskForIt(c, true))

/** Sends a one-time code and shows the form for it. If the last code is too recent, the form says
 *  when the next one can be sent. */
async function sendCodeAndAskForIt(c: Context<AppEnv>, isResend: boolean) {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const parsed = parseForm(phoneForm, form.value)
  const callbackPath = callbackPathFrom(c, form.value.callbackUrl)
  if (!parsed.ok) return loginPage(c, callbackPath, withFieldErrors(c, parsed))
  const { phone } = parsed.value
  const api = await c.var.reader.signInApi({
    isDeviceStored: true,
    humanToken: form.value[humanTokenField],
  })
  const sent = await sendPhoneCode(api, phone, isResend)
  if (sent.ok)
    return (
      (await redirectToCodePage(c, { phone, callbackPath }, sent.value)) ??
      codePage(c, callbackPath, phone, emptyLoginForm, sent.value)
    )
  const messages = messagesFor(c.var.page.locale)
  c.status(loginErrorStatus(sent.error))
  const state = {
    ...emptyLoginForm,
    typed: parsed.typed,
    notice: loginErrorText(sent.error, 'code', messages),
    isHumanCheckNeeded: isHumanCheckRequired(sent.error),
  }
  const { retryAfterSeconds } = refusalOf(sent.error)
  return isResend && retryAfterSeconds !== null
    ? codePage(c, callbackPath, phone, state, { resendAfterSeconds: retryAfterSeconds })
    : loginPage(c, callbackPath, state)
}

/** Asks for the code that was sent last: survives a reload and a switch of the language. */
login.get(codePath, async (c) => {
  const { origin, locale } = c.var.page
  const pending = await pendingCode(c)
  if (!pending) return c.redirect(origin + localizedPath('/login', locale), 303)
  return codePage(c, pending.callbackPath, pending.phone, emptyLoginForm, pending.sent)
})

login.post(codePath, async (c) => {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const parsed = parseForm(codeForm, form.value)
  const callbackPath = callbackPathFrom(c, form.value.callbackUrl)
  if (!parsed.ok) {
    if (parsed.fieldErrors.phone) return loginPage(c, callbackPath, withFieldErrors(c, parsed))
    return codePage(c, callbackPath, form.value.phone ?? '', withFieldErrors(c, parsed), {})
  }
  const { phone, otp } = parsed.value
  const source = sourceField(c.var.reader)
  const signedIn = await signInByPhoneCode(await c.var.reader.signInApi(), phone, otp, source)
  if (signedIn.ok) forgetCodeRequest(c)
  return finishSignIn(c, signedIn, callbackPath, (error) => {
    const { typed } = parsed
    const wrongCode = codeErrorOf(error)
    if (wrongCode) {
      const fieldErrors = { otp: wrongCode }
      return codePage(c, callbackPath, phone, { typed, fieldErrors, notice: null }, {})
    }
    const notice = loginErrorText(error, 'code', messagesFor(c.var.page.locale))
    return codePage(c, callbackPath, phone, { ...emptyLoginForm, typed, notice }, {})
  })
})

/** What the language switch keeps of a page to sign in on: where it leads. */
function loginParameters(c: Context<AppEnv>, callbackPath: string): Record<string, string> {
  return callbackPath === callbackPathFrom(c, undefined) ? {} : { callbackUrl: callbackPath }
}

function loginPage(c: Context<AppEnv>, callbackPath: string, state: LoginFormState) {
  setPageAddress(c, '/login', loginParameters(c, callbackPath))
  return c.render(
    <LoginPage
      page={c.var.page}
      brand={c.var.brand}
      callbackUrl={callbackPath}
      state={state}
      hasGoogle={c.var.config.google !== null && !c.var.page.isInApp}
      turnstile={c.var.config.turnstile}
    />,
    layout,
  )
}

function emailPage(c: Context<AppEnv>, callbackPath: string, state: LoginFormState) {
  setPageAddress(c, '/login', { islogin: 'true', ...loginParameters(c, callbackPath) })
  return c.render(
    <EmailLoginPage
      page={c.var.page}
      callbackUrl={callbackPath}
      state={state}
      turnstile={c.var.config.turnstile}
    />,
    layout,
  )
}

function codePage(
  c: Context<AppEnv>,
  callbackPath: string,
  phone: string,
  state: LoginFormState,
  { resendAfterSeconds = 0, expiresInSeconds = 300 },
) {
  setPageAddress(c, codePath)
  return c.render(
    <CodePage
      page={c.var.page}
      callbackUrl={callbackPath}
      state={state}
      phone={phone}
      resendAfterSeconds={resendAfterSeconds}
      minutes={Math.round(expiresInSeconds / 60)}
    />,
    layout,
  )
}
