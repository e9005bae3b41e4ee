import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languages, locales, recordOfLocales, type Locale } from '../domain/locale.ts'
import { languageProblem } from '../authoring/checks/language.ts'

type MessageFile = Record<string, string>
const messagesIn = (folder: string) =>
  recordOfLocales(
    (locale: Locale) => JSON.parse(readFileSync(`${folder}/${locale}.json`, 'utf8')) as MessageFile,
  )

/** Names that stay in Latin letters in every language. */
const terms = [
  'RRB',
  'NTPC',
  'SSC',
  'GD',
  'AP',
  'TET',
  'DSC',
  'SGT',
  'PET',
  'SA',
  'AO',
  'AAO',
  'OTP',
  // Names of programs and companies, for those who work at the desk.
  ...['Cloudflare Access', 'Google Authenticator', 'Aegis'],
]

describe.each(['locales', 'locales/desk'])('the messages of every language in %s', (folder) => {
  const messages = messagesIn(folder)
  const keys = Object.keys(messages[locales[0]!]).filter((key) => key !== '$schema')

  it.each(locales)('have the same keys in the same order, and none is empty, in %s', (locale) => {
    expect(Object.keys(messages[locale]).filter((key) => key !== '$schema')).toEqual(keys)
    expect(keys.filter((key) => messages[locale][key]?.trim() === '')).toEqual([])
  })

  it('have the same placeholders', () => {
    const placeholders = (text = '') => (text.match(/\{\w+\}/g) ?? []).sort().join()
    const differing = keys.filter(
      (key) => new Set(Object.values(messages).map((file) => placeholders(file[key]))).size > 1,
    )
    expect(differing).toEqual([])
  })

  it.each(locales.filter((locale) => languages[locale].script !== 'Latin'))(
    'are written in their own script, with Latin digits, in %s',
    (locale) => {
      const problems = keys.flatMap((key) => {
        const text = (messages[locale][key] ?? '').replace(/\{\w+\}/g, '')
        const problem = languageProblem(text, locale, terms)
        const hasNativeDigits = /(?![0-9])\p{Nd}/u.test(text)
        return problem || hasNativeDigits ? [`${key}: ${problem ?? 'native digits'}`] : []
      })
      expect(problems).toEqual([])
    },
  )
})

describe('the messages of the site', () => {
  it('match the sentences that the specification prescribes', () => {
    expect(messagesIn('locales').en).toMatchObject({
      wait_overlay: "Don't refresh the screen while loading...",
      something_went_wrong: 'Something went wrong',
      back_to_home: 'Back To Home',
      login_with_email: 'Login With Email',
      unreachable: 'Internet connection failure or server is down',
      practice_papers: 'Practice Papers',
      subject_papers: 'Subject-wise Papers',
      previous_papers: 'Previous Papers',
    })
  })
})
