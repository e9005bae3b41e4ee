import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import { localizedPath } from '../../addresses/address.ts'
import { signedQuery, type Payment } from '../../../domain/payment.ts'
import { failed, type Result } from '../../../domain/result.ts'
import { paymentById } from '../../api-client/payments.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { PaymentUnavailablePage } from './payment-unavailable-page.tsx'

/** The signature in the address of a payment's page, or null. */
export function signatureIn(c: Context<AppEnv>): string | null {
  const signature = c.req.query('s')
  return signature !== undefined && /^[\w.-]{1,400}$/.test(signature) ? signature : null
}

/** A payment with the fields that this reader may see. With a signature it is found even if the
 *  session turns out to be over. Errors: 'unknown' (the reader is not its owner and has no valid
 *  signature), 'unavailable' (the product API does not answer). */
export async function findPayment(
  c: Context<AppEnv>,
  id: string,
  signature: string | null,
): Promise<Result<Payment, 'unknown' | 'unavailable'>> {
  const { reader } = c.var
  if (!/^[\w-]{1,64}$/.test(id)) return failed('unknown')
  const found = await paymentById(reader.api, id, signature)
  if (found.ok) return found
  const isSessionExpired = reader.error !== null && signature !== null
  const result = isSessionExpired ? await paymentById(c.var.api, id, signature) : found
  if (result.ok) return result
  const { error } = result
  const isAnswered = error.kind === 'http-error' || error.kind === 'signed-in-elsewhere'
  if (!isAnswered || (error.kind === 'http-error' && error.status >= 429)) {
    console.error(JSON.stringify({ requestId: c.var.requestId, payment: error }))
    return failed('unavailable')
  }
  return failed('unknown')
}

/** The same page for a payment that does not exist and for somebody else's. */
export function unknownPaymentPage(c: Context<AppEnv>) {
  const { page, reader } = c.var
  const messages = messagesFor(page.locale)
  const account = { href: localizedPath('/account', page.locale), label: messages.my_account() }
  const back = localizedPath(page.path, page.locale) + signedQuery(signatureIn(c))
  const login = {
    href: `${localizedPath('/login', page.locale)}?callbackUrl=${encodeURIComponent(back)}`,
    label: messages.login(),
  }
  c.status(404)
  return c.render(
    <MessagePage
      title={messages.pay_unknown()}
      body={messages.pay_unknown_body()}
      links={reader.user ? [account] : [login]}
      page={c.var.page}
    />,
    { layout: 'header' },
  )
}

/** The product API does not answer: the page says so and reloads itself. Not a redirect, because
 *  the address of a provider's return identifies the payment. */
export function paymentUnavailable(c: Context<AppEnv>, reference: string | null) {
  const { page, brand } = c.var
  c.status(503)
  c.header('retry-after', '10')
  return c.render(<PaymentUnavailablePage page={page} brand={brand} reference={reference} />, {
    layout: 'header',
  })
}
