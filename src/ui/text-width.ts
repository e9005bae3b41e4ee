import { languages, locales } from '../../domain/locale.ts'

const wideLetter = new RegExp(
  `[${locales
    .map((locale) => languages[locale].script)
    .filter((script) => script !== 'Latin')
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]`,
  'u',
)

/** The width of a text in letters of average width (about 0.55 of the font size). Syllables of
 *  Indian scripts are wider than Latin letters, and combining signs have no width of their own. An
 *  estimate for the server, where text cannot be measured. */
export const textWidth = (text: string) =>
  Array.from(text.normalize('NFC')).reduce((sum, letter) => {
    if (/\p{Mn}|\u200c|\u200d/u.test(letter)) return sum
    return sum + (wideLetter.test(letter) ? 1.25 : 1)
  }, 0)
