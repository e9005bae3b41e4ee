import type { Payment } from '../../../domain/payment.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { paymentRefusal } from '../../api-client/payments.ts'
import type { Messages } from '../../ui/messages.ts'

/** `?note=` of the page to which a refused refund request is redirected; null where the status of
 *  the payment says why. */
export function refundRefusalNote(error: ApiError): string | null {
  if (error.kind === 'http-error' && error.status === 401) return 'refund-not-owner'
  const refusal = paymentRefusal(error)
  if (refusal?.name === 'RefundTooLate') return 'refund-late'
  const note = noteByReason.get(refusal?.because ?? '')
  return note === undefined ? 'refund-declined' : note
}

/** By `because` of a refusal NotRefundable. */
const noteByReason: ReadonlyMap<string, string | null> = new Map([
  ['replaced', null],
  ['refunded', null],
  ['not-paid', 'refund-not-paid'],
  ['upgrade-open', 'refund-upgrade-open'],
])

/** Why a refund request was refused, for its note. Null if the payment contradicts it by now. */
export function refundRefusalText(
  { isOwn, paidAt, refundDays, replacedBy }: Payment,
  note: string,
  messages: Messages,
): string | null {
  if (note === 'refund-not-owner') return isOwn ? null : messages.pay_refund_not_owner()
  if (note === 'refund-not-paid') return paidAt === null ? messages.pay_refund_not_paid() : null
  if (replacedBy !== null) return null
  if (note === 'refund-upgrade-open') return messages.pay_refund_upgrade_open()
  return note === 'refund-late' && refundDays !== null
    ? messages.pay_refund_late({ days: refundDays })
    : messages.pay_refund_declined_plain()
}
