import type { Messages } from './messages.ts'

/** The message for a next-auth error code in `?error=`; codes match regardless of case, as there.
 *  Unknown codes get a general message: text from the address is never shown. */
export function authErrorText(code: string | undefined, messages: Messages): string | null {
  switch (code?.toLowerCase()) {
    case undefined:
    case '':
      return null
    case 'sessionrequired':
      return messages.login_required()
    case 'recentsigninrequired':
      return messages.passkey_recent()
    case 'credentialssignin':
      return messages.login_wrong()
    case 'oauthsignin':
      return messages.login_google_not_begun()
    case 'oauthcallback':
      return messages.login_google_no_answer()
    case 'callback':
      return messages.login_google_refused()
    case 'oauthcreateaccount':
      return messages.login_not_created()
    case 'emailcreateaccount':
      return messages.login_email_not_created()
    case 'oauthaccountnotlinked':
      return messages.login_not_linked()
    case 'emailsignin':
      return messages.login_email_not_sent()
    case 'accessdenied':
      return messages.login_denied()
    case 'verification':
      return messages.login_old_link()
    case 'configuration':
      return messages.login_not_configured()
  }
  return messages.login_failed()
}
