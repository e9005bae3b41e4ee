import { decimal, gcd, grouped, isWhole } from './amounts.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['mathematics', 'arithmetic']

const orderOfOperations: QuestionTemplate = (random) => {
  const { a, b, c, d, e, f } = random.drawUntil(
    () => ({
      a: random.integer(24, 96, 2),
      b: random.integer(2, 12),
      c: random.integer(2, 9),
      d: random.integer(15, 60),
      e: random.integer(2, 9),
      f: random.integer(2, 9),
    }),
    ({ a, b, c, d, e, f }) => isWhole(a / b) && (a / b) * c + d - e * f > 4 && a / b > 1 && c !== e,
  )
  const answer = (a / b) * c + d - e * f
  const sum = `${a} ÷ ${b} × ${c} + ${d} − ${e} × ${f}`
  const careless = a / (b * c) + d - e * f
  const leftToRight = ((a / b) * c + d - e) * f
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${sum} ಇದರ ಬೆಲೆ ಎಷ್ಟು?`,
      te: `${sum} విలువ ఎంత?`,
      en: `What is the value of ${sum}?`,
    },
    ...numericAnswers(answer, [careless, leftToRight, (a / b) * c + d + e * f], 4),
    why: {
      kn: `ಮೊದಲು ಭಾಗಾಕಾರ, ಗುಣಾಕಾರಗಳನ್ನು ಎಡದಿಂದ ಬಲಕ್ಕೆ ಮಾಡಬೇಕು: ${a} ÷ ${b} = ${a / b}, ${a / b} × ${c} = ${(a / b) * c}; ${e} × ${f} = ${e * f}. ನಂತರ ${(a / b) * c} + ${d} − ${e * f} = ${answer}.`,
      te: `ముందుగా భాగహారం, గుణకారాలను ఎడమ నుంచి కుడికి చేయాలి: ${a} ÷ ${b} = ${a / b}, ${a / b} × ${c} = ${(a / b) * c}; ${e} × ${f} = ${e * f}. తర్వాత ${(a / b) * c} + ${d} − ${e * f} = ${answer}.`,
      en: `Division and multiplication come first, from left to right: ${a} ÷ ${b} = ${a / b} and ${a / b} × ${c} = ${(a / b) * c}; ${e} × ${f} = ${e * f}. Then ${(a / b) * c} + ${d} − ${e * f} = ${answer}.`,
    },
  })
}

const nestedBrackets: QuestionTemplate = (random) => {
  const { a, b, c, d, e } = random.drawUntil(
    () => ({
      a: random.integer(40, 95),
      b: random.integer(2, 6),
      c: random.integer(20, 40),
      d: random.integer(9, 18),
      e: random.integer(2, 8),
    }),
    ({ a, b, c, d, e }) => {
      const inner = c - (d - e)
      return d > e + 1 && inner > 4 && a - b * inner > 5 && inner !== c - d - e
    },
  )
  const small = d - e
  const inner = c - small
  const answer = a - b * inner
  const signLost = a - b * (c - d - e)
  const sum = `${a} − ${b}[${c} − (${d} − ${e})]`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಸಂಕ್ಷೇಪಿಸಿ: ${sum}`,
      te: `సూక్ష్మీకరించండి: ${sum}`,
      en: `Simplify: ${sum}`,
    },
    ...numericAnswers(answer, [signLost, (a - b) * inner, a + b * inner], 3),
    why: {
      kn: `ಒಳಗಿನ ಆವರಣದಿಂದ ಆರಂಭಿಸಿ: ${d} − ${e} = ${small}; ${c} − ${small} = ${inner}; ${b} × ${inner} = ${b * inner}; ${a} − ${b * inner} = ${answer}. ಆವರಣದ ಮುಂದಿನ − ಚಿಹ್ನೆ ಒಳಗಿನ ಎರಡೂ ಪದಗಳಿಗೆ ಅನ್ವಯಿಸುತ್ತದೆ; ಅದನ್ನು ಮರೆತರೆ ${signLost} ಬರುತ್ತದೆ.`,
      te: `లోపలి బ్రాకెట్ నుంచి మొదలుపెట్టండి: ${d} − ${e} = ${small}; ${c} − ${small} = ${inner}; ${b} × ${inner} = ${b * inner}; ${a} − ${b * inner} = ${answer}. బ్రాకెట్ ముందున్న − గుర్తు అందులోని రెండు పదాలకూ వర్తిస్తుంది; దాన్ని మరిచిపోతే ${signLost} అనే తప్పు జవాబు వస్తుంది.`,
      en: `Begin with the inner bracket: ${d} − ${e} = ${small}; ${c} − ${small} = ${inner}; ${b} × ${inner} = ${b * inner}; ${a} − ${b * inner} = ${answer}. The minus sign before a bracket applies to both terms inside; forgetting that gives ${signLost}.`,
    },
  })
}

const fraction = (top: number, bottom: number) => {
  const shared = gcd(top, bottom)
  return bottom === shared ? `${top / shared}` : `${top / shared}/${bottom / shared}`
}

const fractionOfRest: QuestionTemplate = (random) => {
  const { one, other, whole, first, second } = random.drawUntil(
    () => ({
      first: random.integer(1, 3),
      one: random.integer(3, 7),
      second: random.integer(1, 3),
      other: random.integer(3, 8),
      whole: random.integer(120, 900, 12),
    }),
    ({ first, one, second, other, whole }) =>
      first < one &&
      second < other &&
      gcd(first, one) === 1 &&
      gcd(second, other) === 1 &&
      one !== other &&
      isWhole(whole / one) &&
      isWhole((whole * (one - first) * (other - second)) / (one * other)) &&
      isWhole((whole * (one - first)) / one / other),
  )
  const rest = (whole * (one - first)) / one
  const answer = (rest * (other - second)) / other
  const bothOfWhole = decimal(whole - (whole * first) / one - (whole * second) / other)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಗ್ರಂಥಾಲಯದ ${whole} ಪುಸ್ತಕಗಳಲ್ಲಿ ${first}/${one} ಭಾಗ ಕಥೆ ಪುಸ್ತಕಗಳು; ಉಳಿದವುಗಳಲ್ಲಿ ${second}/${other} ಭಾಗ ವಿಜ್ಞಾನ ಪುಸ್ತಕಗಳು; ಇನ್ನುಳಿದವೆಲ್ಲ ನಿಘಂಟುಗಳು. ನಿಘಂಟುಗಳು ಎಷ್ಟಿವೆ?`,
      te: `గ్రంథాలయంలోని ${whole} పుస్తకాల్లో ${first}/${one} వంతు కథల పుస్తకాలు; మిగిలినవాటిలో ${second}/${other} వంతు సైన్స్ పుస్తకాలు; మిగతావన్నీ నిఘంటువులు. నిఘంటువులు ఎన్ని?`,
      en: `Of the ${whole} books in a library, ${first}/${one} are story books; ${second}/${other} of the rest are science books, and all the others are dictionaries. How many dictionaries are there?`,
    },
    ...numericAnswers(answer, [bothOfWhole, (rest * second) / other, rest], 6),
    why: {
      kn: `ಕಥೆ ಪುಸ್ತಕಗಳನ್ನು ಬಿಟ್ಟರೆ ${rest} ಪುಸ್ತಕಗಳು ಉಳಿಯುತ್ತವೆ. ಅವುಗಳಲ್ಲಿ ${other - second}/${other} ಭಾಗ ನಿಘಂಟುಗಳು: ${rest} × ${other - second}/${other} = ${answer}. ಎರಡನೆಯ ಭಿನ್ನರಾಶಿ ಒಟ್ಟು ಪುಸ್ತಕಗಳಿಗಲ್ಲ, ಉಳಿದವುಗಳಿಗೆ ಅನ್ವಯಿಸುತ್ತದೆ.`,
      te: `కథల పుస్తకాలు పోగా ${rest} మిగులుతాయి. వాటిలో ${other - second}/${other} వంతు నిఘంటువులు: ${rest} × ${other - second}/${other} = ${answer}. రెండో భిన్నం మిగిలిన పుస్తకాలకే వర్తిస్తుంది, మొత్తం పుస్తకాలకు కాదు.`,
      en: `Without the story books, ${rest} books remain. Of these ${other - second}/${other} are dictionaries: ${rest} × ${other - second}/${other} = ${answer}. The second fraction is of the rest, not of all the books.`,
    },
  })
}

const fractionSum: QuestionTemplate = (random) => {
  const { a, b, c, d } = random.drawUntil(
    () => ({
      a: random.integer(1, 5),
      b: random.integer(3, 9),
      c: random.integer(1, 5),
      d: random.integer(4, 12),
    }),
    ({ a, b, c, d }) =>
      a < b &&
      c < d &&
      b < d &&
      gcd(a, b) === 1 &&
      gcd(c, d) === 1 &&
      gcd(b, d) > 1 &&
      gcd(b, d) < b &&
      a * d !== b * c,
  )
  const both = (b * d) / gcd(b, d)
  const [left, right] = [(a * both) / b, (c * both) / d]
  const answer = fraction(left + right, both)
  const sum = `${left + right}/${both}`
  const isLowest = sum === answer
  const reduced = {
    kn: isLowest ? `${sum}; ಇದೇ ಸಂಕ್ಷಿಪ್ತ ರೂಪ` : `${sum}, ಸಂಕ್ಷಿಪ್ತ ರೂಪ ${answer}`,
    te: isLowest ? `${sum}; ఇదే కనిష్ఠ రూపం` : `${sum}, కనిష్ఠ రూపం ${answer}`,
    en: isLowest ? `${sum}, already in lowest terms` : `${sum}, in lowest terms ${answer}`,
  }
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${a}/${b} + ${c}/${d} ಮೊತ್ತದ ಸಂಕ್ಷಿಪ್ತ ರೂಪ ಯಾವುದು?`,
      te: `${a}/${b} + ${c}/${d} మొత్తాన్ని కనిష్ఠ రూపంలో రాస్తే ఎంత?`,
      en: `What is ${a}/${b} + ${c}/${d} in its lowest terms?`,
    },
    right: answer,
    wrong: [
      fraction(a + c, b + d),
      fraction(a + c, both),
      fraction(Math.abs(left - right), both),
      fraction(left + right + 1, both),
      fraction(a * c, b * d),
    ],
    why: {
      kn: `${b} ಮತ್ತು ${d}ರ ಲ.ಸಾ.ಅ. ${both}; ಮೊತ್ತ ${left}/${both} + ${right}/${both} = ${reduced.kn}. ಅಂಶಕ್ಕೆ ಅಂಶವನ್ನು, ಛೇದಕ್ಕೆ ಛೇದವನ್ನು ಕೂಡಿಸುವುದು ತಪ್ಪು.`,
      te: `${b}, ${d}ల క.సా.గు. ${both}; మొత్తం ${left}/${both} + ${right}/${both} = ${reduced.te}. లవాలను, హారాలను విడివిడిగా కూడటం తప్పు.`,
      en: `The LCM of ${b} and ${d} is ${both}; the sum is ${left}/${both} + ${right}/${both} = ${reduced.en}. Adding numerator to numerator and denominator to denominator is wrong.`,
    },
  })
}

const decimalQuotient: QuestionTemplate = (random) => {
  const { a, b, c } = random.drawUntil(
    () => ({ a: random.integer(2, 96), b: random.integer(2, 12), c: random.integer(2, 24) }),
    ({ a, b, c }) =>
      isWhole((a * b) / c) && (a * b) % 10 !== 0 && a % 10 > 0 && c % 10 > 0 && a > c,
  )
  const [one, two, three] = [decimal(a / 100), decimal(b / 10), decimal(c / 1000)]
  const answer = (a * b) / c
  const sum = `${one} × ${two} ÷ ${three}`
  const whole = `${a} × ${b} ÷ ${c}`
  const written = (value: number) => grouped(decimal(value))
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${sum} ಇದರ ಬೆಲೆ ಎಷ್ಟು?`,
      te: `${sum} విలువ ఎంత?`,
      en: `Find the value of ${sum}.`,
    },
    right: written(answer),
    wrong: [answer / 10, answer * 10, answer / 100, answer * 100].map(written),
    why: {
      kn: `ಗುಣಲಬ್ಧದಲ್ಲಿ 2 + 1 = 3 ದಶಮಾಂಶ ಸ್ಥಾನಗಳಿವೆ, ಭಾಜಕದಲ್ಲೂ 3 ಇವೆ; ಆದ್ದರಿಂದ ದಶಮಾಂಶ ಬಿಂದುಗಳನ್ನು ಬಿಟ್ಟು ${whole} = ${answer} ಎಂದು ಲೆಕ್ಕ ಹಾಕಬಹುದು. ದಶಮಾಂಶ ಸ್ಥಾನಗಳನ್ನು ತಪ್ಪಾಗಿ ಎಣಿಸಿದರೆ ಉತ್ತರದಲ್ಲಿ 10 ಪಟ್ಟು ವ್ಯತ್ಯಾಸ ಬರುತ್ತದೆ.`,
      te: `లబ్ధంలో 2 + 1 = 3 దశాంశ స్థానాలు ఉన్నాయి, భాజకంలోనూ 3 ఉన్నాయి; కాబట్టి దశాంశ బిందువులను వదిలేసి ${whole} = ${answer} అని లెక్కించవచ్చు. దశాంశ స్థానాలను తప్పుగా లెక్కిస్తే జవాబులో 10 రెట్ల తేడా వస్తుంది.`,
      en: `The product has 2 + 1 = 3 decimal places and the divisor also has 3, so the decimal points can be left out: ${whole} = ${answer}. Miscounting the decimal places changes the answer by a factor of 10.`,
    },
  })
}

const surds: QuestionTemplate = (random) => {
  const { root, a, b, c } = random.drawUntil(
    () => ({
      root: random.pick([2, 3, 5]),
      a: random.integer(3, 8),
      b: random.integer(2, 7),
      c: random.integer(2, 6),
    }),
    ({ a, b, c }) => a !== b && b !== c && a !== c && a + b - c > 1 && a + b - c !== a,
  )
  const under = (factor: number) => root * factor * factor
  const answer = a + b - c
  const sum = `√${under(a)} + √${under(b)} − √${under(c)}`
  const left = under(a) + under(b) - under(c)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${sum} ಇದರ ಸರಳ ರೂಪ ಯಾವುದು?`,
      te: `${sum} సరళ రూపం ఏది?`,
      en: `What is the simplest form of ${sum}?`,
    },
    right: `${answer}√${root}`,
    wrong: [`√${left}`, `${a + b + c}√${root}`, `${answer + 1}√${root}`, `${answer + 2}√${root}`],
    why: {
      kn: `√${under(a)} = ${a}√${root}, √${under(b)} = ${b}√${root}, √${under(c)} = ${c}√${root}. ಆದ್ದರಿಂದ (${a} + ${b} − ${c})√${root} = ${answer}√${root}. ವರ್ಗಮೂಲ ಚಿಹ್ನೆಯೊಳಗಿನ ಸಂಖ್ಯೆಗಳನ್ನು ನೇರವಾಗಿ ಕೂಡಿಸಿ, ಕಳೆದು √${left} ಎನ್ನುವುದು ತಪ್ಪು.`,
      te: `√${under(a)} = ${a}√${root}, √${under(b)} = ${b}√${root}, √${under(c)} = ${c}√${root}. కాబట్టి (${a} + ${b} − ${c})√${root} = ${answer}√${root}. వర్గమూల గుర్తుల్లోని సంఖ్యలనే నేరుగా కూడి, తీసివేసి √${left} అనడం తప్పు.`,
      en: `√${under(a)} = ${a}√${root}, √${under(b)} = ${b}√${root} and √${under(c)} = ${c}√${root}. So the value is (${a} + ${b} − ${c})√${root} = ${answer}√${root}. Adding and subtracting the numbers under the root signs to get √${left} is wrong.`,
    },
  })
}

export const simplification: readonly QuestionTemplate[] = [
  orderOfOperations,
  nestedBrackets,
  fractionOfRest,
  fractionSum,
  decimalQuotient,
  surds,
]
