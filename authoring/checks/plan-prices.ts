import { decimalPlacesOf } from '../../domain/money.ts'
import type { Problem } from '../draft.ts'
import type { CatalogueDraft } from '../loading/catalogue-rows.ts'

type PricedPlan = Pick<CatalogueDraft['plans'][number], 'slug' | 'days' | 'prices'>

/** The smallest price that every payment provider accepts, and a limit against a typing error, in
 *  minor units. */
const [minMinor, maxMinor] = [100, 10_000_000]

/** The problems of the prices of subscription plans: a price of -5 would be loaded as it is. */
export const priceProblems = (plans: readonly PricedPlan[] = []): Problem[] =>
  plans.flatMap(({ slug, days, prices }) => {
    const currencies = prices.map(({ currency }) => currency)
    const rules: [isBroken: boolean, reason: string][] = [
      [prices.length === 0, 'has no price'],
      [new Set(currencies).size !== currencies.length, 'has two prices in one currency'],
      [
        !(Number.isSafeInteger(days) && days >= 1 && days <= 3660),
        'has days that are not whole, from 1 to 3660',
      ],
      ...prices.flatMap(({ currency, amountMinor }): [boolean, string][] => [
        [
          !Object.hasOwn(decimalPlacesOf, currency),
          `has a price in ${currency}, which no provider takes`,
        ],
        [
          !(
            Number.isSafeInteger(amountMinor) &&
            amountMinor >= minMinor &&
            amountMinor <= maxMinor
          ),
          `has a price of ${amountMinor}, which is not whole, from ${minMinor} to ${maxMinor}`,
        ],
      ]),
    ]
    return rules.flatMap(([isBroken, reason]) =>
      isBroken ? [{ file: 'catalogue.json', line: 1, reason: `the plan "${slug}" ${reason}` }] : [],
    )
  })
