import { describe, expect, it } from 'vitest'
import {
  amountOf,
  exponentOf,
  isAmount,
  minorOf,
  decimalOf,
  percentOf,
} from '../../product-api/payments/money.ts'

describe('money', () => {
  it.each([
    [999, 'USD', '9.99'],
    [5, 'USD', '0.05'],
    [0, 'USD', '0.00'],
    [100, 'USD', '1.00'],
    [500, 'JPY', '500'],
    [7, 'HUF', '7'],
    [1234, 'TWD', '1234'],
    [9_007_199_254_740_991, 'INR', '90071992547409.91'],
  ])('converts %i minor units of %s to %s and back', (minor, currency, value) => {
    expect(decimalOf(minor, currency)).toEqual({ currency_code: currency, value })
    expect(minorOf({ currency_code: currency, value })).toBe(minor)
  })

  it('is parsed exactly where floats are inexact', () => {
    for (const value of ['19.99', '4.35', '1.15', '8.41', '0.29', '1.005']) {
      const [units, decimals = ''] = value.split('.')
      const expected = decimals.length > 2 ? null : Number(`${units}${decimals.padEnd(2, '0')}`)
      expect(minorOf({ currency_code: 'USD', value })).toBe(expected)
    }
    for (let minor = 0; minor < 20_000; minor += 1) {
      const money = decimalOf(minor, 'USD')
      if (minorOf(money) !== minor) expect(money).toBe(minor)
    }
  })

  it.each([
    ['9.999', 'USD'],
    ['9.5', 'JPY'],
    ['-1.00', 'USD'],
    ['1e3', 'USD'],
    ['0x10', 'USD'],
    [' 1.00', 'USD'],
    ['1,000.00', 'USD'],
    ['', 'USD'],
    ['.50', 'USD'],
    ['1.00', 'XXX'],
    ['1.00', 'constructor'],
    ['99999999999999999', 'USD'],
  ])('rejects %s %s as an amount', (value, currency) => {
    expect(minorOf({ currency_code: currency, value })).toBeNull()
  })

  it('accepts trailing zeros: 9.9900 USD, 500.00 JPY', () => {
    expect(minorOf({ currency_code: 'USD', value: '9.9900' })).toBe(999)
    expect(minorOf({ currency_code: 'JPY', value: '500.00' })).toBe(500)
    expect(minorOf({ currency_code: 'USD', value: '9.' })).toBe(900)
  })

  it('has no decimals in forint, yen and new Taiwan dollar, whatever ISO 4217 says', () => {
    expect(['HUF', 'JPY', 'TWD', 'USD', 'INR', 'XXX', '__proto__'].map(exponentOf)).toEqual([
      ...[0, 0, 0, 2, 2],
      ...[undefined, undefined],
    ])
  })

  it('rounds a percentage down', () => {
    expect([percentOf(29_900, 10), percentOf(999, 10), percentOf(5, 10), percentOf(1, 90)]).toEqual(
      [...[2990, 99, 0, 0]],
    )
    expect(percentOf(9_007_199_254_740_991, 90)).toBe(8_106_479_329_266_891)
  })

  it('is a safe integer of zero or more', () => {
    expect([0, 1, 49_900].every(isAmount)).toBe(true)
    expect([-1, 0.5, NaN, Infinity, 2 ** 53, '1', null].some(isAmount)).toBe(false)
    expect(() => decimalOf(0.5, 'USD')).toThrow('Invalid amount')
    expect(() => decimalOf(1, 'XXX')).toThrow('Invalid amount')
    expect([amountOf('5000'), amountOf('5.0'), amountOf('99999999999999999999')]).toEqual([
      ...[5000, null, null],
    ])
  })
})
