import { describe, expect, it } from 'vitest'
import {
  fieldName,
  optionsIdentity,
  orderShown,
  questionNamed,
} from '../../domain/attempt/option-identity.ts'

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

describe('the field of a question', () => {
  const ids = ['2xg2f3u2vfdo7v93u9pra4en', '2d8txouy0h2ksxkxv48lcv37', '17']

  it('names the question by the beginning of its id', () => {
    for (const id of ids) expect(questionNamed(fieldName(id, cities).slice(0, -3), ids)).toBe(id)
  })

  it('names it by the whole id in forms of earlier builds', () => {
    for (const id of ids) expect(questionNamed(id, ids)).toBe(id)
  })

  it('names none where two questions begin alike, or by a shorter beginning', () => {
    expect(questionNamed('2xg2f3u2vf', [...ids, '2xg2f3u2vf000000000000000'])).toBeUndefined()
    expect(questionNamed('2xg2f3u2v', ids)).toBeUndefined()
    expect(questionNamed('1', ids)).toBeUndefined()
  })
})
