import { describe, expect, it } from 'vitest'
import { draftContent } from '../../authoring/generators/draft-papers.ts'
import { drawnQuestions, evaluate, near } from '../support/drawn-questions.ts'

const locales = ['kn', 'te', 'en'] as const
const { papers, sections } = draftContent()

/** Every question of the papers, and those drawn from every template. */
const allQuestions = [
  ...[...papers, ...sections].flatMap(({ questions }) => questions),
  ...drawnQuestions.map(({ question }) => question),
]
const textsIn = (locale: (typeof locales)[number]) =>
  allQuestions.flatMap(({ stem, options, explanation }) =>
    [stem, ...options, explanation].map((text) => text[locale] ?? ''),
  )

const counted =
  'days|hours|minutes|seconds|weeks|months|years|leap years|metres|litres|kilograms|parts|places|' +
  'runs|marks|balls|books|pens|coins|cakes|slips|multiples|outcomes|gaps|turns|people|persons|' +
  'children|students|candidates|labourers|members|farmers'

describe('sentences of generated questions', () => {
  it('have no plural after 1 in English', () => {
    const plural = new RegExp(`(?<![\\d.,/+−×÷] ?)\\b1 (?:more )?(?:${counted})\\b`)
    const verb = /(?<![\d.,/]|are |of )\b1 (?:are|were|have|stay|leak) (?!\d)/
    expect('= 1 days').toMatch(plural)
    expect('and 1 are left').toMatch(verb)
    expect(textsIn('en').filter((text) => plural.test(text) || verb.test(text))).toEqual([])
  })

  it.each(locales)('have no factor of 1 before x in %s', (locale) => {
    expect(textsIn(locale).filter((text) => /(?<![\d.])1x/.test(text))).toEqual([])
  })

  it('say twice in English', () => {
    expect(textsIn('en').filter((text) => /(?<![\d.])\b2 times\b/.test(text))).toEqual([])
  })

  it('count up to seven persons by words in Telugu', () => {
    expect(textsIn('te').filter((text) => /(?<![\d.,])[1-7] మంది/u.test(text))).toEqual([])
  })

  it('print no equation that is true before its signs are interchanged', () => {
    const equations = allQuestions
      .map(({ stem }) => stem.en ?? '')
      .filter((stem) => stem.startsWith('Which two signs must be interchanged'))
      .map((stem) => stem.split('\n')[1]!.split(' = '))
    expect(equations.length).toBeGreaterThan(100)
    expect(equations.filter(([left, right]) => near(evaluate(left!), Number(right)))).toEqual([])
  })
})
