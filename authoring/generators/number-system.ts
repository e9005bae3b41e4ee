import { gcd, grouped, lcmOf, superscript } from './amounts.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['mathematics', 'arithmetic']

const lastDigit = (base: number, power: number) => {
  let digit = 1
  for (let step = 0; step < power; step++) digit = (digit * base) % 10
  return digit
}
const cycleOf = (base: number) =>
  [1, 2, 3, 4].map((power) => lastDigit(base % 10, power)).join(', ')

const unitDigit: QuestionTemplate = (random) => {
  const { one, other, first, second } = random.drawUntil(
    () => ({
      one: random.integer(12, 98),
      other: random.integer(12, 98),
      first: random.integer(21, 98),
      second: random.integer(21, 98),
    }),
    ({ one, other, first, second }) =>
      [2, 3, 7, 8].includes(one % 10) &&
      [2, 3, 7, 8].includes(other % 10) &&
      one % 10 !== other % 10 &&
      first % 4 !== 0 &&
      second % 4 !== 0,
  )
  const [left, right] = [lastDigit(one, first), lastDigit(other, second)]
  const answer = (left * right) % 10
  const product = `${one}${superscript(first)} × ${other}${superscript(second)}`
  const digits = random.shuffled([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${product} ಗುಣಲಬ್ಧದ ಬಿಡಿ ಸ್ಥಾನದ ಅಂಕಿ ಯಾವುದು?`,
      te: `${product} లబ్ధంలో ఒకట్ల స్థానంలోని అంకె ఏది?`,
      en: `What is the digit in the units place of ${product}?`,
    },
    right: `${answer}`,
    wrong: [(left + right) % 10, left, right, ...digits].map(String),
    why: {
      kn: `${one}ರ ಘಾತಗಳ ಬಿಡಿ ಅಂಕಿ ${cycleOf(one)} ಎಂದು, ${other}ರ ಘಾತಗಳದ್ದು ${cycleOf(other)} ಎಂದು ಪ್ರತಿ 4 ಘಾತಗಳಿಗೊಮ್ಮೆ ಮರುಕಳಿಸುತ್ತದೆ. ಘಾತಾಂಕಗಳನ್ನು 4ರಿಂದ ಭಾಗಿಸಿದರೆ ಶೇಷ ${first % 4} ಮತ್ತು ${second % 4}; ಬಿಡಿ ಅಂಕಿಗಳು ${left} ಮತ್ತು ${right}. ${left} × ${right} = ${left * right}, ಆದ್ದರಿಂದ ಉತ್ತರ ${answer}.`,
      te: `${one} ఘాతాల ఒకట్ల అంకెలు ${cycleOf(one)} గానూ, ${other} ఘాతాల ఒకట్ల అంకెలు ${cycleOf(other)} గానూ ప్రతి 4 ఘాతాలకోసారి పునరావృతమవుతాయి. ఘాతాంకాలను 4తో భాగిస్తే శేషాలు ${first % 4}, ${second % 4}; కాబట్టి ఒకట్ల అంకెలు వరుసగా ${left}, ${right}. వాటి లబ్ధం ${left} × ${right} = ${left * right}, కాబట్టి జవాబు ${answer}.`,
      en: `The units digits of the powers of ${one} repeat as ${cycleOf(one)} and those of ${other} as ${cycleOf(other)}, in cycles of 4. Divided by 4 the exponents leave remainders ${first % 4} and ${second % 4}, so the units digits are ${left} and ${right}; ${left} × ${right} = ${left * right}, which ends in ${answer}.`,
    },
  })
}

const missingDigit: QuestionTemplate = (random) => {
  const divisor = random.pick([9, 11])
  const { number, hidden } = random.drawUntil(
    () => ({ number: random.integer(100, 900) * divisor, hidden: random.integer(1, 3) }),
    ({ number, hidden }) => {
      const text = `${number}`
      return text.length === 4 && hidden < 4 && text[hidden] !== '0' && text[hidden] !== '9'
    },
  )
  const text = `${number}`
  const shown = text.slice(0, hidden) + '*' + text.slice(hidden + 1)
  const digits = Array.from(text, Number)
  const answer = digits[hidden]!
  const odd = digits[0]! + digits[2]!
  const even = digits[1]! + digits[3]!
  const all = odd + even
  const others = random.shuffled([1, 2, 3, 4, 5, 6, 7, 8].filter((digit) => digit !== answer))
  const kn =
    divisor === 9
      ? `9ರಿಂದ ಭಾಗವಾಗಲು ಅಂಕಿಗಳ ಮೊತ್ತ 9ರ ಅಪವರ್ತ್ಯವಾಗಿರಬೇಕು. ಉಳಿದ ಅಂಕಿಗಳ ಮೊತ್ತ ${all - answer}; ${all - answer} + ${answer} = ${all}.`
      : `11ರಿಂದ ಭಾಗವಾಗಲು ಒಂದು ಬಿಟ್ಟು ಒಂದು ಸ್ಥಾನದ ಅಂಕಿಗಳನ್ನು ಕೂಡಿಸಿದಾಗ ಬರುವ ಎರಡು ಮೊತ್ತಗಳ ವ್ಯತ್ಯಾಸ 0 ಅಥವಾ 11ರ ಅಪವರ್ತ್ಯವಾಗಿರಬೇಕು. * = ${answer} ಆದಾಗ ಮೊತ್ತಗಳು ${odd} ಮತ್ತು ${even}; ವ್ಯತ್ಯಾಸ ${Math.abs(odd - even)}.`
  const te =
    divisor === 9
      ? `9తో భాగించబడాలంటే అంకెల మొత్తం 9 గుణిజం కావాలి. మిగతా అంకెల మొత్తం ${all - answer}; ${all - answer} + ${answer} = ${all}.`
      : `11తో భాగించబడాలంటే బేసి, సరి స్థానాల్లోని అంకెల మొత్తాల తేడా 0 లేదా 11 గుణిజం కావాలి. * = ${answer} అయినప్పుడు మొత్తాలు ${odd}, ${even}; తేడా ${Math.abs(odd - even)}.`
  const en =
    divisor === 9
      ? `A number is divisible by 9 when the sum of its digits is. The other digits add up to ${all - answer}, and ${all - answer} + ${answer} = ${all}.`
      : `A number is divisible by 11 when the sums of its alternate digits differ by 0 or a multiple of 11. With * = ${answer} the sums are ${odd} and ${even}, which differ by ${Math.abs(odd - even)}.`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${shown} ಎಂಬ ನಾಲ್ಕು ಅಂಕಿಗಳ ಸಂಖ್ಯೆಯು ${divisor}ರಿಂದ ನಿಶ್ಶೇಷವಾಗಿ ಭಾಗವಾಗಬೇಕಾದರೆ * ಇರುವಲ್ಲಿ ಯಾವ ಅಂಕಿ ಬರಬೇಕು?`,
      te: `${shown} అనే నాలుగంకెల సంఖ్య ${divisor}తో నిశ్శేషంగా భాగించబడాలంటే * స్థానంలో ఏ అంకె రావాలి?`,
      en: `Which digit should stand in place of * so that the four-digit number ${shown} is exactly divisible by ${divisor}?`,
    },
    right: `${answer}`,
    wrong: others.map(String),
    why: { kn, te, en },
  })
}

const changeToDivide: QuestionTemplate = (random) => {
  const isAdded = random.pick([true, false])
  const { number, divisor } = random.drawUntil(
    () => ({ number: random.integer(1000, 9900), divisor: random.integer(17, 79) }),
    ({ number, divisor }) => number % divisor > 3 && divisor - (number % divisor) > 3,
  )
  const rest = number % divisor
  const answer = isAdded ? divisor - rest : rest
  const other = divisor - answer
  const near = grouped(isAdded ? number + answer : number - answer)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${grouped(number)}${isAdded ? 'ಕ್ಕೆ ಕನಿಷ್ಠ ಎಷ್ಟನ್ನು ಕೂಡಿಸಿದರೆ' : 'ರಿಂದ ಕನಿಷ್ಠ ಎಷ್ಟನ್ನು ಕಳೆದರೆ'} ಅದು ${divisor}ರಿಂದ ನಿಶ್ಶೇಷವಾಗಿ ಭಾಗವಾಗುತ್ತದೆ?`,
      te: `${grouped(number)}${isAdded ? 'కు కనీసం ఎంత కలిపితే' : ' నుంచి కనీసం ఎంత తీసివేస్తే'} అది ${divisor}తో నిశ్శేషంగా భాగించబడుతుంది?`,
      en: `What is the least number that must be ${isAdded ? 'added to' : 'subtracted from'} ${grouped(number)} so that the result is exactly divisible by ${divisor}?`,
    },
    ...numericAnswers(answer, [other, divisor], 2),
    why: {
      kn: `${grouped(number)} ÷ ${divisor} ಭಾಗಾಕಾರದಲ್ಲಿ ಶೇಷ ${rest}. ${isAdded ? `ಕೂಡಿಸಬೇಕಾದದ್ದು ${divisor} − ${rest} = ${answer}` : `ಕಳೆಯಬೇಕಾದದ್ದು ಶೇಷವೇ, ಅಂದರೆ ${answer}`}; ಆಗ ಸಂಖ್ಯೆ ${near} ಆಗುತ್ತದೆ.`,
      te: `${grouped(number)} ÷ ${divisor} భాగహారంలో శేషం ${rest}. ${isAdded ? `కలపవలసింది ${divisor} − ${rest} = ${answer}` : `తీసివేయవలసింది శేషమే, అంటే ${answer}`}; అప్పుడు సంఖ్య ${near}.`,
      en: `${grouped(number)} ÷ ${divisor} leaves a remainder of ${rest}. ${isAdded ? `What must be added is ${divisor} − ${rest} = ${answer}` : `What must be subtracted is the remainder itself, ${answer}`}; the number is then ${near}.`,
    },
  })
}

const countMultiples: QuestionTemplate = (random) => {
  const { one, other, from, to } = random.drawUntil(
    () => ({
      one: random.integer(3, 9),
      other: random.integer(4, 15),
      from: random.integer(100, 300, 50),
      to: random.integer(350, 900, 50),
    }),
    ({ one, other, from, to }) => {
      const both = lcmOf([one, other])
      return one < other && both > other && gcd(one, other) > 1 && from % both > 0 && to % both > 0
    },
  )
  const both = lcmOf([one, other])
  const [upTo, before] = [Math.floor(to / both), Math.floor(from / both)]
  const answer = upTo - before
  const careless = Math.floor(to / (one * other)) - Math.floor(from / (one * other))
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${from} ಮತ್ತು ${to}ರ ನಡುವೆ ${one} ಹಾಗೂ ${other} ಎರಡರಿಂದಲೂ ನಿಶ್ಶೇಷವಾಗಿ ಭಾಗವಾಗುವ ಸಂಖ್ಯೆಗಳು ಎಷ್ಟಿವೆ?`,
      te: `${from}, ${to}ల మధ్య ఉన్న సంఖ్యల్లో ${one}, ${other} రెండింటితోనూ నిశ్శేషంగా భాగించబడేవి ఎన్ని?`,
      en: `How many numbers between ${from} and ${to} are exactly divisible by both ${one} and ${other}?`,
    },
    ...numericAnswers(answer, [careless, upTo, answer + 1], 1),
    why: {
      kn: `ಎರಡರಿಂದಲೂ ಭಾಗವಾಗಬೇಕಾದರೆ ಅವುಗಳ ಲ.ಸಾ.ಅ. ${both}ರಿಂದ ಭಾಗವಾಗಬೇಕು. ${to}ರವರೆಗೆ ಇಂಥವು ${upTo}, ${from}ರವರೆಗೆ ${before}; ${upTo} − ${before} = ${answer}. ${one} × ${other} = ${one * other} ಅನ್ನು ಬಳಸಬಾರದು, ಏಕೆಂದರೆ ಎರಡಕ್ಕೂ ಸಾಮಾನ್ಯ ಅಪವರ್ತನವಿದೆ.`,
      te: `ఒక సంఖ్య రెండింటితోనూ భాగించబడాలంటే వాటి క.సా.గు. ${both}తో భాగించబడాలి. ${to} వరకు ఇలాంటివి ${upTo}, ${from} వరకు ${before} ఉన్నాయి; ${upTo} − ${before} = ${answer}. ${one} × ${other} = ${one * other}ను వాడకూడదు, ఎందుకంటే రెండింటికీ ఉమ్మడి కారణాంకం ఉంది.`,
      en: `To be divisible by both, a number must be divisible by their LCM, ${both}. There are ${upTo} such numbers up to ${to} and ${before} up to ${from}; ${upTo} − ${before} = ${answer}. The product ${one} × ${other} = ${one * other} must not be used, because the two have a common factor.`,
    },
  })
}

const smallerDivisor: QuestionTemplate = (random) => {
  const { divisor, times, rest } = random.drawUntil(
    () => ({
      divisor: random.integer(7, 19),
      times: random.integer(3, 8),
      rest: random.integer(20, 120),
    }),
    ({ divisor, times, rest }) =>
      rest < divisor * times && rest > divisor && rest % divisor > 1 && rest % divisor !== times,
  )
  const big = divisor * times
  const answer = rest % divisor
  const quotient = Math.floor(rest / divisor)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಒಂದು ಸಂಖ್ಯೆಯನ್ನು ${big}ರಿಂದ ಭಾಗಿಸಿದರೆ ಶೇಷ ${rest} ಬರುತ್ತದೆ. ಅದೇ ಸಂಖ್ಯೆಯನ್ನು ${divisor}ರಿಂದ ಭಾಗಿಸಿದರೆ ಶೇಷ ಎಷ್ಟು?`,
      te: `ఒక సంఖ్యను ${big}తో భాగిస్తే శేషం ${rest} వస్తుంది. అదే సంఖ్యను ${divisor}తో భాగిస్తే శేషం ఎంత?`,
      en: `A number leaves a remainder of ${rest} when divided by ${big}. What remainder does the same number leave when divided by ${divisor}?`,
    },
    ...numericAnswers(answer, [divisor - answer, quotient, times], 1),
    why: {
      kn: `ಸಂಖ್ಯೆ = ${big} × n + ${rest}. ${big} = ${divisor} × ${times} ಆಗಿರುವುದರಿಂದ ಮೊದಲ ಪದವು ${divisor}ರಿಂದ ನಿಶ್ಶೇಷವಾಗಿ ಭಾಗವಾಗುತ್ತದೆ; ಶೇಷ ಬರುವುದು ${rest}ರಿಂದ ಮಾತ್ರ: ${rest} = ${divisor} × ${quotient} + ${answer}.`,
      te: `సంఖ్య = ${big} × n + ${rest}. ఇందులో ${big} = ${divisor} × ${times} కాబట్టి మొదటి భాగం ${divisor}తో భాగించబడుతుంది; శేషం ${rest} నుంచి మాత్రమే వస్తుంది: ${rest} = ${divisor} × ${quotient} + ${answer}.`,
      en: `The number is ${big} × n + ${rest}. As ${big} = ${divisor} × ${times}, the first part is divisible by ${divisor}, and only ${rest} leaves a remainder: ${rest} = ${divisor} × ${quotient} + ${answer}.`,
    },
  })
}

export const numberSystem: readonly QuestionTemplate[] = [
  unitDigit,
  missingDigit,
  changeToDivide,
  countMultiples,
  smallerDivisor,
]
