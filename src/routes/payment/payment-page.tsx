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
import { InlineScript, Sheet } from '../../ui/page-parts.tsx'
import {
  isDeclined,
  isTryDeclined,
  refundText,
  statusMeaning,
  statusName,
} from '../../ui/payment-words.ts'
import { WaitOverlay } from '../../ui/wait-overlay.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'
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
  const words = wordsIn(place.locale)
  const title = statusName(payment, words)
  const here = localizedPath(paymentPath(payment.id), place.locale)
  const to = (below: string) => here + below + signedQuery(signature)
  const changes = mayChange(payment)
  return (
    <div className="narrow">
      <UnlistedMeta
        title={words.page_title({ title })}
        description={statusMeaning(payment, words)}
      />
      <Sheet of="form" />
      <Sheet of="payment" />
      <div className={`hero state ${toneOf(payment)}`}>
        <h1>{title}</h1>
        <p>{statusMeaning(payment, words)}</p>
        {isUndecided(payment) && !isTryDeclined(payment) && <p>{words.pay_may_close()}</p>}
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
        <p className="note">{refundText(payment.refund.status, words)}</p>
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
      <WaitOverlay words={words} />
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
  words: Words
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
      <InlineScript of="payment-watch" />
    </payment-watch>
  )
}
