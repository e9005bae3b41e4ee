import { type Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import type { CheckoutChoice } from '../../addresses/checkout-choice.ts'
import type { PaymentMethod, Quote } from '../../../domain/payment.ts'
import type { Money } from '../../../domain/money.ts'
import { endIfBought, priceIn, type Plan, type PremiumTestsByExam } from '../../../domain/plan.ts'
import { ok, type Result } from '../../../domain/result.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { paymentTerms, plansOnSale, premiumTestsByExam, quoteFor } from '../../api-client/plans.ts'
import { planSelectionAt, type PlanSelection } from './plan-selection.ts'

/** A way to pay for a plan, with the price before discounts. */
export type PricedMethod = PaymentMethod & { price: Money }

/** A plan with the methods by which it can be paid now, the chosen one, and its quote. All three
 *  are empty or null if no provider is configured. */
export type PlanOffer = {
  plan: Plan
  methods: readonly PricedMethod[]
  method: PricedMethod | null
  quote: Quote | null
}

/** The data of a checkout page. `offer`: null if no plan is chosen. `refundDays`: see PaymentTerms.
 *  `isChoiceUnavailable`: the chosen plan is not sold at this address; no other one is offered
 *  instead. `premiumTests`: null if they could not be loaded. */
export type CheckoutData = {
  selection: PlanSelection
  offer: PlanOffer | null
  isChoiceUnavailable: boolean
  refundDays: number | null
  premiumTests: PremiumTestsByExam | null
}

/** Loads the plans of this address, and the quote of the chosen one for this reader. */
export async function loadCheckout(
  c: Context<AppEnv>,
  choice: CheckoutChoice,
): Promise<Result<CheckoutData, ApiError>> {
  const { api, page } = c.var
  const [plans, terms, premiumTests] = await Promise.all([
    plansOnSale(api, page.locale),
    paymentTerms(api),
    premiumTestsByExam(api, page.locale),
  ])
  if (!plans.ok) return plans
  if (!terms.ok) return terms
  const selection = planSelectionAt(page, plans.value)
  const plan =
    choice.plan === null
      ? selection.chosen
      : (selection.plans.find(({ slug }) => slug === choice.plan) ?? null)
  return ok({
    selection,
    offer: plan && (await offerOf(c, plan, terms.value.methods, choice)),
    isChoiceUnavailable: choice.plan !== null && !plan,
    refundDays: terms.value.refundDays,
    premiumTests: premiumTests.ok ? premiumTests.value : null,
  })
}

async function offerOf(
  c: Context<AppEnv>,
  plan: Plan,
  available: readonly PaymentMethod[],
  choice: CheckoutChoice,
): Promise<PlanOffer> {
  const methods = available.flatMap((method) => {
    const price = priceIn(plan, method.currency)
    return price ? [{ ...method, price }] : []
  })
  const method = methods.find(({ provider }) => provider === choice.provider) ?? methods[0] ?? null
  return { plan, methods, method, quote: method && (await quoteOf(c, plan, method, choice)) }
}

/** The product API's quote. If it cannot be loaded, the price without discounts; the order is begun
 *  with the coupon, and its payer sees the amount before paying. */
async function quoteOf(
  c: Context<AppEnv>,
  plan: Plan,
  { currency, price }: PricedMethod,
  { coupon, useCredit }: CheckoutChoice,
): Promise<Quote> {
  const quote = await quoteFor(c.var.reader.api, { plan: plan.slug, currency, coupon, useCredit })
  if (quote.ok) return quote.value
  return {
    lines: [{ kind: 'price', label: null, amount: price }],
    total: price,
    endsAt: endIfBought(plan, Date.now()),
    owned: null,
    coupon: coupon === '' ? null : { code: coupon, is: 'unchecked' },
    tax: null,
  }
}
