import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import { nowMs } from '../payment-provider/state.ts'
import { oneOf, asText } from '../payment-provider/fields.ts'
import { randomId } from '../payment-provider/ids.ts'
import { choiceForm, faultForm, emulatorPage } from '../payment-provider/pages.ts'
import { sendWebhooks } from '../payment-provider/webhooks.ts'
import { emulator, findOpenOrder } from './store.ts'
import type { Order } from './order.ts'
import { approvedEvent } from './events.ts'
import { moneyOf } from './money.ts'
import type { PayPalEnv } from './settings.ts'

/** The payer's choices, with the outcome of the capture that follows. */
const payerChoices = {
  approve: 'Approve',
  'approve-and-close': 'Approve, then close the tab (never go back to the shop)',
  'approve-pending': 'Approve; the capture stays PENDING',
  'approve-refused': 'Approve; the capture is DECLINED',
  decline: 'Approve with a card that is declined (INSTRUMENT_DECLINED)',
  cancel: 'Cancel and go back to the shop',
} as const

type Choice = keyof typeof payerChoices

const captureOutcomes: Partial<Record<Choice, Order['captureOutcome']>> = {
  'approve-pending': 'pending',
  'approve-refused': 'capture declined',
  decline: 'instrument declined',
}

export const checkoutPageRoutes = new Hono<PayPalEnv>()

checkoutPageRoutes.get('/checkoutnow', (c) => {
  const order = findOpenOrder(c.req.query('token') ?? '')
  if (!order) return orderNotFoundPage(c)
  if (order.status === 'COMPLETED') return alreadyPaidPage(c, order)
  const { value, currency_code: currency } = moneyOf(order.amountMinor, order.currency)
  return c.html(
    emulatorPage(
      emulator,
      `Pay ${value} ${currency}`,
      html`<p>${order.brandName ?? 'The shop'} asks for ${value} ${currency}.</p>
        ${order.description && html`<p>${order.description}</p>`}
        ${choiceForm('/checkoutnow', order.id, payerChoices, countryField)}
        ${faultForm(emulator, `/checkoutnow?token=${order.id}`)}`,
    ),
  )
})

checkoutPageRoutes.post('/checkoutnow', async (c) => {
  const form = await c.req.parseBody()
  const choice = oneOf(Object.keys(payerChoices) as Choice[], form.choice)
  const order = findOpenOrder(asText(form.token) ?? '')
  if (!order || !choice) return orderNotFoundPage(c)
  if (order.status === 'COMPLETED') return alreadyPaidPage(c, order)
  // Cancelling does not change the order at PayPal: the payer may still return and approve it.
  if (choice === 'cancel') return redirectToMerchant(c, order.cancelUrl, { token: order.id })
  order.payerCountry = asCountry(form.country) ?? order.payerCountry
  const payerId = approveOrder(c, order, choice)
  return choice === 'approve-and-close'
    ? redirectToMerchant(c, undefined, {})
    : redirectToMerchant(c, order.returnUrl, { token: order.id, PayerID: payerId })
})

/** The country of the payer's account; '' if PayPal does not tell it. */
const countryField = html`<label
  >Country of the payer’s account (two letters; empty: not told)
  <input name="country" value="US" maxlength="2" pattern="[A-Z][A-Z0-9]"
/></label>`

const asCountry = (value: unknown) =>
  typeof value === 'string' && /^([A-Z][A-Z0-9])?$/.test(value) ? value : undefined

function approveOrder(c: Context<PayPalEnv>, order: Order, choice: Choice): string {
  order.status = 'APPROVED'
  order.captureOutcome = captureOutcomes[choice] ?? 'completed'
  order.payerId ??= randomId(13, 'paypal')
  sendWebhooks(c, emulator, [approvedEvent(order, nowMs(emulator))])
  return order.payerId
}

/** Redirects to the merchant. The query that the merchant gave is copied unchanged, because it may
 *  be signed. */
function redirectToMerchant(
  c: Context<PayPalEnv>,
  to: string | undefined,
  added: Record<string, string>,
) {
  if (to === undefined)
    return c.html(
      emulatorPage(
        emulator,
        'Done',
        html`<p>You may close this page. The shop is not notified.</p>`,
      ),
    )
  const url = new URL(to)
  const parameters = new URLSearchParams(added).toString()
  url.search = url.search ? `${url.search}&${parameters}` : parameters
  return c.redirect(url.href, 303)
}

const alreadyPaidPage = (c: Context<PayPalEnv>, order: Order) =>
  c.html(emulatorPage(emulator, 'Already paid', html`<p>Order ${order.id} is finished.</p>`), 409)

const orderNotFoundPage = (c: Context<PayPalEnv>) =>
  c.html(
    emulatorPage(emulator, 'No such order', html`<p>This order does not exist or has expired.</p>`),
    404,
  )
