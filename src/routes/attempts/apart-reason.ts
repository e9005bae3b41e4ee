import type { NotCountedReason } from '../../../domain/attempt/attempt-result.ts'
import { provisionalHours } from '../../../domain/attempt/provisional.ts'
import type { Messages } from '../../ui/messages.ts'

/** Why something that is stored does not count, as part of a sentence. */
export function apartReason(standing: NotCountedReason, messages: Messages): string {
  switch (standing) {
    case 'late':
      return messages.result_apart_late()
    case 'after-submission':
      return messages.result_apart_after()
    case 'after-reveal':
      return messages.result_apart_reveal()
    case 'form-undated':
      return messages.result_apart_form()
    case 'period-over':
      return messages.result_apart_period({ hours: provisionalHours })
    case 'paper-changed':
      return messages.result_apart_paper()
    case 'impossible':
      return messages.result_apart_impossible()
  }
}
