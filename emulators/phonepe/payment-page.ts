import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import { takeFault } from '../payment-provider/faults.ts'
import { oneOf, text } from '../payment-provider/fields.ts'
import { choices, faultForm, page } from '../payment-provider/pages.ts'
import { store, complete, emulator, fail, orderNow, type Order } from './store.ts'
import { attempt, declinedByBank } from './decisions.ts'
import { accountOf, type PhonePe } from './settings.ts'

const offered = {
  succeed: 'Pay',
  'succeed-and-close': 'Pay, then close the tab (never go back to the shop)',
  pending: 'Pay, but the bank has not said yet (PENDING)',
  decline: 'This try is declined; the page lets you try again',
  fail: 'The payment fails for good',
  leave: 'Go back to the shop without paying',
} as const

type Choice = keyof typeof offered

export const paymentPage = new Hono<PhonePe>()

paymentPage.get('/transact/pay', (c) => {
  const blocked = blockOf(c)
  return blocked
    ? c.html(page(emulator, 'Something went wrong', html`<p>${blocked}</p>`), 403)
    : payPage(c, orderBy(c, c.req.query('token')))
})

paymentPage.post('/transact/pay', async (c) => {
  const form = await c.req.parseBody()
  const choice = oneOf(Object.keys(offered) as Choice[], form.choice)
  const order = orderBy(c, text(form.token))
  if (!order || !choice || !isPayable(order)) return payPage(c, order)
  const about = [order.merchantOrderId, order.orderId]
  const pays = choice === 'succeed' || choice === 'succeed-and-close'
  if (choice === 'decline' || (pays && takeFault(emulator, 'decline', undefined, about)))
    return declineOnce(c, order)
  const pending = pays ? takeFault(emulator, 'pending', undefined, about) : undefined
  if (choice === 'pending' || pending) {
    attempt(order, 'PENDING')
    order.statusCalls = pending?.statusCalls
    order.then = pending?.then ?? 'completed'
  } else if (pays) {
    attempt(order, 'COMPLETED')
    complete(c, order)
  } else if (choice === 'fail') {
    attempt(order, 'FAILED')
    fail(c, order, declinedByBank)
  }
  return leave(c, order, choice)
})

/** A try that failed is not an order that failed, unless the merchant forbade trying again. */
function declineOnce(c: Context<PhonePe>, order: Order) {
  attempt(order, 'FAILED')
  if (order.mayRetry) return payPage(c, order)
  fail(c, order, declinedByBank)
  return leave(c, order, 'decline')
}

function leave(c: Context<PhonePe>, order: Order, choice: Choice) {
  if (choice === 'succeed-and-close' || order.redirectUrl === undefined)
    return c.html(
      page(emulator, 'Done', html`<p>You may close this page. The shop is not told.</p>`),
    )
  // By GET, and without a word about the outcome: the merchant has to ask.
  return c.redirect(order.redirectUrl, 303)
}

/** What PhonePe blocks without telling the merchant (notes 2.7). */
function blockOf(c: Context<PhonePe>): string | undefined {
  const { siteOrigin } = accountOf(c)
  if (siteOrigin === '*') return undefined
  if (/; wv\)/.test(c.req.header('user-agent') ?? ''))
    return 'Inside an app PhonePe wants its mobile SDK, not this page.'
  const referer = c.req.header('referer')
  if (!referer)
    return 'Internal Security Block (FRA): no Referer. See the shop’s Referrer-Policy: strict-origin-when-cross-origin.'
  const from = new URL(referer).origin
  return siteOrigin === '' || from === siteOrigin || from === new URL(c.req.url).origin
    ? undefined
    : `Internal Security Block (FRA): ${from} is not the registered site.`
}

/** A second try while the bank still thinks about the first could take the money twice. */
const isPayable = ({ state, attempts }: Order) =>
  state === 'PENDING' && attempts.at(-1)?.state !== 'PENDING'

function payPage(c: Context<PhonePe>, order: Order | undefined) {
  if (!order)
    return c.html(page(emulator, 'No such order', html`<p>This link is not known.</p>`), 404)
  const lastFailed = order.attempts.at(-1)?.state === 'FAILED'
  const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
  const sum = rupees.format(order.amountMinor / 100)
  if (!isPayable(order))
    return c.html(page(emulator, `Order is ${order.state}`, html`<p>Nothing more to pay here.</p>`))
  return c.html(
    page(
      emulator,
      `Pay ${sum}`,
      html`${lastFailed && html`<p role="status">The last try was declined. Try again.</p>`}
        ${order.message && html`<p>${order.message}</p>`}
        <p>Order ${order.merchantOrderId}</p>
        ${choices('/transact/pay', order.token, offered)}
        ${faultForm(emulator, `/transact/pay?token=${order.token}`)}`,
    ),
  )
}

function orderBy(c: Context<PhonePe>, token: string | undefined) {
  const order = [...store.orders.values()].find((one) => one.token === token)
  return order && orderNow(c, order)
}
