import { type Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import type { CheckoutChoice } from '../../addresses/checkout-choice.ts'
import type { ExamSlug } from '../../../domain/exams.ts'
import type { Quote, WayToPay } from '../../../domain/payment.ts'
import type { Money } from '../../../domain/money.ts'
import { endIfBought, priceIn, type Plan } from '../../../domain/plan.ts'
import { ok, type Result } from '../../../domain/result.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { plansOnSale, premiumTestCounts, quoteFor, waysToPay } from '../../api-client/plans.ts'
import { shelfAt, type Shelf } from './shelf.ts'

/** A way to pay for a plan, with its price before anything is taken away. */
export type Way = WayToPay & { price: Money }

/** One plan, as it can be paid for now. `ways` empty: it cannot. */
export type Offer = { plan: Plan; ways: readonly Way[]; way: Way | null; quote: Quote | null }

/** `premiumTests`: how many each exam has; null where that could not be asked. */
export type Counter = {
  shelf: Shelf
  offer: Offer | null
  premiumTests: ReadonlyMap<ExamSlug, number> | null
}

/** What this address sells, and what the chosen of it costs this reader. */
export async function counterAt(
  c: Context<AppEnv>,
  choice: CheckoutChoice,
): Promise<Result<Counter, ApiError>> {
  const { api, page } = c.var
  const [plans, ways, premiumTests] = await Promise.all([
    plansOnSale(api, page.locale),
    waysToPay(api),
    premiumTestCounts(api),
  ])
  if (!plans.ok) return plans
  if (!ways.ok) return ways
  const shelf = shelfAt(page, plans.value)
  const plan = shelf.plans.find(({ slug }) => slug === choice.plan) ?? shelf.chosen
  return ok({
    shelf,
    offer: plan && (await offerOf(c, plan, ways.value, choice)),
    premiumTests: premiumTests.ok ? premiumTests.value : null,
  })
}

async function offerOf(
  c: Context<AppEnv>,
  plan: Plan,
  all: readonly WayToPay[],
  choice: CheckoutChoice,
): Promise<Offer> {
  const ways = all.flatMap((way) => {
    const price = priceIn(plan, way.currency)
    return price ? [{ ...way, price }] : []
  })
  const way = ways.find(({ provider }) => provider === choice.by) ?? ways[0] ?? null
  return { plan, ways, way, quote: way && (await quoteOf(c, plan, way, choice)) }
}

/** Where the product API cannot say what comes off, the plain price is shown, and no coupon is said to be taken. */
async function quoteOf(
  c: Context<AppEnv>,
  plan: Plan,
  { currency, price }: Way,
  { coupon, credit }: CheckoutChoice,
): Promise<Quote> {
  const asked = await quoteFor(c.var.reader.api, { plan: plan.slug, currency, coupon, credit })
  if (asked.ok) return asked.value
  return {
    lines: [{ kind: 'price', label: null, amount: price }],
    total: price,
    endsAt: endIfBought(plan, Date.now()),
    coupon: coupon === '' ? null : { code: coupon, isTaken: false },
  }
}
