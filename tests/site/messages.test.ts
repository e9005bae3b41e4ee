import { describe, expect, it } from 'vitest'
import { locales, type Locale } from '../../domain/locale.ts'
import { messagesFor } from '../../src/ui/messages.ts'

type Message = (inputs: object) => string
const messageOf = (locale: Locale, key: string) =>
  (messagesFor(locale) as unknown as Record<string, Message>)[key]!

describe('a message with a number', () => {
  it.each([
    ['en', '0 questions', '1 question', '2 questions', '1,00,000 questions'],
    ['kn', '0 ಪ್ರಶ್ನೆ', '1 ಪ್ರಶ್ನೆ', '2 ಪ್ರಶ್ನೆಗಳು', '1,00,000 ಪ್ರಶ್ನೆಗಳು'],
    ['te', '0 ప్రశ్నలు', '1 ప్రశ్న', '2 ప్రశ్నలు', '1,00,000 ప్రశ్నలు'],
  ] as const)('has the form of its number, grouped by lakh, in %s', (locale, ...expected) => {
    const questions = messageOf(locale, 'questions')
    expect([0, 1, 2, 100_000].map((count) => questions({ count }))).toEqual(expected)
  })

  it.each([
    ['en', '1 question in 1 minute.', '2 questions in 1 minute.', '1 question in 90 minutes.'],
    ['te', '1 ప్రశ్నకు 1 నిమిషం.', '2 ప్రశ్నలకు 1 నిమిషం.', '1 ప్రశ్నకు 90 నిమిషాలు.'],
    ['kn', '1 ಪ್ರಶ್ನೆಗೆ 1 ನಿಮಿಷ.', '2 ಪ್ರಶ್ನೆಗಳಿಗೆ 1 ನಿಮಿಷ.', '1 ಪ್ರಶ್ನೆಗೆ 90 ನಿಮಿಷ.'],
  ] as const)('has the forms of two numbers in %s', (locale, ...expected) => {
    const text = messageOf(locale, 'start_count')
    const pairs = [
      [1, 1],
      [2, 1],
      [1, 90],
    ] as const
    expect(pairs.map(([questions, minutes]) => text({ questions, minutes }))).toEqual(expected)
  })

  it.each(locales)(
    'has a text for 0, 1, 2 and 1,00,000 in %s, and its numbers in it',
    async (locale) => {
      const file: unknown = await import(`../../locales/${locale}.json`)
      const counted = Object.entries(file as object).filter(([, message]) => Array.isArray(message))
      expect(counted.length).toBeGreaterThan(15)
      for (const [key, message] of counted) {
        const [{ declarations }] = message as [{ declarations: string[] }]
        const names = declarations.map((declaration) => declaration.replace('input ', ''))
        for (const number of [0, 1, 2, 100_000]) {
          const text = messageOf(
            locale,
            key,
          )(Object.fromEntries(names.map((name) => [name, number])))
          expect(text, key).not.toBe(key)
          expect(text, key).not.toMatch(/[{}]|undefined|100000/)
          if (number > 1) expect(text, key).toContain(number === 100_000 ? '1,00,000' : `${number}`)
        }
      }
    },
  )

  it('shows years as they are', () => {
    expect(messageOf('en', 'papers_of_year')({ year: '2025' })).toContain('2025')
  })
})
