import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import { nowMs } from '../payment-provider/state.ts'
import { oneOf, text } from '../payment-provider/fields.ts'
import { randomId } from '../payment-provider/ids.ts'
import { choices, faultForm, page } from '../payment-provider/pages.ts'
import { sendWebhooks } from '../payment-provider/webhooks.ts'
import { emulator, findOpenOrder, type Order } from './store.ts'
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
  const order = findOpenOrder(c.req.query('token') ?? '')
  if (!order) return over(c)
  if (order.status === 'COMPLETED') return alreadyPaid(c, order)
  const { value, currency_code: currency } = moneyOf(order.amountMinor, order.currency)
  return c.html(
    page(
      emulator,
      `Pay ${value} ${currency}`,
      html`<p>${order.brandName ?? 'The shop'} asks for ${value} ${currency}.</p>
        ${order.description && html`<p>${order.description}</p>`}
        ${choices('/checkoutnow', order.id, offered)}
        ${faultForm(emulator, `/checkoutnow?token=${order.id}`)}`,
    ),
  )
})

checkoutPage.post('/checkoutnow', async (c) => {
  const form = await c.req.parseBody()
  const choice = oneOf(Object.keys(offered) as Choice[], form.choice)
  const order = findOpenOrder(text(form.token) ?? '')
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
  sendWebhooks(c, emulator, [approvedNews(order, nowMs(emulator))])
  return order.payerId
}

/** Back to the merchant, whose own parameters are kept unchanged: they may be signed. */
function leave(c: Context<PayPal>, to: string | undefined, added: Record<string, string>) {
  if (to === undefined)
    return c.html(
      page(emulator, 'Done', html`<p>You may close this page. The shop is not told.</p>`),
    )
  const url = new URL(to)
  const parameters = new URLSearchParams(added).toString()
  url.search = url.search ? `${url.search}&${parameters}` : parameters
  return c.redirect(url.href, 303)
}

const alreadyPaid = (c: Context<PayPal>, order: Order) =>
  c.html(page(emulator, 'Already paid', html`<p>Order ${order.id} is finished.</p>`), 409)

const over = (c: Context<PayPal>) =>
  c.html(
    page(
      emulator,
      'No such order',
      html`<p>This order is not known here, or its time is over.</p>`,
    ),
    404,
  )
