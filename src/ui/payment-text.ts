import { fallbackChain, type Locale } from '../../domain/locale.ts'
import {
  isPartlyRefunded,
  providerName,
  type DeclinedFor,
  type DeclineReason,
  type Payment,
  type PaymentStatus,
  type RefundStatus,
  type TaxDocumentName,
} from '../../domain/payment.ts'
import { moneyText } from '../../domain/money.ts'
import { dateText } from './dates.ts'
import type { Messages } from './messages.ts'

/** The status of a payment, in a few words. */
export function paymentStatusName(
  { status, provider, replacedBy }: Pick<Payment, 'status' | 'provider' | 'replacedBy'>,
  messages: Messages,
): string {
  if (status === 'paid' && replacedBy !== null) return messages.pay_replaced()
  const names: Record<PaymentStatus, () => string> = {
    created: messages.pay_created,
    waiting: messages.pay_waiting,
    checking: () => messages.pay_checking({ provider: providerName(provider) }),
    pending: messages.pay_pending,
    paid: messages.pay_paid,
    failed: messages.pay_failed,
    cancelled: messages.pay_cancelled,
    expired: messages.pay_expired,
    refunded: messages.pay_refunded,
    review: messages.pay_review,
  }
  return names[status]()
}

/** What a status means for the payer's money. */
export function paymentStatusMeaning(payment: Payment, messages: Messages, locale: Locale): string {
  const { status, replacedBy } = payment
  if (status === 'paid' && replacedBy !== null) {
    const { slug, names } = replacedBy.plan
    return messages.pay_replaced_body({
      date: dateText(replacedBy.at, locale),
      plan: localizedName(names, locale, slug).text,
    })
  }
  if (canRetryAfterDecline(payment)) return messages.pay_declined_try()
  const provider = providerName(payment.provider)
  const money = leftPaymentMoney(payment)
  if (money !== null) {
    if (payment.failure === 'erased') {
      const erasedMeanings = {
        unknown: messages.pay_erased_unknown,
        'going-back': messages.pay_erased_going_back,
        returned: messages.pay_erased_returned,
      }
      return erasedMeanings[money]()
    }
    const leftMeanings = {
      unknown: () => messages.pay_left_unknown({ provider }),
      'going-back': messages.pay_left_going_back,
      returned: messages.pay_left_returned,
    }
    return leftMeanings[money]()
  }
  if (payment.failure === 'over-limit') {
    if (payment.status === 'cancelled') return messages.pay_over_limit()
    if (payment.status === 'paid') return messages.pay_over_limit_going_back()
    if (payment.status === 'refunded') return messages.pay_over_limit_returned()
  }
  const meanings: Record<PaymentStatus, () => string> = {
    created: messages.pay_created_body,
    waiting: () => messages.pay_waiting_body({ provider }),
    checking: messages.pay_checking_body,
    pending: messages.pay_pending_body,
    paid: () =>
      payment.isOwn
        ? messages.pay_paid_body()
        : messages.pay_paid_elsewhere({ account: payment.account ?? '' }),
    failed: messages.pay_failed_body,
    cancelled: () =>
      payment.failure === 'superseded'
        ? messages.pay_superseded_body()
        : messages.pay_cancelled_body(),
    expired: messages.pay_expired_body,
    refunded: messages.pay_refunded_body,
    review: () => messages.pay_review_body({ provider }),
  }
  return meanings[payment.status]()
}

/** What is known about the money of a payment that the payer has left; null if none was taken, and
 *  for a payment that was not left. */
function leftPaymentMoney({
  status,
  failure,
}: Pick<Payment, 'status' | 'failure'>): 'unknown' | 'going-back' | 'returned' | null {
  if (failure === 'erased' && status !== 'paid' && status !== 'refunded') return 'unknown'
  if (status === 'cancelled') return failure === 'unconfirmed' ? 'unknown' : null
  if (failure !== 'cancelled' && failure !== 'erased') return null
  if (status === 'paid') return 'going-back'
  if (status === 'refunded') return 'returned'
  return status === 'pending' || status === 'checking' ? 'unknown' : null
}

/** Whether the bank declined the payment and the same order can be paid once more. */
export const canRetryAfterDecline = ({ status, failure }: Pick<Payment, 'status' | 'failure'>) =>
  status === 'waiting' && isDeclined(failure)

/** Whether the bank or the card declined the payment. */
export const isDeclined = (failure: string | null) =>
  failure === 'declined' || failure === 'refused'

/** The status of a refund: of one that was declined, why. */
function refundStatusText(
  { status, declined }: { status: RefundStatus; declined: DeclinedFor | null },
  { provider, refundDays }: Pick<Payment, 'provider' | 'refundDays'>,
  messages: Messages,
): string {
  const texts: Record<RefundStatus, () => string> = {
    requested: messages.pay_refund_requested,
    approved: messages.pay_refund_approved,
    sent: messages.pay_refund_sent,
    done: messages.pay_refund_done,
    declined: () =>
      declined
        ? declinedForText(declined, providerName(provider), messages)
        : refundDeclinedText(refundDays, messages),
  }
  return texts[status]()
}

/** How much of a payment was given back: '₹100 of the ₹499 paid was returned.' */
export const partlyRefundedText = (
  { refunded, amount }: Pick<Payment, 'refunded' | 'amount'>,
  messages: Messages,
) => messages.pay_refund_part({ refunded: moneyText(refunded), amount: moneyText(amount) })

/** What to say about the last refund of a payment; null if the payment's status says it. A part
 *  that was given back is named by its amount. */
export function refundNote(payment: Payment, messages: Messages): string | null {
  const { status, refund } = payment
  if (status === 'refunded') return null
  const part = isPartlyRefunded(payment) ? [partlyRefundedText(payment, messages)] : []
  const last =
    refund === null || (refund.status === 'done' && part.length > 0)
      ? []
      : [refundStatusText(refund, payment, messages)]
  return [...part, ...last].join(' ') || null
}

/** Why a cashier has declined a request. */
function declinedForText(
  { reason, note }: DeclinedFor,
  provider: string,
  messages: Messages,
): string {
  const texts: Record<DeclineReason, () => string> = {
    test: messages.pay_refund_no_test,
    disputed: () => messages.pay_refund_no_disputed({ provider }),
    returned: messages.pay_refund_no_returned,
    fixed: messages.pay_refund_no_fixed,
    withdrawn: messages.pay_refund_no_withdrawn,
    other: () => messages.pay_refund_no_other({ note }),
  }
  return texts[reason]()
}

/** What is said of a refund that was declined without a reason. `refundDays`: the time limit for
 *  refunds, null where it is unknown. */
const refundDeclinedText = (refundDays: number | null, messages: Messages): string =>
  refundDays === null
    ? messages.pay_refund_declined_plain()
    : messages.pay_refund_declined({ days: refundDays })

/** 'Tax invoice 26-27/000123'. */
export const taxDocumentTitle = ({ kind, number }: TaxDocumentName, messages: Messages): string =>
  `${kind === 'invoice' ? messages.tax_invoice() : messages.tax_credit_note()} ${number}`

/** A name in the first language of the reader's fallback chain that has it, else `otherwise`.
 *  `lang`: undefined if it is the reader's language. */
export function localizedName(
  names: Partial<Record<Locale, string>>,
  readerLocale: Locale,
  otherwise: string,
): { text: string; lang: Locale | undefined } {
  const locale = fallbackChain(readerLocale).find((candidate) => names[candidate])
  const text = locale && names[locale]
  return { text: text ?? otherwise, lang: text && locale !== readerLocale ? locale : undefined }
}
