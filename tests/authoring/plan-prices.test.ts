import { describe, expect, it } from 'vitest'
import { priceProblems } from '../../authoring/checks/plan-prices.ts'

const plan = (more: object) => ({
  ...{ slug: 'karnataka-all', days: 180, prices: [{ currency: 'INR', amountMinor: 49_900 }] },
  ...more,
})
const reasonsOf = (more: object) => priceProblems([plan(more)]).map(({ reason }) => reason)
const priced = (currency: string, amountMinor: number) => ({ prices: [{ currency, amountMinor }] })

describe('prices of the catalogue', () => {
  it('may be in several currencies', () => {
    const prices = [
      { currency: 'INR', amountMinor: 49_900 },
      { currency: 'USD', amountMinor: 699 },
    ]
    expect(reasonsOf({ prices })).toEqual([])
  })

  it.each([
    [priced('INR', -5), '-5'],
    [priced('INR', 0), '0'],
    [priced('INR', 99), '99'],
    [priced('INR', 499.5), '499.5'],
    [priced('INR', 49_900_000), '49900000'],
    [priced('XXX', 49_900), 'XXX'],
    [priced('inr', 49_900), 'inr'],
    [priced('toString', 49_900), 'toString'],
    [{ prices: [] }, 'no price'],
    [{ prices: [...plan({}).prices, ...plan({}).prices] }, 'two prices'],
    [{ days: 0 }, 'days'],
    [{ days: 1.5 }, 'days'],
  ])('%o is reported with its problem', (more, word) => {
    expect(reasonsOf(more)).toEqual([expect.stringContaining(word)])
  })
})
