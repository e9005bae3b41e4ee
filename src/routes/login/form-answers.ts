import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import { localizedPath } from '../../addresses/address.ts'
import { safeCallbackPath } from '../../addresses/callback-url.ts'
import type { LoginFormState } from './login-form.tsx'

/** The state of a form with invalid fields, which is answered with status 422. */
export function withFieldErrors(
  c: Context<AppEnv>,
  { typed, fieldErrors }: Omit<LoginFormState, 'notice'>,
): LoginFormState {
  c.status(422)
  return { typed, fieldErrors, notice: null }
}

/** The path to redirect to after signing in; by default the account, in the page's language. */
export const callbackPathFrom = (c: Context<AppEnv>, requested: string | undefined) =>
  requested
    ? safeCallbackPath(requested, c.var.page.origin)
    : localizedPath('/account', c.var.page.locale)
