import { type Context } from 'hono'
import { Hono } from 'hono/quick'
import * as v from 'valibot'
import { privateNoStore } from '../../edge-cache.ts'
import type { AppEnv } from '../../app-env.ts'
import { explain } from '../../respond/failure.tsx'
import { formOf } from '../../respond/form.ts'
import {
  checkoutChoice,
  choiceQuery,
  type CheckoutChoice,
} from '../../addresses/checkout-choice.ts'
import { urlsOfScripts } from '../../payment-scripts.ts'
import { counterAt } from './offer.ts'
import type { Form } from './pay-form.tsx'
import { pay } from './pay.tsx'
import { PlanPage } from './plan-page.tsx'
import { PlansPage } from './plans-page.tsx'
import { notInApp } from './refusals.tsx'

/** What can be bought, what it costs, and the way to the provider. Everything is seen before anybody has to sign in. */
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
    const form = await formOf(c)
    const choice = v.parse(checkoutChoice, form)
    const went = await pay(c, choice, form)
    if (went instanceof Response) return went
    c.status(went.status)
    return checkoutPage(c, choice, { notice: went.notice, checkoutKey: went.checkoutKey })
  })
}

/** The page of what is chosen, or of everything there is to choose from. `checkoutKey`: of a form that is shown again. */
async function checkoutPage(
  c: Context<AppEnv>,
  choice: CheckoutChoice,
  { notice = null, checkoutKey = null }: { notice?: string | null; checkoutKey?: string | null },
) {
  const { page: place, reader, config } = c.var
  c.header('cache-control', privateNoStore)
  // Also where it turns out that there is nothing to show.
  if (place.layout === 'full') place.layout = 'header'
  const counter = await counterAt(c, choice)
  if (!counter.ok) return explain(c, counter.error)
  const { offer } = counter.value
  place.query = choiceQuery(choice)
  if (!offer)
    return c.render(
      <PlansPage place={place} counter={counter.value} choice={choice} nowMs={Date.now()} />,
      layout,
    )
  const form: Form = {
    checkoutKey: reader.user ? (checkoutKey ?? crypto.randomUUID()) : null,
    isMember: reader.user !== null,
    leads: place.inApp && config.IN_APP_CHECKOUT === 'handoff' ? 'to-browser' : 'to-provider',
  }
  return c.render(
    <PlanPage
      place={place}
      counter={counter.value}
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

/** The app's store may forbid buying inside it; then neither the page nor the server sells anything there. */
const isRefusedHere = (c: Context<AppEnv>) =>
  c.var.page.inApp && c.var.config.IN_APP_CHECKOUT === 'refuse'
