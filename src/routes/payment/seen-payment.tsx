import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import { localizedPath } from '../../addresses/address.ts'
import { signedQuery, type Payment } from '../../../domain/payment.ts'
import { failed, ok, type Result } from '../../../domain/result.ts'
import { paymentById } from '../../api-client/payments.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { NotAskedPage } from './not-asked-page.tsx'

/** The signature of a payment's address, if it has one. */
export function signatureIn(c: Context<AppEnv>): string | null {
  const signature = c.req.query('s')
  return signature !== undefined && /^[\w.-]{1,400}$/.test(signature) ? signature : null
}

/** A payment as this reader may see it. A session that turns out to be over closes nothing to whoever holds the signature.
 *  Errors: 'unknown' (to everybody but its owner and the holder of its signature), 'not-asked' (no answer now). */
export async function findPayment(
  c: Context<AppEnv>,
  id: string,
  signature: string | null,
): Promise<Result<Payment, 'unknown' | 'not-asked'>> {
  const { reader } = c.var
  if (!/^[\w-]{1,64}$/.test(id)) return failed('unknown')
  const found = await paymentById(reader.api, id, signature)
  if (found.ok) return found
  const isSessionOver = reader.error !== null && signature !== null
  const again = isSessionOver ? await paymentById(c.var.api, id, signature) : found
  if (again.ok) return ok(again.value)
  const { error } = again
  const isKnown = error.kind === 'network-error' || error.kind === 'invalid-response'
  if (isKnown || (error.kind === 'http-error' && error.status >= 429)) {
    console.error(JSON.stringify({ requestId: c.var.requestId, payment: error }))
    return failed('not-asked')
  }
  return failed('unknown')
}

/** The same whether there is no such payment or it is another's. */
export function unknown(c: Context<AppEnv>) {
  const { page, reader } = c.var
  const words = messagesFor(page.locale)
  const account = { href: localizedPath('/account', page.locale), label: words.my_account() }
  const back = localizedPath(page.path, page.locale) + signedQuery(signatureIn(c))
  const login = {
    href: `${localizedPath('/login', page.locale)}?callbackUrl=${encodeURIComponent(back)}`,
    label: words.login(),
  }
  c.status(404)
  c.header('cache-control', 'no-store')
  return c.render(
    <MessagePage
      title={words.pay_unknown()}
      body={words.pay_unknown_body()}
      links={reader.user ? [account] : [login]}
      page={c.var.page}
    />,
    { layout: 'header' },
  )
}

/** The product API gives no answer now: says that nothing is lost, and tries again by itself. The address stays what it is,
 *  for on a return it is what proves whose payment it is. */
export function notAsked(c: Context<AppEnv>, reference: string | null) {
  const { page, brand } = c.var
  c.status(503)
  c.header('retry-after', '10')
  c.header('cache-control', 'no-store')
  return c.render(<NotAskedPage place={page} brand={brand} reference={reference} />, {
    layout: 'header',
  })
}
