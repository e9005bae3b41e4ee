import type { ApiError } from '../../api-client/errors.ts'
import { refusalOf } from '../../api-client/users.ts'
import type { Words } from '../../ui/words.ts'

/** What the product API's refusals mean to the reader. `attempt` says what was tried. */
export function noticeOf(
  error: ApiError,
  attempt: 'password' | 'code' | 'register' | 'reset',
  words: Words,
): string {
  if (error.kind !== 'refused') return words.login_unavailable()
  const { message, retryAfterSeconds } = refusalOf(error)
  if (error.status === 429) return words.login_too_many({ seconds: retryAfterSeconds ?? 60 })
  if (error.status >= 500) return words.login_unavailable()
  if (/blocked/i.test(message)) return words.login_blocked()
  switch (attempt) {
    case 'password':
      return words.login_wrong()
    case 'code':
      return /expired/i.test(message) ? words.login_old_code() : words.login_wrong_code()
    case 'register':
      return /taken/i.test(message) ? words.login_taken() : words.login_failed()
    case 'reset':
      return words.login_old_link()
  }
}

/** The status of a page that says so. */
export function statusOf(error: ApiError): 401 | 429 | 503 {
  if (error.kind !== 'refused' || error.status >= 500) return 503
  return error.status === 429 ? 429 : 401
}

/** next-auth's codes in `?error=`, and anything else that travels there: never shown as it came. */
export function noticeOfCode(code: string | undefined, words: Words): string | null {
  switch (code) {
    case undefined:
    case '':
      return null
    case 'SessionRequired':
      return words.login_required()
    case 'CredentialsSignin':
      return words.login_wrong()
    case 'Callback':
    case 'OAuthSignin':
    case 'OAuthCallback':
    case 'OAuthCreateAccount':
    case 'OAuthAccountNotLinked':
      return words.login_other_way()
    case 'Configuration':
      return words.login_unavailable()
  }
  return words.login_failed()
}
