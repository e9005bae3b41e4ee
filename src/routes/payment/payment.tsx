import { type Context } from 'hono'
import { Hono } from 'hono/quick'
import { privateNoStore } from '../../edge-cache.ts'
import type { AppEnv } from '../../app-env.ts'
import { formFields } from '../../respond/form.ts'
import { toProvider } from '../../respond/redirect-to-provider.tsx'
import { localizedPath } from '../../addresses/address.ts'
import { safeCallbackPath } from '../../addresses/callback-url.ts'
import { choiceQuery } from '../../addresses/checkout-choice.ts'
import { moneyText } from '../../../domain/money.ts'
import { mayPayAgain, paymentPath, signedQuery, type Payment } from '../../../domain/payment.ts'
import { refundDays } from '../../../domain/plan.ts'
import { ownAccount, ownUser } from '../../api-client/account.ts'
import { askRefund, cancelPayment, handOff } from '../../api-client/payments.ts'
import { plansOnSale, premiumTestCounts } from '../../api-client/plans.ts'
import { HandoffPage } from '../../ui/handoff-page.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { cameFromApp, handoff } from './handoff.tsx'
import { PaymentPage } from './payment-page.tsx'
import { ReceiptPage } from './receipt-page.tsx'
import { returns } from './returns.tsx'
import { findPayment, notAsked, signatureIn, unknown } from './seen-payment.tsx'
import { webhooks } from './webhooks.ts'

/** What became of a payment: safe to reload, open to whoever holds its signed address, and the same whether the payer came
 *  back from the provider or comes back a week later. */
export const payment = new Hono<AppEnv>()

payment.route('/', returns)
payment.route('/', webhooks)
payment.route('/', handoff)

payment.use('/payment/*', async (c, next) => {
  await next()
  c.header('cache-control', privateNoStore)
})

payment.get('/payment/:id', (c) => withPayment(c, (found) => statusPage(c, found)))

async function statusPage(c: Context<AppEnv>, found: Payment) {
  const { page, brand } = c.var
  await learnOfPremium(c, found)
  const signature = signatureIn(c)
  page.query = signedQuery(signature)
  return c.render(
    <PaymentPage
      place={page}
      brand={brand}
      payment={found}
      signature={signature}
      note={noteOf(c, found)}
      nowMs={Date.now()}
      testsAt={found.status === 'paid' ? await pageOfTests(c, found) : null}
      isReader={c.var.reader.user !== null}
      isFromApp={cameFromApp(c)}
    />,
    layout,
  )
}

const layout = { layout: 'header' } as const

/** The session knows of the premium tests with the very answer that says so. */
async function learnOfPremium(c: Context<AppEnv>, { status, isOwn }: Payment) {
  const { reader } = c.var
  if (!isOwn || !reader.user) return
  const isNews = reader.user.isPremium ? status === 'refunded' : status === 'paid'
  if (!isNews) return
  const asked = await ownUser(reader.api, reader.user.id)
  if (asked.ok) reader.updateUser(asked.value)
}

/** Where what was bought can be used: where the payer came from, else the exam of the plan that has premium tests. */
async function pageOfTests(c: Context<AppEnv>, { plan, returnTo }: Payment): Promise<string> {
  const { api, page } = c.var
  if (returnTo !== null) return safeCallbackPath(returnTo, page.origin)
  const [plans, counts] = await Promise.all([plansOnSale(api, page.locale), premiumTestCounts(api)])
  const exams = (plans.ok && plans.value.find(({ slug }) => slug === plan.slug)?.exams) || []
  const exam = exams.find((slug) => counts.ok && counts.value.has(slug)) ?? exams[0]
  return localizedPath(exam ? `/${exam}` : '/', page.locale)
}

/** Why somebody was sent here, as long as it is still so. */
function noteOf(c: Context<AppEnv>, found: Payment): string | null {
  const words = messagesFor(c.var.page.locale)
  switch (c.req.query('note') ?? '') {
    case 'unfinished':
      return found.status === 'waiting' ? words.pay_unfinished() : null
    case 'just-paid':
      return found.status === 'paid' ? words.pay_just_paid() : null
    case 'price':
      return found.status === 'waiting'
        ? words.pay_price_changed({ amount: moneyText(found.amount) })
        : null
    case 'refund':
      return found.refund === null ? words.pay_refund_declined({ days: refundDays }) : null
    case 'kept':
      return words.pay_not_cancelled()
  }
  return null
}

payment.get('/payment/:id/receipt', (c) =>
  withPayment(c, async (found) => {
    if (found.paidAt === null) return c.redirect(addressOf(c, found.id), 303)
    c.var.page.query = signedQuery(signatureIn(c))
    return c.render(
      <ReceiptPage
        place={c.var.page}
        brand={c.var.brand}
        payment={found}
        paidAt={found.paidAt}
        back={addressOf(c, found.id)}
        account={await payerOf(c, found)}
      />,
      layout,
    )
  }),
)

/** By what the payer is known: to themselves in full. */
async function payerOf(c: Context<AppEnv>, { isOwn, account }: Payment): Promise<string> {
  const own = isOwn ? await ownAccount(c.var.reader.api) : null
  return (own?.ok && (own.value.email ?? own.value.phone ?? own.value.username)) || (account ?? '')
}

/** Goes on where it is safe: the state is looked at once more before anybody is sent to pay. */
payment.post('/payment/:id/again', (c) =>
  withPayment(c, async (found) => {
    const { page, config, reader } = c.var
    if (found.redirectUrl !== null) {
      if (!page.inApp || config.IN_APP_CHECKOUT === 'allow')
        return toProvider(c, found.provider, found.redirectUrl)
      const handed = await handOff(reader.api, { tx: found.id })
      if (handed.ok) return outside(c, found, handed.value.token)
    }
    if (!mayPayAgain(found)) return c.redirect(addressOf(c, found.id), 303)
    const choice = { plan: found.plan.slug, by: found.provider, coupon: '', credit: true }
    return c.redirect(
      page.origin + localizedPath('/subscription/checkout', page.locale) + choiceQuery(choice),
      303,
    )
  }),
)

function outside(c: Context<AppEnv>, found: Payment, token: string) {
  const { page } = c.var
  const words = messagesFor(page.locale)
  return c.render(
    <HandoffPage
      page={page}
      address={page.origin + localizedPath(`/payment/handoff/${token}`, page.locale)}
      checkLink={{ href: addressOf(c, found.id), label: words.pay_check_again() }}
    />,
    layout,
  )
}

payment.post('/payment/:id/cancel', (c) =>
  withPayment(c, async (found) => {
    const done = await cancelPayment(c.var.reader.api, found.id)
    return c.redirect(addressOf(c, found.id, done.ok ? null : 'kept'), 303)
  }),
)

payment.post('/payment/:id/refund', (c) =>
  withPayment(c, async (found) => {
    const form = await formFields(c)
    if (!form.ok) return c.var.fail(form.error)
    const { reason = '' } = form.value
    const done = await askRefund(c.var.reader.api, found.id, reason.trim().slice(0, 1000))
    if (!done.ok && (done.error.kind !== 'http-error' || done.error.status >= 429))
      return notAsked(c, found.id)
    return c.redirect(addressOf(c, found.id, done.ok ? null : 'refund'), 303)
  }),
)

/** Looks for the payment of the address, in the reader's name and by its signature. */
async function withPayment(
  c: Context<AppEnv>,
  show: (found: Payment) => Response | Promise<Response>,
): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const found = await findPayment(c, id, signatureIn(c))
  if (found.ok) return show(found.value)
  return found.error === 'unknown' ? unknown(c) : notAsked(c, id)
}

function addressOf(c: Context<AppEnv>, id: string, note: string | null = null): string {
  const { origin, locale } = c.var.page
  const query = new URLSearchParams(signedQuery(signatureIn(c)).slice(1))
  if (note !== null) query.set('note', note)
  const path = origin + localizedPath(paymentPath(id), locale)
  return query.size === 0 ? path : `${path}?${query}`
}
