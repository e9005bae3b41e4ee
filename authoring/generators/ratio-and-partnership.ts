import { counted, gcd, gcdOf, isWhole, rupees, timesX } from './amounts.ts'
import { people } from './people.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['arithmetic']

const sharedGrant: QuestionTemplate = (random) => {
  const { first, second, third, unit } = random.drawUntil(
    () => ({
      first: random.integer(2, 6),
      second: random.integer(2, 7),
      third: random.integer(4, 9),
      unit: random.integer(500, 4000, 250),
    }),
    ({ first, second, third }) =>
      third - first >= 2 &&
      second !== first &&
      second !== third &&
      gcdOf([first, second, third]) === 1,
  )
  const parts = first + second + third
  const working = `${rupees(parts * unit)} ÷ ${parts} = ${rupees(unit)}`
  const answer = `${rupees(unit)} × ${third - first} = ${rupees(unit * (third - first))}`
  const ratio = `${first} : ${second} : ${third}`
  return makeQuestion(random, {
    topics,
    stem: random.pick([
      {
        kn: `${rupees(parts * unit)} ಅನುದಾನವನ್ನು ಮೂರು ಸ್ವಸಹಾಯ ಗುಂಪುಗಳಿಗೆ ${ratio} ಅನುಪಾತದಲ್ಲಿ ಹಂಚಲಾಗಿದೆ. ಮೂರನೆಯ ಗುಂಪಿಗೆ ಮೊದಲನೆಯ ಗುಂಪಿಗಿಂತ ಎಷ್ಟು ಹೆಚ್ಚು ಹಣ ಸಿಗುತ್ತದೆ?`,
        te: `${rupees(parts * unit)} గ్రాంటును మూడు స్వయం సహాయక సంఘాలకు ${ratio} నిష్పత్తిలో పంచారు. మొదటి సంఘం కంటే మూడో సంఘానికి ఎంత ఎక్కువ డబ్బు వస్తుంది?`,
        en: `A grant of ${rupees(parts * unit)} is shared by three self-help groups in the ratio ${ratio}. How much more does the third group get than the first?`,
      },
      {
        kn: `ಗ್ರಾಮ ಪಂಚಾಯಿತಿಯೊಂದು ${rupees(parts * unit)} ಮೊತ್ತವನ್ನು ರಸ್ತೆ, ನೀರು ಮತ್ತು ಶಾಲೆಗಳಿಗೆ ಕ್ರಮವಾಗಿ ${ratio} ಅನುಪಾತದಲ್ಲಿ ನೀಡಿತು. ರಸ್ತೆಗಿಂತ ಶಾಲೆಗಳಿಗೆ ಎಷ್ಟು ಹೆಚ್ಚು ಹಣ ಸಿಕ್ಕಿತು?`,
        te: `ఒక గ్రామ పంచాయతీ ${rupees(parts * unit)} మొత్తాన్ని రోడ్లు, నీరు, పాఠశాలలకు వరుసగా ${ratio} నిష్పత్తిలో కేటాయించింది. రోడ్ల కంటే పాఠశాలలకు ఎంత ఎక్కువ డబ్బు వచ్చింది?`,
        en: `A gram panchayat gave ${rupees(parts * unit)} for roads, water and schools in the ratio ${ratio} respectively. How much more did the schools get than the roads?`,
      },
    ]),
    ...numericAnswers(
      unit * (third - first),
      [unit * third, unit * first, unit * Math.abs(third - second)],
      unit,
      rupees,
    ),
    why: {
      kn: `ಭಾಗಗಳು ಒಟ್ಟು ${first} + ${second} + ${third} = ${parts}; ಒಂದು ಭಾಗ ${working}. ಮೂರನೆಯ ಮತ್ತು ಮೊದಲನೆಯ ಪಾಲುಗಳ ವ್ಯತ್ಯಾಸ ${third} − ${first} = ${third - first} ಭಾಗ: ${answer}.`,
      te: `మొత్తం భాగాలు ${first} + ${second} + ${third} = ${parts}; ఒక భాగం ${working}. మూడో, మొదటి వాటాల తేడా ${third} − ${first} = ${third - first} భాగాలు: ${answer}.`,
      en: `There are ${first} + ${second} + ${third} = ${parts} parts; one part is ${working}. The third and first shares differ by ${third} − ${first} = ${third - first} parts: ${answer}.`,
    },
  })
}

const lateInvestor: QuestionTemplate = (random) => {
  const [elder, younger] = random.shuffled(people) as [(typeof people)[0], (typeof people)[0]]
  const { early, late, months, unit } = random.drawUntil(
    () => ({
      early: random.integer(20_000, 60_000, 5000),
      late: random.integer(20_000, 80_000, 5000),
      months: random.pick([2, 3, 4, 6, 8]),
      unit: random.integer(900, 3000, 100),
    }),
    ({ early, late, months, unit }) => {
      const share = gcd(early * 12, late * (12 - months))
      const [one, other] = [(early * 12) / share, (late * (12 - months)) / share]
      const careless = (unit * (one + other) * late) / (early + late)
      return one + other <= 12 && one !== other && isWhole(careless) && early !== late
    },
  )
  const shared = gcd(early * 12, late * (12 - months))
  const [one, other] = [(early * 12) / shared, (late * (12 - months)) / shared]
  const profit = unit * (one + other)
  const careless = (profit * late) / (early + late)
  const ratio = `${rupees(early)} × 12 : ${rupees(late)} × ${12 - months} = ${one} : ${other}`
  const working = `${rupees(profit)} × ${other}/${one + other} = ${rupees(unit * other)}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${elder.name.kn} ಅವರು ${rupees(early)} ಹೂಡಿ ಹಿಟ್ಟಿನ ಗಿರಣಿ ಆರಂಭಿಸಿದರು. ${months} ತಿಂಗಳ ನಂತರ ${younger.name.kn} ಅವರು ${rupees(late)} ಹೂಡಿ ಪಾಲುದಾರರಾದರು. ವರ್ಷದ ಕೊನೆಗೆ ಬಂದ ${rupees(profit)} ಲಾಭದಲ್ಲಿ ${younger.name.kn} ಅವರ ಪಾಲು ಎಷ್ಟು?`,
      te: `${elder.name.te} ${rupees(early)} పెట్టుబడితో పిండి మర ప్రారంభించారు. ${months} నెలల తర్వాత ${younger.name.te} ${rupees(late)} పెట్టుబడితో భాగస్వామిగా చేరారు. సంవత్సరం చివర వచ్చిన ${rupees(profit)} లాభంలో ${younger.name.te} వాటా ఎంత?`,
      en: `${elder.name.en} started a flour mill with ${rupees(early)}. After ${months} months ${younger.name.en} joined as a partner with ${rupees(late)}. What is ${younger.name.en}'s share of the profit of ${rupees(profit)} at the end of the year?`,
    },
    ...numericAnswers(unit * other, [careless, unit * one, profit / 2], 500, rupees),
    why: {
      kn: `ಲಾಭವನ್ನು ಹೂಡಿದ ಹಣ ಮತ್ತು ಕಾಲದ ಗುಣಲಬ್ಧಗಳ ಅನುಪಾತದಲ್ಲಿ ಹಂಚಬೇಕು: ${ratio}. ${younger.name.kn} ಅವರ ಪಾಲು ${working}. ಕಾಲವನ್ನು ಮರೆತು ಹಣದ ಅನುಪಾತದಲ್ಲೇ ಹಂಚಿದರೆ ${rupees(careless)} ಎಂಬ ತಪ್ಪು ಉತ್ತರ ಬರುತ್ತದೆ.`,
      te: `పెట్టుబడిని కాలంతో గుణించగా వచ్చే లబ్ధాల నిష్పత్తిలో లాభాన్ని పంచాలి: ${ratio}. ${younger.name.te} వాటా ${working}. కాలాన్ని మరిచి పెట్టుబడుల నిష్పత్తిలోనే పంచితే ${rupees(careless)} అనే తప్పు జవాబు వస్తుంది.`,
      en: `Profit is shared in the ratio of capital × time: ${ratio}. ${younger.name.en}'s share is ${working}. Forgetting the time and sharing by the capital alone gives the wrong answer ${rupees(careless)}.`,
    },
  })
}

const wateredMilk: QuestionTemplate = (random) => {
  const { milk, water, more, less, litres } = random.drawUntil(
    () => ({
      milk: random.integer(2, 7),
      water: random.integer(1, 4),
      less: random.integer(1, 5),
      more: random.integer(1, 5),
      litres: random.integer(20, 90, 4),
    }),
    ({ milk, water, more, less, litres }) => {
      const pure = (litres * milk) / (milk + water)
      const added = (pure * more) / less - (litres - pure)
      return (
        gcd(milk, water) === 1 &&
        gcd(less, more) === 1 &&
        milk > water &&
        isWhole(pure) &&
        isWhole(added) &&
        added <= litres
      )
    },
  )
  const pure = (litres * milk) / (milk + water)
  const needed = (pure * more) / less
  const added = needed - (litres - pure)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಒಂದು ಕ್ಯಾನಿನಲ್ಲಿರುವ ${litres} ಲೀಟರ್ ಮಿಶ್ರಣದಲ್ಲಿ ಹಾಲು ಮತ್ತು ನೀರು ${milk} : ${water} ಅನುಪಾತದಲ್ಲಿವೆ. ಅನುಪಾತ ${less} : ${more} ಆಗಬೇಕಾದರೆ ಇನ್ನೂ ಎಷ್ಟು ಲೀಟರ್ ನೀರು ಸೇರಿಸಬೇಕು?`,
      te: `ఒక క్యానులోని ${litres} లీటర్ల మిశ్రమంలో పాలు, నీరు ${milk} : ${water} నిష్పత్తిలో ఉన్నాయి. నిష్పత్తి ${less} : ${more} కావాలంటే ఇంకా ఎన్ని లీటర్ల నీరు కలపాలి?`,
      en: `A can contains ${litres} litres of a mixture of milk and water in the ratio ${milk} : ${water}. How many more litres of water must be added to make the ratio ${less} : ${more}?`,
    },
    ...numericAnswers(added, [needed, pure, litres - pure], 2),
    why: {
      kn: `ಹಾಲು ${litres} × ${milk}/${milk + water} = ${pure} ಲೀಟರ್, ನೀರು ${litres - pure} ಲೀಟರ್. ಹಾಲು ಬದಲಾಗುವುದಿಲ್ಲ; ಹೊಸ ಅನುಪಾತಕ್ಕೆ ಒಟ್ಟು ನೀರು ${pure} × ${more}/${less} = ${needed} ಲೀಟರ್ ಬೇಕು. ಸೇರಿಸಬೇಕಾದದ್ದು ${needed} − ${litres - pure} = ${added} ಲೀಟರ್.`,
      te: `పాలు ${litres} × ${milk}/${milk + water} = ${pure} లీటర్లు, నీరు ${litres - pure} లీటర్లు. పాలు మారవు; కొత్త నిష్పత్తికి మొత్తం నీరు ${pure} × ${more}/${less} = ${needed} లీటర్లు కావాలి. కలపాల్సింది ${needed} − ${litres - pure} = ${counted(added, 'లీటరు', 'లీటర్లు')}.`,
      en: `There are ${litres} × ${milk}/${milk + water} = ${pure} litres of milk and ${litres - pure} of water. The milk stays the same; the new ratio needs ${pure} × ${more}/${less} = ${needed} litres of water in all, so ${needed} − ${litres - pure} = ${counted(added, 'litre', 'litres')} must be added.`,
    },
  })
}

const ages: QuestionTemplate = (random) => {
  const { father, child, years } = random.drawUntil(
    () => ({
      father: random.integer(30, 56),
      child: random.integer(6, 28),
      years: random.integer(4, 12),
    }),
    ({ father, child, years }) =>
      father - child >= 20 &&
      father - child <= 38 &&
      gcd(father, child) >= 3 &&
      gcd(father + years, child + years) >= 3 &&
      (father + years) / gcd(father + years, child + years) <= 13,
  )
  const unit = gcd(father, child)
  const [old, young] = [father / unit, child / unit]
  const later = gcd(father + years, child + years)
  const [top, bottom] = [(father + years) / later, (child + years) / later]
  const [olds, youngs] = [timesX(old), timesX(young)]
  const equation = `(${olds} + ${years}) : (${youngs} + ${years}) = ${top} : ${bottom}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ತಂದೆ ಮತ್ತು ಮಗಳ ಈಗಿನ ವಯಸ್ಸುಗಳು ${old} : ${young} ಅನುಪಾತದಲ್ಲಿವೆ. ${years} ವರ್ಷಗಳ ನಂತರ ಅವು ${top} : ${bottom} ಅನುಪಾತದಲ್ಲಿರುತ್ತವೆ. ತಂದೆಯ ಈಗಿನ ವಯಸ್ಸು ಎಷ್ಟು ವರ್ಷ?`,
      te: `తండ్రి, కుమార్తెల ప్రస్తుత వయసులు ${old} : ${young} నిష్పత్తిలో ఉన్నాయి. ${years} సంవత్సరాల తర్వాత అవి ${top} : ${bottom} నిష్పత్తిలో ఉంటాయి. తండ్రి ప్రస్తుత వయసు ఎన్ని సంవత్సరాలు?`,
      en: `The present ages of a father and his daughter are in the ratio ${old} : ${young}. After ${years} years they will be in the ratio ${top} : ${bottom}. How many years old is the father now?`,
    },
    ...numericAnswers(father, [father + years, father - years], unit),
    why: {
      kn: `ಈಗಿನ ವಯಸ್ಸುಗಳು ${olds} ಮತ್ತು ${youngs} ಆಗಿರಲಿ. ${equation}; ಬಿಡಿಸಿದರೆ x = ${unit}. ತಂದೆಯ ವಯಸ್ಸು ${old} × ${unit} = ${father} ವರ್ಷ. ತಾಳೆ: ${father + years} : ${child + years} = ${top} : ${bottom}.`,
      te: `ప్రస్తుత వయసులు ${olds}, ${youngs} అనుకుందాం. ${equation}; సాధిస్తే x = ${unit}. తండ్రి వయసు ${old} × ${unit} = ${father} సంవత్సరాలు. సరిచూస్తే: ${father + years} : ${child + years} = ${top} : ${bottom}.`,
      en: `Let the ages now be ${olds} and ${youngs}. ${equation}, which gives x = ${unit}. The father is ${old} × ${unit} = ${father} years old. Check: ${father + years} : ${child + years} = ${top} : ${bottom}.`,
    },
  })
}

const coins: QuestionTemplate = (random) => {
  const { ones, twos, fives, unit } = random.drawUntil(
    () => ({
      ones: random.integer(2, 9),
      twos: random.integer(2, 8),
      fives: random.integer(2, 7),
      unit: random.integer(6, 30),
    }),
    ({ ones, twos, fives }) =>
      gcdOf([ones, twos, fives]) === 1 && new Set([ones, twos, fives]).size === 3,
  )
  const worth = ones + 2 * twos + 5 * fives
  const ratio = `${ones} : ${twos} : ${fives}`
  const total = rupees(worth * unit)
  const parts = `1 × ${ones} + 2 × ${twos} + 5 × ${fives} = ₹${worth}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಬಸ್ ನಿರ್ವಾಹಕರ ಚೀಲದಲ್ಲಿ ₹1, ₹2 ಮತ್ತು ₹5 ನಾಣ್ಯಗಳು ${ratio} ಅನುಪಾತದಲ್ಲಿವೆ. ಅವುಗಳ ಒಟ್ಟು ಮೌಲ್ಯ ${total} ಆದರೆ ₹5 ನಾಣ್ಯಗಳು ಎಷ್ಟಿವೆ?`,
      te: `బస్సు కండక్టర్ సంచిలో ₹1, ₹2, ₹5 నాణేలు ${ratio} నిష్పత్తిలో ఉన్నాయి. వాటి మొత్తం విలువ ${total} అయితే ₹5 నాణేలు ఎన్ని ఉన్నాయి?`,
      en: `A bus conductor's bag has ₹1, ₹2 and ₹5 coins in the ratio ${ratio}. If their total value is ${total}, how many ₹5 coins are there?`,
    },
    ...numericAnswers(fives * unit, [ones * unit, twos * unit, 5 * fives * unit], unit),
    why: {
      kn: `ನಾಣ್ಯಗಳ ಸಂಖ್ಯೆ ಕ್ರಮವಾಗಿ ${ones}, ${twos}, ${fives} ಆಗಿದ್ದರೆ ಮೌಲ್ಯ ${parts}. ${total} ÷ ₹${worth} = ${unit} ಪಟ್ಟು, ಆದ್ದರಿಂದ ₹5 ನಾಣ್ಯಗಳು ${fives} × ${unit} = ${fives * unit}. ಹಣವನ್ನು ನಾಣ್ಯಗಳ ಸಂಖ್ಯೆಯ ಅನುಪಾತದಲ್ಲಿ ಹಂಚಬಾರದು; ಸಂಖ್ಯೆಯನ್ನು ನಾಣ್ಯದ ಮೌಲ್ಯದಿಂದ ಗುಣಿಸಿಕೊಳ್ಳಬೇಕು.`,
      te: `నాణేలు సరిగ్గా ${ones}, ${twos}, ${fives} ఉంటే విలువ ${parts}. ${total} ÷ ₹${worth} = ${unit} రెట్లు, కాబట్టి ₹5 నాణేలు ${fives} × ${unit} = ${fives * unit}. డబ్బును నాణేల సంఖ్యల నిష్పత్తిలో పంచకూడదు; ముందుగా ప్రతి సంఖ్యను నాణెం విలువతో గుణించాలి.`,
      en: `A set of ${ones}, ${twos} and ${fives} coins is worth ${parts}. ${total} ÷ ₹${worth} = ${unit} such sets, so there are ${fives} × ${unit} = ${fives * unit} coins of ₹5. The ratio is that of the numbers of coins, not of their values; multiply by the values first.`,
    },
  })
}

export const ratioAndPartnership: readonly QuestionTemplate[] = [
  sharedGrant,
  lateInvestor,
  wateredMilk,
  ages,
  coins,
]
