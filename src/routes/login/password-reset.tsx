import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { forgotForm, parseForm, resetForm } from '../../../domain/forms.ts'
import { resetPassword, sendPasswordResetEmail } from '../../api-client/sign-in.ts'
import { formFields } from '../../respond/form.ts'
import { messagesFor } from '../../ui/messages.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { callbackPathFrom, withFieldErrors } from './form-answers.ts'
import { loginErrorStatus, loginErrorText } from './login-errors.ts'
import { emptyLoginForm, type LoginFormState } from './login-form.tsx'
import { ForgotPasswordPage, ResetPasswordPage } from './password-pages.tsx'

/** A forgotten password: the link by e-mail and the form behind it, without script. */
export const passwordReset = new Hono<AppEnv>()

const layout = { layout: 'header' } as const

passwordReset.get('/login/forgot-password', (c) => {
  const isSent = c.req.query('sent') !== undefined
  return c.render(
    <ForgotPasswordPage
      page={c.var.page}
      callbackUrl={callbackPathFrom(c, undefined)}
      state={emptyLoginForm}
      isSent={isSent}
    />,
    layout,
  )
})

passwordReset.post('/login/forgot-password', async (c) => {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const parsed = parseForm(forgotForm, form.value)
  const callbackPath = callbackPathFrom(c, form.value.callbackUrl)
  const formPage = (state: LoginFormState) =>
    c.render(
      <ForgotPasswordPage
        page={c.var.page}
        callbackUrl={callbackPath}
        state={state}
        isSent={false}
      />,
      layout,
    )
  if (!parsed.ok) return formPage(withFieldErrors(c, parsed))
  const sent = await sendPasswordResetEmail(c.var.api, parsed.value.email)
  if (sent.ok) return c.redirect(`${c.var.page.origin}${new URL(c.req.url).pathname}?sent`, 303)
  c.status(loginErrorStatus(sent.error))
  const notice = loginErrorText(sent.error, 'reset', messagesFor(c.var.page.locale))
  return formPage({ ...emptyLoginForm, typed: parsed.typed, notice })
})

passwordReset.get('/login/reset-password', (c) => {
  // The address contains the reset code, which no other site may get as a referrer. Not
  // no-referrer: with it browsers send the form with `Origin: null`, which requireSameOrigin
  // refuses.
  c.header('referrer-policy', 'same-origin')
  return c.render(
    <ResetPasswordPage page={c.var.page} code={c.req.query('code') ?? ''} state={emptyLoginForm} />,
    layout,
  )
})

passwordReset.post('/login/reset-password', async (c) => {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const parsed = parseForm(resetForm, form.value)
  const formPage = (state: LoginFormState) =>
    c.render(
      <ResetPasswordPage page={c.var.page} code={form.value.code ?? ''} state={state} />,
      layout,
    )
  if (!parsed.ok) return formPage(withFieldErrors(c, parsed))
  const { code, password } = parsed.value
  const signedIn = await resetPassword(await c.var.reader.signInApi(), code, password)
  return finishSignIn(c, signedIn, callbackPathFrom(c, undefined), (error) =>
    formPage({
      ...emptyLoginForm,
      notice: loginErrorText(error, 'reset', messagesFor(c.var.page.locale)),
    }),
  )
})
