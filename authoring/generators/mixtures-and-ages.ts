import { gcd, isWhole, rupees, timesOf } from './amounts.ts'
import { people, type Person } from './people.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['arithmetic']

const meanPrice: QuestionTemplate = (random) => {
  const { cheap, dear, mean } = random.drawUntil(
    () => ({
      cheap: random.integer(30, 60),
      dear: random.integer(50, 96),
      mean: random.integer(36, 90),
    }),
    ({ cheap, dear, mean }) => {
      const shared = gcd(dear - mean, mean - cheap)
      return (
        cheap < mean &&
        mean < dear &&
        dear - mean !== mean - cheap &&
        (dear - mean) / shared <= 9 &&
        (mean - cheap) / shared <= 9
      )
    },
  )
  const [more, less] = [dear - mean, mean - cheap]
  const shared = gcd(more, less)
  const ratio = (one: number, other: number) => `${one} : ${other}`
  const [one, other] = [more / shared, less / shared]
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಕಿಲೋಗೆ ${rupees(cheap)} ಬೆಲೆಯ ಅಕ್ಕಿಯನ್ನು ಕಿಲೋಗೆ ${rupees(dear)} ಬೆಲೆಯ ಅಕ್ಕಿಯೊಂದಿಗೆ ಯಾವ ಅನುಪಾತದಲ್ಲಿ ಬೆರೆಸಿದರೆ ಮಿಶ್ರಣದ ಬೆಲೆ ಕಿಲೋಗೆ ${rupees(mean)} ಆಗುತ್ತದೆ?`,
      te: `కిలో ${rupees(cheap)} ధర గల బియ్యాన్ని కిలో ${rupees(dear)} ధర గల బియ్యంతో ఏ నిష్పత్తిలో కలిపితే మిశ్రమం ధర కిలోకు ${rupees(mean)} అవుతుంది?`,
      en: `In what ratio must rice at ${rupees(cheap)} a kilogram be mixed with rice at ${rupees(dear)} a kilogram so that the mixture costs ${rupees(mean)} a kilogram?`,
    },
    right: ratio(one, other),
    wrong: [
      ratio(other, one),
      ratio(one + other, other),
      ratio(one, one + other),
      ratio(one + 1, other),
    ],
    why: {
      kn: `ಮಿಶ್ರಣ ನಿಯಮದಂತೆ (alligation) ಕಡಿಮೆ ಬೆಲೆಯದು : ಹೆಚ್ಚು ಬೆಲೆಯದು = (${dear} − ${mean}) : (${mean} − ${cheap}) = ${more} : ${less} = ${one} : ${other}. ಸರಾಸರಿ ಬೆಲೆ ಯಾವುದಕ್ಕೆ ಹತ್ತಿರವೋ ಅದರ ಪಾಲು ಹೆಚ್ಚು.`,
      te: `మిశ్రమ నియమం (alligation) ప్రకారం తక్కువ ధరది : ఎక్కువ ధరది = (${dear} − ${mean}) : (${mean} − ${cheap}) = ${more} : ${less} = ${one} : ${other}. సగటు ధర దేనికి దగ్గరగా ఉంటుందో దాని వాటా ఎక్కువగా ఉంటుంది.`,
      en: `By the rule of alligation cheaper : dearer = (${dear} − ${mean}) : (${mean} − ${cheap}) = ${more} : ${less} = ${one} : ${other}. There is more of the kind whose price is nearer the mean.`,
    },
  })
}

const replacedMilk: QuestionTemplate = (random) => {
  const { whole, drawn } = random.drawUntil(
    () => ({ whole: random.integer(20, 120, 5), drawn: random.integer(2, 30) }),
    ({ whole, drawn }) =>
      drawn * 2 < whole && isWhole((whole - drawn) ** 2 / whole) && drawn * 12 > whole,
  )
  const once = whole - drawn
  const answer = once ** 2 / whole
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${whole} ಲೀಟರ್ ಹಾಲಿರುವ ಪಾತ್ರೆಯಿಂದ ${drawn} ಲೀಟರ್ ತೆಗೆದು ಅಷ್ಟೇ ನೀರು ಸೇರಿಸಲಾಯಿತು. ಮತ್ತೊಮ್ಮೆ ಹೀಗೆಯೇ ಮಾಡಿದರೆ ಪಾತ್ರೆಯಲ್ಲಿ ಉಳಿಯುವ ಹಾಲು ಎಷ್ಟು ಲೀಟರ್?`,
      te: `${whole} లీటర్ల పాలున్న పాత్ర నుంచి ${drawn} లీటర్లు తీసి అంతే పరిమాణంలో నీరు కలిపారు. మరోసారి ఇలాగే చేస్తే పాత్రలో మిగిలే పాలు ఎన్ని లీటర్లు?`,
      en: `From a can with ${whole} litres of milk, ${drawn} litres are taken out and replaced with water. If this is done once more, how many litres of milk are left in the can?`,
    },
    ...numericAnswers(answer, [whole - 2 * drawn, once, whole - answer], 3),
    why: {
      kn: `ಮೊದಲ ಸಲದ ನಂತರ ಹಾಲು ${whole} − ${drawn} = ${once} ಲೀಟರ್. ಎರಡನೆಯ ಸಲ ತೆಗೆಯುವುದು ಮಿಶ್ರಣವನ್ನು; ಆದ್ದರಿಂದ ಹಾಲು ಅದೇ ಅನುಪಾತದಲ್ಲಿ ಕಡಿಮೆಯಾಗುತ್ತದೆ: ${once} × ${once}/${whole} = ${answer} ಲೀಟರ್.`,
      te: `మొదటిసారి తర్వాత పాలు ${whole} − ${drawn} = ${once} లీటర్లు. రెండోసారి తీసేది మిశ్రమాన్ని; పాలు అదే నిష్పత్తిలో తగ్గుతాయి: ${once} × ${once}/${whole} = ${answer} లీటర్లు.`,
      en: `After the first time there are ${whole} − ${drawn} = ${once} litres of milk. The second time it is the mixture that is taken out, and the amount of milk falls in the same proportion: ${once} × ${once}/${whole} = ${answer} litres.`,
    },
  })
}

const purerSolution: QuestionTemplate = (random) => {
  const { litres, from, to } = random.drawUntil(
    () => ({
      litres: random.integer(10, 80, 5),
      from: random.integer(10, 40, 5),
      to: random.integer(5, 30, 5),
    }),
    ({ litres, from, to }) =>
      from > to && isWhole((litres * from) / 100) && isWhole((litres * (from - to)) / to),
  )
  const salt = (litres * from) / 100
  const after = (salt * 100) / to
  const answer = after - litres
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${litres} ಲೀಟರ್ ಉಪ್ಪಿನ ದ್ರಾವಣದಲ್ಲಿ ${from}% ಉಪ್ಪಿದೆ. ಉಪ್ಪಿನ ಅಂಶವನ್ನು ${to}%ಗೆ ಇಳಿಸಲು ಎಷ್ಟು ಲೀಟರ್ ನೀರು ಸೇರಿಸಬೇಕು?`,
      te: `${litres} లీటర్ల ఉప్పు ద్రావణంలో ${from}% ఉప్పు ఉంది. అది ${to}%కు తగ్గాలంటే ఎన్ని లీటర్ల నీరు కలపాలి?`,
      en: `A salt solution of ${litres} litres contains ${from}% salt. How many litres of water must be added to bring it down to ${to}%?`,
    },
    ...numericAnswers(answer, [after, (litres * (from - to)) / 100, answer / 2], 5),
    why: {
      kn: `ನೀರು ಸೇರಿಸಿದರೂ ದ್ರಾವಣದಲ್ಲಿರುವ ಉಪ್ಪು ಅಷ್ಟೇ ಇರುತ್ತದೆ: ${litres} × ${from}/100 = ${salt}. ಇದು ಹೊಸ ದ್ರಾವಣದ ${to}% ಆಗಬೇಕು; ಹೊಸ ದ್ರಾವಣ ${salt} × 100/${to} = ${after} ಲೀಟರ್. ಸೇರಿಸಬೇಕಾದ ನೀರು ${after} − ${litres} = ${answer} ಲೀಟರ್.`,
      te: `ఉప్పు పరిమాణం మారదు: ${litres} × ${from}/100 = ${salt}. ఇది కొత్త ద్రావణంలో ${to}% కావాలి; కొత్త ద్రావణం ${salt} × 100/${to} = ${after} లీటర్లు. కలపవలసిన నీరు ${after} − ${litres} = ${answer} లీటర్లు.`,
      en: `The amount of salt does not change; it is ${litres} × ${from}/100 = ${salt} litres. It must be ${to}% of the new solution, which is ${salt} × 100/${to} = ${after} litres. So ${after} − ${litres} = ${answer} litres of water must be added.`,
    },
  })
}

const parentAndChild: QuestionTemplate = (random) => {
  const { child, times, later, then } = random.drawUntil(
    () => ({
      child: random.integer(4, 18),
      times: random.integer(3, 6),
      later: random.integer(4, 20),
      then: random.pick([2, 3, 4]),
    }),
    ({ child, times, later, then }) =>
      then < times &&
      times * child + later === then * (child + later) &&
      times * child >= child + 18 &&
      times * child <= 60,
  )
  const parent = times * child
  const more = times - then
  const side = later * (then - 1)
  const solved = more === 1 ? `x = ${child}` : `${more}x = ${side}, x = ${child}`
  const isTwice = then === 2
  const isMother = random.pick([true, false])
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಈಗ ${isMother ? 'ತಾಯಿಯ ವಯಸ್ಸು ಮಗಳ' : 'ತಂದೆಯ ವಯಸ್ಸು ಮಗನ'} ವಯಸ್ಸಿನ ${times} ಪಟ್ಟು. ${later} ವರ್ಷಗಳ ನಂತರ ಅದು ${isMother ? 'ಮಗಳ' : 'ಮಗನ'} ಆಗಿನ ವಯಸ್ಸಿನ ${isTwice ? 'ಎರಡು' : then} ಪಟ್ಟು ಆಗುತ್ತದೆ. ${isMother ? 'ತಾಯಿಯ' : 'ತಂದೆಯ'} ಈಗಿನ ವಯಸ್ಸು ಎಷ್ಟು ವರ್ಷ?`,
      te: `ఇప్పుడు ${isMother ? 'తల్లి వయసు కూతురి' : 'తండ్రి వయసు కొడుకు'} వయసుకు ${times} రెట్లు. ${later} సంవత్సరాల తర్వాత అది ${isMother ? 'కూతురి' : 'కొడుకు'} అప్పటి వయసుకు ${isTwice ? 'రెండు' : then} రెట్లు అవుతుంది. ${isMother ? 'తల్లి' : 'తండ్రి'} ప్రస్తుత వయసు ఎన్ని సంవత్సరాలు?`,
      en: `A ${isMother ? 'mother is now' : 'father is now'} ${times} times as old as ${isMother ? 'her daughter' : 'his son'}. After ${later} years ${isMother ? 'she' : 'he'} will be ${timesOf(then)} as old as ${isMother ? 'her daughter' : 'his son'}. What is the ${isMother ? 'mother' : 'father'}'s present age?`,
    },
    ...numericAnswers(parent, [parent + later, child, parent - later, then * child], 4),
    why: {
      kn: `${isMother ? 'ಮಗಳ' : 'ಮಗನ'} ವಯಸ್ಸು x ಆದರೆ ${times}x + ${later} = ${then}(x + ${later}). ಆದ್ದರಿಂದ ${solved}; ${isMother ? 'ತಾಯಿಯ' : 'ತಂದೆಯ'} ವಯಸ್ಸು ${times} × ${child} = ${parent} ವರ್ಷ.`,
      te: `${isMother ? 'కూతురి' : 'కొడుకు'} వయసు x అయితే ${times}x + ${later} = ${then}(x + ${later}). కాబట్టి ${solved}; ${isMother ? 'తల్లి' : 'తండ్రి'} వయసు ${times} × ${child} = ${parent} సంవత్సరాలు.`,
      en: `If the ${isMother ? 'daughter' : 'son'} is x years old, ${times}x + ${later} = ${then}(x + ${later}). So ${solved}; the ${isMother ? 'mother' : 'father'} is ${times} × ${child} = ${parent} years old.`,
    },
  })
}

const agesInRatio: QuestionTemplate = (random) => {
  const [one, other] = random.shuffled(people) as [Person, Person]
  const { a, b, c, d, unit, years } = random.drawUntil(
    () => {
      const [a, b] = [random.integer(2, 8), random.integer(3, 9)]
      const [unit, years] = [random.integer(3, 9), random.integer(3, 12)]
      const [older, younger] = [a * unit + years, b * unit + years]
      const shared = gcd(older, younger)
      return { a, b, unit, years, c: older / shared, d: younger / shared }
    },
    ({ a, b, c, d }) => a < b && gcd(a, b) === 1 && c <= 9 && d <= 11 && c !== a,
  )
  const answer = (a + b) * unit
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${one.name.kn} ಮತ್ತು ${other.name.kn} ಅವರ ಈಗಿನ ವಯಸ್ಸುಗಳ ಅನುಪಾತ ${a} : ${b}. ${years} ವರ್ಷಗಳ ನಂತರ ಅದು ${c} : ${d} ಆಗುತ್ತದೆ. ಇಬ್ಬರ ಈಗಿನ ವಯಸ್ಸುಗಳ ಮೊತ್ತ ಎಷ್ಟು ವರ್ಷ?`,
      te: `${one.name.te}, ${other.name.te} ప్రస్తుత వయసుల నిష్పత్తి ${a} : ${b}. ${years} సంవత్సరాల తర్వాత అది ${c} : ${d} అవుతుంది. ఇద్దరి ప్రస్తుత వయసుల మొత్తం ఎన్ని సంవత్సరాలు?`,
      en: `The present ages of ${one.name.en} and ${other.name.en} are in the ratio ${a} : ${b}. After ${years} years the ratio will be ${c} : ${d}. What is the sum of their present ages?`,
    },
    ...numericAnswers(answer, [answer + 2 * years, b * unit, (c + d) * unit], 5),
    why: {
      kn: `ಈಗಿನ ವಯಸ್ಸುಗಳು ${a}x ಮತ್ತು ${b}x ಆಗಿರಲಿ. (${a}x + ${years}) : (${b}x + ${years}) = ${c} : ${d} ಎಂಬುದನ್ನು ಬಿಡಿಸಿದರೆ x = ${unit}. ಮೊತ್ತ (${a} + ${b}) × ${unit} = ${answer}.`,
      te: `ప్రస్తుత వయసులు ${a}x, ${b}x అనుకుందాం. (${a}x + ${years}) : (${b}x + ${years}) = ${c} : ${d} సమీకరణాన్ని సాధిస్తే x = ${unit}. మొత్తం (${a} + ${b}) × ${unit} = ${answer}.`,
      en: `The present ages are ${a}x and ${b}x. Solving (${a}x + ${years}) : (${b}x + ${years}) = ${c} : ${d} gives x = ${unit}. The sum is (${a} + ${b}) × ${unit} = ${answer}.`,
    },
  })
}

export const mixturesAndAges: readonly QuestionTemplate[] = [
  meanPrice,
  parentAndChild,
  replacedMilk,
  agesInRatio,
  purerSolution,
]
