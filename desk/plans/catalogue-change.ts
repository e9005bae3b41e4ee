import * as v from 'valibot'
import { couponProblems } from '../../authoring/checks/coupons.ts'
import { priceProblems } from '../../authoring/checks/plan-prices.ts'
import type { CatalogueDraft } from '../../authoring/loading/catalogue-rows.ts'

const whole = v.pipe(v.number(), v.safeInteger())
const coupon = v.strictObject({
  code: v.string(),
  percent: v.exactOptional(whole),
  amountMinor: v.exactOptional(whole),
  currency: v.exactOptional(v.string()),
  plan: v.exactOptional(v.string()),
  from: v.exactOptional(v.string()),
  until: v.exactOptional(v.string()),
  uses: v.exactOptional(whole),
  usesEach: v.exactOptional(whole),
})
export type CouponDraft = v.InferOutput<typeof coupon>

/** One change of plans, prices or coupons. `subject`: the plan's slug or the coupon's code. */
export const catalogueChange = v.variant('kind', [
  v.object({
    kind: v.literal('price'),
    subject: v.string(),
    detail: v.object({ currency: v.string(), amountMinor: whole }),
  }),
  v.object({ kind: v.literal('off-sale'), subject: v.string(), detail: v.object({}) }),
  v.object({ kind: v.literal('on-sale'), subject: v.string(), detail: v.object({}) }),
  v.object({ kind: v.literal('coupon'), subject: v.string(), detail: coupon }),
  v.object({ kind: v.literal('coupon-withdrawn'), subject: v.string(), detail: v.object({}) }),
])
export type CatalogueChange = v.InferOutput<typeof catalogueChange>

/** Which changes one person makes alone: they give nothing away. */
export const isMadeAlone = ({ kind }: CatalogueChange) =>
  kind === 'off-sale' || kind === 'coupon-withdrawn'

/** Why a change cannot be made. */
export type ChangeProblem = 'no_such_plan' | 'no_such_price' | 'coupon_exists' | 'no_such_coupon'

/** The catalogue after a change, as its next revision; or why it cannot be made. Errors: throws a
 *  sentence where the catalogue would be invalid. */
export function changedCatalogue(
  catalogue: CatalogueDraft,
  change: CatalogueChange,
): CatalogueDraft | ChangeProblem {
  const changed = contentAfter(catalogue, change)
  if (typeof changed === 'string') return changed
  const [problem] = [...couponProblems(changed), ...priceProblems(changed.plans)]
  if (problem) throw new Error(problem.reason)
  return { revision: (catalogue.revision ?? 0) + 1, ...withoutRevision(changed) }
}

const withoutRevision = ({ revision: _revision, ...rest }: CatalogueDraft) => rest

function contentAfter(
  catalogue: CatalogueDraft,
  { kind, subject, detail }: CatalogueChange,
): CatalogueDraft | ChangeProblem {
  const { plans, coupons } = catalogue
  switch (kind) {
    case 'price': {
      const plan = plans.find(({ slug }) => slug === subject)
      if (!plan) return 'no_such_plan'
      const { currency, amountMinor } = detail
      if (!plan.prices.some((price) => price.currency === currency)) return 'no_such_price'
      const prices = plan.prices.map((price) =>
        price.currency === currency ? { currency, amountMinor } : price,
      )
      return { ...catalogue, plans: plans.map((one) => (one === plan ? { ...one, prices } : one)) }
    }
    case 'off-sale':
    case 'on-sale': {
      const plan = plans.find(({ slug }) => slug === subject)
      if (!plan) return 'no_such_plan'
      const { slug, offSale: _before, ...rest } = plan
      const changed =
        kind === 'off-sale' ? { slug, offSale: true as const, ...rest } : { slug, ...rest }
      return { ...catalogue, plans: plans.map((one) => (one === plan ? changed : one)) }
    }
    case 'coupon':
      return coupons.some(({ code }) => code === subject)
        ? 'coupon_exists'
        : { ...catalogue, coupons: [...coupons, detail] }
    case 'coupon-withdrawn':
      return coupons.some(({ code }) => code === subject)
        ? { ...catalogue, coupons: coupons.filter(({ code }) => code !== subject) }
        : 'no_such_coupon'
  }
}
