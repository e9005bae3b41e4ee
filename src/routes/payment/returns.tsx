import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import { privateNoStore } from '../../edge-cache.ts'
import type { AppEnv } from '../../app-env.ts'
import { localizedPath, splitLocale } from '../../addresses/address.ts'
import { isLocale, type Locale } from '../../../domain/locale.ts'
import { paymentPath, returnPaths, signedQuery, type Payment } from '../../../domain/payment.ts'
import { returned } from '../../api-client/payments.ts'
import { notAsked, unknown } from './seen-payment.tsx'

/** Where providers send payers back. The address proves whose payment it is, never the cookie; nothing in it says whether
 *  it was paid: the product API asks the provider. Answered by 303 to the payment's own page, so that neither reloading
 *  nor the Back button comes here again; should it happen all the same, nothing happens twice. */
export const returns = new Hono<AppEnv>()

for (const [path, asked] of Object.entries(returnPaths))
  returns.all(path, (c) => {
    c.header('cache-control', privateNoStore)
    c.header('x-robots-tag', 'noindex')
    // A browser that only looks ahead, and whoever only asks for the headers, has not come back.
    if (isLookAhead(c) || c.req.method === 'HEAD') return c.body(null, 204)
    if (c.req.method === 'POST') return c.redirect(sameByGet(c), 303)
    if (c.req.method !== 'GET') return c.notFound()
    return cameBack(c, asked)
  })

const isLookAhead = (c: Context<AppEnv>) =>
  /prefetch|prerender/i.test(
    `${c.req.header('sec-purpose') ?? ''} ${c.req.header('purpose') ?? ''} ${c.req.header('x-moz') ?? ''}`,
  )

/** A form that another site sent comes without the session's cookie; this redirect comes with it. Its fields are dropped. */
const sameByGet = (c: Context<AppEnv>) => {
  const { pathname, search } = new URL(c.req.url)
  return c.var.page.origin + pathname + search
}

const longestValue = 400
/** What is ours, and what PayPal adds; anything else is nobody's. */
const known = ['tx', 's', 'token', 'PayerID']

async function cameBack(c: Context<AppEnv>, asked: string) {
  const { reader, page } = c.var
  // Until the payment says in which language it was begun, the one that this reader chose before.
  const chosen = reader.cookie('locale')
  if (isLocale(chosen)) page.locale = chosen
  const query = new URLSearchParams()
  for (const name of known) {
    const value = c.req.query(name)
    if (value !== undefined && value.length <= longestValue) query.set(name, value)
  }
  // Signed, it needs nobody's name; only a product API that signs nothing has to be told who asks.
  const api = query.has('s') ? c.var.api : reader.api
  const found = await returned(api, asked, query)
  if (found.ok) {
    const { id, statusSig } = found.value
    const path = localizedPath(paymentPath(id), languageOf(found.value, page.locale))
    return c.redirect(page.origin + path + signedQuery(statusSig), 303)
  }
  const { error } = found
  if (error.kind === 'http-error' && error.status < 429) return unknown(c)
  console.error(JSON.stringify({ requestId: c.var.requestId, paymentReturn: error }))
  return notAsked(c, query.get('tx'))
}

/** The language in which the payment was begun: the provider's redirect does not know it. */
const languageOf = ({ locale, returnTo }: Payment, otherwise: Locale): Locale =>
  locale ?? (returnTo === null ? otherwise : splitLocale(returnTo).locale)
