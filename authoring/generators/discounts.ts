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
      kn: `${first}% ಮತ್ತು ನಂತರ ${second}%ರ ಎರಡು ಅನುಕ್ರಮ ರಿಯಾಯಿತಿಗಳು ಎಷ್ಟು ಶೇಕಡಾದ ಒಂದೇ ರಿಯಾಯಿತಿಗೆ ಸಮ?`,
      te: `${first}%, ఆ తర్వాత ${second}% వరుస తగ్గింపులు ఎంత శాతం ఒకే తగ్గింపుకు సమానం?`,
      en: `To what single discount are successive discounts of ${first}% and ${second}% equal?`,
    },
    right: percent(answer),
    wrong: [first + second, decimal((first * second) / 100), left, answer + 1, answer - 2].map(
      percent,
    ),
    why: {
      kn: `₹100 ನಮೂದಿತ ಬೆಲೆಗೆ ಮೊದಲು ₹${100 - first}, ನಂತರ ಅದರ ${100 - second}% ಅಂದರೆ ₹${left} ಉಳಿಯುತ್ತದೆ. ಒಟ್ಟು ರಿಯಾಯಿತಿ 100 − ${left} = ${answer}%. ಎರಡನೆಯದು ಕಡಿಮೆಯಾದ ಬೆಲೆಯ ಮೇಲಿರುವುದರಿಂದ ನೇರವಾಗಿ ಕೂಡಿಸಬಾರದು.`,
      te: `₹100 ప్రకటిత వెలకు ముందు ₹${100 - first}, తర్వాత దానిలో ${100 - second}% అంటే ₹${left} మిగులుతుంది. మొత్తం తగ్గింపు 100 − ${left} = ${answer}%. రెండోది తగ్గిన ధరపై కాబట్టి నేరుగా కూడకూడదు.`,
      en: `Of a marked price of ₹100, ₹${100 - first} is left first, and then ${100 - second}% of it, ₹${left}. The whole discount is 100 − ${left} = ${answer}%. The second is on the reduced price, so the two are not simply added.`,
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
      kn: `ಅಂಗಡಿಯೊಂದು "${paid} ಸಾಬೂನು ಕೊಂಡರೆ ${free} ಉಚಿತ" ಎಂದು ಘೋಷಿಸಿದೆ. ಈ ಕೊಡುಗೆಯಲ್ಲಿ ಸಿಗುವ ರಿಯಾಯಿತಿ ಶೇಕಡಾ ಎಷ್ಟು?`,
      te: `ఒక దుకాణం "${paid} సబ్బులు కొంటే ${free} ఉచితం" అని ప్రకటించింది. ఈ ఆఫర్‌లో లభించే తగ్గింపు ఎంత శాతం?`,
      en: `A shop announces "Buy ${paid} cakes of soap and get ${free} free". What is the discount per cent?`,
    },
    right: percent(answer),
    wrong: [careless, decimal(100 - answer), answer + 5, answer + 10, answer / 2].map((value) =>
      percent(decimal(value)),
    ),
    why: {
      kn: `ಒಟ್ಟು ${paid} + ${free} = ${all} ಸಾಬೂನುಗಳಲ್ಲಿ ${free}ಕ್ಕೆ ಹಣ ಕೊಡುವುದಿಲ್ಲ. ರಿಯಾಯಿತಿ ${free} ÷ ${all} × 100 = ${answer}%. ರಿಯಾಯಿತಿಯನ್ನು ಪಡೆದ ಎಲ್ಲ ಸಾಬೂನುಗಳ ಬೆಲೆಯ ಮೇಲೆ ಲೆಕ್ಕ ಹಾಕಬೇಕು, ಕೊಂಡ ${paid}ರ ಮೇಲಲ್ಲ.`,
      te: `మొత్తం ${paid} + ${free} = ${all} సబ్బుల్లో ${free}కు డబ్బు ఇవ్వరు. తగ్గింపు ${free} ÷ ${all} × 100 = ${answer}%. తగ్గింపును పొందిన అన్ని సబ్బుల ధరపై లెక్కించాలి, కొన్న ${paid}పై కాదు.`,
      en: `Of ${paid} + ${free} = ${all} cakes ${free} are not paid for. The discount is ${free} ÷ ${all} × 100 = ${answer}%. It is reckoned on the price of all the cakes received, not of the ${paid} that are paid for.`,
    },
  })
}

const gainAfterDiscount: QuestionTemplate = (random) => {
  const { markup, discount } = random.drawUntil(
    () => ({ markup: random.integer(20, 80, 5), discount: random.integer(5, 35, 5) }),
    ({ markup, discount }) => {
      const sold = (100 + markup) * (100 - discount)
      return sold % 50 === 0 && sold > 10_200 && markup - discount !== sold / 100 - 100
    },
  )
  const sold = ((100 + markup) * (100 - discount)) / 100
  const answer = sold - 100
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ವ್ಯಾಪಾರಿಯೊಬ್ಬರು ಕೊಂಡ ಬೆಲೆಗಿಂತ ${markup}% ಹೆಚ್ಚು ಬೆಲೆ ನಮೂದಿಸಿ, ಅದರ ಮೇಲೆ ${discount}% ರಿಯಾಯಿತಿ ಕೊಟ್ಟು ಮಾರುತ್ತಾರೆ. ಅವರಿಗೆ ಶೇಕಡಾ ಎಷ್ಟು ಲಾಭ?`,
      te: `ఒక వ్యాపారి కొన్నవెల కంటే ${markup}% ఎక్కువ వెల ప్రకటించి, దానిపై ${discount}% తగ్గింపు ఇచ్చి అమ్ముతారు. ఆయనకు ఎంత శాతం లాభం?`,
      en: `A trader marks goods ${markup}% above the cost price and sells them at a discount of ${discount}% on the marked price. What is the gain per cent?`,
    },
    right: percent(answer),
    wrong: [markup - discount, markup, answer + 5, answer + 2].map((value) => percent(value)),
    why: {
      kn: `ಕೊಂಡ ಬೆಲೆ ₹100 ಆದರೆ ನಮೂದಿತ ಬೆಲೆ ₹${100 + markup}; ಮಾರಿದ ಬೆಲೆ ${100 + markup} × ${100 - discount}/100 = ₹${sold}. ಲಾಭ ${answer}%. ರಿಯಾಯಿತಿ ನಮೂದಿತ ಬೆಲೆಯ ಮೇಲಿರುವುದರಿಂದ ${markup} − ${discount} ಎಂದು ಕಳೆಯಬಾರದು.`,
      te: `కొన్నవెల ₹100 అయితే ప్రకటిత వెల ₹${100 + markup}; అమ్మినవెల ${100 + markup} × ${100 - discount}/100 = ₹${sold}. లాభం ${answer}%. తగ్గింపు ప్రకటిత వెలపై కాబట్టి ${markup} − ${discount} అని తీసివేయకూడదు.`,
      en: `If the cost price is ₹100, the marked price is ₹${100 + markup} and the selling price ${100 + markup} × ${100 - discount}/100 = ₹${sold}. The gain is ${answer}%. The discount is on the marked price, so ${markup} − ${discount} is wrong.`,
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
      kn: `ನಿರ್ವಹಣೆಗಾಗಿ ${rupees(pay)}; ಉಳಿದ ${rupees(rest)} ಅನ್ನು ${rupees(first)} : ${rupees(second)} ಅನುಪಾತದಲ್ಲಿ ಹಂಚಿದರೆ ${one.name.kn} ಅವರ ಪಾಲು ${rupees(part)}. ಒಟ್ಟು ${rupees(pay)} + ${rupees(part)} = ${rupees(answer)}.`,
      te: `నిర్వహణకు ${rupees(pay)}; మిగిలిన ${rupees(rest)} ను ${rupees(first)} : ${rupees(second)} నిష్పత్తిలో పంచితే ${one.name.te} వాటా ${rupees(part)}. మొత్తం ${rupees(pay)} + ${rupees(part)} = ${rupees(answer)}.`,
      en: `For managing, ${rupees(pay)}; of the remaining ${rupees(rest)}, shared as ${rupees(first)} : ${rupees(second)}, ${one.name.en} gets ${rupees(part)}. In all ${rupees(pay)} + ${rupees(part)} = ${rupees(answer)}.`,
    },
  })
}

export const discounts: readonly QuestionTemplate[] = [
  equivalentDiscount,
  gainAfterDiscount,
  buyAndGet,
  workingPartner,
]
