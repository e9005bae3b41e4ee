import { grouped, isWhole, percent, rupees, timesOf } from './amounts.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['arithmetic']

const groupLoan: QuestionTemplate = (random) => {
  const { loan, rate, months } = random.drawUntil(
    () => ({
      loan: random.integer(8000, 90_000, 1000),
      rate: random.pick([6, 8, 9, 10, 12, 15]),
      months: random.pick([4, 8, 9, 10, 15, 16, 18, 20]),
    }),
    ({ loan, rate, months }) => isWhole((loan * rate * months) / 1200),
  )
  const interest = (loan * rate * months) / 1200
  const yearly = (loan * rate) / 100
  const working = `${grouped(loan)} × ${rate} × ${months} ÷ (100 × 12) = ${rupees(interest)}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಸ್ವಸಹಾಯ ಗುಂಪೊಂದು ಬ್ಯಾಂಕಿನಿಂದ ವಾರ್ಷಿಕ ${rate}% ಸರಳ ಬಡ್ಡಿಯಲ್ಲಿ ${rupees(loan)} ಸಾಲ ಪಡೆದು ${months} ತಿಂಗಳ ನಂತರ ತೀರಿಸಿತು. ಒಟ್ಟು ಎಷ್ಟು ಹಣ ಕಟ್ಟಿತು?`,
      te: `ఒక స్వయం సహాయక సంఘం బ్యాంకు నుంచి సంవత్సరానికి ${rate}% సాధారణ వడ్డీతో ${rupees(loan)} రుణం తీసుకుని ${months} నెలల తర్వాత తీర్చింది. మొత్తం ఎంత డబ్బు చెల్లించింది?`,
      en: `A self-help group borrowed ${rupees(loan)} from a bank at simple interest of ${rate}% a year and repaid it after ${months} months. How much did it pay in all?`,
    },
    ...numericAnswers(
      loan + interest,
      [loan + yearly, loan + 2 * interest, loan + interest / 2],
      500,
      rupees,
    ),
    why: {
      kn: `ಬಡ್ಡಿ = ಅಸಲು × ದರ × ಕಾಲ ÷ 100; ತಿಂಗಳುಗಳನ್ನು 12ರಿಂದ ಭಾಗಿಸಿ ವರ್ಷ ಮಾಡಬೇಕು: ${working}. ಒಟ್ಟು ${rupees(loan)} + ${rupees(interest)} = ${rupees(loan + interest)}.`,
      te: `వడ్డీ = అసలు × రేటు × కాలం ÷ 100; నెలలను 12తో భాగించి సంవత్సరాల్లోకి మార్చాలి: ${working}. మొత్తం ${rupees(loan)} + ${rupees(interest)} = ${rupees(loan + interest)}.`,
      en: `Interest = principal × rate × time ÷ 100, with the months divided by 12 to make years: ${working}. The group paid ${rupees(loan)} + ${rupees(interest)} = ${rupees(loan + interest)}.`,
    },
  })
}

const manifold: QuestionTemplate = (random) => {
  const { few, many, years } = random.drawUntil(
    () => ({
      few: random.pick([2, 3, 4]),
      many: random.pick([3, 4, 5, 6, 7]),
      years: random.integer(5, 24),
    }),
    ({ few, many, years }) => {
      const answer = (years * (many - 1)) / (few - 1)
      return many > few && isWhole(answer) && isWhole(years / (few - 1)) && answer <= 60
    },
  )
  const answer = (years * (many - 1)) / (few - 1)
  const careless = (years * many) / few
  const each = years / (few - 1)
  const grown =
    few === 2
      ? { kn: 'ಎರಡರಷ್ಟಾಗುತ್ತದೆ', te: 'రెట్టింపవుతుంది', en: 'doubles itself' }
      : {
          kn: `ಮೂಲ ಮೊತ್ತದ ${few} ಪಟ್ಟು ಆಗುತ್ತದೆ`,
          te: `${few} రెట్లు అవుతుంది`,
          en: `becomes ${few} times itself`,
        }
  const first =
    few === 2
      ? {
          kn: `ಎರಡರಷ್ಟಾಗುವುದು ಎಂದರೆ ಬಡ್ಡಿ ಅಸಲಿನಷ್ಟೇ ಆಗುವುದು; ಅದಕ್ಕೆ ${years} ವರ್ಷ.`,
          te: `రెట్టింపవడం అంటే వడ్డీ అసలుకు సమానం కావడం; దానికి ${years} సంవత్సరాలు పడుతుంది.`,
          en: `To double, the sum must earn interest equal to the principal, which takes ${years} years.`,
        }
      : {
          kn: `${few} ಪಟ್ಟು ಎಂದರೆ ಬಡ್ಡಿ ಅಸಲಿನ ${few - 1} ಪಟ್ಟು; ಅಸಲಿನಷ್ಟು ಬಡ್ಡಿಗೆ ${years} ÷ ${few - 1} = ${each} ವರ್ಷ.`,
          te: `${few} రెట్లు అంటే వడ్డీ అసలుకు ${few - 1} రెట్లు; అసలుకు సమానమైన వడ్డీ రావడానికి ${years} ÷ ${few - 1} = ${each} సంవత్సరాలు పడుతుంది.`,
          en: `To become ${few} times itself, the sum must earn interest of ${timesOf(few - 1)} the principal; interest equal to the principal takes ${years} ÷ ${few - 1} = ${each} years.`,
        }
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಸರಳ ಬಡ್ಡಿಯಲ್ಲಿ ಇಟ್ಟ ಒಂದು ಮೊತ್ತವು ${years} ವರ್ಷಗಳಲ್ಲಿ ${grown.kn}. ಅದೇ ದರದಲ್ಲಿ ಅದು ಮೂಲ ಮೊತ್ತದ ${many} ಪಟ್ಟು ಆಗಲು ಒಟ್ಟು ಎಷ್ಟು ವರ್ಷ ಬೇಕು?`,
      te: `సాధారణ వడ్డీకి ఇచ్చిన కొంత సొమ్ము ${years} సంవత్సరాల్లో ${grown.te}. అదే రేటుతో అది ${many} రెట్లు కావడానికి మొత్తం ఎన్ని సంవత్సరాలు పడుతుంది?`,
      en: `A sum at simple interest ${grown.en} in ${years} years. In how many years in all will it become ${many} times itself at the same rate?`,
    },
    ...numericAnswers(answer, [careless, years * many, answer - years], 2),
    why: {
      kn: `${first.kn} ಮೊತ್ತ ${many} ಪಟ್ಟು ಆದಾಗ ಬಡ್ಡಿ ಅಸಲಿನ ${many - 1} ಪಟ್ಟು: ${each} × ${many - 1} = ${answer} ವರ್ಷ. ಮೊತ್ತ n ಪಟ್ಟು ಆದರೆ ಬಡ್ಡಿ ಅಸಲಿನ (n − 1) ಪಟ್ಟು ಎಂಬುದನ್ನು ನೆನಪಿಡಿ.`,
      te: `${first.te} మొత్తం ${many} రెట్లు అయినప్పుడు వడ్డీ అసలుకు ${many - 1} రెట్లు ఉంటుంది; దానికి ${each} × ${many - 1} = ${answer} సంవత్సరాలు పడుతుంది. మొత్తం n రెట్లు అయితే వడ్డీ అసలుకు (n − 1) రెట్లు అని గుర్తుంచుకోండి.`,
      en: `${first.en} When the sum has become ${many} times itself, the interest is ${timesOf(many - 1)} the principal, which takes ${each} × ${many - 1} = ${answer} years. When a sum becomes n times itself, the interest is (n − 1) times the principal.`,
    },
  })
}

const compound: QuestionTemplate = (random) => {
  const { sum, rate } = random.drawUntil(
    () => ({
      sum: random.integer(2000, 40_000, 500),
      rate: random.pick([4, 5, 6, 8, 10, 12, 15, 20]),
    }),
    ({ sum, rate }) => isWhole((sum * rate * rate) / 10_000),
  )
  const first = (sum * rate) / 100
  const second = ((sum + first) * rate) / 100
  const working = `${rupees(first)} + ${rupees(second)} = ${rupees(first + second)}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${rupees(sum)} ಅಸಲಿಗೆ ವಾರ್ಷಿಕ ${rate}% ದರದಲ್ಲಿ 2 ವರ್ಷಗಳಿಗೆ ಚಕ್ರಬಡ್ಡಿ ಎಷ್ಟು? (ಬಡ್ಡಿಯನ್ನು ವರ್ಷಕ್ಕೊಮ್ಮೆ ಅಸಲಿಗೆ ಸೇರಿಸಲಾಗುತ್ತದೆ)`,
      te: `${rupees(sum)} అసలుపై సంవత్సరానికి ${rate}% రేటుతో 2 సంవత్సరాలకు చక్రవడ్డీ ఎంత? (వడ్డీని ఏడాదికోసారి అసలుకు కలుపుతారు)`,
      en: `What is the compound interest on ${rupees(sum)} at ${rate}% a year for 2 years, compounded annually?`,
    },
    ...numericAnswers(
      first + second,
      [2 * first, second, 2 * second],
      Math.max(10, Math.round(first / 20) * 2),
      rupees,
    ),
    why: {
      kn: `ಮೊದಲ ವರ್ಷದ ಬಡ್ಡಿ ${rupees(first)}; ಎರಡನೆಯ ವರ್ಷ ${rupees(sum + first)}ರ ಮೇಲೆ ಬಡ್ಡಿ ${rupees(second)}. ಒಟ್ಟು ${working}. ${rupees(2 * first)} ಎಂಬುದು ಸರಳ ಬಡ್ಡಿ; ಅದರಲ್ಲಿ ಬಡ್ಡಿಯ ಮೇಲಿನ ಬಡ್ಡಿ ಸೇರಿಲ್ಲ.`,
      te: `మొదటి సంవత్సరం వడ్డీ ${rupees(first)}; రెండో సంవత్సరం ${rupees(sum + first)}పై వడ్డీ ${rupees(second)}. మొత్తం ${working}. ${rupees(2 * first)} అనేది సాధారణ వడ్డీ; అందులో వడ్డీపై వడ్డీ కలవలేదు.`,
      en: `The first year's interest is ${rupees(first)}; the second year's, on ${rupees(sum + first)}, is ${rupees(second)}. The total is ${working}. ${rupees(2 * first)} is the simple interest, which leaves out the interest on interest.`,
    },
  })
}

const difference: QuestionTemplate = (random) => {
  const { sum, rate } = random.drawUntil(
    () => ({ sum: random.integer(2000, 25_000, 500), rate: random.pick([4, 5, 6, 8, 12, 15, 20]) }),
    ({ sum, rate }) => isWhole((sum * rate * rate) / 10_000),
  )
  const gap = (sum * rate * rate) / 10_000
  const careless = (gap * 100) / rate
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಒಂದು ಮೊತ್ತದ ಮೇಲೆ ವಾರ್ಷಿಕ ${rate}% ದರದಲ್ಲಿ 2 ವರ್ಷಗಳ ಚಕ್ರಬಡ್ಡಿ (ಬಡ್ಡಿಯನ್ನು ವರ್ಷಕ್ಕೊಮ್ಮೆ ಅಸಲಿಗೆ ಸೇರಿಸಲಾಗುತ್ತದೆ) ಸರಳ ಬಡ್ಡಿಗಿಂತ ${rupees(gap)} ಹೆಚ್ಚು. ಆ ಮೊತ್ತ ಎಷ್ಟು?`,
      te: `కొంత సొమ్ముపై సంవత్సరానికి ${rate}% రేటుతో 2 సంవత్సరాల చక్రవడ్డీ (ఏడాదికోసారి కలిపేది) సాధారణ వడ్డీ కంటే ${rupees(gap)} ఎక్కువ. ఆ సొమ్ము ఎంత?`,
      en: `At ${rate}% a year, the compound interest on a sum for 2 years, compounded annually, is ${rupees(gap)} more than the simple interest. What is the sum?`,
    },
    ...numericAnswers(sum, [careless, sum / 2, sum * 2], 1000, rupees),
    why: {
      kn: `ವ್ಯತ್ಯಾಸ ಎಂದರೆ ಮೊದಲ ವರ್ಷದ ಬಡ್ಡಿಯ ಮೇಲಿನ ಒಂದು ವರ್ಷದ ಬಡ್ಡಿ. ಮೊದಲ ವರ್ಷದ ಬಡ್ಡಿ ${rupees(gap)} × 100 ÷ ${rate} = ${rupees(careless)}; ಅಸಲು ${rupees(careless)} × 100 ÷ ${rate} = ${rupees(sum)}. ಒಂದೇ ಸಲ ಭಾಗಿಸಿ ನಿಲ್ಲಿಸಬಾರದು.`,
      te: `తేడా అంటే మొదటి సంవత్సరం వడ్డీపై ఒక సంవత్సరం వడ్డీ. మొదటి సంవత్సరం వడ్డీ ${rupees(gap)} × 100 ÷ ${rate} = ${rupees(careless)}; అసలు ${rupees(careless)} × 100 ÷ ${rate} = ${rupees(sum)}. ఒక్కసారే భాగించి ఆగిపోకూడదు.`,
      en: `The difference is one year's interest on the first year's interest. The first year's interest is ${rupees(gap)} × 100 ÷ ${rate} = ${rupees(careless)}, and the sum is ${rupees(careless)} × 100 ÷ ${rate} = ${rupees(sum)}. Do not stop after dividing once.`,
    },
  })
}

const twoAmounts: QuestionTemplate = (random) => {
  const { sum, rate, early, late } = random.drawUntil(
    () => ({
      sum: random.integer(3000, 20_000, 500),
      rate: random.pick([4, 5, 6, 8, 9, 10, 12]),
      early: random.integer(2, 4),
      late: random.integer(4, 8),
    }),
    ({ sum, rate, early, late }) =>
      late - early >= 2 && late - early !== early && isWhole((sum * rate) / 100),
  )
  const yearly = (sum * rate) / 100
  const [first, second] = [sum + yearly * early, sum + yearly * late]
  const gap = `${rupees(second)} − ${rupees(first)} = ${rupees(second - first)}`
  const working = `${rupees(first)} − ${early} × ${rupees(yearly)} = ${rupees(sum)}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಅಂಚೆ ಕಚೇರಿಯಲ್ಲಿ ಸರಳ ಬಡ್ಡಿಗೆ ಇಟ್ಟ ಮೊತ್ತವು ${early} ವರ್ಷಗಳಲ್ಲಿ ${rupees(first)} ಮತ್ತು ${late} ವರ್ಷಗಳಲ್ಲಿ ${rupees(second)} ಆಗುತ್ತದೆ. ಇಟ್ಟ ಅಸಲು ಎಷ್ಟು?`,
      te: `పోస్టాఫీసులో సాధారణ వడ్డీకి వేసిన సొమ్ము ${early} సంవత్సరాల్లో ${rupees(first)}, ${late} సంవత్సరాల్లో ${rupees(second)} అవుతుంది. వేసిన అసలు ఎంత?`,
      en: `A sum deposited at simple interest in a post office grows to ${rupees(first)} in ${early} years and to ${rupees(second)} in ${late} years. What was the sum?`,
    },
    ...numericAnswers(
      sum,
      [first - (second - first), first - yearly, sum - yearly, sum + yearly],
      500,
      rupees,
    ),
    why: {
      kn: `${late - early} ವರ್ಷಗಳ ಬಡ್ಡಿ ${gap}; ಒಂದು ವರ್ಷಕ್ಕೆ ${rupees(yearly)}. ಅಸಲು ${working}. ಸರಳ ಬಡ್ಡಿ ಪ್ರತಿ ವರ್ಷವೂ ಒಂದೇ ಆಗಿರುತ್ತದೆ ಎಂಬುದನ್ನು ನೆನಪಿಡಿ.`,
      te: `${late - early} సంవత్సరాల వడ్డీ ${gap}; ఒక సంవత్సరానికి ${rupees(yearly)}. అసలు ${working}. సాధారణ వడ్డీ ప్రతి సంవత్సరం ఒకేలా ఉంటుందని గుర్తుంచుకోండి.`,
      en: `The interest for ${late - early} years is ${gap}, or ${rupees(yearly)} a year. The sum was ${working}. Simple interest is the same every year.`,
    },
  })
}

const rateOfDeposit: QuestionTemplate = (random) => {
  const { sum, rate, years } = random.drawUntil(
    () => ({
      sum: random.integer(2500, 24_000, 500),
      rate: random.pick([4, 5, 6, 7, 7.5, 8, 9, 10]),
      years: random.integer(2, 6),
    }),
    ({ sum, rate, years }) => isWhole((sum * rate * years) / 100),
  )
  const interest = (sum * rate * years) / 100
  const working = `${grouped(interest)} × 100 ÷ (${grouped(sum)} × ${years}) = ${percent(rate)}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ರೈತರೊಬ್ಬರು ಸಹಕಾರ ಸಂಘದಲ್ಲಿ ಇಟ್ಟ ${rupees(sum)} ಠೇವಣಿ ಸರಳ ಬಡ್ಡಿಯಿಂದ ${years} ವರ್ಷಗಳಲ್ಲಿ ${rupees(sum + interest)} ಆಯಿತು. ವಾರ್ಷಿಕ ಬಡ್ಡಿ ದರ ಎಷ್ಟು?`,
      te: `ఒక రైతు సహకార సంఘంలో వేసిన ${rupees(sum)} డిపాజిట్ సాధారణ వడ్డీతో ${years} సంవత్సరాల్లో ${rupees(sum + interest)} అయింది. సంవత్సరానికి వడ్డీ రేటు ఎంత?`,
      en: `A farmer's deposit of ${rupees(sum)} in a co-operative society grew to ${rupees(sum + interest)} in ${years} years at simple interest. What was the annual rate of interest?`,
    },
    ...numericAnswers(rate, [rate * 2, rate + 1, rate - 1], 2, percent),
    why: {
      kn: `ಬಡ್ಡಿ ${rupees(sum + interest)} − ${rupees(sum)} = ${rupees(interest)}. ದರ = ಬಡ್ಡಿ × 100 ÷ (ಅಸಲು × ಕಾಲ) = ${working}. ಬಡ್ಡಿಯನ್ನು ಅಸಲಿನ ಮೇಲೆ ಲೆಕ್ಕ ಹಾಕಬೇಕು, ಒಟ್ಟು ಮೊತ್ತದ ಮೇಲಲ್ಲ.`,
      te: `వడ్డీ ${rupees(sum + interest)} − ${rupees(sum)} = ${rupees(interest)}. రేటు = వడ్డీ × 100 ÷ (అసలు × కాలం) = ${working}. వడ్డీని అసలుపై లెక్కించాలి, మొత్తంపై కాదు.`,
      en: `The interest is ${rupees(sum + interest)} − ${rupees(sum)} = ${rupees(interest)}. Rate = interest × 100 ÷ (principal × time) = ${working}. Interest is calculated on the principal, not on the final amount.`,
    },
  })
}

export const simpleAndCompoundInterest: readonly QuestionTemplate[] = [
  groupLoan,
  manifold,
  compound,
  difference,
  twoAmounts,
  rateOfDeposit,
]
