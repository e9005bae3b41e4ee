import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import { privateNoStore } from '../../edge-cache.ts'
import type { AppEnv } from '../../app-env.ts'
import { localizedPath, splitLocale } from '../../addresses/address.ts'
import { isLocale, type Locale } from '../../../domain/locale.ts'
import { paymentPath, signedQuery, type Payment } from '../../../domain/payment.ts'
import { paymentProviders, type PaymentProviderFacts } from '../../../domain/payment-providers.ts'
import { returnedPayment } from '../../api-client/payments.ts'
import { paymentUnavailable, unknownPaymentPage } from './find-payment.tsx'

/** Where providers send payers back. The address proves whose payment it is, never the cookie;
 *  whether it was paid, the product API asks the provider. Answered with 303 to the payment's own
 *  page, so that neither reloading nor the Back button comes here again; if it does, nothing
 *  happens twice. */
export const returns = new Hono<AppEnv>()

for (const provider of paymentProviders)
  for (const { path } of provider.returns)
    returns.all(path, (c) => {
      c.header('cache-control', privateNoStore)
      c.header('x-robots-tag', 'noindex')
      // A prefetching browser, or one that asks for headers alone, is not a payer who comes back.
      if (isPrefetch(c) || c.req.method === 'HEAD') return c.body(null, 204)
      if (c.req.method === 'POST') return c.redirect(sameByGet(c), 303)
      if (c.req.method !== 'GET') return c.notFound()
      return redirectReturn(c, provider, path)
    })

const isPrefetch = (c: Context<AppEnv>) =>
  /prefetch|prerender/i.test(
    ['sec-purpose', 'purpose', 'x-moz'].map((name) => c.req.header(name) ?? '').join(' '),
  )

/** A form posted by another site comes without the session's cookie; this redirect brings it. The
 *  form's fields are dropped. */
const sameByGet = (c: Context<AppEnv>) => {
  const { pathname, search } = new URL(c.req.url)
  return c.var.page.origin + pathname + search
}

const maxValueLength = 400
/** The parameters that are ours; the provider's own are among its facts, all others are dropped. */
const ownParameters = ['tx', 's']

async function redirectReturn(
  c: Context<AppEnv>,
  { returnParameters }: PaymentProviderFacts,
  path: string,
) {
  const { reader, page } = c.var
  // Until the payment says in which language it was begun: the one that this reader chose before.
  const chosen = reader.cookie('locale')
  if (isLocale(chosen)) page.locale = chosen
  const query = new URLSearchParams()
  for (const name of [...ownParameters, ...returnParameters]) {
    const value = c.req.query(name)
    if (value !== undefined && value.length <= maxValueLength) query.set(name, value)
  }
  // A signed return needs no member; only a product API that signs nothing has to know who asks.
  const api = query.has('s') ? c.var.api : reader.api
  const found = await returnedPayment(api, path, query)
  if (found.ok) {
    const { id, statusSig } = found.value
    const statusPath = localizedPath(paymentPath(id), localeOf(found.value, page.locale))
    return c.redirect(page.origin + statusPath + signedQuery(statusSig), 303)
  }
  const { error } = found
  if (error.kind === 'http-error' && error.status < 429) return unknownPaymentPage(c)
  console.error(JSON.stringify({ requestId: c.var.requestId, paymentReturn: error }))
  return paymentUnavailable(c, query.get('tx'))
}

/** The language in which the payment was begun: the provider's redirect does not know it. */
const localeOf = ({ locale, returnTo }: Payment, otherwise: Locale): Locale =>
  locale ?? (returnTo === null ? otherwise : splitLocale(returnTo).locale)
