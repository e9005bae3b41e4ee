import { describe, expect, it } from 'vitest'
import { choiceQuery } from '../../src/addresses/checkout-choice.ts'
import { parseChoice } from '../../src/routes/checkout/choice-input.ts'
import { moneyText } from '../../domain/money.ts'
import { isProviderAddress, mayPayAgain, paymentStatuses } from '../../domain/payment.ts'
import { daysLeft, endIfBought } from '../../domain/plan.ts'
import { endingSoon, type Subscription } from '../../domain/subscription.ts'

describe('the text of an amount', () => {
  it.each([
    [49900, 'INR', '₹499'],
    [49950, 'INR', '₹499.50'],
    [5, 'INR', '₹0.05'],
    [0, 'INR', '₹0'],
    [100000, 'INR', '₹1,000'],
    [12345600, 'INR', '₹1,23,456'],
    [123456789012, 'INR', '₹1,23,45,67,890.12'],
    [-5000, 'INR', '−₹50'],
    [699, 'USD', 'US$6.99'],
    [1998, 'USD', 'US$19.98'],
    [500, 'JPY', 'JPY\u00a0500'],
    [9007199254740991, 'INR', '₹9,00,71,99,25,47,409.91'],
  ])('%i %s is %s', (amountMinor, currency, text) => {
    expect(moneyText({ currency, amountMinor })).toBe(text)
  })
})

describe('isProviderAddress', () => {
  const origins = ['https://www.paypal.com', 'https://*.phonepe.com', 'http://127.0.0.1:8799']
  it.each([
    'https://www.paypal.com/checkoutnow?token=1',
    'https://mercury.phonepe.com/transact',
    'https://a.b.phonepe.com/',
    'http://127.0.0.1:8799/checkoutnow',
  ])('accepts %s', (address) => expect(isProviderAddress(address, origins)).toBe(true))
  it.each([
    'https://paypal.com/',
    'http://www.paypal.com/',
    'https://www.paypal.com.evil.example/',
    'https://www.paypal.com@evil.example/',
    'https://phonepe.com/',
    'https://evilphonepe.com/',
    'http://mercury.phonepe.com/',
    'https://mercury.phonepe.com.evil.example/',
    'https://mercury.phonepe.com:8443.evil.example/',
    'http://127.0.0.1:8798/',
    'javascript:alert(1)',
    '//www.paypal.com/',
    '/payment',
    '',
  ])('rejects %s', (address) => expect(isProviderAddress(address, origins)).toBe(false))
})

it('mayPayAgain is true only if no money can still arrive', () => {
  expect(paymentStatuses.filter((status) => mayPayAgain({ status, failure: null }))).toEqual([
    'created',
    'failed',
    'cancelled',
    'expired',
  ])
  for (const failure of ['superseded', 'erased'])
    expect(paymentStatuses.some((status) => mayPayAgain({ status, failure }))).toBe(false)
})

it('keeps a checkout choice in the query and ignores invalid values', () => {
  const choice = {
    plan: 'karnataka-all',
    provider: 'paypal',
    coupon: 'SAVE10',
    useCredit: false,
    state: '',
  }
  const query = choiceQuery(choice)
  expect(query).toBe('?plan=karnataka-all&by=paypal&coupon=SAVE10&credit=no')
  expect(parseChoice(Object.fromEntries(new URLSearchParams(query)))).toEqual(choice)
  expect(choiceQuery(parseChoice({}))).toBe('')
  const invalid = { plan: '../x', by: 'cash', coupon: '<b>', credit: 'maybe' }
  expect(parseChoice(invalid)).toEqual(parseChoice({}))
  expect(parseChoice({ coupon: ' save10 ' }).coupon).toBe('SAVE10')
})

describe('the last days of a plan', () => {
  const now = Date.parse('2026-11-21T06:00:00.000Z')
  const inDays = (days: number) => new Date(now + days * 24 * 3600_000).toISOString()
  const subscription = (endsAt: string, row: Partial<Subscription> = {}): Subscription => ({
    id: endsAt,
    plan: { slug: 'vao', name: 'VAO', locale: 'en', exams: ['vao-paper-1'], tests: [], tags: [] },
    startsAt: inDays(-30),
    endsAt,
    status: 'active',
    isGiven: false,
    ...row,
  })

  it('end 120 days after the purchase of a plan of 120 days', () => {
    expect(endIfBought({ days: 120 }, now)).toBe(inDays(120))
    expect(daysLeft(inDays(120), now)).toBe(120)
    expect(daysLeft(inDays(0.2), now)).toBe(1)
    expect(daysLeft(inDays(-1), now)).toBe(0)
  })

  it('are announced from seven days before the end until the end', () => {
    const endsOfNoticed = (...all: Subscription[]) => endingSoon(all, now).map(({ id }) => id)
    expect(endsOfNoticed(subscription(inDays(7)))).toEqual([inDays(7)])
    expect(endsOfNoticed(subscription(inDays(7.1)))).toEqual([])
    expect(endsOfNoticed(subscription(inDays(0.1)))).toEqual([inDays(0.1)])
    expect(endsOfNoticed(subscription(inDays(-0.1)))).toEqual([])
    expect(endsOfNoticed(subscription(inDays(3), { status: 'refunded' }))).toEqual([])
  })

  it('are not announced where a larger plan opens all of it for longer', () => {
    const large = (exams: Subscription['plan']['exams']): Partial<Subscription> => ({
      plan: { slug: 'all', name: 'All', locale: 'en', exams, tests: [], tags: [] },
    })
    const small = subscription(inDays(3))
    const covering = subscription(inDays(90), large(['vao-paper-1', 'rrb']))
    expect(endingSoon([small, covering], now)).toEqual([])
    expect(endingSoon([small, subscription(inDays(90), large(['rrb']))], now)).toEqual([small])
    expect(endingSoon([small, subscription(inDays(2), large(['vao-paper-1']))], now)).toContain(
      small,
    )
  })

  it('are not announced if another purchase of the plan follows', () => {
    const all = [
      subscription(inDays(3)),
      subscription(inDays(123), { startsAt: inDays(3) }),
      subscription(inDays(4), {
        plan: { slug: 'rrb', name: 'RRB', locale: 'en', exams: ['rrb'], tests: [], tags: [] },
      }),
    ]
    expect(endingSoon(all, now).map(({ plan }) => plan.slug)).toEqual(['rrb'])
  })
})
