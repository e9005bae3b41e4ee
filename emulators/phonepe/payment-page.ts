import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import { takeFault } from '../payment-provider/active-faults.ts'
import { oneOf, asText } from '../payment-provider/fields.ts'
import { choiceForm, faultForm, emulatorPage } from '../payment-provider/pages.ts'
import type { Order } from './order.ts'
import { store, completeOrder, emulator, failOrder, currentOrder } from './store.ts'
import { addAttempt, declinedByBank } from './decisions.ts'
import { merchantAccount, type PhonePeEnv } from './settings.ts'

const payerChoices = {
  succeed: 'Pay',
  'succeed-and-close': 'Pay, then close the tab (never go back to the shop)',
  pending: 'Pay, but the bank has not decided yet (PENDING)',
  decline: 'This attempt is declined; you can try again',
  fail: 'The payment fails finally',
  leave: 'Go back to the shop without paying',
} as const

type Choice = keyof typeof payerChoices

export const paymentPageRoutes = new Hono<PhonePeEnv>()

/** PhonePe's checkout.js, reduced to what merchants call. In a frame, the page posts its outcome to
 *  the merchant's page. */
paymentPageRoutes.get('/web/bundle/checkout.js', (c) =>
  c.body(checkoutScript, 200, { 'content-type': 'text/javascript' }),
)

paymentPageRoutes.get('/transact/pay', (c) => {
  const blocked = blockedReason(c) ?? blockedLaunch(c)
  return blocked
    ? c.html(emulatorPage(emulator, 'Something went wrong', html`<p>${blocked}</p>`), 403)
    : payPage(c, orderByToken(c, c.req.query('token')))
})

paymentPageRoutes.post('/transact/pay', async (c) => {
  const form = await c.req.parseBody()
  const isFramed = c.req.header('sec-fetch-dest') === 'iframe'
  const choice = oneOf(Object.keys(payerChoices) as Choice[], form.choice)
  const order = orderByToken(c, asText(form.token))
  if (!order || !choice || !isPayable(order)) return payPage(c, order)
  const orderIds = [order.merchantOrderId, order.orderId]
  const pays = choice === 'succeed' || choice === 'succeed-and-close'
  if (choice === 'decline' || (pays && takeFault(emulator, 'decline', undefined, orderIds)))
    return declineAttempt(c, order)
  const pending = pays ? takeFault(emulator, 'pending', undefined, orderIds) : undefined
  if (choice === 'pending' || pending) {
    addAttempt(order, 'PENDING')
    order.statusCalls = pending?.statusCalls
    order.then = pending?.then ?? 'completed'
  } else if (pays) {
    addAttempt(order, 'COMPLETED')
    completeOrder(c, order)
  } else if (choice === 'fail') {
    addAttempt(order, 'FAILED')
    failOrder(c, order, declinedByBank)
  }
  return isFramed ? concludeFrame(c, choice) : redirectToMerchant(c, order, choice)
})

/** In a frame the outcome is posted to the merchant's page, which does not learn what it is. */
const concludeFrame = (c: Context<PhonePeEnv>, choice: Choice) =>
  c.html(
    html`<script>
      parent.postMessage('${choice === 'leave' ? 'USER_CANCEL' : 'CONCLUDED'}', '*')
    </script>`,
  )

/** A failed attempt does not fail the order, unless the merchant has disabled retries. */
function declineAttempt(c: Context<PhonePeEnv>, order: Order) {
  addAttempt(order, 'FAILED')
  if (order.mayRetry) return payPage(c, order)
  failOrder(c, order, declinedByBank)
  return redirectToMerchant(c, order, 'decline')
}

function redirectToMerchant(c: Context<PhonePeEnv>, order: Order, choice: Choice) {
  if (choice === 'succeed-and-close' || order.redirectUrl === undefined)
    return c.html(
      emulatorPage(
        emulator,
        'Done',
        html`<p>You may close this page. The shop is not notified.</p>`,
      ),
    )
  // The redirect does not contain the outcome: the merchant has to request the status.
  return c.redirect(order.redirectUrl, 303)
}

/** Why PhonePe blocks the page, which it does without notifying the merchant; undefined: it does
 *  not. */
function blockedReason(c: Context<PhonePeEnv>): string | undefined {
  const { siteOrigin } = merchantAccount(c)
  if (siteOrigin === '*') return undefined
  if (/; wv\)/.test(c.req.header('user-agent') ?? ''))
    return 'Inside an app PhonePe requires its mobile SDK.'
  const referer = c.req.header('referer')
  if (!referer)
    return (
      'Internal Security Block (FRA): no Referer. The shop needs ' +
      'Referrer-Policy: strict-origin-when-cross-origin.'
    )
  const from = new URL(referer).origin
  return siteOrigin === '' || from === siteOrigin || from === new URL(c.req.url).origin
    ? undefined
    : `Internal Security Block (FRA): ${from} is not the registered site.`
}

/** Why PhonePe blocks this way to open the page. */
function blockedLaunch(c: Context<PhonePeEnv>): string | undefined {
  const { launch } = merchantAccount(c)
  const isByScript = c.req.query('launch') !== undefined
  if (launch === 'script' && !isByScript)
    return 'This page opens by checkout.js only (PhonePeCheckout.transact).'
  return launch === 'redirect' && isByScript ? 'This page opens by its URL only.' : undefined
}

const checkoutScript = `window.PhonePeCheckout = {
  transact({ tokenUrl, type, callback }) {
    const url = new URL(tokenUrl)
    url.searchParams.set('launch', type === 'IFRAME' ? 'iframe' : 'script')
    if (type !== 'IFRAME') return location.assign(url)
    const frame = document.createElement('iframe')
    frame.src = url
    frame.setAttribute('style', 'position:fixed;inset:0;width:100%;height:100%;border:0')
    document.body.append(frame)
    addEventListener('message', ({ origin, data }) => {
      if (origin !== url.origin || !['CONCLUDED', 'USER_CANCEL'].includes(data)) return
      frame.remove()
      callback?.(data)
    })
  },
  closePage() {
    document.querySelector('iframe[src*="/transact/pay"]')?.remove()
  },
}
`

/** A second attempt while the first is pending could take the money twice. */
const isPayable = ({ state, attempts }: Order) =>
  state === 'PENDING' && attempts.at(-1)?.state !== 'PENDING'

function payPage(c: Context<PhonePeEnv>, order: Order | undefined) {
  if (!order)
    return c.html(emulatorPage(emulator, 'No such order', html`<p>This link is unknown.</p>`), 404)
  const lastFailed = order.attempts.at(-1)?.state === 'FAILED'
  const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
  const sum = rupees.format(order.amountMinor / 100)
  if (!isPayable(order))
    return c.html(
      emulatorPage(emulator, `Order is ${order.state}`, html`<p>Nothing more to pay here.</p>`),
    )
  return c.html(
    emulatorPage(
      emulator,
      `Pay ${sum}`,
      html`${lastFailed && html`<p role="status">The last attempt was declined. Try again.</p>`}
        ${order.message && html`<p>${order.message}</p>`}
        <p>Order ${order.merchantOrderId}</p>
        ${choiceForm('/transact/pay', order.token, payerChoices)}
        ${faultForm(emulator, `/transact/pay?token=${order.token}`)}`,
    ),
  )
}

function orderByToken(c: Context<PhonePeEnv>, token: string | undefined) {
  const order = [...store.orders.values()].find((one) => one.token === token)
  return order && currentOrder(c, order)
}
