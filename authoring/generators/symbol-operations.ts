import { isWhole } from './amounts.ts'
import type { SeededRandom } from './seeded-random.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['reasoning', 'mathematics']

const signs = ['+', '−', '×', '÷'] as const
type Sign = (typeof signs)[number]

/** The value of numbers joined by signs: × and ÷ before + and −, each from left to right. */
function valueOf(numbers: readonly number[], between: readonly Sign[]): number {
  const sums: number[] = [numbers[0]!]
  between.forEach((sign, place) => {
    const number = numbers[place + 1]!
    if (sign === '+') sums.push(number)
    else if (sign === '−') sums.push(-number)
    else sums.push(sign === '×' ? sums.pop()! * number : sums.pop()! / number)
  })
  return sums.reduce((sum, number) => sum + number)
}

const written = (numbers: readonly number[], between: readonly Sign[]) =>
  numbers
    .map((number, place) => (place ? `${between[place - 1]!} ${number}` : `${number}`))
    .join(' ')

const numbersFor = (random: SeededRandom) => [
  random.integer(12, 72, 2),
  random.integer(2, 9),
  random.integer(2, 12),
  random.integer(2, 9),
  random.integer(2, 15),
]

const renamedSigns: QuestionTemplate = (random) => {
  const { meaning, shown, numbers } = random.drawUntil(
    () => ({
      meaning: random.shuffled(signs),
      shown: random.shuffled(signs),
      numbers: numbersFor(random),
    }),
    ({ meaning, shown, numbers }) => {
      const real = shown.map((sign) => meaning[signs.indexOf(sign)]!)
      const value = valueOf(numbers, real)
      const division = real.indexOf('÷')
      const isExact =
        real[division - 1] === '×' || isWhole(numbers[division]! / numbers[division + 1]!)
      return (
        meaning.every((sign, place) => sign !== signs[place]) &&
        isWhole(value) &&
        value < 400 &&
        isExact
      )
    },
  )
  const real = shown.map((sign) => meaning[signs.indexOf(sign)]!)
  const answer = valueOf(numbers, real)
  const unchanged = valueOf(numbers, shown)
  const [plus, minus, times, over] = meaning as [Sign, Sign, Sign, Sign]
  const asked = written(numbers, shown)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `'+' ಎಂದರೆ '${plus}', '−' ಎಂದರೆ '${minus}', '×' ಎಂದರೆ '${times}' ಮತ್ತು '÷' ಎಂದರೆ '${over}' ಆದರೆ ${asked} ಇದರ ಬೆಲೆ ಎಷ್ಟು?`,
      te: `'+' అంటే '${plus}', '−' అంటే '${minus}', '×' అంటే '${times}', '÷' అంటే '${over}' అయితే ${asked} విలువ ఎంత?`,
      en: `If '+' means '${plus}', '−' means '${minus}', '×' means '${times}' and '÷' means '${over}', what is the value of ${asked}?`,
    },
    ...numericAnswers(answer, [unchanged, answer + numbers[1]!, answer - numbers[4]!], 4),
    why: {
      kn: `ಚಿಹ್ನೆಗಳನ್ನು ಬದಲಿಸಿದರೆ ${written(numbers, real)} ಎಂದಾಗುತ್ತದೆ. ಮೊದಲು ÷ ಮತ್ತು ×, ನಂತರ + ಮತ್ತು − ಮಾಡಿದರೆ ಉತ್ತರ ${answer}.`,
      te: `గుర్తులను మారిస్తే ${written(numbers, real)} వస్తుంది. ముందు ÷, ×, తర్వాత +, − చేస్తే జవాబు ${answer}.`,
      en: `With the signs replaced, the expression becomes ${written(numbers, real)}. Do ÷ and × first and then + and −: the answer is ${answer}.`,
    },
  })
}

const pairsOfSigns: readonly (readonly [Sign, Sign])[] = [
  ['+', '−'],
  ['+', '×'],
  ['+', '÷'],
  ['−', '×'],
  ['−', '÷'],
  ['×', '÷'],
]

const interchanged = (between: readonly Sign[], [one, other]: readonly [Sign, Sign]) =>
  between.map((sign) => (sign === one ? other : sign === other ? one : sign))

const interchange: QuestionTemplate = (random) => {
  const { numbers, real, pair, value } = random.drawUntil(
    () => {
      const [numbers, real] = [numbersFor(random), random.shuffled(signs)]
      return { numbers, real, pair: random.pick(pairsOfSigns), value: valueOf(numbers, real) }
    },
    ({ numbers, real, pair, value }) => {
      const shown = interchanged(real, pair)
      const right = pairsOfSigns.filter(
        (other) => Math.abs(valueOf(numbers, interchanged(shown, other)) - value) < 1e-9,
      )
      const division = real.indexOf('÷')
      const isTrueAsPrinted = Math.abs(valueOf(numbers, shown) - value) < 1e-9
      return (
        isWhole(value) &&
        value < 300 &&
        !isTrueAsPrinted &&
        right.length === 1 &&
        isWhole(numbers[division]! / numbers[division + 1]!)
      )
    },
  )
  const shown = interchanged(real, pair)
  const name = ([one, other]: readonly [Sign, Sign]) => ({
    kn: `${one} ಮತ್ತು ${other}`,
    te: `${one}, ${other}`,
    en: `${one} and ${other}`,
  })
  const others = random.shuffled(pairsOfSigns.filter((other) => other !== pair)).map(name)
  const equation = `${written(numbers, shown)} = ${value}`
  const working = `${written(numbers, real)} = ${value}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಯಾವ ಎರಡು ಚಿಹ್ನೆಗಳನ್ನು ಅದಲುಬದಲು ಮಾಡಿದರೆ ಈ ಸಮೀಕರಣ ಸರಿಯಾಗುತ್ತದೆ?\n${equation}`,
      te: `ఈ సమీకరణం సరైనది కావాలంటే ఏ రెండు గుర్తులను పరస్పరం మార్చాలి?\n${equation}`,
      en: `Which two signs must be interchanged to make the equation correct?\n${equation}`,
    },
    right: name(pair),
    wrong: others,
    why: {
      kn: `${name(pair).kn} ಅದಲುಬದಲಾದರೆ ${working}. ಮೊದಲು ಭಾಗಾಕಾರ ನಿಶ್ಶೇಷವಾಗುವ ಜೋಡಿಗಳನ್ನು ಪರೀಕ್ಷಿಸಿ.`,
      te: `${name(pair).te} గుర్తులను పరస్పరం మారిస్తే ${working}. ముందుగా భాగహారం నిశ్శేషంగా జరిగే జతలను పరీక్షించండి.`,
      en: `With ${name(pair).en} interchanged, ${working}. Test first the pairs for which the division comes out exactly.`,
    },
  })
}

const signsForStars: QuestionTemplate = (random) => {
  const allOrders = signs.flatMap((one) =>
    signs.flatMap((two) => signs.map((three) => [one, two, three] as Sign[])),
  )
  const { numbers, real, value } = random.drawUntil(
    () => {
      const numbers = numbersFor(random).slice(0, 4)
      const real = random.shuffled(signs).slice(0, 3)
      const value = valueOf(numbers, real)
      const fitting = allOrders.filter(
        (order) => Math.abs(valueOf(numbers, order) - value) < 1e-9,
      ).length
      return { numbers, real, value, fitting }
    },
    ({ value, fitting }) => isWhole(value) && value < 200 && fitting === 1,
  )
  const stars = `${numbers.join(' * ')} = ${value}`
  const options = random
    .shuffled(allOrders)
    .filter((order) => new Set(order).size === 3 && order.join() !== real.join())
  const working = `${written(numbers, real)} = ${value}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `* ಇರುವ ಕಡೆ ಎಡದಿಂದ ಬಲಕ್ಕೆ ಯಾವ ಚಿಹ್ನೆಗಳನ್ನು ಹಾಕಿದರೆ ಸಮೀಕರಣ ಸರಿಯಾಗುತ್ತದೆ?\n${stars}`,
      te: `సమీకరణం సరైనది కావాలంటే * ఉన్న చోట్ల ఎడమ నుంచి కుడికి ఏ గుర్తులు పెట్టాలి?\n${stars}`,
      en: `Which signs, put in place of the stars from left to right, make the equation correct?\n${stars}`,
    },
    right: real.join(', '),
    wrong: options.map((order) => order.join(', ')),
    why: {
      kn: `${working}; ಬೇರೆ ಯಾವ ಆಯ್ಕೆಯಿಂದಲೂ ${value} ಬರುವುದಿಲ್ಲ. ಗುಣಾಕಾರ, ಭಾಗಾಕಾರಗಳನ್ನು ಮೊದಲು ಮಾಡಿ ಒಂದೊಂದು ಆಯ್ಕೆಯನ್ನೂ ಪರೀಕ್ಷಿಸಿ.`,
      te: `${working}; మరే ఎంపికతోనూ ${value} రాదు. గుణకారం, భాగహారం ముందుగా చేస్తూ ఒక్కో ఎంపికను పరీక్షించండి.`,
      en: `${working}; no other option gives ${value}. Test each option, doing multiplication and division first.`,
    },
  })
}

export const symbolOperations: readonly QuestionTemplate[] = [
  renamedSigns,
  interchange,
  signsForStars,
]
