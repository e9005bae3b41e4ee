import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { formOf } from '../../respond/form.ts'
import { safeCallbackPath } from '../../addresses/callback-url.ts'
import {
  codeForm,
  forgotForm,
  phoneForm,
  readForm,
  registerForm,
  resetForm,
  signInForm,
} from '../../../domain/forms.ts'
import type { ApiError } from '../../api-client/errors.ts'
import type { Result } from '../../../domain/result.ts'
import {
  refusalOf,
  sendCode,
  sendResetLetter,
  signInWith,
  type SignedIn,
} from '../../api-client/users.ts'
import { wordsIn } from '../../ui/words.ts'
import { empty, type Shown } from './login-form.tsx'
import { CodePage, EmailLoginPage, LoginPage } from './login-page.tsx'
import { ForgotPage, RegisterPage, ResetPage } from './password-pages.tsx'
import { noticeOf, noticeOfCode, statusOf } from './notices.ts'

/** Signing in, in every way, as forms that work by themselves. */
export const login = new Hono<AppEnv>()

const layout = { layout: 'header' } as const

login.get('/login', (c) => {
  const words = wordsIn(c.var.page.locale)
  const shown = { ...empty, notice: noticeOfCode(c.req.query('error'), words) }
  const goOn = goOnFrom(c, c.req.query('callbackUrl'))
  return c.req.query('islogin') === 'true' ? emailPage(c, goOn, shown) : firstPage(c, goOn, shown)
})

login.post('/login', async (c) => {
  const form = await formOf(c)
  const read = readForm(signInForm, form)
  const goOn = goOnFrom(c, form.callbackUrl)
  if (!read.ok) return emailPage(c, goOn, faulty(c, read))
  const { email, password } = read.value
  const answer = await signInWith.password(c.var.reader.caller, email, password)
  return signedIn(c, answer, goOn, (error) => {
    const notice = noticeOf(error, 'password', wordsIn(c.var.page.locale))
    return emailPage(c, goOn, { ...empty, typed: read.typed, notice })
  })
})

login.get('/login/register', (c) =>
  c.render(
    <RegisterPage
      place={c.var.page}
      goOn={goOnFrom(c, c.req.query('callbackUrl'))}
      shown={empty}
    />,
    layout,
  ),
)

login.post('/login/register', async (c) => {
  const form = await formOf(c)
  const read = readForm(registerForm, form)
  const goOn = goOnFrom(c, form.callbackUrl)
  const page = (shown: Shown) =>
    c.render(<RegisterPage place={c.var.page} goOn={goOn} shown={shown} />, layout)
  if (!read.ok) return page(faulty(c, read))
  const { username, email, password } = read.value
  const account = { email, password, ...(username !== '' && { username }) }
  const answer = await signInWith.newAccount(c.var.reader.caller, account)
  return signedIn(c, answer, goOn, (error) =>
    page({
      ...empty,
      typed: read.typed,
      notice: noticeOf(error, 'register', wordsIn(c.var.page.locale)),
    }),
  )
})

login.post('/login/phone', (c) => codeSent(c, false))
login.post('/login/resend', (c) => codeSent(c, true))

/** Sends a code and asks for it. Where one is on its way already, the page says when the next may be sent. */
async function codeSent(c: Context<AppEnv>, again: boolean) {
  const form = await formOf(c)
  const read = readForm(phoneForm, form)
  const goOn = goOnFrom(c, form.callbackUrl)
  if (!read.ok) return firstPage(c, goOn, faulty(c, read))
  const { phone } = read.value
  const sent = await sendCode(c.var.reader.caller, phone, again)
  if (sent.ok) return codePage(c, goOn, phone, empty, sent.value)
  const words = wordsIn(c.var.page.locale)
  c.status(statusOf(sent.error))
  const shown = { ...empty, typed: read.typed, notice: noticeOf(sent.error, 'code', words) }
  const { retryAfterSeconds } = refusalOf(sent.error)
  return again && retryAfterSeconds !== null
    ? codePage(c, goOn, phone, shown, { resendAfterSeconds: retryAfterSeconds })
    : firstPage(c, goOn, shown)
}

login.post('/login/code', async (c) => {
  const form = await formOf(c)
  const read = readForm(codeForm, form)
  const goOn = goOnFrom(c, form.callbackUrl)
  if (!read.ok) {
    if (read.faults.phone) return firstPage(c, goOn, faulty(c, read))
    return codePage(c, goOn, form.phone ?? '', faulty(c, read), {})
  }
  const { phone, otp } = read.value
  const answer = await signInWith.code(c.var.reader.caller, phone, otp)
  return signedIn(c, answer, goOn, (error) => {
    const notice = noticeOf(error, 'code', wordsIn(c.var.page.locale))
    return codePage(c, goOn, phone, { ...empty, typed: read.typed, notice }, {})
  })
})

login.get('/login/forgot-password', (c) => {
  const isSent = c.req.query('sent') !== undefined
  return c.render(
    <ForgotPage place={c.var.page} goOn={goOnFrom(c, undefined)} shown={empty} sent={isSent} />,
    layout,
  )
})

login.post('/login/forgot-password', async (c) => {
  const form = await formOf(c)
  const read = readForm(forgotForm, form)
  const goOn = goOnFrom(c, form.callbackUrl)
  const page = (shown: Shown) =>
    c.render(<ForgotPage place={c.var.page} goOn={goOn} shown={shown} sent={false} />, layout)
  if (!read.ok) return page(faulty(c, read))
  const sent = await sendResetLetter(c.var.reader.caller, read.value.email)
  if (sent.ok) return c.redirect(`${c.var.page.origin}${localPath(c)}?sent`, 303)
  c.status(statusOf(sent.error))
  const notice = noticeOf(sent.error, 'reset', wordsIn(c.var.page.locale))
  return page({ ...empty, typed: read.typed, notice })
})

login.get('/login/reset-password', (c) => {
  // The code stands in the address: no other page shall hear of it.
  c.header('referrer-policy', 'no-referrer')
  return c.render(
    <ResetPage place={c.var.page} code={c.req.query('code') ?? ''} shown={empty} />,
    layout,
  )
})

login.post('/login/reset-password', async (c) => {
  const form = await formOf(c)
  const read = readForm(resetForm, form)
  const page = (shown: Shown) =>
    c.render(<ResetPage place={c.var.page} code={form.code ?? ''} shown={shown} />, layout)
  if (!read.ok) return page(faulty(c, read))
  const { code, password } = read.value
  const answer = await signInWith.newPassword(c.var.reader.caller, code, password)
  return signedIn(c, answer, '/account', (error) =>
    page({ ...empty, notice: noticeOf(error, 'reset', wordsIn(c.var.page.locale)) }),
  )
})

/** Begins the session and goes on, or shows the form again. */
function signedIn(
  c: Context<AppEnv>,
  answer: Result<SignedIn, ApiError>,
  goOn: string,
  again: (error: ApiError) => Response | Promise<Response>,
) {
  const { session } = c.var.config
  if (answer.ok && session) {
    c.var.reader.begin(answer.value)
    return c.redirect(c.var.page.origin + goOn, 303)
  }
  const error: ApiError = answer.ok ? { kind: 'refused', status: 503, data: null } : answer.error
  c.status(statusOf(error))
  return again(error)
}

function faulty(c: Context<AppEnv>, { typed, faults }: Omit<Shown, 'notice'>): Shown {
  c.status(422)
  return { typed, faults, notice: null }
}

const firstPage = (c: Context<AppEnv>, goOn: string, shown: Shown) =>
  c.render(
    <LoginPage
      place={c.var.page}
      goOn={goOn}
      shown={shown}
      hasGoogle={c.var.config.google !== null && !c.var.page.inApp}
    />,
    layout,
  )

const emailPage = (c: Context<AppEnv>, goOn: string, shown: Shown) =>
  c.render(<EmailLoginPage place={c.var.page} goOn={goOn} shown={shown} />, layout)

const codePage = (
  c: Context<AppEnv>,
  goOn: string,
  phone: string,
  shown: Shown,
  { resendAfterSeconds = 0, expiresInSeconds = 300 },
) =>
  c.render(
    <CodePage
      place={c.var.page}
      goOn={goOn}
      shown={shown}
      phone={phone}
      resendAfterSeconds={resendAfterSeconds}
      minutes={Math.round(expiresInSeconds / 60)}
    />,
    layout,
  )

const localPath = (c: Context<AppEnv>) => new URL(c.req.url).pathname

/** Where to go afterwards; the account's page if nothing was said. */
const goOnFrom = (c: Context<AppEnv>, asked: string | undefined) =>
  asked === undefined || asked === '' ? '/account' : safeCallbackPath(asked, c.var.page.origin)
