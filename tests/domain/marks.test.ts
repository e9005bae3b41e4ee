import { describe, expect, it } from 'vitest'
import {
  changeText,
  subtractMarks,
  fractionText,
  scoreText,
  scoreTexts,
  shareOf,
} from '../../domain/attempt/marks.ts'

describe('scoreText', () => {
  it.each([
    ['80', '80'],
    ['0', '0'],
    ['285/4', '71.25'],
    ['145/2', '72.50'],
    ['200/3', '66⅔'],
    ['-35/4', '−8.75'],
    ['-1/3', '−⅓'],
    ['1/8', '0.125'],
    ['-1/4', '−0.25'],
    ['26/7', '3 5/7'],
    ['144/2', '72'],
    ['199/2', '99.50'],
    ['1/1000', '0.001'],
  ])('%s is %s', (marks, text) => {
    expect(scoreText(marks)).toBe(text)
  })

  it('has as many decimals as the other scores of its column', () => {
    expect(scoreTexts(['25', '30', '35/2'])).toEqual(['25.00', '30.00', '17.50'])
    expect(scoreTexts(['25', '30'])).toEqual(['25', '30'])
    expect(scoreTexts(['20', '50/3', '41/3'])).toEqual(['20', '16⅔', '13⅔'])
  })

  it('formats every quarter from −25 to 100 exactly', () => {
    for (let quarters = -100; quarters <= 400; quarters++) {
      const text = scoreText(`${quarters}/4`).replace('−', '-')
      expect(Number(text)).toBe(quarters / 4)
      expect(text).toMatch(/^-?\d+(\.\d\d)?$/)
    }
  })
})

describe('fractionText', () => {
  it.each([
    ['1/4', '¼'],
    ['-1/4', '−¼'],
    ['-35/4', '−8¾'],
    ['2/8', '¼'],
    ['17/2', '8½'],
    ['2/3', '⅔'],
    ['5/16', '5/16'],
    ['0', '0'],
    ['3', '3'],
  ])('%s is %s', (marks, text) => {
    expect(fractionText(marks)).toBe(text)
  })

  it('changeText has the sign of a gain or a loss', () => {
    expect([changeText('5/4'), changeText('-1/4'), changeText('0')]).toEqual(['+1¼', '−¼', '0'])
  })
})

it('subtractMarks is exact', () => {
  expect(subtractMarks('285/4', '145/2')).toBe('-5/4')
  expect(subtractMarks('1/3', '1/3')).toBe('0')
  expect(subtractMarks('73', '-35/4')).toBe('327/4')
})

it('shareOf is a share of the total, and 0 of 0', () => {
  expect(shareOf('285/4', '100')).toBe(0.7125)
  expect(shareOf('-25', '100')).toBe(-0.25)
  expect(shareOf('5', '0')).toBe(0)
})
