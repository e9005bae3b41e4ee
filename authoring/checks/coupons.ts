import type { Problem } from '../draft.ts'
import type { CatalogueDraft } from '../loading/catalogue-rows.ts'

type Coupon = CatalogueDraft['coupons'][number]

/** The problems of the catalogue's coupons. A coupon with a wrong limit would apply without it. */
export function couponProblems({
  plans = [],
  coupons = [],
}: {
  plans?: readonly { slug: string }[] | undefined
  coupons?: readonly Coupon[] | undefined
}): Problem[] {
  const slugs = new Set(plans.map(({ slug }) => slug))
  return coupons.flatMap((coupon) =>
    problemsOf(coupon, slugs).map((reason) => ({
      ...{ file: 'catalogue.json', line: 1 },
      reason: `the coupon "${coupon.code}" ${reason}`,
    })),
  )
}

function problemsOf(coupon: Coupon, plans: ReadonlySet<string>): string[] {
  const { code, percent, amountMinor, currency, plan, uses, usesEach } = coupon
  const isWhole = (value: number | undefined, max: number) =>
    value === undefined || (Number.isSafeInteger(value) && value >= 1 && value <= max)
  const rules: [isBroken: boolean, reason: string][] = [
    [!/^[A-Z0-9]{3,40}$/.test(code), 'has a code that is not of 3 to 40 letters A to Z and digits'],
    [
      (percent === undefined) === (amountMinor === undefined),
      'needs either percent or amountMinor',
    ],
    [!isWhole(percent, 90), 'has a percent that is not from 1 to 90'],
    [!isWhole(amountMinor, Number.MAX_SAFE_INTEGER), 'has an amountMinor that is not whole'],
    [
      (amountMinor === undefined) !== (currency === undefined),
      'names a currency without an amount, or an amount without one',
    ],
    [plan !== undefined && !plans.has(plan), `is for a plan "${plan}" that there is not`],
    [
      ![coupon.from, coupon.until].every(isTimestamp),
      'has a time that is not such as 2027-12-31T18:30:00.000Z',
    ],
    [
      !isWhole(uses, Number.MAX_SAFE_INTEGER) || !isWhole(usesEach, 1000),
      'has uses that are not whole',
    ],
  ]
  return rules.flatMap(([isBroken, reason]) => (isBroken ? [reason] : []))
}

const isTimestamp = (text: string | undefined) =>
  text === undefined ||
  (/^\d{4}-.*Z$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(text).toISOString() === text)
