import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { mayPayAgain, taxDocumentPath, type Payment } from '../../../domain/payment.ts'
import { taxDocumentTitle } from '../../ui/payment-text.ts'
import type { Messages } from '../../ui/messages.ts'

/** The actions that are safe in the payment's status, the main one first: continue, pay again, or
 *  go to the tests. */
export function PaymentActions({
  page,
  payment,
  to,
  isReader,
  testsPath,
  messages,
}: {
  page: PageContext
  payment: Payment
  to: (below: string) => string
  isReader: boolean
  testsPath: string | null
  messages: Messages
}) {
  // The account of an erased payment cannot be signed in to.
  const canSignIn = !payment.isOwn && !isReader && payment.failure !== 'erased'
  if (payment.status === 'paid' || payment.status === 'refunded')
    return (
      <div className="actions">
        {testsPath !== null && (
          <a className="btn wide" href={testsPath}>
            {messages.pay_to_tests()}
          </a>
        )}
        <a className="btn quiet wide" href={to('/receipt')}>
          {messages.pay_receipt()}
        </a>
        {payment.taxDocuments.map((one) => (
          <a
            key={one.number}
            className="btn quiet wide"
            href={localizedPath(taxDocumentPath(payment.id, one), page.locale)}
          >
            {taxDocumentTitle(one, messages)}
          </a>
        ))}
        {canSignIn && <SignIn page={page} here={to('')} messages={messages} />}
      </div>
    )
  const canContinue = payment.redirectUrl !== null
  const canPayAgain = mayPayAgain(payment)
  return (
    <div className="actions">
      {(canContinue || canPayAgain) && (
        <form method="post" action={to('/again')}>
          <button className="btn wide">
            {payment.status === 'waiting' ? messages.pay_continue() : messages.pay_again()}
          </button>
        </form>
      )}
      {payment.status === 'waiting' && payment.isOwn && (
        <form method="post" action={to('/cancel')}>
          <button className="btn quiet wide">{messages.pay_cancel()}</button>
        </form>
      )}
      {payment.failure === 'superseded' && payment.isOwn && (
        <a className="btn wide" href={localizedPath('/account', page.locale)}>
          {messages.my_account()}
        </a>
      )}
      {canSignIn && <SignIn page={page} here={to('')} messages={messages} />}
    </div>
  )
}

function SignIn({ page, here, messages }: { page: PageContext; here: string; messages: Messages }) {
  const query = new URLSearchParams({ callbackUrl: here })
  return (
    <p>
      {messages.pay_sign_in_to_use()}{' '}
      <a href={`${localizedPath('/login', page.locale)}?${query}`}>{messages.login()}</a>
    </p>
  )
}
