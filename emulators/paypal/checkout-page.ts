import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import { nowMs } from '../books/desk.ts'
import { oneOf, text } from '../books/fields.ts'
import { randomId } from '../books/ids.ts'
import { choices, faultForm, page } from '../books/pages.ts'
import { announce } from '../books/webhooks.ts'
import { desk, openOrder, type Order } from './book.ts'
import { approvedNews } from './events.ts'
import { moneyOf } from './money.ts'
import type { PayPal } from './settings.ts'

/** What a payer may choose, and what it makes of the capture that follows. */
const offered = {
  approve: 'Approve',
  'approve-and-close': 'Approve, then close the tab (never go back to the shop)',
  'approve-pending': 'Approve; the money takes its time (capture PENDING)',
  'approve-refused': 'Approve; PayPal declines the capture in the end (capture DECLINED)',
  decline: 'Approve with a card that is declined (INSTRUMENT_DECLINED)',
  cancel: 'Cancel and go back to the shop',
} as const

type Choice = keyof typeof offered

const fates: Partial<Record<Choice, Order['fate']>> = {
  'approve-pending': 'pending',
  'approve-refused': 'capture declined',
  decline: 'instrument declined',
}

export const checkoutPage = new Hono<PayPal>()

checkoutPage.get('/checkoutnow', (c) => {
  const order = openOrder(c.req.query('token') ?? '')
  if (!order) return over(c)
  if (order.status === 'COMPLETED') return alreadyPaid(c, order)
  const { value, currency_code: currency } = moneyOf(order.amountMinor, order.currency)
  return c.html(
    page(
      desk,
      `Pay ${value} ${currency}`,
      html`<p>${order.brandName ?? 'The shop'} asks for ${value} ${currency}.</p>
        ${order.description && html`<p>${order.description}</p>`}
        ${choices('/checkoutnow', order.id, offered)}
        ${faultForm(desk, `/checkoutnow?token=${order.id}`)}`,
    ),
  )
})

checkoutPage.post('/checkoutnow', async (c) => {
  const form = await c.req.parseBody()
  const choice = oneOf(Object.keys(offered) as Choice[], form.choice)
  const order = openOrder(text(form.token) ?? '')
  if (!order || !choice) return over(c)
  if (order.status === 'COMPLETED') return alreadyPaid(c, order)
  // Cancelling leaves the order as it is: the payer may go back and still approve (notes 1.3).
  if (choice === 'cancel') return leave(c, order.cancelUrl, { token: order.id })
  const payerId = approve(c, order, choice)
  return choice === 'approve-and-close'
    ? leave(c, undefined, {})
    : leave(c, order.returnUrl, { token: order.id, PayerID: payerId })
})

function approve(c: Context<PayPal>, order: Order, choice: Choice): string {
  order.status = 'APPROVED'
  order.fate = fates[choice] ?? 'paid'
  order.payerId ??= randomId(13, 'paypal')
  announce(c, desk, [approvedNews(order, nowMs(desk))])
  return order.payerId
}

/** Back to the shop, whose own parameters are kept letter for letter: they may be signed. */
function leave(c: Context<PayPal>, to: string | undefined, added: Record<string, string>) {
  if (to === undefined)
    return c.html(page(desk, 'Done', html`<p>You may close this page. The shop is not told.</p>`))
  const url = new URL(to)
  const parameters = new URLSearchParams(added).toString()
  url.search = url.search ? `${url.search}&${parameters}` : parameters
  return c.redirect(url.href, 303)
}

const alreadyPaid = (c: Context<PayPal>, order: Order) =>
  c.html(page(desk, 'Already paid', html`<p>Order ${order.id} is finished.</p>`), 409)

const over = (c: Context<PayPal>) =>
  c.html(
    page(desk, 'No such order', html`<p>This order is not known here, or its time is over.</p>`),
    404,
  )
