import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { passkeySignInOptions, signInByPasskey } from '../../api-client/passkeys.ts'
import { formFields } from '../../respond/form.ts'
import { credentialIn, passkeyOptionsRefused } from '../../respond/passkey-form.ts'
import { messagesFor } from '../../ui/messages.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { callbackPathFrom } from './form-answers.ts'
import { emptyLoginForm, type LoginFormState } from './login-form.tsx'
import { loginErrorText } from './login-errors.ts'

type LoginPageAnswer = (
  c: Context<AppEnv>,
  callbackPath: string,
  state: LoginFormState,
) => Response | Promise<Response>

/** Signing in by fingerprint, face or screen lock. `loginPage`: the page that shows an error. */
export function passkeyLogin(loginPage: LoginPageAnswer) {
  const routes = new Hono<AppEnv>()

  /** For the button's script. The browser gets a device cookie, because a challenge can only be
   *  answered in the browser that asked for it. */
  routes.post('/login/passkey/options', async (c) => {
    const options = await passkeySignInOptions(
      await c.var.reader.signInApi({ isDeviceStored: true }),
    )
    return options.ok ? c.json(options.value) : passkeyOptionsRefused(c, options.error)
  })

  routes.post('/login/passkey', async (c) => {
    const form = await formFields(c)
    if (!form.ok) return c.var.fail(form.error)
    const callbackPath = callbackPathFrom(c, form.value.callbackUrl)
    const messages = messagesFor(c.var.page.locale)
    const pageWith = (error: ApiError) =>
      loginPage(c, callbackPath, {
        ...emptyLoginForm,
        notice: loginErrorText(error, 'passkey', messages),
      })
    const credential = credentialIn(form.value)
    if (!credential) {
      c.status(422)
      return pageWith({ kind: 'http-error', status: 400, data: null })
    }
    const signedIn = await signInByPasskey(await c.var.reader.signInApi(), credential)
    return finishSignIn(c, signedIn, callbackPath, pageWith)
  })

  return routes
}
