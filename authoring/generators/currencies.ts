import {
  countryName,
  currencyName,
  listed,
  uniqueCurrencies,
  pairedCurrencies,
  sharedCurrencies,
} from './country-names.ts'
import { makeQuestion, type QuestionTemplate, type Translations } from './question.ts'

const topics = ['world-geography', 'general-knowledge']

/** 'of the country'; ಬಾಂಗ್ಲಾದೇಶ already ends in the word for country. */
const ofCountry = (land: string) => (land.endsWith('ದೇಶ') ? `${land}ದ` : `${land} ದೇಶದ`)

type CountryCurrency = readonly [country: string, currency: string]

const moneyOf = (pairs: readonly CountryCurrency[]) =>
  listed(pairs.map(([land, unit]) => [countryName(land), currencyName(unit)]))

const currencyOf: QuestionTemplate = (random) => {
  const asked = random.pick(sharedCurrencies)
  const unitOf = ([, code]: CountryCurrency) => currencyName(code).en
  const known = new Map(
    [...sharedCurrencies, ...uniqueCurrencies].map((money) => [unitOf(money), money]),
  )
  known.delete(unitOf(asked))
  const others = random.shuffled([...known.values()])
  const [land, unit] = [countryName(asked[0]), currencyName(asked[1])]
  const rest = moneyOf(others.slice(0, 3))
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${ofCountry(land.kn)} ಕರೆನ್ಸಿ ಯಾವುದು?`,
      te: `${land.te} దేశపు కరెన్సీ ఏది?`,
      en: `What is the currency of ${land.en}?`,
    },
    right: unit,
    wrong: others.slice(0, 3).map(([, other]) => currencyName(other)),
    why: {
      kn: `${ofCountry(land.kn)} ಕರೆನ್ಸಿ ${unit.kn}. ಉಳಿದ ಕರೆನ್ಸಿಗಳನ್ನು ಬಳಸುವ ದೇಶಗಳಿಗೆ ಉದಾಹರಣೆ: ${rest.kn}.`,
      te: `${land.te} దేశపు కరెన్సీ ${unit.te}. మిగతా కరెన్సీలు వాడే దేశాలకు ఉదాహరణలు: ${rest.te}.`,
      en: `The currency of ${land.en} is the ${unit.en.toLowerCase()}. Countries that use the others are, for example: ${rest.en}.`,
    },
  })
}

const countryOfCurrency: QuestionTemplate = (random) => {
  const four = random.shuffled(uniqueCurrencies).slice(0, 4)
  const [land, unit] = [countryName(four[0]![0]), currencyName(four[0]![1])]
  const rest = moneyOf(four.slice(1))
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `'${unit.kn}' ಯಾವ ದೇಶದ ಕರೆನ್ಸಿ?`,
      te: `'${unit.te}' ఏ దేశపు కరెన్సీ?`,
      en: `The ${unit.en.toLowerCase()} is the currency of which country?`,
    },
    right: land,
    wrong: four.slice(1).map(([other]) => countryName(other)),
    why: {
      kn: `${unit.kn} ${ofCountry(land.kn)} ಕರೆನ್ಸಿ. ಉಳಿದ ದೇಶಗಳ ಕರೆನ್ಸಿಗಳು: ${rest.kn}.`,
      te: `${unit.te} ${land.te} దేశపు కరెన్సీ. మిగతా దేశాల కరెన్సీలు: ${rest.te}.`,
      en: `The ${unit.en.toLowerCase()} is the currency of ${land.en}. The currencies of the others are: ${rest.en}.`,
    },
  })
}

const pair = (land: string, unit: string): Translations => {
  const [place, money] = [countryName(land), currencyName(unit)]
  return {
    kn: `${place.kn} – ${money.kn}`,
    te: `${place.te} – ${money.te}`,
    en: `${place.en} – ${money.en}`,
  }
}

const wrongPair: QuestionTemplate = (random) => {
  const [odd, swapped, ...right] = random.shuffled(pairedCurrencies).slice(0, 5) as [
    CountryCurrency,
    CountryCurrency,
    ...CountryCurrency[],
  ]
  const [land, unit, put] = [countryName(odd[0]), currencyName(odd[1]), currencyName(swapped[1])]
  const home = countryName(swapped[0])
  return makeQuestion(random, {
    topics,
    stem: random.pick([
      {
        kn: 'ದೇಶ ಮತ್ತು ಕರೆನ್ಸಿಯ ಯಾವ ಜೋಡಿ ತಪ್ಪಾಗಿದೆ?',
        te: 'దేశం, కరెన్సీల జతల్లో తప్పుగా ఉన్నది ఏది?',
        en: 'Which of these pairs of country and currency is wrong?',
      },
      {
        kn: 'ಈ ಕೆಳಗಿನ ಜೋಡಿಗಳಲ್ಲಿ (ದೇಶ – ಕರೆನ್ಸಿ) ಸರಿಯಾಗಿ ಹೊಂದಿಕೆಯಾಗದ್ದು ಯಾವುದು?',
        te: 'కింది జతల్లో (దేశం – కరెన్సీ) సరిగా జతపరచనిది ఏది?',
        en: 'Which of the following (country – currency) is not correctly matched?',
      },
    ]),
    right: pair(odd[0], swapped[1]),
    wrong: right.map(([place, money]) => pair(place, money)),
    why: {
      kn: `${ofCountry(land.kn)} ಕರೆನ್ಸಿ ${unit.kn}; ${ofCountry(home.kn)} ಕರೆನ್ಸಿ ${put.kn}. ಉಳಿದ ಮೂರು ಜೋಡಿಗಳಲ್ಲಿ ಪ್ರತಿ ದೇಶದ ಜೊತೆಗಿರುವುದು ಅದರದೇ ಕರೆನ್ಸಿ.`,
      te: `${land.te} దేశపు కరెన్సీ ${unit.te}; ${home.te} దేశపు కరెన్సీ ${put.te}. మిగతా మూడు జతల్లో ప్రతి దేశం పక్కన దాని కరెన్సీయే ఉంది.`,
      en: `The currency of ${land.en} is the ${unit.en.toLowerCase()}; the ${put.en.toLowerCase()} is the currency of ${home.en}. In the other three pairs each country is matched with its own currency.`,
    },
  })
}

const rightPair: QuestionTemplate = (random) => {
  const [right, one, two, three] = random.shuffled(pairedCurrencies) as [
    CountryCurrency,
    CountryCurrency,
    CountryCurrency,
    CountryCurrency,
  ]
  const rest = moneyOf([one, two, three])
  return makeQuestion(random, {
    topics,
    stem: random.pick([
      {
        kn: 'ದೇಶ ಮತ್ತು ಕರೆನ್ಸಿಯ ಸರಿಯಾದ ಜೋಡಿ ಯಾವುದು?',
        te: 'దేశం, కరెన్సీల సరైన జత ఏది?',
        en: 'Which of these pairs of country and currency is right?',
      },
      {
        kn: 'ಈ ಕೆಳಗಿನವುಗಳಲ್ಲಿ (ದೇಶ – ಕರೆನ್ಸಿ) ಸರಿಯಾಗಿ ಹೊಂದಿಕೆಯಾಗಿರುವುದು ಯಾವುದು?',
        te: 'కింది వాటిలో (దేశం – కరెన్సీ) సరిగా జతపరచినది ఏది?',
        en: 'Which of the following (country – currency) is correctly matched?',
      },
    ]),
    right: pair(right[0], right[1]),
    wrong: [pair(one[0], two[1]), pair(two[0], three[1]), pair(three[0], one[1])],
    why: {
      kn: `${ofCountry(countryName(right[0]).kn)} ಕರೆನ್ಸಿ ${currencyName(right[1]).kn}. ಉಳಿದ ದೇಶಗಳ ನಿಜವಾದ ಕರೆನ್ಸಿಗಳು: ${rest.kn}.`,
      te: `${countryName(right[0]).te} దేశపు కరెన్సీ ${currencyName(right[1]).te}. మిగతా దేశాల అసలు కరెన్సీలు: ${rest.te}.`,
      en: `The currency of ${countryName(right[0]).en} is the ${currencyName(right[1]).en.toLowerCase()}. The actual currencies of the others are: ${rest.en}.`,
    },
  })
}

export const currencies: readonly QuestionTemplate[] = [
  currencyOf,
  countryOfCurrency,
  wrongPair,
  rightPair,
]
