import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { localizedPath, splitLocale } from '../../addresses/address.ts'
import { isLocale, type Locale } from '../../../domain/locale.ts'
import { paymentPath, signedQuery, type Payment } from '../../../domain/payment.ts'
import { paymentProviders, type PaymentProviderFacts } from '../../../domain/payment-providers.ts'
import { returnedPayment } from '../../api-client/payments.ts'
import { paymentUnavailable, unknownPaymentPage } from './find-payment.tsx'

/** The return paths, to which providers redirect payers. The signed address identifies the payment,
 *  never a cookie, and the product API asks the provider for the outcome. The response is a 303 to
 *  the page of the payment, so that reload and Back do not repeat the request; repeating it would
 *  have no effect. */
export const returns = new Hono<AppEnv>()

for (const provider of paymentProviders)
  for (const { path } of provider.returns)
    returns.all(path, (c) => {
      c.header('x-robots-tag', 'noindex')
      // A prefetch or a HEAD request does not mean that the payer has returned.
      if (isPrefetch(c) || c.req.method === 'HEAD') return c.body(null, 204)
      if (c.req.method === 'POST') return c.redirect(currentUrl(c), 303)
      if (c.req.method !== 'GET') return c.notFound()
      return redirectReturn(c, provider, path)
    })

const isPrefetch = (c: Context<AppEnv>) =>
  /prefetch|prerender/i.test(
    ['sec-purpose', 'purpose', 'x-moz'].map((name) => c.req.header(name) ?? '').join(' '),
  )

/** The address of the request without form fields. A cross-site form POST has no session cookie;
 *  the GET request after a redirect to the same address has it. */
const currentUrl = (c: Context<AppEnv>) => {
  const { pathname, search } = new URL(c.req.url)
  return c.var.page.origin + pathname + search
}

const maxValueLength = 400
/** The site's own query parameters. Those of the provider are in `returnParameters`; all others are
 *  dropped. */
const ownParameters = ['tx', 's']

async function redirectReturn(
  c: Context<AppEnv>,
  { returnParameters }: PaymentProviderFacts,
  path: string,
) {
  const { reader, page } = c.var
  // A provider's redirect has no locale: until the payment is loaded, use the reader's last choice.
  // The language switch of the page that says that it could not be loaded has one.
  const chosen = reader.cookie('locale')
  const hasLocale = new URL(c.req.url).pathname !== page.path
  if (isLocale(chosen) && !hasLocale) page.locale = chosen
  const query = new URLSearchParams()
  for (const name of [...ownParameters, ...returnParameters]) {
    const value = c.req.query(name)
    if (value !== undefined && value.length <= maxValueLength) query.set(name, value)
  }
  // A signed return needs no session. A third-party product API that signs nothing needs one.
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

/** The locale in which the payment was begun. */
const localeOf = ({ locale, returnTo }: Payment, otherwise: Locale): Locale =>
  locale ?? (returnTo === null ? otherwise : splitLocale(returnTo).locale)
