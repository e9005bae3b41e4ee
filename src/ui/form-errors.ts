import type { FormError } from '../../domain/forms.ts'
import type { Messages } from './messages.ts'

/** The message beside an invalid field. */
export function fieldErrorText(error: FormError, messages: Messages): string {
  switch (error) {
    case 'missing':
      return messages.fault_missing()
    case 'not-an-email':
      return messages.fault_email()
    case 'not-a-phone':
      return messages.fault_phone()
    case 'not-a-code':
      return messages.fault_code()
    case 'password-short':
      return messages.fault_password_short()
    case 'password-long':
      return messages.fault_password_long()
    case 'password-is-email':
      return messages.fault_password_email()
    case 'password-easy':
      return messages.fault_password_easy()
    case 'not-repeated':
      return messages.fault_not_repeated()
    case 'name-long':
      return messages.fault_too_long()
  }
}
