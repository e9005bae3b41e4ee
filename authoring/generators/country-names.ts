import type { Translations } from './question.ts'

// Names come from Unicode CLDR, which every Node build with full ICU contains. Left out: countries
// whose borders, currency or language are disputed, that lie on two continents, or whose name in
// Kannada or Telugu is poor there.

const namesOf = (type: 'region' | 'currency' | 'language') => {
  const [kn, te, en] = ['kn', 'te', 'en'].map((locale) => {
    const names = new Intl.DisplayNames(locale, { type })
    return (code: string) => (names.of(code) ?? code).replace(/[\u200B-\u200D]+$/, '')
  }) as [Name, Name, Name]
  return (code: string): Translations => ({ kn: kn(code), te: te(code), en: en(code) })
}
type Name = (code: string) => string

export const countryName = namesOf('region')
export const languageName = namesOf('language')
const currencyNames = namesOf('currency')

/** The currency's last word, which does not reveal the country: 'ಜಪಾನೀಸ್ ಯೆನ್' -> 'ಯೆನ್'. */
export function currencyName(code: string): Translations {
  const last = (name: string) => name.split(' ').at(-1)!
  const { kn, te, en } = currencyNames(code)
  return { kn: last(kn), te: last(te), en: last(en) }
}

/** Currencies whose name no other member of the United Nations uses. */
export const uniqueCurrencies: readonly (readonly [country: string, currency: string])[] = [
  ['CN', 'CNY'],
  ['VN', 'VND'],
  ['BD', 'BDT'],
  ['LA', 'LAK'],
  ['MN', 'MNT'],
  ['GH', 'GHS'],
  ['AO', 'AOA'],
  ['UA', 'UAH'],
]

/** More of them, used only for pairs of country and currency, so that no question answers
 *  another. */
export const pairedCurrencies: readonly (readonly [country: string, currency: string])[] = [
  ['JP', 'JPY'],
  ['TH', 'THB'],
  ['MY', 'MYR'],
  ['PL', 'PLN'],
  ['HU', 'HUF'],
  ['ZA', 'ZAR'],
  ['BW', 'BWP'],
  ['HN', 'HNL'],
  ['AL', 'ALL'],
]

/** Currencies whose name several countries share. */
export const sharedCurrencies: readonly (readonly [country: string, currency: string])[] = [
  ['RU', 'RUB'],
  ['CH', 'CHF'],
  ['MX', 'MXN'],
  ['AR', 'ARS'],
  ['IQ', 'IQD'],
  ['KW', 'KWD'],
  ['EG', 'EGP'],
  ['SE', 'SEK'],
  ['KE', 'KES'],
  ['MA', 'MAD'],
  ['FR', 'EUR'],
  ['DE', 'EUR'],
  ['IT', 'EUR'],
  ['CA', 'CAD'],
]

export type Continent = { name: Translations; inIt: Translations; countries: readonly string[] }

const continent = (name: Translations, inIt: Translations, countries: string): Continent => ({
  name,
  inIt,
  countries: countries.split(' '),
})

export const continents: readonly Continent[] = [
  continent(
    { kn: 'ಆಫ್ರಿಕಾ', te: 'ఆఫ్రికా', en: 'Africa' },
    { kn: 'ಆಫ್ರಿಕಾ ಖಂಡದಲ್ಲಿ', te: 'ఆఫ్రికా ఖండంలో', en: 'in Africa' },
    'BJ BW BF BI CM TD ET GM GH KE LR LY ML MR MZ NE NG RW SN UG ZW NA',
  ),
  continent(
    { kn: 'ದಕ್ಷಿಣ ಅಮೆರಿಕ', te: 'దక్షిణ అమెరికా', en: 'South America' },
    { kn: 'ದಕ್ಷಿಣ ಅಮೆರಿಕ ಖಂಡದಲ್ಲಿ', te: 'దక్షిణ అమెరికా ఖండంలో', en: 'in South America' },
    'BO CL CO EC GY PY PE SR UY VE',
  ),
  continent(
    { kn: 'ಉತ್ತರ ಅಮೆರಿಕ', te: 'ఉత్తర అమెరికా', en: 'North America' },
    { kn: 'ಉತ್ತರ ಅಮೆರಿಕ ಖಂಡದಲ್ಲಿ', te: 'ఉత్తర అమెరికా ఖండంలో', en: 'in North America' },
    'GT HN NI CR CU JM HT BZ',
  ),
  continent(
    { kn: 'ಯುರೋಪ್', te: 'ఐరోపా', en: 'Europe' },
    { kn: 'ಯುರೋಪ್ ಖಂಡದಲ್ಲಿ', te: 'ఐరోపా ఖండంలో', en: 'in Europe' },
    'AL AT BE BG HR DK EE FI HU IS IE LV LT NO PL PT RO RS SI SE',
  ),
  continent(
    { kn: 'ಏಷ್ಯಾ', te: 'ఆసియా', en: 'Asia' },
    { kn: 'ಏಷ್ಯಾ ಖಂಡದಲ್ಲಿ', te: 'ఆసియా ఖండంలో', en: 'in Asia' },
    'BT KH IR IQ JO KW LA LB MY MV MN OM QA TJ TH VN YE',
  ),
]

/** Countries without a sea coast. */
export const landlocked: readonly string[] =
  'NP BT MN LA CH AT HU BO PY ML NE TD UG RW ZW BW BF ET'.split(' ')

/** Countries with a sea coast. */
export const coastal: readonly string[] =
  'BD MY TH VN PE CL AR BR PT PL HR BG GH KE MZ NG SN CM EC CO UY NO LV'.split(' ')

/** Countries with one official language, whose name does not contain the country's. */
export const officialLanguages: readonly (readonly [country: string, language: string])[] = [
  ['BR', 'pt'],
  ['AO', 'pt'],
  ['MZ', 'pt'],
  ['CO', 'es'],
  ['CU', 'es'],
  ['PA', 'es'],
  ['AT', 'de'],
  ['IR', 'fa'],
  ['EG', 'ar'],
  ['JO', 'ar'],
  ['KH', 'km'],
  ['SN', 'fr'],
  ['SR', 'nl'],
  ['GH', 'en'],
  ['GY', 'en'],
]

/** 'Japan (Yen), Poland (Zloty)', in each language. */
export const listed = (pairs: readonly (readonly [Translations, Translations])[]): Translations => {
  const inLocale = (locale: keyof Translations) =>
    pairs.map(([one, other]) => `${one[locale]} (${other[locale]})`).join(', ')
  return { kn: inLocale('kn'), te: inLocale('te'), en: inLocale('en') }
}
