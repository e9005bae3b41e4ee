import { fallbackChain, type Locale } from '../../domain/locale.ts'
import {
  providerNames,
  type Payment,
  type PaymentStatus,
  type RefundStatus,
} from '../../domain/payment.ts'
import { refundDays } from '../../domain/plan.ts'
import type { Words } from './words.ts'

/** What became of a payment, in a few words. */
export function statusName(
  { status, provider }: Pick<Payment, 'status' | 'provider'>,
  words: Words,
): string {
  const names: Record<PaymentStatus, () => string> = {
    created: words.pay_created,
    waiting: words.pay_waiting,
    checking: () => words.pay_checking({ provider: providerNames[provider] }),
    pending: words.pay_pending,
    paid: words.pay_paid,
    failed: words.pay_failed,
    cancelled: words.pay_cancelled,
    expired: words.pay_expired,
    refunded: words.pay_refunded,
    review: words.pay_review,
  }
  return names[status]()
}

/** What that means for the payer's money. */
export function statusMeaning(payment: Payment, words: Words): string {
  if (isTryDeclined(payment)) return words.pay_declined_try()
  const provider = providerNames[payment.provider]
  const meanings: Record<PaymentStatus, () => string> = {
    created: words.pay_created_body,
    waiting: () => words.pay_waiting_body({ provider }),
    checking: words.pay_checking_body,
    pending: words.pay_pending_body,
    paid: () =>
      payment.isOwn
        ? words.pay_paid_body()
        : words.pay_paid_elsewhere({ account: payment.account ?? '' }),
    failed: words.pay_failed_body,
    cancelled: words.pay_cancelled_body,
    expired: words.pay_expired_body,
    refunded: words.pay_refunded_body,
    review: () => words.pay_review_body({ provider }),
  }
  return meanings[payment.status]()
}

/** A try came to nothing, and the same order may be tried once more. */
export const isTryDeclined = ({ status, failure }: Pick<Payment, 'status' | 'failure'>) =>
  status === 'waiting' && isDeclined(failure)

/** Whether it was the bank or the card that said no. */
export const isDeclined = (failure: string | null) =>
  failure === 'declined' || failure === 'refused'

export function refundText(status: RefundStatus, words: Words): string {
  const texts: Record<RefundStatus, () => string> = {
    requested: words.pay_refund_requested,
    approved: words.pay_refund_approved,
    sent: words.pay_refund_sent,
    done: words.pay_refund_done,
    declined: () => words.pay_refund_declined({ days: refundDays }),
  }
  return texts[status]()
}

/** A name in the reader's language, else in the next one that it exists in; `lang` only where that is another. */
export function nameFor(
  names: Partial<Record<Locale, string>>,
  reader: Locale,
  otherwise: string,
): { text: string; lang: Locale | undefined } {
  const locale = fallbackChain(reader).find((one) => names[one])
  const text = locale && names[locale]
  return { text: text ?? otherwise, lang: text && locale !== reader ? locale : undefined }
}
