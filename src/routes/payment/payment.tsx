import { type Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { formFields } from '../../respond/form.ts'
import { redirectToProvider } from '../../respond/redirect-to-provider.tsx'
import { localizedPath } from '../../addresses/address.ts'
import { safeCallbackPath } from '../../addresses/callback-url.ts'
import { pathInLocale } from '../../addresses/language-switch.ts'
import { choiceQuery } from '../../addresses/checkout-choice.ts'
import { moneyText } from '../../../domain/money.ts'
import {
  isProviderAddress,
  mayPayAgain,
  paymentPath,
  providerFacts,
  signedQuery,
  type Payment,
} from '../../../domain/payment.ts'
import { ok } from '../../../domain/result.ts'
import { ownAccount, ownUser } from '../../api-client/account.ts'
import { cancelPayment, createHandoff, requestRefund } from '../../api-client/payments.ts'
import { taxDocumentsOf } from '../../api-client/tax-documents.ts'
import { plansOnSale, premiumTestsByExam } from '../../api-client/plans.ts'
import { launchScriptOf } from '../../payment-scripts.ts'
import { HandoffPage } from '../../ui/handoff-page.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { cameFromApp, handoff } from './handoff.tsx'
import { refundRefusalNote, refundRefusalText } from './refund-refusal.ts'
import { LaunchPage } from './launch-page.tsx'
import { PaymentPage } from './payment-page.tsx'
import { ReceiptPage } from './receipt-page.tsx'
import { returns } from './returns.tsx'
import {
  findPayment,
  paymentUnavailable,
  signatureIn,
  unknownPaymentPage,
} from './find-payment.tsx'
import { TaxDocumentPage } from './tax-document-page.tsx'
import { webhooks } from './webhooks.ts'

/** The page of a payment: safe to reload, visible to whoever has its signed address, and the same
 *  right after the provider's redirect and weeks later. */
export const payment = new Hono<AppEnv>()

payment.route('/', returns)
payment.route('/', webhooks)
payment.route('/', handoff)

payment.get('/payment/:id', (c) => respondWithPayment(c, (found) => statusPage(c, found)))

async function statusPage(c: Context<AppEnv>, found: Payment) {
  const { page, brand } = c.var
  await refreshPremium(c, found)
  const signature = signatureIn(c)
  const launched = c.req.query('launch') === '1' ? launchPage(c, found, signature) : null
  if (launched) return launched
  return c.render(
    <PaymentPage
      page={page}
      brand={brand}
      payment={found}
      signature={signature}
      note={noteOf(c, found)}
      nowMs={Date.now()}
      testsPath={found.status === 'paid' ? await testsPathFor(c, found) : null}
      isReader={c.var.reader.user !== null}
      isFromApp={cameFromApp(c)}
    />,
    layout,
  )
}

const layout = { layout: 'header' } as const

/** The page that opens the provider's payment page by a script; null if a redirect does that, or if
 *  there is nothing to pay any more. */
function launchPage(c: Context<AppEnv>, found: Payment, signature: string | null) {
  const { page, config } = c.var
  const { PAYMENT_LAUNCH: mode, PAYMENT_ORIGINS } = config
  const script = launchScriptOf(providerFacts(found.provider), config.PAYMENT_SCRIPTS)
  const url = found.redirectUrl
  if (mode === 'redirect' || script === null || url === null) return null
  if (!isProviderAddress(url, PAYMENT_ORIGINS)) return null
  return c.render(
    <LaunchPage {...{ page, url, mode, script, signature }} payment={found} />,
    layout,
  )
}

/** Updates the session if the payment shows that its premium flag is outdated. */
async function refreshPremium(c: Context<AppEnv>, { status, isOwn }: Payment) {
  const { reader } = c.var
  if (!isOwn || !reader.user) return
  const isOutdated = reader.user.isPremium ? status === 'refunded' : status === 'paid'
  if (!isOutdated) return
  const user = await ownUser(reader.api, reader.user.id)
  if (user.ok) reader.updateUser(user.value)
}

/** The path where the purchase can be used: the page that the payer came from, else the plan's
 *  first exam that has premium tests. */
async function testsPathFor(c: Context<AppEnv>, { plan, returnTo }: Payment): Promise<string> {
  const { api, page } = c.var
  if (returnTo !== null) return pathInLocale(safeCallbackPath(returnTo, page.origin), page.locale)
  const [plans, tests] = await Promise.all([
    plansOnSale(api, page.locale),
    premiumTestsByExam(api, page.locale),
  ])
  const exams = (plans.ok && plans.value.find(({ slug }) => slug === plan.slug)?.exams) || []
  const exam = exams.find((slug) => tests.ok && tests.value.has(slug)) ?? exams[0]
  return localizedPath(exam ? `/${exam}` : '/', page.locale)
}

/** The message for `?note=` in the address; null if the payment's status contradicts it by now. */
function noteOf(c: Context<AppEnv>, found: Payment): string | null {
  const messages = messagesFor(c.var.page.locale)
  switch (c.req.query('note') ?? '') {
    case 'unfinished':
      return found.status === 'waiting' ? messages.pay_unfinished() : null
    case 'just-paid':
      return found.status === 'paid' ? messages.pay_just_paid() : null
    case 'price':
      return found.status === 'waiting'
        ? messages.pay_price_changed({ amount: moneyText(found.amount) })
        : null
    case 'refund-late':
    case 'refund-not-owner':
    case 'refund-not-paid':
    case 'refund-upgrade-open':
    case 'refund-declined':
      return refundRefusalText(found, c.req.query('note') ?? '', messages)
    case 'not-cancelled':
      return messages.pay_not_cancelled()
  }
  return null
}

payment.get('/payment/:id/receipt', (c) =>
  respondWithPayment(c, async (found) => {
    if (found.paidAt === null) return c.redirect(paymentAddress(c, found.id), 303)
    return c.render(
      <ReceiptPage
        page={c.var.page}
        brand={c.var.brand}
        payment={found}
        paidAt={found.paidAt}
        back={paymentAddress(c, found.id)}
        account={await payerName(c, found)}
      />,
      layout,
    )
  }),
)

payment.get('/payment/:id/:kind{invoice|credit-note}/:number', (c) =>
  respondWithPayment(c, async (found) => {
    const { kind, number } = c.req.param()
    const documents = found.isOwn ? await taxDocumentsOf(c.var.reader.api, found.id) : ok([])
    if (!documents.ok)
      return documents.error.kind === 'http-error' && documents.error.status < 429
        ? unknownPaymentPage(c)
        : paymentUnavailable(c, found.id)
    const document = documents.value.find(
      (one) => one.kind === kind && one.number.replace('/', '-') === number,
    )
    if (!document) return unknownPaymentPage(c)
    return c.render(
      <TaxDocumentPage
        page={c.var.page}
        document={document}
        paymentId={found.id}
        buyer={await buyerOf(c, found)}
      />,
      layout,
    )
  }),
)

/** The account name for the payer, the masked one for everybody else. */
async function payerName(c: Context<AppEnv>, { isOwn, account }: Payment): Promise<string> {
  const own = isOwn ? await ownAccount(c.var.reader.api) : null
  return (own?.ok && (own.value.email ?? own.value.phone ?? own.value.username)) || (account ?? '')
}

/** The name that the payer has given in the profile, and the account. */
async function buyerOf(c: Context<AppEnv>, found: Payment): Promise<string> {
  const own = await ownAccount(c.var.reader.api)
  const account = await payerName(c, found)
  return own.ok && own.value.name ? `${own.value.name}, ${account}` : account
}

/** Continues or repeats the payment if its current status allows it. */
payment.post('/payment/:id/again', (c) =>
  respondWithPayment(c, async (found) => {
    const { page, config, reader } = c.var
    if (found.redirectUrl !== null) {
      if (!page.isAppAgent || config.IN_APP_CHECKOUT === 'allow')
        return redirectToProvider(c, found.provider, found.redirectUrl, {
          ...{ id: found.id, signature: signatureIn(c) },
        })
      const handoff = await createHandoff(reader.api, { tx: found.id })
      if (handoff.ok) return handoffPage(c, found, handoff.value.token)
    }
    if (!mayPayAgain(found)) return c.redirect(paymentAddress(c, found.id), 303)
    const choice = {
      ...{ plan: found.plan.slug, provider: found.provider, coupon: '', useCredit: true },
      state: '',
    }
    return c.redirect(
      page.origin + localizedPath('/subscription/checkout', page.locale) + choiceQuery(choice),
      303,
    )
  }),
)

function handoffPage(c: Context<AppEnv>, found: Payment, token: string) {
  const { page } = c.var
  const messages = messagesFor(page.locale)
  return c.render(
    <HandoffPage
      page={page}
      address={page.origin + localizedPath(`/payment/handoff/${token}`, page.locale)}
      checkLink={{ href: paymentAddress(c, found.id), label: messages.pay_check_again() }}
    />,
    layout,
  )
}

payment.post('/payment/:id/cancel', (c) =>
  respondWithPayment(c, async (found) => {
    const cancelled = await cancelPayment(c.var.reader.api, found.id)
    return c.redirect(paymentAddress(c, found.id, cancelled.ok ? null : 'not-cancelled'), 303)
  }),
)

payment.post('/payment/:id/refund', (c) =>
  respondWithPayment(c, async (found) => {
    const form = await formFields(c)
    if (!form.ok) return c.var.fail(form.error)
    const { reason = '' } = form.value
    if (!found.isOwn) return c.redirect(paymentAddress(c, found.id, 'refund-not-owner'), 303)
    const requested = await requestRefund(c.var.reader.api, found.id, reason.trim().slice(0, 1000))
    if (!requested.ok && (requested.error.kind !== 'http-error' || requested.error.status >= 429))
      return paymentUnavailable(c, found.id)
    const note = requested.ok ? null : refundRefusalNote(requested.error)
    return c.redirect(paymentAddress(c, found.id, note), 303)
  }),
)

/** Finds the payment of the address and renders it, or the page that says why it is not shown. */
async function respondWithPayment(
  c: Context<AppEnv>,
  respond: (found: Payment) => Response | Promise<Response>,
): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const found = await findPayment(c, id, signatureIn(c))
  if (found.ok) {
    // What was paid for shows in the session at the next request.
    if (found.value.paidAt !== null && c.var.reader.user) c.var.reader.expectUserChange()
    return respond(found.value)
  }
  return found.error === 'unknown' ? unknownPaymentPage(c) : paymentUnavailable(c, id)
}

function paymentAddress(c: Context<AppEnv>, id: string, note: string | null = null): string {
  const { origin, locale } = c.var.page
  const query = new URLSearchParams(signedQuery(signatureIn(c)).slice(1))
  if (note !== null) query.set('note', note)
  const path = origin + localizedPath(paymentPath(id), locale)
  return query.size === 0 ? path : `${path}?${query}`
}
