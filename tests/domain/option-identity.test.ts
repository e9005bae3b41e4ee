import { describe, expect, it } from 'vitest'
import { optionsIdentity, orderShown } from '../../domain/attempt/option-identity.ts'

const cities = ['ಬೆಂಗಳೂರು', 'ಮೈಸೂರು', 'ಹುಬ್ಬಳ್ಳಿ', 'ಬೀದರ್']

describe('the identity of options', () => {
  it('gives the order in which a form showed the same options', () => {
    const shown = [2, 0, 3, 1].map((index) => cities[index]!)
    expect(orderShown(cities, optionsIdentity(shown))).toEqual([2, 0, 3, 1])
    expect(orderShown(cities, optionsIdentity(cities))).toEqual([0, 1, 2, 3])
  })

  it('gives no order where one text differs', () => {
    const shown = [...cities.slice(0, 3), 'ಬೀದರ']
    expect(orderShown(cities, optionsIdentity(shown))).toBeUndefined()
  })

  it('does not depend on spaces or on how a letter is composed', () => {
    const shown = [' Mysore  city ', 'caf\u00e9', 'C', 'D']
    expect(optionsIdentity(shown)).toBe(optionsIdentity(['Mysore city', 'cafe\u0301', 'C', 'D']))
  })

  it('gives no order where two options have the same text', () => {
    const same = ['A', 'A', 'B', 'C']
    expect(orderShown(same, optionsIdentity(same))).toBeUndefined()
  })
})
