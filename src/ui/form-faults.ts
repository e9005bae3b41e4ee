import type { FormFault } from '../../domain/forms.ts'
import type { Words } from './words.ts'

/** What to say beside a field. */
export function faultText(fault: FormFault, words: Words): string {
  switch (fault) {
    case 'missing':
      return words.fault_missing()
    case 'not-an-email':
      return words.fault_email()
    case 'not-a-phone':
      return words.fault_phone()
    case 'not-a-code':
      return words.fault_code()
    case 'password-short':
      return words.fault_password_short()
    case 'password-long':
      return words.fault_password_long()
    case 'password-is-email':
      return words.fault_password_email()
    case 'not-repeated':
      return words.fault_not_repeated()
    case 'name-long':
      return words.fault_too_long()
  }
}
