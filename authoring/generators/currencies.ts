import { country, currency, listed, ownMoney, pairedMoney, sharedMoney } from './atlas.ts'
import { ask, type Form, type Said } from './question.ts'

const topics = ['world-geography', 'general-knowledge']

type Money = readonly [country: string, currency: string]

const moneyOf = (pairs: readonly Money[]) =>
  listed(pairs.map(([land, unit]) => [country(land), currency(unit)]))

const currencyOf: Form = (dice) => {
  const asked = dice.pick(sharedMoney)
  const unitOf = ([, code]: Money) => currency(code).en
  const known = new Map([...sharedMoney, ...ownMoney].map((money) => [unitOf(money), money]))
  known.delete(unitOf(asked))
  const others = dice.shuffled([...known.values()])
  const [land, unit] = [country(asked[0]), currency(asked[1])]
  const rest = moneyOf(others.slice(0, 3))
  return ask(dice, {
    topics,
    stem: {
      kn: `${land.kn} ದೇಶದ ಕರೆನ್ಸಿ ಯಾವುದು?`,
      te: `${land.te} దేశపు కరెన్సీ ఏది?`,
      en: `What is the currency of ${land.en}?`,
    },
    right: unit,
    wrong: others.slice(0, 3).map(([, other]) => currency(other)),
    why: {
      kn: `${land.kn} ದೇಶದ ಕರೆನ್ಸಿ ${unit.kn}. ಉಳಿದ ಕರೆನ್ಸಿಗಳನ್ನು ಬಳಸುವ ದೇಶಗಳಿಗೆ ಉದಾಹರಣೆ: ${rest.kn}.`,
      te: `${land.te} దేశపు కరెన్సీ ${unit.te}. మిగతా కరెన్సీలు వాడే దేశాలకు ఉదాహరణలు: ${rest.te}.`,
      en: `The currency of ${land.en} is the ${unit.en.toLowerCase()}. Countries that use the others are, for example: ${rest.en}.`,
    },
  })
}

const countryOfCurrency: Form = (dice) => {
  const four = dice.shuffled(ownMoney).slice(0, 4)
  const [land, unit] = [country(four[0]![0]), currency(four[0]![1])]
  const rest = moneyOf(four.slice(1))
  return ask(dice, {
    topics,
    stem: {
      kn: `'${unit.kn}' ಯಾವ ದೇಶದ ಕರೆನ್ಸಿ?`,
      te: `'${unit.te}' ఏ దేశపు కరెన్సీ?`,
      en: `The ${unit.en.toLowerCase()} is the currency of which country?`,
    },
    right: land,
    wrong: four.slice(1).map(([other]) => country(other)),
    why: {
      kn: `${unit.kn} ${land.kn} ದೇಶದ ಕರೆನ್ಸಿ. ಉಳಿದ ದೇಶಗಳ ಕರೆನ್ಸಿಗಳು: ${rest.kn}.`,
      te: `${unit.te} ${land.te} దేశపు కరెన్సీ. మిగతా దేశాల కరెన్సీలు: ${rest.te}.`,
      en: `The ${unit.en.toLowerCase()} is the money of ${land.en}. The currencies of the others are: ${rest.en}.`,
    },
  })
}

const pair = (land: string, unit: string): Said => {
  const [place, money] = [country(land), currency(unit)]
  return {
    kn: `${place.kn} – ${money.kn}`,
    te: `${place.te} – ${money.te}`,
    en: `${place.en} – ${money.en}`,
  }
}

const wrongPair: Form = (dice) => {
  const [odd, swapped, ...right] = dice.shuffled(pairedMoney).slice(0, 5) as [
    Money,
    Money,
    ...Money[],
  ]
  const [land, unit, put] = [country(odd[0]), currency(odd[1]), currency(swapped[1])]
  const home = country(swapped[0])
  return ask(dice, {
    topics,
    stem: dice.pick([
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
      kn: `${land.kn} ದೇಶದ ಕರೆನ್ಸಿ ${unit.kn}; ${put.kn} ${home.kn} ದೇಶದ್ದು. ಉಳಿದ ಮೂರು ಜೋಡಿಗಳು ಸರಿ.`,
      te: `${land.te} దేశపు కరెన్సీ ${unit.te}; ${put.te} ${home.te} దేశానిది. మిగతా మూడు జతలు సరైనవి.`,
      en: `The currency of ${land.en} is the ${unit.en.toLowerCase()}; the ${put.en.toLowerCase()} belongs to ${home.en}. The other three pairs are right.`,
    },
  })
}

const rightPair: Form = (dice) => {
  const [right, one, two, three] = dice.shuffled(pairedMoney) as [Money, Money, Money, Money]
  const rest = moneyOf([one, two, three])
  return ask(dice, {
    topics,
    stem: dice.pick([
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
      kn: `${country(right[0]).kn} ದೇಶದ ಕರೆನ್ಸಿ ${currency(right[1]).kn}. ಉಳಿದ ದೇಶಗಳ ನಿಜವಾದ ಕರೆನ್ಸಿಗಳು: ${rest.kn}.`,
      te: `${country(right[0]).te} దేశపు కరెన్సీ ${currency(right[1]).te}. మిగతా దేశాల అసలు కరెన్సీలు: ${rest.te}.`,
      en: `The currency of ${country(right[0]).en} is the ${currency(right[1]).en.toLowerCase()}. The real currencies of the others are: ${rest.en}.`,
    },
  })
}

export const currencies: readonly Form[] = [currencyOf, countryOfCurrency, wrongPair, rightPair]
