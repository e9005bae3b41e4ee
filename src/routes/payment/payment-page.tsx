import type { Brand } from '../../brand.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import {
  isUndecided,
  mayChange,
  paymentPath,
  signedQuery,
  type Payment,
} from '../../../domain/payment.ts'
import { appIntent } from '../../ui/handoff-page.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineScript, InlineStyle } from '../../ui/inline-assets.tsx'
import {
  isDeclined,
  canRetryAfterDecline,
  refundStatusText,
  paymentStatusMeaning,
  paymentStatusName,
} from '../../ui/payment-text.ts'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { Help } from './help.tsx'
import { PaymentFacts } from './payment-facts.tsx'
import { PaymentActions } from './payment-actions.tsx'
import { RefundForm } from './refund-form.tsx'

/** What became of a payment and of its money, and what is safe to do now. It looks again by itself as long as that can
 *  change: with script politely (client/inline/payment-watch.ts), without it by reloading. */
export function PaymentPage({
  place,
  brand,
  payment,
  signature,
  note,
  nowMs,
  isReader,
  isFromApp,
  testsAt,
}: {
  place: PageContext
  brand: Brand
  payment: Payment
  signature: string | null
  note: string | null
  nowMs: number
  isReader: boolean
  isFromApp: boolean
  /** Where what was paid for can be used. */
  testsAt: string | null
}) {
  const words = messagesFor(place.locale)
  const title = paymentStatusName(payment, words)
  const here = localizedPath(paymentPath(payment.id), place.locale)
  const to = (below: string) => here + below + signedQuery(signature)
  const changes = mayChange(payment)
  return (
    <div className="narrow">
      <UnlistedMeta
        title={words.page_title({ title })}
        description={paymentStatusMeaning(payment, words)}
      />
      <InlineStyle name="form" />
      <InlineStyle name="payment" />
      <div className={`hero state ${toneOf(payment)}`}>
        <h1>{title}</h1>
        <p>{paymentStatusMeaning(payment, words)}</p>
        {isUndecided(payment) && !canRetryAfterDecline(payment) && <p>{words.pay_may_close()}</p>}
        {payment.status === 'failed' && isDeclined(payment.failure) && (
          <p>{words.pay_declined()}</p>
        )}
      </div>
      {note && (
        <p className="note wrong" role="alert">
          {note}
        </p>
      )}
      {payment.refund && payment.status !== 'refunded' && (
        <p className="note">{refundStatusText(payment.refund.status, words)}</p>
      )}
      <PaymentActions
        place={place}
        payment={payment}
        to={to}
        isReader={isReader}
        testsAt={testsAt}
        words={words}
      />
      {changes && <Watch payment={payment} signature={signature} href={to('')} words={words} />}
      {isFromApp && (
        <p>
          <a className="btn wide" href={appIntent(place.origin + to(''), brand.appId)}>
            {words.pay_back_to_app()}
          </a>
        </p>
      )}
      <PaymentFacts place={place} payment={payment} words={words} />
      <RefundForm place={place} payment={payment} action={to('/refund')} nowMs={nowMs} />
      <Help brand={brand} words={words} />
      <SubmissionOverlay messages={words} />
    </div>
  )
}

function toneOf({ status }: Payment): 'good' | 'bad' | 'undecided' | 'over' {
  switch (status) {
    case 'paid':
      return 'good'
    case 'failed':
      return 'bad'
    case 'waiting':
    case 'checking':
    case 'pending':
    case 'review':
      return 'undecided'
    case 'created':
    case 'cancelled':
    case 'expired':
    case 'refunded':
      return 'over'
  }
}

/** Seconds after which a reader without script is shown the page anew. */
const reloadAfterSec = 6

function Watch({
  payment,
  signature,
  href,
  words,
}: {
  payment: Payment
  signature: string | null
  href: string
  words: Messages
}) {
  return (
    <payment-watch
      payment={payment.id}
      signature={signature ?? undefined}
      status={`${payment.status} ${payment.refund?.status ?? ''}`}
      news={words.pay_news()}
    >
      <noscript>
        <meta httpEquiv="refresh" content={String(reloadAfterSec)} />
      </noscript>
      <p className="small" role="status">
        {words.pay_watching()}
      </p>
      <p>
        <a className="btn quiet wide" href={href}>
          {words.pay_check_again()}
        </a>
      </p>
      <InlineScript name="payment-watch" />
    </payment-watch>
  )
}
