import type { SeededRandom } from './seeded-random.ts'
import {
  makeQuestion,
  numericAnswers,
  type QuestionTemplate,
  type Translations,
} from './question.ts'

const topics = ['reasoning']

/** The question, and below it the series on its own line. */
const seriesQuestion = (random: SeededRandom, series: string): Translations => {
  const wording = random.pick([
    {
      kn: 'ಈ ಸರಣಿಯಲ್ಲಿ ಮುಂದೆ ಬರಬೇಕಾದ ಸಂಖ್ಯೆ ಯಾವುದು?',
      te: 'ఈ శ్రేణిలో తర్వాత రావలసిన సంఖ్య ఏది?',
      en: 'Which number comes next in this series?',
    },
    {
      kn: 'ಪ್ರಶ್ನಾರ್ಥಕ ಚಿಹ್ನೆಯ ಜಾಗದಲ್ಲಿ ಯಾವ ಸಂಖ್ಯೆ ಬರಬೇಕು?',
      te: 'ప్రశ్నార్థకం ఉన్న చోట ఏ సంఖ్య రావాలి?',
      en: 'Which number should come in place of the question mark?',
    },
  ])
  return onItsOwnLine(wording, series)
}

const onItsOwnLine = ({ kn, te, en }: Translations, series: string): Translations => ({
  kn: `${kn}\n${series}`,
  te: `${te}\n${series}`,
  en: `${en}\n${series}`,
})

/** 3, 7, 15 with their rule -> '3 × 2 + 1 = 7, 7 × 2 + 1 = 15'. */
const steps = (terms: readonly number[], rule: (term: number, index: number) => string) =>
  terms
    .slice(0, -1)
    .map((term, index) => `${rule(term, index)} = ${terms[index + 1]!}`)
    .join(', ')

const growingSteps: QuestionTemplate = (random) => {
  const step = random.integer(3, 11)
  const growth = random.integer(2, 6)
  const terms = [random.integer(2, 30)]
  for (let count = 0; count < 5; count++) terms.push(terms.at(-1)! + step + count * growth)
  const shown = terms.slice(0, -1)
  const gaps = shown.slice(1).map((term, index) => term - shown[index]!)
  const [last, next] = [shown.at(-1)!, terms.at(-1)!]
  const sum = `${last} + ${next - last} = ${next}`
  return makeQuestion(random, {
    topics,
    stem: seriesQuestion(random, `${shown.join(', ')}, ?`),
    ...numericAnswers(next, [last + gaps.at(-1)!, next + growth, next - 1], 2, String),
    why: {
      kn: `ಅಕ್ಕಪಕ್ಕದ ಸಂಖ್ಯೆಗಳ ವ್ಯತ್ಯಾಸ ${gaps.join(', ')}; ಅದು ಪ್ರತಿ ಸಲ ${growth} ಹೆಚ್ಚುತ್ತದೆ. ಮುಂದಿನ ವ್ಯತ್ಯಾಸ ${next - last}: ${sum}. ಹಿಂದಿನ ವ್ಯತ್ಯಾಸವನ್ನೇ ಮತ್ತೆ ಕೂಡಿಸಿದರೆ ${last + gaps.at(-1)!} ಎಂಬ ತಪ್ಪು ಉತ್ತರ ಬರುತ್ತದೆ.`,
      te: `పక్కపక్క సంఖ్యల తేడాలు ${gaps.join(', ')}; అవి ప్రతిసారీ ${growth} పెరుగుతున్నాయి. తర్వాతి తేడా ${next - last}; కాబట్టి కావలసిన సంఖ్య ${sum}. చివరి తేడానే మళ్లీ కూడితే ${last + gaps.at(-1)!} అనే తప్పు జవాబు వస్తుంది.`,
      en: `The differences are ${gaps.join(', ')}, growing by ${growth} each time. The next is ${next - last}: ${sum}. Adding the last difference again gives the wrong answer ${last + gaps.at(-1)!}.`,
    },
  })
}

const multiplyAndAdd: QuestionTemplate = (random) => {
  const times = random.pick([2, 3])
  const plus = random.pick([-3, -2, -1, 1, 2, 3, 5])
  const terms = [random.integer(4, 12)]
  for (let count = 0; count < 5; count++) terms.push(terms.at(-1)! * times + plus)
  const [last, next] = terms.slice(-2) as [number, number]
  const sign = `${plus > 0 ? '+' : '−'} ${Math.abs(plus)}`
  const working = steps(terms, (term) => `${term} × ${times} ${sign}`)
  return makeQuestion(random, {
    topics,
    stem: seriesQuestion(random, `${terms.slice(0, -1).join(', ')}, ?`),
    ...numericAnswers(next, [last * times, last * times - plus, next + plus], times, String),
    why: {
      kn: `ಪ್ರತಿ ಸಂಖ್ಯೆಯನ್ನು ${times}ರಿಂದ ಗುಣಿಸಿ ${Math.abs(plus)} ${plus > 0 ? 'ಕೂಡಿಸಲಾಗಿದೆ' : 'ಕಳೆಯಲಾಗಿದೆ'}: ${working}. ಗುಣಿಸಿ ಅಷ್ಟಕ್ಕೇ ಬಿಟ್ಟರೆ ${last * times} ಮಾತ್ರ ಬರುತ್ತದೆ.`,
      te: `ప్రతి సంఖ్యను ${times}తో గుణించి ${Math.abs(plus)} ${plus > 0 ? 'కలిపారు' : 'తీసివేశారు'}: ${working}. గుణించి అంతటితో ఆపేస్తే ${last * times} అనే తప్పు జవాబు వస్తుంది.`,
      en: `Each number is multiplied by ${times} and ${Math.abs(plus)} is ${plus > 0 ? 'added' : 'subtracted'}: ${working}. Multiplying alone gives ${last * times}.`,
    },
  })
}

const powers: QuestionTemplate = (random) => {
  const power = random.pick([2, 3])
  const first = power === 2 ? random.integer(4, 12) : random.integer(2, 6)
  const plus = random.pick([-3, -2, -1, 1, 2, 3])
  const bases = [0, 1, 2, 3, 4].map((count) => first + count)
  const terms = bases.map((base) => base ** power + plus)
  const next = terms.at(-1)!
  const sign = `${plus > 0 ? '+' : '−'} ${Math.abs(plus)}`
  const mark = power === 2 ? '²' : '³'
  const working = bases.map((base, index) => `${base}${mark} ${sign} = ${terms[index]!}`).join(', ')
  const gap = terms.at(-2)! - terms.at(-3)!
  return makeQuestion(random, {
    topics,
    stem: seriesQuestion(random, `${terms.slice(0, -1).join(', ')}, ?`),
    ...numericAnswers(next, [next - plus, next - 2 * plus, terms.at(-2)! + gap], 4, String),
    why: {
      kn: `ಇವು ಅನುಕ್ರಮ ಸಂಖ್ಯೆಗಳ ${power === 2 ? 'ವರ್ಗ' : 'ಘನ'}${plus > 0 ? 'ಗಳಿಗೆ' : 'ಗಳಿಂದ'} ${Math.abs(plus)} ${plus > 0 ? 'ಕೂಡಿಸಿ' : 'ಕಳೆದು'} ಬಂದಿವೆ: ${working}. ${next - plus} ಎಂಬುದು ${power === 2 ? 'ವರ್ಗ' : 'ಘನ'} ಮಾತ್ರ.`,
      te: `ఇవి వరుస సంఖ్యల ${power === 2 ? 'వర్గాల' : 'ఘనాల'}${plus > 0 ? 'కు' : ' నుంచి'} ${Math.abs(plus)} ${plus > 0 ? 'కలిపితే' : 'తీసివేస్తే'} వచ్చినవి: ${working}. ${next - plus} అనేది ${power === 2 ? 'వర్గం' : 'ఘనం'} మాత్రమే.`,
      en: `Consecutive numbers are ${power === 2 ? 'squared' : 'cubed'} and ${Math.abs(plus)} is ${plus > 0 ? 'added' : 'subtracted'}: ${working}; ${next - plus} is only the ${power === 2 ? 'square' : 'cube'} itself.`,
    },
  })
}

const twoInOne: QuestionTemplate = (random) => {
  const up = random.integer(3, 9)
  const down = random.integer(2, 8)
  const [low, high] = [random.integer(4, 20), random.integer(45, 90)]
  const odd = [0, 1, 2, 3].map((count) => low + up * count)
  const even = [0, 1, 2, 3].map((count) => high - down * count)
  const asksOdd = random.pick([true, false])
  const woven = odd.flatMap((term, index) => [term, even[index]!]).slice(0, asksOdd ? 6 : 7)
  const next = asksOdd ? odd[3]! : even[3]!
  const other = asksOdd ? even[2]! - down : odd[3]! + up
  return makeQuestion(random, {
    topics,
    stem: seriesQuestion(random, `${woven.join(', ')}, ?`),
    ...numericAnswers(
      next,
      [other, asksOdd ? next + up : next + down, asksOdd ? next - 1 : next - down],
      3,
      String,
    ),
    why: {
      kn: `ಇಲ್ಲಿ ಎರಡು ಸರಣಿಗಳು ಹೆಣೆದುಕೊಂಡಿವೆ. ಬೆಸ ಸ್ಥಾನಗಳಲ್ಲಿ ${odd.slice(0, 3).join(', ')}: ಪ್ರತಿ ಸಲ ${up} ಹೆಚ್ಚುತ್ತದೆ. ಸಮ ಸ್ಥಾನಗಳಲ್ಲಿ ${even.slice(0, 3).join(', ')}: ಪ್ರತಿ ಸಲ ${down} ಕಡಿಮೆಯಾಗುತ್ತದೆ. ಬೇಕಾದ ಸಂಖ್ಯೆ ${asksOdd ? 'ಬೆಸ' : 'ಸಮ'} ಸ್ಥಾನದಲ್ಲಿದೆ, ಆದ್ದರಿಂದ ${next}.`,
      te: `ఇక్కడ రెండు శ్రేణులు కలిసి ఉన్నాయి. బేసి స్థానాల్లోని ${odd.slice(0, 3).join(', ')} ప్రతిసారీ ${up} పెరుగుతున్నాయి. సరి స్థానాల్లోని ${even.slice(0, 3).join(', ')} ప్రతిసారీ ${down} తగ్గుతున్నాయి. కావలసిన సంఖ్య ${asksOdd ? 'బేసి' : 'సరి'} స్థానంలో ఉంది, కాబట్టి ${next}.`,
      en: `Two series are woven together. In the odd places are ${odd.slice(0, 3).join(', ')}, each ${up} more than the one before; in the even places ${even.slice(0, 3).join(', ')}, each ${down} less. The number asked for is in an ${asksOdd ? 'odd' : 'even'} place, so it is ${next}.`,
    },
  })
}

const wrongTerm: QuestionTemplate = (random) => {
  const step = random.integer(2, 9)
  const growth = random.integer(2, 5)
  const terms = [random.integer(3, 20)]
  for (let count = 0; count < 5; count++) terms.push(terms.at(-1)! + step + count * growth)
  const place = random.integer(2, 4)
  const right = terms[place]!
  const wrong = right + random.pick([-2, -1, 1, 2])
  const printed = terms.map((term, index) => (index === place ? wrong : term))
  const gaps = terms.slice(1).map((term, index) => term - terms[index]!)
  return makeQuestion(random, {
    topics,
    stem: onItsOwnLine(
      {
        kn: 'ಈ ಸರಣಿಯಲ್ಲಿ ಒಂದು ಸಂಖ್ಯೆ ತಪ್ಪಾಗಿದೆ. ಅದು ಯಾವುದು?',
        te: 'ఈ శ్రేణిలో ఒక సంఖ్య తప్పుగా ఉంది. అది ఏది?',
        en: 'One number in this series is wrong. Which one?',
      },
      printed.join(', '),
    ),
    right: String(wrong),
    wrong: random.shuffled(terms.filter((_, index) => index !== place && index > 0)).map(String),
    why: {
      kn: `ಸರಿಯಾದ ಸರಣಿಯಲ್ಲಿ ವ್ಯತ್ಯಾಸಗಳು ${gaps.join(', ')}; ಅವು ಪ್ರತಿ ಸಲ ${growth}ರಂತೆ ಹೆಚ್ಚುತ್ತವೆ. ಹಾಗಾಗಿ ${wrong} ಇರುವ ಜಾಗದಲ್ಲಿ ${terms[place - 1]!} + ${gaps[place - 1]!} = ${right} ಇರಬೇಕಿತ್ತು. ತಪ್ಪು ಸಂಖ್ಯೆಯಿಂದ ಅದರ ಎರಡೂ ಬದಿಯ ವ್ಯತ್ಯಾಸಗಳು ತಪ್ಪಾಗುತ್ತವೆ.`,
      te: `సరైన శ్రేణిలో తేడాలు ${gaps.join(', ')}; అవి ప్రతిసారీ ${growth} పెరుగుతాయి. కాబట్టి ${wrong} ఉన్న చోట ${terms[place - 1]!} + ${gaps[place - 1]!} = ${right} ఉండాలి. తప్పు సంఖ్య వల్ల దానికి రెండు వైపులా ఉన్న తేడాలు తప్పవుతాయి.`,
      en: `In the correct series the differences are ${gaps.join(', ')}, growing by ${growth} each time. So in place of ${wrong} there should be ${terms[place - 1]!} + ${gaps[place - 1]!} = ${right}. A wrong number spoils the differences on both sides of it.`,
    },
  })
}

const risingMultiplier: QuestionTemplate = (random) => {
  const sign = random.pick([1, -1])
  const terms = [random.integer(7, 16)]
  for (let count = 1; count <= 5; count++) terms.push(terms.at(-1)! * count + sign * count)
  const [last, next] = terms.slice(-2) as [number, number]
  const mark = sign > 0 ? '+' : '−'
  const working = steps(terms, (term, index) => `${term} × ${index + 1} ${mark} ${index + 1}`)
  return makeQuestion(random, {
    topics,
    stem: seriesQuestion(random, `${terms.slice(0, -1).join(', ')}, ?`),
    ...numericAnswers(next, [last * 5, last * 5 - sign * 5, last * 4 + sign * 4], 5, String),
    why: {
      kn: `ಕ್ರಮವಾಗಿ 1, 2, 3, 4, 5ರಿಂದ ಗುಣಿಸಿ ಅದೇ ಸಂಖ್ಯೆಯನ್ನು ${sign > 0 ? 'ಕೂಡಿಸಲಾಗಿದೆ' : 'ಕಳೆಯಲಾಗಿದೆ'}: ${working}. ಕೊನೆಯಲ್ಲಿ 5ರಿಂದ ಗುಣಿಸಿ ಅಷ್ಟಕ್ಕೇ ಬಿಟ್ಟರೆ ${last * 5} ಬರುತ್ತದೆ.`,
      te: `వరుసగా 1, 2, 3, 4, 5లతో గుణించి, ప్రతిసారీ ఏ సంఖ్యతో గుణించారో ఆ సంఖ్యనే ${sign > 0 ? 'కలిపారు' : 'తీసివేశారు'}: ${working}. చివరి 5ను మరిచిపోతే ${last * 5} వస్తుంది.`,
      en: `The numbers are multiplied by 1, 2, 3, 4, 5 in turn and the multiplier itself is then ${sign > 0 ? 'added' : 'subtracted'}: ${working}. Forgetting the last 5 gives ${last * 5}.`,
    },
  })
}

const doubledSteps: QuestionTemplate = (random) => {
  const step = random.integer(2, 7)
  const gaps = [1, 2, 4, 8, 16].map((times) => times * step)
  const terms = [random.integer(3, 40)]
  for (const gap of gaps) terms.push(terms.at(-1)! + gap)
  const missing = 3
  const right = terms[missing]!
  const shown = terms.map((term, index) => (index === missing ? '?' : term)).join(', ')
  const middle = (terms[missing - 1]! + terms[missing + 1]!) / 2
  return makeQuestion(random, {
    topics,
    stem: onItsOwnLine(
      {
        kn: 'ಸರಣಿಯಲ್ಲಿ ಬಿಟ್ಟುಹೋದ ಸಂಖ್ಯೆ ಯಾವುದು?',
        te: 'శ్రేణిలో లోపించిన సంఖ్య ఏది?',
        en: 'Which number is missing from the series?',
      },
      shown,
    ),
    ...numericAnswers(right, [middle, right + step, right - step], step + 1, String),
    why: {
      kn: `ವ್ಯತ್ಯಾಸಗಳು ಪ್ರತಿ ಸಲ ಎರಡರಷ್ಟಾಗುತ್ತವೆ: ${gaps.join(', ')}. ಆದ್ದರಿಂದ ${terms[missing - 1]!} + ${gaps[missing - 1]!} = ${right}; ತಾಳೆ: ${right} + ${gaps[missing]!} = ${terms[missing + 1]!}.`,
      te: `తేడాలు ప్రతిసారీ రెట్టింపవుతున్నాయి: ${gaps.join(', ')}. కాబట్టి ${terms[missing - 1]!} + ${gaps[missing - 1]!} = ${right}; సరిచూస్తే: ${right} + ${gaps[missing]!} = ${terms[missing + 1]!}.`,
      en: `The differences double each time: ${gaps.join(', ')}. So ${terms[missing - 1]!} + ${gaps[missing - 1]!} = ${right}; check: ${right} + ${gaps[missing]!} = ${terms[missing + 1]!}.`,
    },
  })
}

export const numberSeries: readonly QuestionTemplate[] = [
  growingSteps,
  multiplyAndAdd,
  powers,
  twoInOne,
  wrongTerm,
  risingMultiplier,
  doubledSteps,
]
