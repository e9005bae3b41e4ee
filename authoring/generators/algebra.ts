import { rupees } from './amounts.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['mathematics']

const sumWithReciprocal: QuestionTemplate = (random) => {
  const sign = random.pick(['+', '−'])
  const value = random.integer(3, 15)
  const square = value * value
  const answer = sign === '+' ? square - 2 : square + 2
  const other = sign === '+' ? square + 2 : square - 2
  const back = sign === '+' ? '−' : '+'
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `x ${sign} 1/x = ${value} ಆದರೆ x² + 1/x² ಇದರ ಬೆಲೆ ಎಷ್ಟು?`,
      te: `x ${sign} 1/x = ${value} అయితే x² + 1/x² విలువ ఎంత?`,
      en: `If x ${sign} 1/x = ${value}, what is the value of x² + 1/x²?`,
    },
    ...numericAnswers(answer, [square, other, square + 1], 2),
    why: {
      kn: `ಎರಡೂ ಕಡೆ ವರ್ಗ ಮಾಡಿದರೆ x² ${sign} 2 + 1/x² = ${square}; ಆದ್ದರಿಂದ x² + 1/x² = ${square} ${back} 2 = ${answer}. ವರ್ಗ ಮಾಡುವಾಗ ನಡುವಿನ ಪದ 2 ಅನ್ನು ಮರೆತರೆ ${square} ಬರುತ್ತದೆ.`,
      te: `రెండు వైపులా వర్గం చేస్తే x² ${sign} 2 + 1/x² = ${square}; కాబట్టి x² + 1/x² = ${square} ${back} 2 = ${answer}. వర్గం చేసేటప్పుడు మధ్య పదం 2ను మరిచిపోతే ${square} వస్తుంది.`,
      en: `Squaring both sides gives x² ${sign} 2 + 1/x² = ${square}, so x² + 1/x² = ${square} ${back} 2 = ${answer}. Forgetting the middle term 2 gives ${square}.`,
    },
  })
}

const sumAndProduct: QuestionTemplate = (random) => {
  const { one, other } = random.drawUntil(
    () => ({ one: random.integer(3, 16), other: random.integer(2, 14) }),
    ({ one, other }) => one > other + 1,
  )
  const [sum, product] = [one + other, one * other]
  const answer = one * one + other * other
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `a + b = ${sum} ಮತ್ತು ab = ${product} ಆದರೆ a² + b² ಎಷ್ಟು?`,
      te: `a + b = ${sum}, ab = ${product} అయితే a² + b² ఎంత?`,
      en: `If a + b = ${sum} and ab = ${product}, what is a² + b²?`,
    },
    ...numericAnswers(
      answer,
      [sum * sum - product, sum * sum, sum * sum + 2 * product, (one - other) ** 2],
      4,
    ),
    why: {
      kn: `(a + b)² = a² + b² + 2ab. ಆದ್ದರಿಂದ a² + b² = ${sum} × ${sum} − 2 × ${product} = ${sum * sum} − ${2 * product} = ${answer}.`,
      te: `(a + b)² = a² + b² + 2ab. కాబట్టి a² + b² = ${sum} × ${sum} − 2 × ${product} = ${sum * sum} − ${2 * product} = ${answer}.`,
      en: `(a + b)² = a² + b² + 2ab, so a² + b² = ${sum} × ${sum} − 2 × ${product} = ${sum * sum} − ${2 * product} = ${answer}.`,
    },
  })
}

const twoPrices: QuestionTemplate = (random) => {
  const { pen, book, a, b, c, d } = random.drawUntil(
    () => ({
      pen: random.integer(5, 20),
      book: random.integer(18, 60),
      a: random.integer(2, 6),
      b: random.integer(2, 5),
      c: random.integer(2, 6),
      d: random.integer(2, 6),
    }),
    ({ pen, book, a, b, c, d }) => a * d - b * c !== 0 && a !== c && b !== d && book > pen + 5,
  )
  const [one, two] = [a * pen + b * book, c * pen + d * book]
  const [left, right] = [one * c - two * a, b * c - d * a]
  const [big, small] = [Math.abs(left), Math.abs(right)]
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${a} ಪೆನ್ನುಗಳು ಮತ್ತು ${b} ಪುಸ್ತಕಗಳ ಬೆಲೆ ${rupees(one)}; ಅದೇ ದರದಲ್ಲಿ ${c} ಪೆನ್ನುಗಳು ಮತ್ತು ${d} ಪುಸ್ತಕಗಳ ಬೆಲೆ ${rupees(two)}. ಒಂದು ಪುಸ್ತಕದ ಬೆಲೆ ಎಷ್ಟು?`,
      te: `${a} పెన్నులు, ${b} పుస్తకాల ధర ${rupees(one)}; అదే రేటుకు ${c} పెన్నులు, ${d} పుస్తకాల ధర ${rupees(two)}. ఒక పుస్తకం ధర ఎంత?`,
      en: `${a} pens and ${b} books cost ${rupees(one)}; at the same rates ${c} pens and ${d} books cost ${rupees(two)}. What is the price of one book?`,
    },
    ...numericAnswers(book, [pen, book - pen, book + pen], 3, rupees),
    why: {
      kn: `ಪೆನ್ನುಗಳ ಸಂಖ್ಯೆ ಸಮವಾಗಲು ಮೊದಲ ಸಮೀಕರಣವನ್ನು ${c}ರಿಂದ, ಎರಡನೆಯದನ್ನು ${a}ರಿಂದ ಗುಣಿಸಿ ಕಳೆಯಿರಿ. ಉಳಿಯುವ ಪುಸ್ತಕಗಳ ಸಂಖ್ಯೆ ${small}, ಒಟ್ಟು ಬೆಲೆ ${rupees(big)}; ಆದ್ದರಿಂದ ಒಂದು ಪುಸ್ತಕದ ಬೆಲೆ ${rupees(book)}. ${rupees(pen)} ಎಂಬುದು ಪೆನ್ನಿನ ಬೆಲೆ.`,
      te: `పెన్నుల సంఖ్య సమానం కావడానికి మొదటి సమీకరణాన్ని ${c}తో, రెండోదాన్ని ${a}తో గుణించి తీసివేయండి: ${small} ${small === 1 ? 'పుస్తకానికి' : 'పుస్తకాలకు'} ${rupees(big)}, అంటే ఒకదాని ధర ${rupees(book)}. ${rupees(pen)} అనేది పెన్ను ధర.`,
      en: `Multiply the first equation by ${c} and the second by ${a}, so that the pens are equal, and subtract: ${small} ${small === 1 ? 'book costs' : 'books cost'} ${rupees(big)}, so one book costs ${rupees(book)}. ${rupees(pen)} is the price of a pen.`,
    },
  })
}

const consecutive: QuestionTemplate = (random) => {
  const isEven = random.pick([true, false])
  const { count, middle } = random.drawUntil(
    () => ({ count: random.pick([3, 5]), middle: random.integer(13, 79) }),
    ({ middle }) => (middle % 2 === 0) === isEven,
  )
  const sum = count * middle
  const answer = middle + count - 1
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಅನುಕ್ರಮವಾದ ${count} ${isEven ? 'ಸಮ' : 'ಬೆಸ'} ಸಂಖ್ಯೆಗಳ ಮೊತ್ತ ${sum}. ಅವುಗಳಲ್ಲಿ ಅತಿ ದೊಡ್ಡ ಸಂಖ್ಯೆ ಯಾವುದು?`,
      te: `${count} వరుస ${isEven ? 'సరి' : 'బేసి'} సంఖ్యల మొత్తం ${sum}. వాటిలో అతి పెద్ద సంఖ్య ఏది?`,
      en: `The sum of ${count} consecutive ${isEven ? 'even' : 'odd'} numbers is ${sum}. What is the largest of them?`,
    },
    ...numericAnswers(answer, [middle, middle + (count - 1) / 2, middle - count + 1], 2),
    why: {
      kn: `ನಡುವಿನ ಸಂಖ್ಯೆಯೇ ಸರಾಸರಿ: ${sum} ÷ ${count} = ${middle}. ಅನುಕ್ರಮ ${isEven ? 'ಸಮ' : 'ಬೆಸ'} ಸಂಖ್ಯೆಗಳ ನಡುವೆ 2ರ ಅಂತರವಿರುವುದರಿಂದ ಅತಿ ದೊಡ್ಡದು ${middle} + ${count - 1} = ${answer}.`,
      te: `మధ్య సంఖ్యే సగటు: ${sum} ÷ ${count} = ${middle}. వరుస ${isEven ? 'సరి' : 'బేసి'} సంఖ్యల మధ్య తేడా 2 కాబట్టి అతి పెద్దది ${middle} + ${count - 1} = ${answer}.`,
      en: `The middle number is the average: ${sum} ÷ ${count} = ${middle}. Consecutive ${isEven ? 'even' : 'odd'} numbers differ by 2, so the largest is ${middle} + ${count - 1} = ${answer}.`,
    },
  })
}

const reversedDigits: QuestionTemplate = (random) => {
  const { tens, units } = random.drawUntil(
    () => ({ tens: random.integer(1, 8), units: random.integer(2, 9) }),
    ({ tens, units }) => units > tens,
  )
  const number = 10 * tens + units
  const reversed = 10 * units + tens
  const [sum, gap] = [tens + units, reversed - number]
  const difference = gap / 9
  const alike = [9, -9, 18, -18, 27, 1, -1]
    .map((step) => number + step)
    .filter((value) => value > 10 && value < 100 && value !== reversed)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಎರಡು ಅಂಕಿಗಳ ಸಂಖ್ಯೆಯೊಂದರ ಅಂಕಿಗಳ ಮೊತ್ತ ${sum}. ಅಂಕಿಗಳನ್ನು ಅದಲುಬದಲು ಮಾಡಿದರೆ ಸಂಖ್ಯೆ ${gap}ರಷ್ಟು ಹೆಚ್ಚಾಗುತ್ತದೆ. ಮೂಲ ಸಂಖ್ಯೆ ಯಾವುದು?`,
      te: `ఒక రెండంకెల సంఖ్యలోని అంకెల మొత్తం ${sum}. ఆ అంకెలను తారుమారు చేస్తే సంఖ్య ${gap} పెరుగుతుంది. అసలు సంఖ్య ఏది?`,
      en: `The digits of a two-digit number add up to ${sum}. When the digits are interchanged the number increases by ${gap}. What is the original number?`,
    },
    right: `${number}`,
    wrong: [reversed, ...alike].map(String),
    why: {
      kn: `ಅದಲುಬದಲು ಮಾಡಿದಾಗ ಸಂಖ್ಯೆ ಅಂಕಿಗಳ ವ್ಯತ್ಯಾಸದ 9 ಪಟ್ಟು ಬದಲಾಗುತ್ತದೆ: ${gap} ÷ 9 = ${difference}. ಮೊತ್ತ ${sum}, ವ್ಯತ್ಯಾಸ ${difference} ಇರುವ ಅಂಕಿಗಳು ${units} ಮತ್ತು ${tens}. ಅದಲುಬದಲಾದಾಗ ಹೆಚ್ಚಾಗುವುದರಿಂದ ಮೂಲ ಸಂಖ್ಯೆ ${number}.`,
      te: `అంకెలను తారుమారు చేస్తే సంఖ్యలో వచ్చే మార్పు అంకెల తేడాకు 9 రెట్లు; కాబట్టి అంకెల తేడా ${gap} ÷ 9 = ${difference}. మొత్తం ${sum}, తేడా ${difference} ఉన్న అంకెలు ${units}, ${tens}. తారుమారైతే పెరుగుతుంది కాబట్టి అసలు సంఖ్య ${number}.`,
      en: `Interchanging changes the number by 9 times the difference of its digits: ${gap} ÷ 9 = ${difference}. Digits with the sum ${sum} and the difference ${difference} are ${units} and ${tens}. As the number increases, the original is ${number}.`,
    },
  })
}

export const algebra: readonly QuestionTemplate[] = [
  sumWithReciprocal,
  sumAndProduct,
  twoPrices,
  consecutive,
  reversedDigits,
]
