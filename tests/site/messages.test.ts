import { describe, expect, it } from 'vitest'
import { locales, type Locale } from '../../domain/locale.ts'
import { messagesFor } from '../../src/ui/messages.ts'
import en from '../../locales/en.json'
import kn from '../../locales/kn.json'
import te from '../../locales/te.json'

const files: Record<Locale, Record<string, unknown>> = { kn, en, te }

describe('a message with a number', () => {
  it.each([
    ['en', '0 questions', '1 question', '2 questions', '1,00,000 questions'],
    ['kn', '0 ಪ್ರಶ್ನೆ', '1 ಪ್ರಶ್ನೆ', '2 ಪ್ರಶ್ನೆಗಳು', '1,00,000 ಪ್ರಶ್ನೆಗಳು'],
    ['te', '0 ప్రశ్నలు', '1 ప్రశ్న', '2 ప్రశ్నలు', '1,00,000 ప్రశ్నలు'],
  ] as const)('has the form of its number, grouped by lakh, in %s', (locale, ...expected) => {
    const { questions } = messagesFor(locale)
    expect([0, 1, 2, 100_000].map((count) => questions({ count }))).toEqual(expected)
  })

  it.each([
    ['en', '1 question in 1 minute.', '2 questions in 1 minute.', '1 question in 90 minutes.'],
    ['te', '1 ప్రశ్నకు 1 నిమిషం.', '2 ప్రశ్నలకు 1 నిమిషం.', '1 ప్రశ్నకు 90 నిమిషాలు.'],
    ['kn', '1 ಪ್ರಶ್ನೆಗೆ 1 ನಿಮಿಷ.', '2 ಪ್ರಶ್ನೆಗಳಿಗೆ 1 ನಿಮಿಷ.', '1 ಪ್ರಶ್ನೆಗೆ 90 ನಿಮಿಷ.'],
  ] as const)('has the forms of two numbers in %s', (locale, ...expected) => {
    const { start_count: text } = messagesFor(locale)
    const pairs = [
      [1, 1],
      [2, 1],
      [1, 90],
    ] as const
    expect(pairs.map(([questions, minutes]) => text({ questions, minutes }))).toEqual(expected)
  })

  it.each(locales)('has a text for 0, 1, 2 and 1,00,000 in %s, and its numbers in it', (locale) => {
    const messages = messagesFor(locale) as unknown as Record<string, (inputs: object) => string>
    const counted = Object.entries(files[locale]).filter(([, message]) => Array.isArray(message))
    expect(counted.length).toBeGreaterThan(15)
    for (const [key, message] of counted) {
      const [{ declarations }] = message as [{ declarations: string[] }]
      const names = declarations.map((declaration) => declaration.replace('input ', ''))
      for (const number of [0, 1, 2, 100_000]) {
        const text = messages[key]!(Object.fromEntries(names.map((name) => [name, number])))
        expect(text, key).not.toBe(key)
        expect(text, key).not.toMatch(/[{}]|undefined|100000/)
        if (number !== 1) expect(text, key).toContain(number === 100_000 ? '1,00,000' : `${number}`)
      }
    }
  })

  it('shows years as they are', () => {
    expect(messagesFor('en').papers_of_year({ year: '2025' })).toContain('2025')
  })
})
