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
  refundNote,
  paymentStatusMeaning,
  paymentStatusName,
} from '../../ui/payment-text.ts'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { PaymentHelp } from './help.tsx'
import { PaymentFacts } from './payment-facts.tsx'
import { PaymentActions } from './payment-actions.tsx'
import { RefundForm } from './refund-form.tsx'

/** The status of a payment, what it means for the payer's money, and the actions that are safe now.
 *  While the status can change, the page polls: by script (client/inline/payment-watch.ts), or
 *  without script by reloading. */
export function PaymentPage({
  page,
  brand,
  payment,
  signature,
  note,
  nowMs,
  isReader,
  isFromApp,
  testsPath,
}: {
  page: PageContext
  brand: Brand
  payment: Payment
  signature: string | null
  note: string | null
  nowMs: number
  isReader: boolean
  isFromApp: boolean
  /** Path of the page where the purchase can be used. */
  testsPath: string | null
}) {
  const messages = messagesFor(page.locale)
  const title = paymentStatusName(payment, messages)
  const meaning = paymentStatusMeaning(payment, messages, page.locale)
  const refund = refundNote(payment, messages)
  const here = localizedPath(paymentPath(payment.id), page.locale)
  const to = (below: string) => here + below + signedQuery(signature)
  const changes = mayChange(payment)
  return (
    <div className="narrow">
      <UnlistedMeta title={messages.page_title({ title })} description={meaning} />
      <InlineStyle name="form" />
      <InlineStyle name="payment" />
      <div className={`hero state ${toneOf(payment)}`}>
        <h1>{title}</h1>
        <p>{meaning}</p>
        {isUndecided(payment) && payment.failure === null && <p>{messages.pay_may_close()}</p>}
        {payment.status === 'failed' && isDeclined(payment.failure) && (
          <p>{messages.pay_declined()}</p>
        )}
      </div>
      {note && (
        <p className="note wrong" role="alert">
          {note}
        </p>
      )}
      {refund && <p className="note">{refund}</p>}
      <PaymentActions
        page={page}
        payment={payment}
        to={to}
        isReader={isReader}
        testsPath={testsPath}
        messages={messages}
      />
      {changes && (
        <PaymentWatch payment={payment} signature={signature} href={to('')} messages={messages} />
      )}
      {isFromApp && (
        <p>
          <a className="btn wide" href={appIntent(page.origin + to(''), brand.appId)}>
            {messages.pay_back_to_app()}
          </a>
        </p>
      )}
      <PaymentFacts page={page} payment={payment} messages={messages} />
      <RefundForm page={page} payment={payment} action={to('/refund')} nowMs={nowMs} />
      <PaymentHelp brand={brand} messages={messages} />
      <SubmissionOverlay messages={messages} />
    </div>
  )
}

function toneOf({ status, replacedBy, failure }: Payment): 'good' | 'bad' | 'undecided' | 'over' {
  switch (status) {
    case 'paid':
      return replacedBy !== null || failure !== null ? 'over' : 'good'
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

/** Reload interval of the page without script. */
const reloadAfterSec = 6

function PaymentWatch({
  payment,
  signature,
  href,
  messages,
}: {
  payment: Payment
  signature: string | null
  href: string
  messages: Messages
}) {
  // Whoever has cancelled waits for nothing, and a request for a refund waits for a person. The
  // page still notices by script what changes.
  const isSilent =
    (payment.status === 'cancelled' && payment.failure !== 'unconfirmed') ||
    payment.refund?.status === 'requested'
  return (
    <payment-watch
      payment={payment.id}
      signature={signature ?? undefined}
      status={`${payment.status} ${payment.refund?.status ?? ''}`}
      news={messages.pay_status_changed()}
    >
      {!isSilent && (
        <noscript>
          <meta httpEquiv="refresh" content={String(reloadAfterSec)} />
        </noscript>
      )}
      <p className="small" role="status">
        {isSilent ? '' : messages.pay_watching()}
      </p>
      {!isSilent && (
        <p>
          <a className="btn quiet wide" href={href}>
            {messages.pay_check_again()}
          </a>
        </p>
      )}
      <InlineScript name="payment-watch" />
    </payment-watch>
  )
}
