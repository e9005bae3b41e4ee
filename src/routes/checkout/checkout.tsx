import { type Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { formFields } from '../../respond/form.ts'
import { choiceQuery, type CheckoutChoice } from '../../addresses/checkout-choice.ts'
import { urlsOfScripts } from '../../payment-scripts.ts'
import { parseChoice } from './choice-input.ts'
import { loadCheckout } from './offer.ts'
import { ownedPlans } from './owned-plans.ts'
import type { PayFormOptions } from './pay-form.tsx'
import { startPayment } from './start-payment.tsx'
import { PlanPage } from './plan-page.tsx'
import { PlansPage } from './plans-page.tsx'
import { notInAppPage } from './refusals.tsx'

/** Checkout: the plans, the bill, and the redirect to the payment provider. Signing in is needed
 *  only to pay. */
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
    if (isSellingForbidden(c)) return notInAppPage(c, 200)
    return checkoutPage(c, parseChoice(c.req.query()), {})
  })
  checkout.post(path, async (c) => {
    if (isSellingForbidden(c)) return notInAppPage(c, 403)
    const form = await formFields(c)
    if (!form.ok) return c.var.fail(form.error)
    const choice = parseChoice(form.value)
    const outcome = await startPayment(c, choice, form.value)
    if (outcome instanceof Response) return outcome
    c.status(outcome.status)
    return checkoutPage(c, choice, outcome)
  })
}

/** The page of the chosen plan, or of all plans of this address. `checkoutKey`: the idempotency key
 *  of a form that is shown again. `isStateMissing`: because the payer has to choose a state. */
async function checkoutPage(
  c: Context<AppEnv>,
  choice: CheckoutChoice,
  {
    notice = null,
    checkoutKey = null,
    isStateMissing = false,
  }: { notice?: string | null; checkoutKey?: string | null; isStateMissing?: boolean },
) {
  const { page, reader, config } = c.var
  // Set here and not only by c.render, because an error page has to have the same layout.
  if (page.layout === 'full') page.layout = 'header'
  const data = await loadCheckout(c, choice)
  if (!data.ok) return c.var.fail(data.error)
  const { offer } = data.value
  page.query = choiceQuery(choice)
  if (!offer)
    return c.render(
      <PlansPage
        page={page}
        data={data.value}
        choice={choice}
        owned={await ownedPlans(c, data.value.selection.plans)}
        nowMs={Date.now()}
      />,
      layout,
    )
  const form: PayFormOptions = {
    checkoutKey: reader.user ? (checkoutKey ?? crypto.randomUUID()) : null,
    isMember: reader.user !== null,
    isStateMissing,
    continuesIn: page.isAppAgent && config.IN_APP_CHECKOUT === 'handoff' ? 'browser' : 'provider',
  }
  return c.render(
    <PlanPage
      page={page}
      brand={c.var.brand}
      data={data.value}
      offer={offer}
      choice={choice}
      form={form}
      notice={notice}
      nowMs={Date.now()}
      scripts={urlsOfScripts(config.PAYMENT_SCRIPTS)}
    />,
    layout,
  )
}

const layout = { layout: 'header' } as const

/** The app store may forbid selling inside the app. The setting `refuse` then disables the page and
 *  the form. */
const isSellingForbidden = (c: Context<AppEnv>) =>
  c.var.page.isAppAgent && c.var.config.IN_APP_CHECKOUT === 'refuse'
