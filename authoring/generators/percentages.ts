import { grouped, isWhole, mixed, percent, rupees } from './amounts.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['arithmetic']

const passMark: QuestionTemplate = (random) => {
  const { share, total, short } = random.drawUntil(
    () => ({
      share: random.pick([30, 33, 35, 36, 40, 45]),
      total: random.integer(300, 1000, 50),
      short: random.integer(8, 40),
    }),
    ({ share, total }) => isWhole((share * total) / 100),
  )
  const pass = (share * total) / 100
  const got = pass - short
  const sum = `${got} + ${short} = ${pass}`
  const whole = `${pass} × 100 ÷ ${share} = ${grouped(total)}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಒಂದು ಪರೀಕ್ಷೆಯಲ್ಲಿ ತೇರ್ಗಡೆಯಾಗಲು ಒಟ್ಟು ಅಂಕಗಳ ${share}% ಪಡೆಯಬೇಕು. ${got} ಅಂಕ ಪಡೆದ ಅಭ್ಯರ್ಥಿಗೆ ತೇರ್ಗಡೆಯಾಗಲು ${short} ಅಂಕ ಕಡಿಮೆಯಾಯಿತು. ಪರೀಕ್ಷೆಯ ಒಟ್ಟು ಅಂಕ ಎಷ್ಟು?`,
      te: `ఒక పరీక్షలో ఉత్తీర్ణతకు మొత్తం మార్కుల్లో ${share}% రావాలి. ${got} మార్కులు పొందిన అభ్యర్థికి ఉత్తీర్ణతకు ${short} మార్కులు తక్కువయ్యాయి. పరీక్ష మొత్తం మార్కులు ఎన్ని?`,
      en: `To pass an examination a candidate must get ${share}% of the total marks. One who got ${got} marks fell short of the pass mark by ${short}. What are the total marks?`,
    },
    ...numericAnswers(total, [((got - short) * 100) / share, (got * 100) / share], 50),
    why: {
      kn: `ತೇರ್ಗಡೆಗೆ ಬೇಕಾದ ಅಂಕ ${sum}; ಇದು ಒಟ್ಟು ಅಂಕಗಳ ${share}%. ಆದ್ದರಿಂದ ಒಟ್ಟು ಅಂಕ ${whole}. ಕಡಿಮೆಯಾದ ಅಂಕಗಳನ್ನು ಕೂಡಿಸಬೇಕು, ಕಳೆಯಬಾರದು.`,
      te: `ఉత్తీర్ణతకు కావలసిన మార్కులు ${sum}; ఇవి మొత్తం మార్కుల్లో ${share}%. కాబట్టి మొత్తం మార్కులు ${whole}. తక్కువైన మార్కులను కూడాలి, తీసివేయకూడదు.`,
      en: `The pass mark is ${sum}, which is ${share}% of the total. So the total is ${whole}. The shortfall is added, not subtracted.`,
    },
  })
}

const riseAndFall: QuestionTemplate = (random) => {
  const { start, rise, fall } = random.drawUntil(
    () => ({
      start: random.integer(4000, 24_000, 500),
      rise: random.integer(5, 30, 5),
      fall: random.integer(5, 25, 5),
    }),
    ({ start, rise, fall }) =>
      isWhole((start * (100 + rise)) / 100) && isWhole((start * (100 + rise) * (100 - fall)) / 1e4),
  )
  const raised = (start * (100 + rise)) / 100
  const end = (raised * (100 - fall)) / 100
  const careless = (start * (100 + rise - fall)) / 100
  const first = `${grouped(start)} × ${100 + rise}/100 = ${grouped(raised)}`
  const second = `${grouped(raised)} × ${100 - fall}/100 = ${grouped(end)}`
  return makeQuestion(random, {
    topics,
    stem: random.pick([
      {
        kn: `ಒಂದು ಗ್ರಾಮದ ಜನಸಂಖ್ಯೆ ${grouped(start)} ಇತ್ತು. ಅದು ಮೊದಲ ವರ್ಷ ${rise}% ಹೆಚ್ಚಿ, ಎರಡನೆಯ ವರ್ಷ ${fall}% ಕಡಿಮೆಯಾಯಿತು. ಎರಡು ವರ್ಷಗಳ ನಂತರ ಜನಸಂಖ್ಯೆ ಎಷ್ಟು?`,
        te: `ఒక గ్రామ జనాభా ${grouped(start)}. అది మొదటి సంవత్సరం ${rise}% పెరిగి, రెండో సంవత్సరం ${fall}% తగ్గింది. రెండు సంవత్సరాల తర్వాత జనాభా ఎంత?`,
        en: `The population of a village was ${grouped(start)}. It rose by ${rise}% in the first year and fell by ${fall}% in the second. What was the population after the two years?`,
      },
      {
        kn: `ಹಾಲು ಉತ್ಪಾದಕರ ಸಂಘವೊಂದು ದಿನಕ್ಕೆ ${grouped(start)} ಲೀಟರ್ ಹಾಲು ಸಂಗ್ರಹಿಸುತ್ತಿತ್ತು. ಮಳೆಗಾಲದಲ್ಲಿ ಸಂಗ್ರಹ ${rise}% ಹೆಚ್ಚಾಗಿ, ಬೇಸಿಗೆಯಲ್ಲಿ ಅದಕ್ಕಿಂತ ${fall}% ಕಡಿಮೆಯಾಯಿತು. ಬೇಸಿಗೆಯಲ್ಲಿ ದಿನದ ಸಂಗ್ರಹ ಎಷ್ಟು ಲೀಟರ್?`,
        te: `ఒక పాల ఉత్పత్తిదారుల సంఘం రోజుకు ${grouped(start)} లీటర్ల పాలు సేకరించేది. వర్షాకాలంలో సేకరణ ${rise}% పెరిగి, వేసవిలో దాని కంటే ${fall}% తగ్గింది. వేసవిలో రోజువారీ సేకరణ ఎన్ని లీటర్లు?`,
        en: `A milk producers' society collected ${grouped(start)} litres a day. In the rainy season the collection rose by ${rise}%, and in summer it fell by ${fall}% from that level. How many litres a day did it collect in summer?`,
      },
    ]),
    ...numericAnswers(end, [careless, (start * (100 + rise + fall)) / 100, raised], 100),
    why: {
      kn: `ಹೆಚ್ಚಳದ ನಂತರ ${first}. ಇಳಿಕೆಯನ್ನು ಈ ಹೊಸ ಸಂಖ್ಯೆಯ ಮೇಲೆ ಲೆಕ್ಕ ಹಾಕಬೇಕು: ${second}. ಎರಡೂ ಶೇಕಡಾಗಳನ್ನು ಮೊದಲ ಸಂಖ್ಯೆಯ ಮೇಲೆಯೇ ಲೆಕ್ಕ ಹಾಕಿದರೆ ${grouped(careless)} ಎಂಬ ತಪ್ಪು ಉತ್ತರ ಬರುತ್ತದೆ.`,
      te: `పెరుగుదల తర్వాత ${first}. తగ్గుదలను ఈ కొత్త సంఖ్యపై లెక్కించాలి: ${second}. రెండు శాతాలనూ మొదటి సంఖ్యపైనే లెక్కిస్తే ${grouped(careless)} అనే తప్పు జవాబు వస్తుంది.`,
      en: `After the rise the figure is ${first}. The fall is calculated on this new figure: ${second}. Taking both percentages of the first figure gives the wrong answer ${grouped(careless)}.`,
    },
  })
}

const dearerGoods: QuestionTemplate = (random) => {
  const rise = random.pick([20, 25, 50, 60, 100])
  const goods = random.pick([
    { kn: 'ಅಡುಗೆ ಎಣ್ಣೆಯ', te: 'వంటనూనె', en: 'cooking oil' },
    { kn: 'ಸಕ್ಕರೆಯ', te: 'చక్కెర', en: 'sugar' },
    { kn: 'ಅಕ್ಕಿಯ', te: 'బియ్యం', en: 'rice' },
    { kn: 'ತೊಗರಿ ಬೇಳೆಯ', te: 'కందిపప్పు', en: 'tur dal' },
    { kn: 'ಈರುಳ್ಳಿಯ', te: 'ఉల్లిపాయల', en: 'onions' },
  ])
  const cut = mixed(rise * 100, 100 + rise)
  const working = `${rise} ÷ ${100 + rise} × 100 = ${cut}%`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${goods.kn} ಬೆಲೆ ${rise}% ಏರಿದೆ. ಅದರ ಮೇಲಿನ ಖರ್ಚು ಮೊದಲಿನಷ್ಟೇ ಇರಬೇಕಾದರೆ ಬಳಕೆಯನ್ನು ಶೇಕಡಾ ಎಷ್ಟು ಕಡಿಮೆ ಮಾಡಬೇಕು?`,
      te: `${goods.te} ధర ${rise}% పెరిగింది. ఖర్చు మునుపటిలాగే ఉండాలంటే వాడకాన్ని ఎంత శాతం తగ్గించాలి?`,
      en: `The price of ${goods.en} has risen by ${rise}%. By what per cent must a family reduce its consumption so that its spending does not rise?`,
    },
    right: `${cut}%`,
    wrong: [
      `${rise}%`,
      ...(rise < 60 ? [`${mixed(rise * 100, 100 - rise)}%`] : []),
      `${mixed(rise, 2)}%`,
      ...[5, 10].map((more) => `${mixed(rise * 100 + more * (100 + rise), 100 + rise)}%`),
    ],
    why: {
      kn: `ಮೊದಲು ₹100 ಖರ್ಚಾಗುತ್ತಿದ್ದರೆ ಈಗ ಅಷ್ಟೇ ಪ್ರಮಾಣಕ್ಕೆ ₹${100 + rise} ಬೇಕು. ಇದರಲ್ಲಿ ₹${rise} ಉಳಿಸಬೇಕು: ${working}. ಏರಿಕೆಯನ್ನು ಹಳೆಯ ಬೆಲೆಯ ಮೇಲೆ, ಇಳಿಕೆಯನ್ನು ಹೊಸ ಬೆಲೆಯ ಮೇಲೆ ಲೆಕ್ಕ ಹಾಕುತ್ತೇವೆ; ಆದ್ದರಿಂದ ಎರಡೂ ಶೇಕಡಾಗಳು ಒಂದೇ ಆಗುವುದಿಲ್ಲ.`,
      te: `ముందు ₹100 ఖర్చయ్యేదనుకుంటే ఇప్పుడు అంతే పరిమాణానికి ₹${100 + rise} కావాలి. ఇందులో ₹${rise} తగ్గించాలి: ${working}. పెరుగుదలను పాత ధరపై, తగ్గింపును కొత్త ధరపై లెక్కిస్తాం; కాబట్టి రెండు శాతాలూ సమానం కావు.`,
      en: `What cost ₹100 before now costs ₹${100 + rise}. Of this, ₹${rise} must be saved: ${working}. The rise is on the old price and the cut on the new one, so the two percentages are not equal.`,
    },
  })
}

const election: QuestionTemplate = (random) => {
  const { share, margin } = random.drawUntil(
    () => ({ share: random.integer(52, 68), margin: random.integer(80, 900, 4) }),
    ({ share, margin }) => {
      const votes = (margin * 100) / (2 * share - 100)
      return votes % 50 === 0 && votes >= 800 && votes <= 6000
    },
  )
  const gap = 2 * share - 100
  const votes = (margin * 100) / gap
  const won = (votes * share) / 100
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಇಬ್ಬರೇ ಅಭ್ಯರ್ಥಿಗಳಿದ್ದ ಗ್ರಾಮ ಪಂಚಾಯಿತಿ ಚುನಾವಣೆಯಲ್ಲಿ ಗೆದ್ದವರು ಸಿಂಧುವಾದ ಮತಗಳಲ್ಲಿ ${share}% ಪಡೆದು ${margin} ಮತಗಳ ಅಂತರದಿಂದ ಜಯ ಗಳಿಸಿದರು. ಸಿಂಧುವಾದ ಮತಗಳು ಒಟ್ಟು ಎಷ್ಟು?`,
      te: `ఇద్దరే అభ్యర్థులు ఉన్న గ్రామ పంచాయతీ ఎన్నికలో గెలిచిన వ్యక్తికి చెల్లిన ఓట్లలో ${share}% వచ్చాయి; ఆధిక్యం ${margin} ఓట్లు. చెల్లిన ఓట్లు మొత్తం ఎన్ని?`,
      en: `In a gram panchayat election with two candidates, the winner got ${share}% of the valid votes and won by ${margin} votes. How many valid votes were there?`,
    },
    ...numericAnswers(votes, [won, votes - won, votes / 2], 100),
    why: {
      kn: `ಸೋತವರಿಗೆ ಸಿಕ್ಕಿದ್ದು ${100 - share}% ಮತ; ಅಂತರ ${share} − ${100 - share} = ${gap}%, ಅಂದರೆ ${margin} ಮತಗಳು. ಒಟ್ಟು ಮತಗಳು ${margin} × 100 ÷ ${gap} = ${grouped(votes)}. ${grouped(won)} ಎಂಬುದು ಗೆದ್ದವರು ಪಡೆದ ಮತಗಳು ಮಾತ್ರ.`,
      te: `ఓడిన వ్యక్తికి వచ్చినవి ${100 - share}% ఓట్లు; తేడా ${share} − ${100 - share} = ${gap}%, అంటే ${margin} ఓట్లు. మొత్తం ఓట్లు ${margin} × 100 ÷ ${gap} = ${grouped(votes)}. ${grouped(won)} అనేది గెలిచిన వ్యక్తికి వచ్చిన ఓట్లు మాత్రమే.`,
      en: `The loser got ${100 - share}%, so the gap of ${share} − ${100 - share} = ${gap}% is ${margin} votes. In all there were ${margin} × 100 ÷ ${gap} = ${grouped(votes)} valid votes; ${grouped(won)} is only the winner's share.`,
    },
  })
}

const spendAndSpend: QuestionTemplate = (random) => {
  const { income, first, second } = random.drawUntil(
    () => ({
      income: random.integer(12_000, 60_000, 500),
      first: random.integer(10, 40, 10),
      second: random.integer(10, 40, 10),
    }),
    ({ income, first, second }) => {
      const left = (income * (100 - first) * (100 - second)) / 10_000
      return left % 50 === 0 && ((left * 100) / (100 - first - second)) % 50 === 0
    },
  )
  const part = ((100 - first) * (100 - second)) / 100
  const left = (income * part) / 100
  const careless = (left * 100) / (100 - first - second)
  const working = `${rupees(left)} × 100 ÷ ${part} = ${rupees(income)}`
  return makeQuestion(random, {
    topics,
    stem: random.pick([
      {
        kn: `ಗುಮಾಸ್ತರೊಬ್ಬರು ತಿಂಗಳ ಸಂಬಳದಲ್ಲಿ ${first}% ಮನೆ ಬಾಡಿಗೆಗೂ ಉಳಿದದ್ದರಲ್ಲಿ ${second}% ಊಟದ ಖರ್ಚಿಗೂ ಬಳಸುತ್ತಾರೆ. ಈ ಎರಡೂ ಖರ್ಚುಗಳ ನಂತರ ${rupees(left)} ಉಳಿದರೆ ತಿಂಗಳ ಸಂಬಳ ಎಷ್ಟು?`,
        te: `ఒక గుమాస్తా తన నెల జీతంలో ${first}% ఇంటి అద్దెకు, మిగిలిన దానిలో ${second}% భోజన ఖర్చులకు వాడతారు. ఈ రెండు ఖర్చులు పోగా ${rupees(left)} మిగిలితే నెల జీతం ఎంత?`,
        en: `A clerk spends ${first}% of the monthly salary on house rent and ${second}% of what remains on food. If ${rupees(left)} is then left, what is the monthly salary?`,
      },
      {
        kn: `ರೈತರೊಬ್ಬರು ಬೆಳೆ ಮಾರಿ ಬಂದ ಹಣದಲ್ಲಿ ${first}% ಬೀಜ–ಗೊಬ್ಬರಕ್ಕೂ ಉಳಿದದ್ದರಲ್ಲಿ ${second}% ಕೂಲಿಗೂ ಕೊಟ್ಟರು. ಕೊನೆಗೆ ${rupees(left)} ಉಳಿದರೆ ಬೆಳೆಯಿಂದ ಬಂದ ಹಣ ಎಷ್ಟು?`,
        te: `ఒక రైతు పంట అమ్మగా వచ్చిన డబ్బులో ${first}% విత్తనాలు, ఎరువులకు ఖర్చు చేసి, మిగిలిన దానిలో ${second}% కూలీలకు ఇచ్చారు. చివరకు ${rupees(left)} మిగిలితే పంట ద్వారా వచ్చిన డబ్బు ఎంత?`,
        en: `A farmer paid ${first}% of the money from a crop for seed and manure, and ${second}% of the rest as wages. If ${rupees(left)} was left, how much money did the crop bring?`,
      },
    ]),
    ...numericAnswers(income, [careless, (income * 9) / 10, (income * 11) / 10], 1000, rupees),
    why: {
      kn: `ಮೊದಲ ಖರ್ಚಿನ ನಂತರ ${100 - first}%, ಎರಡನೆಯದರ ನಂತರ ಅದರಲ್ಲಿ ${100 - second}% ಉಳಿಯುತ್ತದೆ: ${100 - first} × ${100 - second} ÷ 100 = ${percent(part)}. ಒಟ್ಟು ಹಣ ${working}. ಎರಡನೆಯ ಶೇಕಡಾ ಉಳಿದ ಹಣದ ಮೇಲಿನದು; ಎರಡನ್ನೂ ನೇರವಾಗಿ ಕೂಡಿಸಿದರೆ ${rupees(careless)} ಎಂಬ ತಪ್ಪು ಉತ್ತರ ಬರುತ್ತದೆ.`,
      te: `మొదటి ఖర్చు తర్వాత ${100 - first}%, రెండో ఖర్చు తర్వాత అందులో ${100 - second}% మిగులుతుంది: ${100 - first} × ${100 - second} ÷ 100 = ${percent(part)}. మొత్తం ${working}. రెండో శాతాన్ని మిగిలిన డబ్బుపైనే లెక్కించాలి; రెండింటినీ నేరుగా కూడితే ${rupees(careless)} అనే తప్పు జవాబు వస్తుంది.`,
      en: `After the first expense ${100 - first}% remains, and ${100 - second}% of that is left: ${100 - first} × ${100 - second} ÷ 100 = ${percent(part)}. The whole amount is ${working}. The second percentage is of the remainder; simply adding the two gives the wrong answer ${rupees(careless)}.`,
    },
  })
}

export const percentages: readonly QuestionTemplate[] = [
  passMark,
  riseAndFall,
  dearerGoods,
  election,
  spendAndSpend,
]
