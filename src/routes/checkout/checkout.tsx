import { type Context } from 'hono'
import { Hono } from 'hono/quick'
import * as v from 'valibot'
import { privateNoStore } from '../../edge-cache.ts'
import type { AppEnv } from '../../app-env.ts'
import { formFields } from '../../respond/form.ts'
import {
  checkoutChoice,
  choiceQuery,
  type CheckoutChoice,
} from '../../addresses/checkout-choice.ts'
import { urlsOfScripts } from '../../payment-scripts.ts'
import { loadCheckout } from './offer.ts'
import type { Form } from './pay-form.tsx'
import { startPayment } from './start-payment.tsx'
import { PlanPage } from './plan-page.tsx'
import { PlansPage } from './plans-page.tsx'
import { notInApp } from './refusals.tsx'

/** What can be bought, what it costs, and the redirect to the provider. All of it is visible before
 *  signing in. */
export const checkout = new Hono<AppEnv>()

const paths = [
  '/village-administrative-officer-pack',
  '/subscription/checkout',
  '/subscription/checkout/:below{.+}',
  '/:above{.+}/subscription/checkout',
  '/:above{.+}/subscription/checkout/:below{.+}',
]

for (const path of paths) {
  checkout.get(path, (c) => {
    if (isRefusedHere(c)) return notInApp(c, 200)
    return checkoutPage(c, v.parse(checkoutChoice, c.req.query()), {})
  })
  checkout.post(path, async (c) => {
    if (isRefusedHere(c)) return notInApp(c, 403)
    const form = await formFields(c)
    if (!form.ok) return c.var.fail(form.error)
    const choice = v.parse(checkoutChoice, form.value)
    const outcome = await startPayment(c, choice, form.value)
    if (outcome instanceof Response) return outcome
    c.status(outcome.status)
    const { notice, checkoutKey } = outcome
    return checkoutPage(c, choice, { notice, checkoutKey })
  })
}

/** The page of the chosen plan, or of all plans of this address. `checkoutKey`: of a form that is
 *  shown again. */
async function checkoutPage(
  c: Context<AppEnv>,
  choice: CheckoutChoice,
  { notice = null, checkoutKey = null }: { notice?: string | null; checkoutKey?: string | null },
) {
  const { page, reader, config } = c.var
  c.header('cache-control', privateNoStore)
  // Also where it turns out that there is nothing to show.
  if (page.layout === 'full') page.layout = 'header'
  const data = await loadCheckout(c, choice)
  if (!data.ok) return c.var.fail(data.error)
  const { offer } = data.value
  page.query = choiceQuery(choice)
  if (!offer)
    return c.render(
      <PlansPage page={page} data={data.value} choice={choice} nowMs={Date.now()} />,
      layout,
    )
  const form: Form = {
    checkoutKey: reader.user ? (checkoutKey ?? crypto.randomUUID()) : null,
    isMember: reader.user !== null,
    leads: page.isAppAgent && config.IN_APP_CHECKOUT === 'handoff' ? 'to-browser' : 'to-provider',
  }
  return c.render(
    <PlanPage
      page={page}
      data={data.value}
      offer={offer}
      choice={choice}
      form={form}
      notice={notice}
      scripts={urlsOfScripts(config.PAYMENT_SCRIPTS)}
    />,
    layout,
  )
}

const layout = { layout: 'header' } as const

/** The app's store may forbid buying inside it; then neither the page nor the server sells anything
 *  there. */
const isRefusedHere = (c: Context<AppEnv>) =>
  c.var.page.isAppAgent && c.var.config.IN_APP_CHECKOUT === 'refuse'
