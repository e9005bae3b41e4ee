import type { ApiError } from '../../api-client/errors.ts'
import { refusalOf } from '../../api-client/sign-in.ts'
import type { Messages } from '../../ui/messages.ts'

/** The message for an error of the product API. `attempt`: what the reader was doing. */
export function loginErrorText(
  error: ApiError,
  attempt: 'password' | 'code' | 'register' | 'reset' | 'passkey',
  messages: Messages,
): string {
  if (error.kind === 'misconfigured') return messages.login_site_fault()
  if (error.kind !== 'http-error') return messages.login_unavailable()
  const { message, retryAfterSeconds } = refusalOf(error)
  if (error.status === 429) return messages.login_too_many({ seconds: retryAfterSeconds ?? 60 })
  if (error.status >= 500)
    return retryAfterSeconds === null
      ? messages.login_unavailable()
      : messages.login_busy({ seconds: retryAfterSeconds })
  if (/blocked/i.test(message)) return messages.login_blocked()
  if (isHumanCheckRequired(error)) return messages.human_check_needed()
  switch (attempt) {
    case 'password':
      return messages.login_wrong()
    case 'passkey':
      return messages.passkey_refused()
    case 'code':
      return /expired/i.test(message) ? messages.login_old_code() : messages.login_wrong_code()
    case 'register':
      if (isPasswordFault(message)) return messages.field_error_password_is_email()
      return /taken/i.test(message) ? messages.login_taken() : messages.login_failed()
    case 'reset':
      return isPasswordFault(message)
        ? messages.field_error_password_is_email()
        : messages.login_old_link()
  }
}

/** Whether the product API asks for a token of Turnstile. */
export const isHumanCheckRequired = (error: ApiError) =>
  /human check required/i.test(refusalOf(error).message)

/** The error of the field, if the code itself was refused: it is wrong or too old. */
export function codeErrorOf(error: ApiError): 'code-wrong' | 'code-old' | null {
  if (error.kind !== 'http-error' || error.status >= 429) return null
  const { message } = refusalOf(error)
  if (/blocked/i.test(message)) return null
  return /expired/i.test(message) ? 'code-old' : 'code-wrong'
}

/** The forms check all of a password but what only the product API knows: the phone, the name. */
const isPasswordFault = (message: string) => /password must not be/.test(message)

/** The HTTP status of the page that shows the error. */
export function loginErrorStatus(error: ApiError): 401 | 429 | 503 {
  if (error.kind !== 'http-error' || error.status >= 500) return 503
  return error.status === 429 ? 429 : 401
}
