import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { wrongLanguage } from '../authoring/language.ts'

type Messages = Record<string, string>
const read = (locale: string) =>
  JSON.parse(readFileSync(`locales/${locale}.json`, 'utf8')) as Messages
const messages = { kn: read('kn'), en: read('en'), te: read('te') }
const keys = Object.keys(messages.en).filter((key) => key !== '$schema')

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
]

describe('the interface in three languages', () => {
  it('has every sentence in each of them, in the same order, and none empty', () => {
    for (const locale of ['kn', 'te'] as const)
      expect(Object.keys(messages[locale])).toEqual(Object.keys(messages.en))
    for (const locale of ['kn', 'en', 'te'] as const)
      expect(keys.filter((key) => messages[locale][key]?.trim() === '')).toEqual([])
  })

  it('fills the same blanks in each of them', () => {
    const blanks = (text = '') => (text.match(/\{\w+\}/g) ?? []).sort().join()
    const differing = keys.filter(
      (key) => new Set(Object.values(messages).map((own) => blanks(own[key]))).size > 1,
    )
    expect(differing).toEqual([])
  })

  it('is written in its own letters, with Latin digits', () => {
    for (const locale of ['kn', 'te'] as const) {
      const faults = keys.flatMap((key) => {
        const text = (messages[locale][key] ?? '').replace(/\{\w+\}/g, '')
        const fault = wrongLanguage(text, locale, terms)
        return fault || /[೦-೯౦-౯]/.test(text) ? [`${key}: ${fault ?? 'native digits'}`] : []
      })
      expect(faults).toEqual([])
    }
  })

  it('says what the specification words exactly in those words', () => {
    expect(messages.en).toMatchObject({
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
