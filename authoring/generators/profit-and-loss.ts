import { gcd, grouped, isWhole, percent, rupees } from './amounts.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['arithmetic']

const fruitSeller: QuestionTemplate = (random) => {
  const { bought, paid, sold, got } = random.drawUntil(
    () => ({
      bought: random.pick([5, 6, 8, 10, 12, 15, 20]),
      paid: random.integer(20, 120, 5),
      sold: random.pick([3, 4, 5, 6, 8, 9, 10, 12]),
      got: random.integer(20, 150, 5),
    }),
    ({ bought, paid, sold, got }) => {
      const profit = (100 * bought * got) / (paid * sold) - 100
      return bought !== sold && paid !== got && profit % 5 === 0 && profit >= 10 && profit <= 60
    },
  )
  const goods = random.pick([
    { kn: 'ನಿಂಬೆಹಣ್ಣುಗಳನ್ನು', te: 'నిమ్మకాయలను', en: 'lemons' },
    { kn: 'ಬಾಳೆಹಣ್ಣುಗಳನ್ನು', te: 'అరటిపండ్లను', en: 'bananas' },
    { kn: 'ಸೀಬೆಹಣ್ಣುಗಳನ್ನು', te: 'జామకాయలను', en: 'guavas' },
    { kn: 'ಮೊಟ್ಟೆಗಳನ್ನು', te: 'కోడిగుడ్లను', en: 'eggs' },
  ])
  const count = (bought * sold) / gcd(bought, sold)
  const [cost, price] = [(count * paid) / bought, (count * got) / sold]
  const profit = ((price - cost) * 100) / cost
  const working = `${price - cost} ÷ ${cost} × 100 = ${profit}%`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಸಂತೆಯಲ್ಲಿ ವ್ಯಾಪಾರಿಯೊಬ್ಬರು ₹${paid}ಕ್ಕೆ ${bought}ರಂತೆ ${goods.kn} ಕೊಂಡು, ₹${got}ಕ್ಕೆ ${sold}ರಂತೆ ಮಾರುತ್ತಾರೆ. ಲಾಭ ಶೇಕಡಾ ಎಷ್ಟು?`,
      te: `సంతలో ఒక వ్యాపారి ₹${paid}కు ${bought} చొప్పున ${goods.te} కొని, ₹${got}కు ${sold} చొప్పున అమ్ముతారు. లాభ శాతం ఎంత?`,
      en: `A trader in the weekly market buys ${goods.en} at ${bought} for ₹${paid} and sells them at ${sold} for ₹${got}. What is the profit per cent?`,
    },
    ...numericAnswers(profit, [((price - cost) * 100) / price, profit / 2], 5, percent),
    why: {
      kn: `${bought} ಮತ್ತು ${sold}ರ ಲ.ಸಾ.ಅ. ${count}. ಅಷ್ಟು ${goods.kn} ಕೊಂಡ ಬೆಲೆ ₹${cost}, ಮಾರಿದ ಬೆಲೆ ₹${price}; ಲಾಭ ₹${price - cost}. ಶೇಕಡಾವಾರು ಲಾಭ = ${working}. ಲಾಭವನ್ನು ಕೊಂಡ ಬೆಲೆಯ ಮೇಲೆ ಲೆಕ್ಕ ಹಾಕಬೇಕು, ಮಾರಿದ ಬೆಲೆಯ ಮೇಲಲ್ಲ.`,
      te: `${bought}, ${sold}ల క.సా.గు. ${count} కాబట్టి ${count} ${goods.te.replace(/ను$/, 'ు')} తీసుకుందాం. వాటి కొన్నవెల ₹${cost}, అమ్మినవెల ₹${price}; లాభం ₹${price - cost}. లాభ శాతం ${working}. లాభాన్ని కొన్నవెలపై లెక్కించాలి, అమ్మినవెలపై కాదు.`,
      en: `The LCM of ${bought} and ${sold} is ${count}. That many ${goods.en} cost ₹${cost} and sell for ₹${price}, a profit of ₹${price - cost}. Profit per cent = ${working}. It is calculated on the cost price, not on the selling price.`,
    },
  })
}

const weaver: QuestionTemplate = (random) => {
  const { cost, loss, gain } = random.drawUntil(
    () => ({
      cost: random.integer(400, 6000, 50),
      loss: random.pick([4, 5, 8, 10, 12, 15, 20]),
      gain: random.pick([5, 10, 15, 20, 25]),
    }),
    ({ cost, loss, gain }) =>
      [100 - loss, 100 + gain, 100 + gain + loss].every((share) => isWhole((cost * share) / 100)) &&
      isWhole((cost * (100 - loss) * (100 + gain)) / 10_000),
  )
  const sold = (cost * (100 - loss)) / 100
  const wanted = (cost * (100 + gain)) / 100
  const careless = (sold * (100 + gain)) / 100
  const base = `${rupees(sold)} × 100/${100 - loss} = ${rupees(cost)}`
  const working = `${rupees(cost)} × ${100 + gain}/100 = ${rupees(wanted)}`
  return makeQuestion(random, {
    topics,
    stem: random.pick([
      {
        kn: `ನೇಕಾರರೊಬ್ಬರು ಒಂದು ಸೀರೆಯನ್ನು ${rupees(sold)}ಕ್ಕೆ ಮಾರಿದಾಗ ${loss}% ನಷ್ಟವಾಯಿತು. ${gain}% ಲಾಭ ಬರಬೇಕಾದರೆ ಅದನ್ನು ಎಷ್ಟಕ್ಕೆ ಮಾರಬೇಕಿತ್ತು?`,
        te: `ఒక నేత కార్మికుడు చీరను ${rupees(sold)}కు అమ్మితే ${loss}% నష్టం వచ్చింది. ${gain}% లాభం రావాలంటే దానిని ఎంతకు అమ్మాలి?`,
        en: `A weaver lost ${loss}% by selling a sari for ${rupees(sold)}. At what price should it have been sold to gain ${gain}%?`,
      },
      {
        kn: `ಹಳೆಯ ಸೈಕಲ್ ಒಂದನ್ನು ${rupees(sold)}ಕ್ಕೆ ಮಾರಿದರೆ ${loss}% ನಷ್ಟವಾಗುತ್ತದೆ. ${gain}% ಲಾಭ ಪಡೆಯಲು ಅದನ್ನು ಎಷ್ಟು ಬೆಲೆಗೆ ಮಾರಬೇಕು?`,
        te: `ఒక పాత సైకిల్‌ను ${rupees(sold)}కు అమ్మితే ${loss}% నష్టం వస్తుంది. ${gain}% లాభం పొందాలంటే దానిని ఎంత ధరకు అమ్మాలి?`,
        en: `There is a loss of ${loss}% if an old bicycle is sold for ${rupees(sold)}. For how much must it be sold to gain ${gain}%?`,
      },
    ]),
    ...numericAnswers(
      wanted,
      [careless, (sold * (100 + gain + loss)) / 100, (cost * (100 + gain + loss)) / 100],
      50,
      rupees,
    ),
    why: {
      kn: `ಮಾರಿದ ಬೆಲೆ ಅಸಲು ಬೆಲೆಯ ${100 - loss}%, ಆದ್ದರಿಂದ ಅಸಲು ಬೆಲೆ ${base}. ಬೇಕಾದ ಮಾರಾಟ ಬೆಲೆ ${working}. ನಷ್ಟಕ್ಕೆ ಮಾರಿದ ಬೆಲೆಗೇ ${gain}% ಸೇರಿಸಿದರೆ ${rupees(careless)} ಎಂಬ ತಪ್ಪು ಉತ್ತರ ಬರುತ್ತದೆ.`,
      te: `అమ్మినవెల కొన్నవెలలో ${100 - loss}%, కాబట్టి కొన్నవెల ${base}. కావలసిన అమ్మకపు వెల ${working}. నష్టానికి అమ్మిన వెలకే ${gain}% కలిపితే ${rupees(careless)} అనే తప్పు జవాబు వస్తుంది.`,
      en: `The selling price is ${100 - loss}% of the cost, so the cost is ${base}. The required price is ${working}. Adding ${gain}% to the price that brought the loss gives the wrong answer ${rupees(careless)}.`,
    },
  })
}

const markedPrice: QuestionTemplate = (random) => {
  const { mark, discount } = random.drawUntil(
    () => ({ mark: random.integer(20, 80, 5), discount: random.integer(5, 30, 5) }),
    ({ mark, discount }) => {
      const gain = mark - discount - (mark * discount) / 100
      return gain >= 4 && Number.isInteger(gain * 2)
    },
  )
  const price = ((100 + mark) * (100 - discount)) / 100
  const gain = price - 100
  const working = `${100 + mark} × ${100 - discount}/100 = ₹${grouped(price)}`
  return makeQuestion(random, {
    topics,
    stem: random.pick([
      {
        kn: `ಬಟ್ಟೆ ಅಂಗಡಿಯೊಂದು ಕೊಂಡ ಬೆಲೆಗಿಂತ ${mark}% ಹೆಚ್ಚಿನ ಬೆಲೆ ನಮೂದಿಸಿ, ಹಬ್ಬದ ಮಾರಾಟದಲ್ಲಿ ${discount}% ರಿಯಾಯಿತಿ ನೀಡುತ್ತದೆ. ಅಂಗಡಿಗೆ ಸಿಗುವ ಲಾಭ ಶೇಕಡಾ ಎಷ್ಟು?`,
        te: `ఒక బట్టల దుకాణం కొన్నవెల కంటే ${mark}% ఎక్కువగా ప్రకటిత వెల నిర్ణయించి, పండుగ అమ్మకాల్లో ${discount}% తగ్గింపు ఇస్తుంది. దుకాణానికి వచ్చే లాభ శాతం ఎంత?`,
        en: `A cloth shop marks its goods ${mark}% above cost and allows a discount of ${discount}% in a festival sale. What is its profit per cent?`,
      },
      {
        kn: `ಪಾತ್ರೆ ವ್ಯಾಪಾರಿಯೊಬ್ಬರು ಕೊಂಡ ಬೆಲೆಗೆ ${mark}% ಸೇರಿಸಿ ಬೆಲೆ ನಮೂದಿಸುತ್ತಾರೆ; ನಗದು ಕೊಟ್ಟು ಕೊಳ್ಳುವವರಿಗೆ ನಮೂದಿತ ಬೆಲೆಯಲ್ಲಿ ${discount}% ರಿಯಾಯಿತಿ ನೀಡುತ್ತಾರೆ. ನಗದು ಮಾರಾಟದಲ್ಲಿ ಲಾಭ ಶೇಕಡಾ ಎಷ್ಟು?`,
        te: `ఒక పాత్రల వ్యాపారి కొన్నవెలకు ${mark}% కలిపి ప్రకటిత వెల నిర్ణయించి, నగదు చెల్లించేవారికి ప్రకటిత వెలపై ${discount}% తగ్గింపు ఇస్తారు. నగదు అమ్మకంలో లాభ శాతం ఎంత?`,
        en: `A dealer in vessels marks the goods ${mark}% above cost and allows a discount of ${discount}% on the marked price for cash payment. What is the profit per cent on a cash sale?`,
      },
    ]),
    ...numericAnswers(gain, [mark - discount, gain + discount, gain / 2], 4, percent),
    why: {
      kn: `ಕೊಂಡ ಬೆಲೆ ₹100 ಎಂದುಕೊಂಡರೆ ನಮೂದಿತ ಬೆಲೆ ₹${100 + mark}; ರಿಯಾಯಿತಿಯ ನಂತರ ${working}. ಲಾಭ ${percent(gain)}. ರಿಯಾಯಿತಿಯು ನಮೂದಿತ ಬೆಲೆಯ ಮೇಲಿನದು; ನೇರವಾಗಿ ${mark} − ${discount} = ${mark - discount}% ಎನ್ನುವುದು ತಪ್ಪು.`,
      te: `కొన్నవెల ₹100 అనుకుంటే ప్రకటిత వెల ₹${100 + mark}; తగ్గింపు తర్వాత ${working}. లాభం ${percent(gain)}. తగ్గింపు ప్రకటిత వెలపై ఉంటుంది; నేరుగా ${mark} − ${discount} = ${mark - discount}% అనడం తప్పు.`,
      en: `Let the cost be ₹100, so the marked price is ₹${100 + mark}; after the discount the price is ${working}. The profit is ${percent(gain)}. The discount is on the marked price, so ${mark} − ${discount} = ${mark - discount}% is wrong.`,
    },
  })
}

const twoDiscounts: QuestionTemplate = (random) => {
  const { list, first, second } = random.drawUntil(
    () => ({
      list: random.integer(800, 12_000, 100),
      first: random.integer(10, 40, 5),
      second: random.integer(5, 20, 5),
    }),
    ({ list, first, second }) =>
      first !== second && isWhole((list * (100 - first) * (100 - second)) / 10_000),
  )
  const once = (list * (100 - first)) / 100
  const twice = (once * (100 - second)) / 100
  const careless = (list * (100 - first - second)) / 100
  const goods = random.pick([
    { kn: 'ಮಿಕ್ಸರ್', te: 'మిక్సర్', en: 'mixer' },
    { kn: 'ಹೊಲಿಗೆ ಯಂತ್ರ', te: 'కుట్టు మిషన్', en: 'sewing machine' },
    { kn: 'ಸೀಲಿಂಗ್ ಫ್ಯಾನ್', te: 'సీలింగ్ ఫ్యాన్', en: 'ceiling fan' },
  ])
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${goods.kn} ಒಂದರ ನಮೂದಿತ ಬೆಲೆ ${rupees(list)}. ಮೊದಲು ${first}%, ನಂತರ ಉಳಿದ ಬೆಲೆಯ ಮೇಲೆ ${second}% ರಿಯಾಯಿತಿ ಸಿಕ್ಕರೆ ಎಷ್ಟು ಹಣ ಕೊಡಬೇಕು?`,
      te: `ఒక ${goods.te} ప్రకటిత వెల ${rupees(list)}. ముందు ${first}%, తర్వాత మిగిలిన ధరపై ${second}% తగ్గింపు లభిస్తే ఎంత డబ్బు చెల్లించాలి?`,
      en: `The marked price of a ${goods.en} is ${rupees(list)}. With a discount of ${first}% and then a further ${second}% on the reduced price, how much must be paid?`,
    },
    ...numericAnswers(twice, [careless, once, (list * (100 - first + second)) / 100], 50, rupees),
    why: {
      kn: `ಮೊದಲ ರಿಯಾಯಿತಿಯ ನಂತರ ${rupees(list)} × ${100 - first}/100 = ${rupees(once)}; ಎರಡನೆಯದರ ನಂತರ ${rupees(once)} × ${100 - second}/100 = ${rupees(twice)}. ಎರಡನ್ನೂ ಕೂಡಿಸಿ ${first + second}% ಕಳೆದರೆ ${rupees(careless)} ಎಂಬ ತಪ್ಪು ಉತ್ತರ ಬರುತ್ತದೆ.`,
      te: `మొదటి తగ్గింపు తర్వాత ${rupees(list)} × ${100 - first}/100 = ${rupees(once)}; రెండోదాని తర్వాత ${rupees(once)} × ${100 - second}/100 = ${rupees(twice)}. రెండింటినీ కూడి ${first + second}% తీసివేస్తే ${rupees(careless)} అనే తప్పు జవాబు వస్తుంది.`,
      en: `After the first discount the price is ${rupees(list)} × ${100 - first}/100 = ${rupees(once)}; after the second, ${rupees(once)} × ${100 - second}/100 = ${rupees(twice)}. Taking off ${first + second}% at once gives the wrong answer ${rupees(careless)}.`,
    },
  })
}

const equalPrices: QuestionTemplate = (random) => {
  const { rate, unit } = random.pick([
    { rate: 10, unit: 990 },
    { rate: 20, unit: 480 },
    { rate: 25, unit: 750 },
    { rate: 5, unit: 3990 },
  ])
  const price = random.drawUntil(
    () => unit * random.integer(3, 60),
    (price) => price >= 12_000 && price <= 45_000,
  )
  const costs = [(price * 100) / (100 + rate), (price * 100) / (100 - rate)] as const
  const loss = costs[0] + costs[1] - 2 * price
  const result = (amount: number, kn: string, te: string, en: string) => ({
    kn: `${rupees(amount)} ${kn}`,
    te: `${rupees(amount)} ${te}`,
    en: `${en} of ${rupees(amount)}`,
  })
  const sum = `${rupees(costs[0])} + ${rupees(costs[1])} = ${rupees(costs[0] + costs[1])}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ರೈತರೊಬ್ಬರು ಎರಡು ಹಸುಗಳನ್ನು ತಲಾ ${rupees(price)} ಬೆಲೆಗೆ ಮಾರಿದರು. ಒಂದರಿಂದ ${rate}% ಲಾಭವೂ ಇನ್ನೊಂದರಿಂದ ${rate}% ನಷ್ಟವೂ ಆಯಿತು. ಒಟ್ಟಾರೆ ಪರಿಣಾಮ ಏನು?`,
      te: `ఒక రైతు రెండు ఆవులను ఒక్కొక్కటి ${rupees(price)} ధరకు అమ్మారు. ఒకదానిపై ${rate}% లాభం, మరొకదానిపై ${rate}% నష్టం వచ్చాయి. మొత్తం మీద ఫలితం ఏమిటి?`,
      en: `A farmer sold two cows for ${rupees(price)} each, gaining ${rate}% on one and losing ${rate}% on the other. What was the result of the whole sale?`,
    },
    right: result(loss, 'ನಷ್ಟ', 'నష్టం', 'A loss'),
    wrong: [
      { kn: 'ಲಾಭವೂ ಇಲ್ಲ, ನಷ್ಟವೂ ಇಲ್ಲ', te: 'లాభమూ లేదు, నష్టమూ లేదు', en: 'No gain and no loss' },
      result(loss, 'ಲಾಭ', 'లాభం', 'A gain'),
      result(loss / 2, 'ನಷ್ಟ', 'నష్టం', 'A loss'),
    ],
    why: {
      kn: `ಕೊಂಡ ಬೆಲೆಗಳು ${rupees(price)} × 100/${100 + rate} = ${rupees(costs[0])} ಮತ್ತು ${rupees(price)} × 100/${100 - rate} = ${rupees(costs[1])}; ಒಟ್ಟು ${sum}. ಮಾರಿದ್ದು ${rupees(2 * price)}, ನಷ್ಟ ${rupees(loss)}. ನಷ್ಟಕ್ಕೆ ಮಾರಿದ ಹಸುವನ್ನು ಕೊಂಡ ಬೆಲೆಯೇ ಹೆಚ್ಚಾಗಿರುವುದರಿಂದ ಇಂಥ ವ್ಯಾಪಾರದಲ್ಲಿ ಯಾವಾಗಲೂ ನಷ್ಟವೇ ಆಗುತ್ತದೆ.`,
      te: `కొన్నవెలలు ${rupees(price)} × 100/${100 + rate} = ${rupees(costs[0])}, ${rupees(price)} × 100/${100 - rate} = ${rupees(costs[1])}; మొత్తం ${sum}. మొత్తం అమ్మినవెల ${rupees(2 * price)}, నష్టం ${rupees(loss)}. నష్టం వచ్చిన ఆవు కొన్నవెల ఎక్కువ కాబట్టి ఇలాంటి అమ్మకంలో ఎప్పుడూ నష్టమే వస్తుంది.`,
      en: `The cows had cost ${rupees(price)} × 100/${100 + rate} = ${rupees(costs[0])} and ${rupees(price)} × 100/${100 - rate} = ${rupees(costs[1])}; together ${sum}. They fetched ${rupees(2 * price)}, a loss of ${rupees(loss)}. The cow sold at a loss had cost more, so such a sale always ends in a loss.`,
    },
  })
}

export const profitAndLoss: readonly QuestionTemplate[] = [
  fruitSeller,
  weaver,
  markedPrice,
  twoDiscounts,
  equalPrices,
]
