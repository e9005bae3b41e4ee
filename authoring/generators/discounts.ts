import { decimal, isWhole, percent, rupees } from './amounts.ts'
import { people, type Person } from './people.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['arithmetic']

const equivalentDiscount: QuestionTemplate = (random) => {
  const { first, second } = random.drawUntil(
    () => ({ first: random.integer(5, 40, 5), second: random.integer(5, 30, 5) }),
    ({ first, second }) => first !== second,
  )
  const answer = decimal(first + second - (first * second) / 100)
  const left = decimal(((100 - first) * (100 - second)) / 100)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಮೊದಲು ${first}%, ನಂತರ ಉಳಿದ ಬೆಲೆಯ ಮೇಲೆ ${second}% ರಿಯಾಯಿತಿ ನೀಡಿದರೆ ಅದು ಶೇಕಡಾ ಎಷ್ಟರ ಒಂದೇ ರಿಯಾಯಿತಿಗೆ ಸಮ?`,
      te: `${first}%, ఆ తర్వాత ${second}% చొప్పున ఇచ్చే వరుస తగ్గింపులకు సమానమైన ఒకే తగ్గింపు ఎంత శాతం?`,
      en: `What single discount is equivalent to successive discounts of ${first}% and ${second}%?`,
    },
    right: percent(answer),
    wrong: [first + second, decimal((first * second) / 100), left, answer + 1, answer - 2].map(
      percent,
    ),
    why: {
      kn: `ನಮೂದಿತ ಬೆಲೆ ₹100 ಆದರೆ ಮೊದಲ ರಿಯಾಯಿತಿಯ ನಂತರ ₹${100 - first}, ಎರಡನೆಯದರ ನಂತರ ಅದರ ${100 - second}%, ಅಂದರೆ ₹${left} ಉಳಿಯುತ್ತದೆ. ಒಟ್ಟು ರಿಯಾಯಿತಿ 100 − ${left} = ${answer}%. ಎರಡನೆಯದು ಕಡಿಮೆಯಾದ ಬೆಲೆಯ ಮೇಲಿರುವುದರಿಂದ ನೇರವಾಗಿ ಕೂಡಿಸಬಾರದು.`,
      te: `ప్రకటిత వెల ₹100 అయితే మొదటి తగ్గింపు తర్వాత ₹${100 - first}, రెండోదాని తర్వాత అందులో ${100 - second}%, అంటే ₹${left} మిగులుతుంది. మొత్తం తగ్గింపు 100 − ${left} = ${answer}%. రెండో తగ్గింపు తగ్గిన ధరపై ఉంటుంది కాబట్టి రెండింటినీ నేరుగా కూడకూడదు.`,
      en: `If the marked price is ₹100, ₹${100 - first} is left after the first discount and ${100 - second}% of that, ₹${left}, after the second. The total discount is 100 − ${left} = ${answer}%. The second is on the reduced price, so the two are not simply added.`,
    },
  })
}

const buyAndGet: QuestionTemplate = (random) => {
  const { paid, free } = random.drawUntil(
    () => ({ paid: random.integer(2, 24), free: random.integer(1, 8) }),
    ({ paid, free }) => free < paid && Number.isInteger((free * 200) / (paid + free)),
  )
  const all = paid + free
  const answer = (free * 100) / all
  const careless = decimal(Math.round((free * 10_000) / paid) / 100)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಅಂಗಡಿಯೊಂದು "${paid} ಸಾಬೂನು ಕೊಂಡರೆ ${free} ಉಚಿತ" ಎಂದು ಘೋಷಿಸಿದೆ. ಈ ಕೊಡುಗೆಯಿಂದ ಸಿಗುವ ರಿಯಾಯಿತಿ ಶೇಕಡಾ ಎಷ್ಟು?`,
      te: `ఒక దుకాణం "${paid} సబ్బులు కొంటే ${free} ఉచితం" అని ప్రకటించింది. ఈ ఆఫర్‌లో లభించే తగ్గింపు ఎంత శాతం?`,
      en: `A shop announces "Buy ${paid} cakes of soap and get ${free} free". What is the discount per cent?`,
    },
    right: percent(answer),
    wrong: [careless, decimal(100 - answer), answer + 5, answer + 10, answer / 2].map((value) =>
      percent(decimal(value)),
    ),
    why: {
      kn: `ಒಟ್ಟು ${paid} + ${free} = ${all} ಸಾಬೂನುಗಳಲ್ಲಿ ${free} ಉಚಿತ. ರಿಯಾಯಿತಿ ${free} ÷ ${all} × 100 = ${answer}%. ರಿಯಾಯಿತಿಯನ್ನು ಪಡೆದ ಎಲ್ಲ ಸಾಬೂನುಗಳ ಬೆಲೆಯ ಮೇಲೆ ಲೆಕ್ಕ ಹಾಕಬೇಕು, ಕೊಂಡ ${paid}ರ ಮೇಲಲ್ಲ.`,
      te: `మొత్తం ${paid} + ${free} = ${all} సబ్బుల్లో ${free} ఉచితం. తగ్గింపు ${free} ÷ ${all} × 100 = ${answer}%. తగ్గింపును పొందిన అన్ని సబ్బుల ధరపై లెక్కించాలి, కొన్న ${paid}పై కాదు.`,
      en: `Of ${paid} + ${free} = ${all} cakes, ${free} ${free === 1 ? 'is' : 'are'} free. The discount is ${free} ÷ ${all} × 100 = ${answer}%. It is calculated on the price of all the cakes received, not of the ${paid} that are paid for.`,
    },
  })
}

const markupNeeded: QuestionTemplate = (random) => {
  const { gain, discount } = random.drawUntil(
    () => ({ gain: random.integer(5, 50), discount: random.integer(4, 40) }),
    ({ gain, discount }) =>
      Number.isInteger((100 * (gain + discount)) / (100 - discount)) && gain !== discount,
  )
  const answer = (100 * (gain + discount)) / (100 - discount)
  const [sold, marked] = [100 + gain, 100 + answer]
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${discount}% ರಿಯಾಯಿತಿ ಕೊಟ್ಟ ಮೇಲೂ ${gain}% ಲಾಭ ಗಳಿಸಬೇಕಾದರೆ ವ್ಯಾಪಾರಿಯು ಕೊಂಡ ಬೆಲೆಗಿಂತ ಶೇಕಡಾ ಎಷ್ಟು ಹೆಚ್ಚು ಬೆಲೆಯನ್ನು ನಮೂದಿಸಬೇಕು?`,
      te: `${discount}% తగ్గింపు ఇచ్చాక కూడా ${gain}% లాభం పొందాలంటే వ్యాపారి కొన్నవెల కంటే ఎంత శాతం ఎక్కువ వెల ప్రకటించాలి?`,
      en: `To gain ${gain}% even after a discount of ${discount}%, by what per cent above the cost price must a trader mark the goods?`,
    },
    ...numericAnswers(answer, [gain + discount, gain, answer + discount], 5, percent),
    why: {
      kn: `ಕೊಂಡ ಬೆಲೆ ₹100 ಆದರೆ ಮಾರಬೇಕಾದ ಬೆಲೆ ₹${sold}; ಇದು ನಮೂದಿತ ಬೆಲೆಯ ${100 - discount}%. ನಮೂದಿತ ಬೆಲೆ ${sold} × 100/${100 - discount} = ₹${marked}, ಅಂದರೆ ${answer}% ಹೆಚ್ಚು. ರಿಯಾಯಿತಿ ನಮೂದಿತ ಬೆಲೆಯ ಮೇಲಿರುವುದರಿಂದ ${gain} + ${discount} ಎಂದು ಕೂಡಿಸಬಾರದು.`,
      te: `కొన్నవెల ₹100 అయితే అమ్మవలసిన వెల ₹${sold}; ఇది ప్రకటిత వెలలో ${100 - discount}%. ప్రకటిత వెల ${sold} × 100/${100 - discount} = ₹${marked}, అంటే ${answer}% ఎక్కువ. తగ్గింపు ప్రకటిత వెలపై ఉంటుంది కాబట్టి ${gain} + ${discount} అని కూడకూడదు.`,
      en: `If the cost price is ₹100, the goods must be sold at ₹${sold}, which is ${100 - discount}% of the marked price. The marked price is ${sold} × 100/${100 - discount} = ₹${marked}, that is, ${answer}% above the cost price. The discount is on the marked price, so ${gain} + ${discount} is wrong.`,
    },
  })
}

const workingPartner: QuestionTemplate = (random) => {
  const [one, other] = random.shuffled(people) as [Person, Person]
  const { first, second, share, profit } = random.drawUntil(
    () => ({
      first: random.integer(20_000, 90_000, 5000),
      second: random.integer(20_000, 90_000, 5000),
      share: random.pick([10, 15, 20, 25]),
      profit: random.integer(12_000, 60_000, 1000),
    }),
    ({ first, second, share, profit }) =>
      first !== second &&
      isWhole((profit * share) / 100) &&
      isWhole((profit * (100 - share) * first) / 100 / (first + second)) &&
      isWhole((profit * first) / (first + second)),
  )
  const pay = (profit * share) / 100
  const rest = profit - pay
  const part = (rest * first) / (first + second)
  const answer = pay + part
  const plain = (profit * first) / (first + second)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${one.name.kn} ${rupees(first)} ಮತ್ತು ${other.name.kn} ${rupees(second)} ಹೂಡಿ ಪಾಲುದಾರಿಕೆಯಲ್ಲಿ ವ್ಯಾಪಾರ ನಡೆಸಿದರು. ವ್ಯವಹಾರ ನೋಡಿಕೊಂಡಿದ್ದಕ್ಕೆ ${one.name.kn} ಅವರಿಗೆ ಲಾಭದ ${share}%, ಉಳಿದದ್ದು ಹೂಡಿಕೆಯ ಅನುಪಾತದಲ್ಲಿ ಇಬ್ಬರಿಗೂ ಸೇರುತ್ತದೆ. ಒಟ್ಟು ಲಾಭ ${rupees(profit)} ಆದರೆ ${one.name.kn} ಅವರಿಗೆ ಸಿಗುವ ಒಟ್ಟು ಹಣ ಎಷ್ಟು?`,
      te: `${one.name.te} ${rupees(first)}, ${other.name.te} ${rupees(second)} పెట్టుబడితో భాగస్వామ్య వ్యాపారం చేశారు. నిర్వహణ చూసుకున్నందుకు ${one.to.te} లాభంలో ${share}%, మిగిలినది పెట్టుబడుల నిష్పత్తిలో ఇద్దరికీ చెందుతుంది. మొత్తం లాభం ${rupees(profit)} అయితే ${one.to.te} వచ్చే మొత్తం డబ్బు ఎంత?`,
      en: `${one.name.en} invests ${rupees(first)} and ${other.name.en} ${rupees(second)} in a business. For managing it ${one.name.en} gets ${share}% of the profit, and the rest is shared in the ratio of the investments. If the profit is ${rupees(profit)}, how much does ${one.name.en} get in all?`,
    },
    ...numericAnswers(answer, [part, plain, profit - answer], 500, rupees),
    why: {
      kn: `ನಿರ್ವಹಣೆಗಾಗಿ ಸಿಗುವುದು ${rupees(pay)}; ಉಳಿದ ${rupees(rest)} ಅನ್ನು ${rupees(first)} : ${rupees(second)} ಅನುಪಾತದಲ್ಲಿ ಹಂಚಿದರೆ ${one.name.kn} ಅವರ ಪಾಲು ${rupees(part)}. ಒಟ್ಟು ${rupees(pay)} + ${rupees(part)} = ${rupees(answer)}.`,
      te: `నిర్వహణకు వచ్చేది ${rupees(pay)}; మిగిలిన ${rupees(rest)}ను ${rupees(first)} : ${rupees(second)} నిష్పత్తిలో పంచితే ${one.name.te} వాటా ${rupees(part)}. మొత్తం ${rupees(pay)} + ${rupees(part)} = ${rupees(answer)}.`,
      en: `For managing it ${one.name.en} gets ${rupees(pay)}; of the remaining ${rupees(rest)}, shared in the ratio ${rupees(first)} : ${rupees(second)}, ${one.name.en} gets ${rupees(part)}. The total is ${rupees(pay)} + ${rupees(part)} = ${rupees(answer)}.`,
    },
  })
}

export const discounts: readonly QuestionTemplate[] = [
  equivalentDiscount,
  markupNeeded,
  buyAndGet,
  workingPartner,
]
