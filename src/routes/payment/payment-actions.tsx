import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { mayPayAgain, type Payment } from '../../../domain/payment.ts'
import type { Messages } from '../../ui/messages.ts'

/** What is safe to do now, the one thing first: go on, pay again, or use what was bought. */
export function PaymentActions({
  place,
  payment,
  to,
  isReader,
  testsAt,
  words,
}: {
  place: PageContext
  payment: Payment
  to: (below: string) => string
  isReader: boolean
  testsAt: string | null
  words: Messages
}) {
  if (payment.status === 'paid' || payment.status === 'refunded')
    return (
      <div className="actions">
        {testsAt !== null && (
          <a className="btn wide" href={testsAt}>
            {words.pay_to_tests()}
          </a>
        )}
        <a className="btn quiet wide" href={to('/receipt')}>
          {words.pay_receipt()}
        </a>
        {!payment.isOwn && !isReader && <SignIn place={place} words={words} />}
      </div>
    )
  const canGoOn = payment.redirectUrl !== null
  const canPayAgain = mayPayAgain(payment)
  return (
    <div className="actions">
      {(canGoOn || canPayAgain) && (
        <form method="post" action={to('/again')}>
          <button className="btn wide">
            {payment.status === 'waiting' ? words.pay_continue() : words.pay_again()}
          </button>
        </form>
      )}
      {payment.status === 'waiting' && payment.isOwn && (
        <form method="post" action={to('/cancel')}>
          <button className="btn quiet wide">{words.pay_cancel()}</button>
        </form>
      )}
      {!payment.isOwn && !isReader && <SignIn place={place} words={words} />}
    </div>
  )
}

const SignIn = ({ place, words }: { place: PageContext; words: Messages }) => (
  <p>
    {words.pay_sign_in_to_use()}{' '}
    <a
      href={`${localizedPath('/login', place.locale)}?callbackUrl=${encodeURIComponent(localizedPath(place.path, place.locale) + (place.query ?? ''))}`}
    >
      {words.login()}
    </a>
  </p>
)
