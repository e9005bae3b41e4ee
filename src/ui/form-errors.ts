import type { FormError } from '../../domain/forms.ts'
import type { Messages } from './messages.ts'

/** The message beside an invalid field. */
export function fieldErrorText(error: FormError, messages: Messages): string {
  switch (error) {
    case 'missing':
      return messages.field_error_missing()
    case 'not-an-email':
      return messages.field_error_email()
    case 'not-a-phone':
      return messages.field_error_phone()
    case 'not-a-code':
      return messages.field_error_code()
    case 'code-wrong':
      return messages.login_wrong_code()
    case 'code-old':
      return messages.login_old_code()
    case 'password-short':
      return messages.field_error_password_short()
    case 'password-long':
      return messages.field_error_password_long()
    case 'password-is-email':
      return messages.field_error_password_is_email()
    case 'password-easy':
      return messages.field_error_password_easy()
    case 'not-repeated':
      return messages.field_error_not_repeated()
    case 'name-long':
      return messages.field_error_too_long()
    case 'not-a-name':
      return messages.account_name_rule()
    case 'not-an-option':
      return messages.field_error_not_an_option()
  }
}
