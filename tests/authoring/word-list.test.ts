import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readWordList, spellingProblems } from '../../authoring/checks/word-list.ts'

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const terms = readWordList(textOf('authoring/word-list.txt'))

describe('the word list', () => {
  it('is kept by every message of the interface, and by what is sent', () => {
    const files = [
      ...readdirSync(new URL('../../locales', import.meta.url), {
        recursive: true,
        encoding: 'utf8',
      })
        .filter((file) => file.endsWith('.json'))
        .map((file) => `locales/${file}`),
      'content/catalogue.json',
      'product-api/identity/message-texts.ts',
      'product-api/payments/tax/mail-texts.ts',
    ]
    expect(files.length).toBeGreaterThan(8)
    expect(files.flatMap((file) => spellingProblems(file, textOf(file), terms))).toEqual([])
  })

  it('names the line of another form, and not a wrong option', () => {
    const list = readWordList('# comment\n\nkn: ಲೋಥಾಲ್ = ಲೋಥಲ್\nte: పార్లమెంటు = పార్లమెంట్, సంసద్')
    const source = 'kn: ಲೋಥಲ್ ಎಲ್ಲಿದೆ?\n( ) ಲೋಥಲ್\n(*) ಲೋಥಾಲ್\nte: పార్లమెంటులో సంసద్\n# ಲೋಥಲ್'
    expect(spellingProblems('a.txt', source, list)).toEqual([
      { file: 'a.txt', line: 1, reason: '"ಲೋಥಲ್": the word list has "ಲೋಥಾಲ್"' },
      { file: 'a.txt', line: 4, reason: '"సంసద్": the word list has "పార్లమెంటు"' },
    ])
  })

  it('has no form that it forbids elsewhere', () => {
    const forms = terms.map(({ form }) => form).join('\n')
    expect(spellingProblems('the list', forms, terms)).toEqual([])
  })

  it('says which line it cannot read', () => {
    expect(() => readWordList('kn: ಲೋಥಾಲ್')).toThrow('line 1 of the word list')
  })
})
