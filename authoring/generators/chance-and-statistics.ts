import { gcd, isWhole } from './amounts.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['mathematics']

const chance = (cases: number, all: number) => {
  const shared = gcd(cases, all)
  return `${cases / shared}/${all / shared}`
}

/** The chance as counted and, where that is not in lowest terms, reduced: `3/36 = 1/12`. */
const chanceShown = (cases: number, all: number) =>
  gcd(cases, all) === 1 ? `${cases}/${all}` : `${cases}/${all} = ${chance(cases, all)}`

const ballFromBag: QuestionTemplate = (random) => {
  const { red, blue, green } = random.drawUntil(
    () => ({
      red: random.integer(3, 12),
      blue: random.integer(3, 12),
      green: random.integer(2, 10),
    }),
    ({ red, blue, green }) => new Set([red, blue, green]).size === 3 && red !== blue + green,
  )
  const all = red + blue + green
  const others = all - red
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಚೀಲದಲ್ಲಿ ${red} ಕೆಂಪು, ${blue} ನೀಲಿ ಮತ್ತು ${green} ಹಸಿರು ಚೆಂಡುಗಳಿವೆ. ಯಾದೃಚ್ಛಿಕವಾಗಿ ಒಂದು ಚೆಂಡನ್ನು ತೆಗೆದರೆ ಅದು ಕೆಂಪು ಅಲ್ಲದಿರುವ ಸಂಭವನೀಯತೆ ಎಷ್ಟು?`,
      te: `సంచిలో ${red} ఎరుపు, ${blue} నీలం, ${green} ఆకుపచ్చ బంతులు ఉన్నాయి. యాదృచ్ఛికంగా ఒక బంతిని తీస్తే అది ఎరుపు బంతి కాకపోయే సంభావ్యత ఎంత?`,
      en: `A bag contains ${red} red, ${blue} blue and ${green} green balls. If one ball is drawn at random, what is the probability that it is not red?`,
    },
    right: chance(others, all),
    wrong: [
      chance(red, all),
      chance(blue, all),
      chance(green, all),
      chance(others - 1, all),
      chance(others, all + 1),
    ],
    why: {
      kn: `ಒಟ್ಟು ಚೆಂಡುಗಳು ${red} + ${blue} + ${green} = ${all}; ಕೆಂಪು ಅಲ್ಲದವು ${blue} + ${green} = ${others}. ಸಂಭವನೀಯತೆ ${chanceShown(others, all)}. ಕೆಂಪಾಗಿರುವ ಸಂಭವನೀಯತೆಯನ್ನು 1ರಿಂದ ಕಳೆದರೂ ಇದೇ ಬರುತ್ತದೆ.`,
      te: `మొత్తం బంతులు ${red} + ${blue} + ${green} = ${all}; ఎరుపు కానివి ${blue} + ${green} = ${others}. సంభావ్యత ${chanceShown(others, all)}. ఎరుపు అయ్యే సంభావ్యతను 1 నుంచి తీసివేసినా ఇదే వస్తుంది.`,
      en: `There are ${red} + ${blue} + ${green} = ${all} balls, of which ${blue} + ${green} = ${others} are not red. The probability is ${chanceShown(others, all)}, the same as 1 minus the probability of red.`,
    },
  })
}

/** In how many ways two numbers from 1 to 6 have this sum. */
const waysOf = (sum: number) => 6 - Math.abs(7 - sum)

const sumOfTwoThrows: QuestionTemplate = (random) => {
  const sum = random.drawUntil(
    () => random.integer(3, 11),
    (sum) => sum !== 7,
  )
  const ways = waysOf(sum)
  const pairs = [1, 2, 3, 4, 5, 6]
    .filter((first) => sum - first >= 1 && sum - first <= 6)
    .map((first) => `(${first}, ${sum - first})`)
    .join(', ')
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಎರಡು ದಾಳಗಳನ್ನು ಒಟ್ಟಿಗೆ ಉರುಳಿಸಿದಾಗ ಮೇಲೆ ಬರುವ ಸಂಖ್ಯೆಗಳ ಮೊತ್ತ ${sum} ಆಗುವ ಸಂಭವನೀಯತೆ ಎಷ್ಟು?`,
      te: `రెండు పాచికలను ఒకేసారి వేసినప్పుడు పైన వచ్చే సంఖ్యల మొత్తం ${sum} అయ్యే సంభావ్యత ఎంత?`,
      en: `Two dice are thrown together. What is the probability that the numbers on top add up to ${sum}?`,
    },
    right: chance(ways, 36),
    wrong: [
      chance(Math.ceil(ways / 2), 21),
      chance(1, 11),
      chance(ways + 1, 36),
      chance(7, 36),
      chance(sum, 36),
    ],
    why: {
      kn: `ಒಟ್ಟು ಫಲಿತಾಂಶಗಳು 6 × 6 = 36. ಮೊತ್ತ ${sum} ಬರುವ ಫಲಿತಾಂಶಗಳು ${pairs}; ಇವುಗಳ ಸಂಖ್ಯೆ ${ways}. ಸಂಭವನೀಯತೆ ${chanceShown(ways, 36)}. ಎರಡು ದಾಳಗಳ ಸಂಖ್ಯೆಗಳು ಅದಲುಬದಲಾದರೆ ಅದನ್ನು ಬೇರೆ ಫಲಿತಾಂಶವೆಂದೇ ಎಣಿಸಬೇಕು.`,
      te: `మొత్తం పర్యవసానాలు 6 × 6 = 36. వాటిలో సంఖ్యల మొత్తం ${sum} అయ్యేవి ${pairs}; వీటి సంఖ్య ${ways}. సంభావ్యత ${chanceShown(ways, 36)}. రెండు పాచికలపై వచ్చిన సంఖ్యల క్రమం మారితే దాన్ని వేరే పర్యవసానంగా లెక్కించాలి.`,
      en: `There are 6 × 6 = 36 outcomes. The sum ${sum} comes from ${pairs}: ${ways} outcomes. The probability is ${chanceShown(ways, 36)}. A different order of the two dice counts as a different outcome.`,
    },
  })
}

const numberedCards: QuestionTemplate = (random) => {
  const { all, one } = random.drawUntil(
    () => ({ all: random.integer(20, 60, 5), one: random.integer(3, 9) }),
    ({ all, one }) => all % one !== 0,
  )
  const count = Math.floor(all / one)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `1ರಿಂದ ${all}ರವರೆಗೆ ಸಂಖ್ಯೆ ಬರೆದ ಚೀಟಿಗಳಿಂದ ಯಾದೃಚ್ಛಿಕವಾಗಿ ಒಂದನ್ನು ತೆಗೆದರೆ ಅದರ ಮೇಲಿನ ಸಂಖ್ಯೆ ${one}ರ ಅಪವರ್ತ್ಯವಾಗಿರುವ ಸಂಭವನೀಯತೆ ಎಷ್ಟು?`,
      te: `1 నుంచి ${all} వరకు సంఖ్యలు రాసిన చీటీల నుంచి యాదృచ్ఛికంగా ఒకటి తీస్తే దానిపై ఉన్న సంఖ్య ${one} గుణిజం అయ్యే సంభావ్యత ఎంత?`,
      en: `One slip is drawn at random from slips numbered 1 to ${all}. What is the probability that its number is a multiple of ${one}?`,
    },
    right: chance(count, all),
    wrong: [
      chance(1, one),
      chance(count + 1, all),
      chance(one, all),
      chance(count, all + 1),
      chance(count - 1, all),
    ],
    why: {
      kn: `${all}ರವರೆಗೆ ${one}ರ ಅಪವರ್ತ್ಯಗಳು ${count}; ಕೊನೆಯದು ${count * one}. ಸಂಭವನೀಯತೆ ${chanceShown(count, all)}. ${all} ಸಂಖ್ಯೆಯು ${one}ರಿಂದ ಭಾಗವಾಗದಿರುವುದರಿಂದ 1/${one} ಸರಿಯಲ್ಲ.`,
      te: `${all} వరకు ${one} గుణిజాలు ${count} ఉన్నాయి; వాటిలో చివరిది ${count * one}. సంభావ్యత ${chanceShown(count, all)}. ${all} అనేది ${one}తో నిశ్శేషంగా భాగించబడదు కాబట్టి 1/${one} సరికాదు.`,
      en: `Up to ${all} there are ${count} multiples of ${one}, the last being ${count * one}. The probability is ${chanceShown(count, all)}. As ${all} is not divisible by ${one}, 1/${one} is not correct.`,
    },
  })
}

const medianOfData: QuestionTemplate = (random) => {
  const isEven = random.pick([true, false])
  const values = random.drawUntil(
    () => Array.from({ length: isEven ? 8 : 7 }, () => random.integer(11, 60)),
    (values) => {
      const sorted = values.toSorted((one, other) => one - other)
      const middle = isEven ? [sorted[3]!, sorted[4]!] : [sorted[3]!]
      const unsorted = isEven ? (values[3]! + values[4]!) / 2 : values[3]!
      const median = middle.reduce((sum, value) => sum + value) / middle.length
      return new Set(values).size === values.length && isWhole(median) && unsorted !== median
    },
  )
  const sorted = values.toSorted((one, other) => one - other)
  const answer = isEven ? (sorted[3]! + sorted[4]!) / 2 : sorted[3]!
  const unsorted = isEven ? (values[3]! + values[4]!) / 2 : values[3]!
  const working = isEven ? `(${sorted[3]!} + ${sorted[4]!}) ÷ 2 = ${answer}` : `${answer}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಈ ದತ್ತಾಂಶದ ಮಧ್ಯಾಂಕ ಎಷ್ಟು?\n${values.join(', ')}`,
      te: `ఈ దత్తాంశపు మధ్యగతం ఎంత?\n${values.join(', ')}`,
      en: `What is the median of these data?\n${values.join(', ')}`,
    },
    ...numericAnswers(answer, [unsorted, sorted[4]! + (isEven ? 1 : 0), sorted[2]!], 2),
    why: {
      kn: `ಏರಿಕೆ ಕ್ರಮದಲ್ಲಿ ಬರೆದರೆ: ${sorted.join(', ')}. ${isEven ? 'ನಡುವಿನ ಎರಡು ಸಂಖ್ಯೆಗಳ ಸರಾಸರಿ' : 'ನಡುವಿನ ಸಂಖ್ಯೆ'} ${working}. ಏರಿಕೆ ಕ್ರಮದಲ್ಲಿ ಬರೆಯದೆಯೇ ಮಧ್ಯಾಂಕ ಕಂಡುಹಿಡಿದರೆ ${unsorted} ಎಂಬ ತಪ್ಪು ಉತ್ತರ ಬರುತ್ತದೆ.`,
      te: `ఆరోహణ క్రమంలో రాస్తే: ${sorted.join(', ')}. ${isEven ? 'మధ్యలోని రెండు విలువల సగటు' : 'మధ్యలోని విలువ'} ${working}. క్రమంలో రాయకుండా ${isEven ? 'మధ్యలోని రెండింటి సగటును' : 'మధ్యలో ఉన్న విలువను'} తీసుకుంటే ${unsorted} అనే తప్పు జవాబు వస్తుంది.`,
      en: `In ascending order they are ${sorted.join(', ')}. The ${isEven ? 'average of the two middle values is' : 'middle value is'} ${working}. Taking the middle without sorting gives the wrong answer ${unsorted}.`,
    },
  })
}

export const chanceAndStatistics: readonly QuestionTemplate[] = [
  ballFromBag,
  medianOfData,
  sumOfTwoThrows,
  numberedCards,
]
