import { describe, expect, it } from 'vitest'
import { couponProblems } from '../../authoring/checks/coupons.ts'

const plans = [{ slug: 'karnataka-all' }]
const reasonsOf = (...coupons: Parameters<typeof couponProblems>[0]['coupons'] & object) =>
  couponProblems({ plans, coupons }).map(({ reason }) => reason)

describe('coupons of the catalogue', () => {
  it('may have a percentage or an amount with its currency', () => {
    expect(
      reasonsOf(
        {
          code: 'ABHYASA10',
          percent: 10,
          until: '2027-12-31T18:30:00.000Z',
          uses: 100,
          usesEach: 1,
        },
        { code: 'FLAT50', amountMinor: 5000, currency: 'INR', plan: 'karnataka-all' },
      ),
    ).toEqual([])
  })

  it.each([
    [{ code: 'a b', percent: 10 }, 'code'],
    [{ code: 'BOTH', percent: 10, amountMinor: 1, currency: 'INR' }, 'either'],
    [{ code: 'NONE' }, 'either'],
    [{ code: 'MUCH', percent: 91 }, 'percent'],
    [{ code: 'HALF', percent: 0.5 }, 'percent'],
    [{ code: 'HALF', amountMinor: 0.5, currency: 'INR' }, 'amountMinor'],
    [{ code: 'BARE', amountMinor: 100 }, 'currency'],
    [{ code: 'TYPO', percent: 10, plan: 'karnataka' }, 'plan "karnataka"'],
    [{ code: 'WHEN', percent: 10, until: '2027-12-31' }, 'time'],
    [{ code: 'WHEN', percent: 10, until: '2027-99-99Z' }, 'time'],
    [{ code: 'USES', percent: 10, uses: 0 }, 'uses'],
  ])('%o is reported with its problem', (coupon, word) => {
    expect(reasonsOf(coupon)).toEqual([expect.stringContaining(word)])
  })
})
