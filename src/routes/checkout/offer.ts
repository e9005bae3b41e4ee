import { type Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import type { CheckoutChoice } from '../../addresses/checkout-choice.ts'
import type { ExamSlug } from '../../../domain/exams.ts'
import type { PaymentMethod, Quote } from '../../../domain/payment.ts'
import type { Money } from '../../../domain/money.ts'
import { endIfBought, priceIn, type Plan } from '../../../domain/plan.ts'
import { ok, type Result } from '../../../domain/result.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { paymentTerms, plansOnSale, premiumTestCounts, quoteFor } from '../../api-client/plans.ts'
import { planSelectionAt, type PlanSelection } from './plan-selection.ts'

/** A way to pay for a plan, with the price before discounts. */
export type PricedMethod = PaymentMethod & { price: Money }

/** One plan, as it can be paid for now. `methods` empty: it cannot. `method`: the chosen one. */
export type PlanOffer = {
  plan: Plan
  methods: readonly PricedMethod[]
  method: PricedMethod | null
  quote: Quote | null
}

/** Everything that a checkout page shows. `refundDays`: see PaymentTerms. `premiumTests`: how many
 *  each exam has; null where that could not be asked. */
export type CheckoutData = {
  selection: PlanSelection
  offer: PlanOffer | null
  refundDays: number | null
  premiumTests: ReadonlyMap<ExamSlug, number> | null
}

/** The plans that this address sells, and what the chosen one costs this reader. */
export async function loadCheckout(
  c: Context<AppEnv>,
  choice: CheckoutChoice,
): Promise<Result<CheckoutData, ApiError>> {
  const { api, page } = c.var
  const [plans, terms, premiumTests] = await Promise.all([
    plansOnSale(api, page.locale),
    paymentTerms(api),
    premiumTestCounts(api),
  ])
  if (!plans.ok) return plans
  if (!terms.ok) return terms
  const selection = planSelectionAt(page, plans.value)
  const plan = selection.plans.find(({ slug }) => slug === choice.plan) ?? selection.chosen
  return ok({
    selection,
    offer: plan && (await offerOf(c, plan, terms.value.methods, choice)),
    refundDays: terms.value.refundDays,
    premiumTests: premiumTests.ok ? premiumTests.value : null,
  })
}

async function offerOf(
  c: Context<AppEnv>,
  plan: Plan,
  all: readonly PaymentMethod[],
  choice: CheckoutChoice,
): Promise<PlanOffer> {
  const methods = all.flatMap((method) => {
    const price = priceIn(plan, method.currency)
    return price ? [{ ...method, price }] : []
  })
  const method = methods.find(({ provider }) => provider === choice.by) ?? methods[0] ?? null
  return { plan, methods, method, quote: method && (await quoteOf(c, plan, method, choice)) }
}

/** The product API's quote. Where it gives none, the plain price is shown and no coupon as taken.
 * */
async function quoteOf(
  c: Context<AppEnv>,
  plan: Plan,
  { currency, price }: PricedMethod,
  { coupon, credit }: CheckoutChoice,
): Promise<Quote> {
  const asked = await quoteFor(c.var.reader.api, { plan: plan.slug, currency, coupon, credit })
  if (asked.ok) return asked.value
  return {
    lines: [{ kind: 'price', label: null, amount: price }],
    total: price,
    endsAt: endIfBought(plan, Date.now()),
    coupon: coupon === '' ? null : { code: coupon, isAccepted: false },
  }
}
