import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import { pathAfterSignIn } from '../../addresses/callback-url.ts'
import type { ApiError } from '../../api-client/errors.ts'
import type { SignedIn } from '../../api-client/sign-in.ts'
import type { Result } from '../../../domain/result.ts'
import { loginErrorStatus } from './login-errors.ts'

/** Begins the session and redirects, or shows the form again. */
export async function finishSignIn(
  c: Context<AppEnv>,
  signedIn: Result<SignedIn, ApiError>,
  callbackPath: string,
  formWith: (error: ApiError) => Response | Promise<Response>,
) {
  const { session } = c.var.config
  if (signedIn.ok && session) {
    await c.var.reader.beginSession(signedIn.value)
    const next = pathAfterSignIn(signedIn.value.user, callbackPath, c.var.page.locale)
    return c.redirect(c.var.page.origin + next, 303)
  }
  const error: ApiError = signedIn.ok
    ? { kind: 'http-error', status: 503, data: null }
    : signedIn.error
  c.status(loginErrorStatus(error))
  return formWith(error)
}
