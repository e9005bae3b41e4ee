import { gcdOf, grouped, isWhole, lcmOf } from './amounts.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['arithmetic']

const leavingTogether: QuestionTemplate = (random) => {
  const { every } = random.drawUntil(
    () => ({
      every: [random.integer(8, 24), random.integer(12, 40), random.integer(15, 60)] as const,
    }),
    ({ every: [one, two, three] }) => {
      const again = lcmOf([one, two, three])
      return one < two && two < three && again > three * 2 && again <= 360 && again % 10 === 0
    },
  )
  const [one, two, three] = every
  const again = lcmOf([...every])
  return makeQuestion(random, {
    topics,
    stem: random.pick([
      {
        kn: `ಬಸ್ ನಿಲ್ದಾಣದಿಂದ ಮೂರು ಊರುಗಳಿಗೆ ಕ್ರಮವಾಗಿ ಪ್ರತಿ ${one}, ${two} ಮತ್ತು ${three} ನಿಮಿಷಗಳಿಗೊಮ್ಮೆ ಬಸ್ ಹೊರಡುತ್ತದೆ. ಬೆಳಗ್ಗೆ ಮೂರೂ ಒಟ್ಟಿಗೆ ಹೊರಟರೆ, ಮತ್ತೆ ಒಟ್ಟಿಗೆ ಹೊರಡುವುದು ಎಷ್ಟು ನಿಮಿಷಗಳ ನಂತರ?`,
        te: `బస్టాండు నుంచి మూడు ఊళ్లకు వరుసగా ప్రతి ${one}, ${two}, ${three} నిమిషాలకు ఒక బస్సు బయలుదేరుతుంది. ఉదయం మూడూ ఒకేసారి బయలుదేరితే, మళ్లీ ఒకేసారి బయలుదేరేది ఎన్ని నిమిషాల తర్వాత?`,
        en: `From a bus stand buses leave for three towns every ${one}, ${two} and ${three} minutes respectively. If all three leave together in the morning, after how many minutes will they next leave together?`,
      },
      {
        kn: `ಮೂರು ಸಂಚಾರ ದೀಪಗಳು ಕ್ರಮವಾಗಿ ಪ್ರತಿ ${one}, ${two} ಮತ್ತು ${three} ಸೆಕೆಂಡುಗಳಿಗೊಮ್ಮೆ ಬದಲಾಗುತ್ತವೆ. ಈಗ ಮೂರೂ ಒಟ್ಟಿಗೆ ಬದಲಾದರೆ, ಮತ್ತೆ ಒಟ್ಟಿಗೆ ಬದಲಾಗಲು ಎಷ್ಟು ಸೆಕೆಂಡು ಬೇಕು?`,
        te: `మూడు ట్రాఫిక్ దీపాలు వరుసగా ప్రతి ${one}, ${two}, ${three} సెకన్లకు ఒకసారి మారతాయి. ఇప్పుడు మూడూ ఒకేసారి మారితే, మళ్లీ ఒకేసారి మారడానికి ఎన్ని సెకన్లు పడుతుంది?`,
        en: `Three traffic lights change every ${one}, ${two} and ${three} seconds respectively. If they have just changed together, after how many seconds will they next change together?`,
      },
    ]),
    ...numericAnswers(again, [again * 2, again / 2, one + two + three], 30),
    why: {
      kn: `ಮೂರೂ ಸಂಖ್ಯೆಗಳಿಂದ ಭಾಗವಾಗುವ ಅತಿ ಚಿಕ್ಕ ಸಂಖ್ಯೆ, ಅಂದರೆ ${one}, ${two}, ${three}ರ ಲ.ಸಾ.ಅ. ಬೇಕು. ಅದು ${again} (${again} ÷ ${one} = ${again / one}, ${again} ÷ ${two} = ${again / two}, ${again} ÷ ${three} = ${again / three}).`,
      te: `మూడు సంఖ్యలతోనూ భాగించబడే అతి చిన్న సంఖ్య, అంటే ${one}, ${two}, ${three}ల క.సా.గు. కావాలి. అది ${again} (${again} ÷ ${one} = ${again / one}, ${again} ÷ ${two} = ${again / two}, ${again} ÷ ${three} = ${again / three}).`,
      en: `We need the smallest number divisible by all three numbers, which is their LCM. The LCM of ${one}, ${two} and ${three} is ${again} (${again} ÷ ${one} = ${again / one}, ${again} ÷ ${two} = ${again / two}, ${again} ÷ ${three} = ${again / three}).`,
    },
  })
}

const milkCans: QuestionTemplate = (random) => {
  const { unit, parts } = random.drawUntil(
    () => ({
      unit: random.integer(6, 24),
      parts: [random.integer(3, 9), random.integer(4, 11), random.integer(5, 13)] as const,
    }),
    ({ unit, parts: [one, two, three] }) =>
      one < two && two < three && gcdOf([one, two, three]) === 1 && unit * three <= 240,
  )
  const [one, two, three] = parts.map((part) => part * unit) as [number, number, number]
  const all = lcmOf([one, two, three])
  return makeQuestion(random, {
    topics,
    stem: random.pick([
      {
        kn: `ಮೂರು ಡಬ್ಬಗಳಲ್ಲಿ ಕ್ರಮವಾಗಿ ${one}, ${two} ಮತ್ತು ${three} ಲೀಟರ್ ಹಾಲಿದೆ. ಮೂರೂ ಡಬ್ಬಗಳ ಹಾಲನ್ನು ಏನೂ ಉಳಿಯದಂತೆ ಅಳೆಯಬಲ್ಲ ಅತಿ ದೊಡ್ಡ ಅಳತೆಪಾತ್ರೆ ಎಷ್ಟು ಲೀಟರಿನದು?`,
        te: `మూడు డబ్బాల్లో వరుసగా ${one}, ${two}, ${three} లీటర్ల పాలు ఉన్నాయి. మూడింటిలోని పాలనూ ఏమీ మిగలకుండా కొలవగల అతి పెద్ద కొలపాత్ర ఎన్ని లీటర్లది?`,
        en: `Three cans hold ${one}, ${two} and ${three} litres of milk. What is the largest measure, in litres, that can measure out the milk of each can with nothing left over?`,
      },
      {
        kn: `${one} ಮೀ, ${two} ಮೀ ಮತ್ತು ${three} ಮೀ ಉದ್ದದ ಮೂರು ಹಗ್ಗಗಳನ್ನು ಏನೂ ಉಳಿಯದಂತೆ ಸಮಾನ ಉದ್ದದ ತುಂಡುಗಳಾಗಿ ಕತ್ತರಿಸಬೇಕು. ಪ್ರತಿ ತುಂಡಿನ ಗರಿಷ್ಠ ಉದ್ದ ಎಷ್ಟು ಮೀ?`,
        te: `${one} మీ., ${two} మీ., ${three} మీ. పొడవున్న మూడు తాళ్లను ఏమీ మిగలకుండా సమాన పొడవు గల ముక్కలుగా కత్తిరించాలి. ఒక్కో ముక్క గరిష్ఠ పొడవు ఎన్ని మీటర్లు?`,
        en: `Three ropes ${one} m, ${two} m and ${three} m long are to be cut into pieces of equal length with nothing left over. What is the greatest possible length, in metres, of each piece?`,
      },
    ]),
    ...numericAnswers(unit, [unit / 2, unit / 3, unit * 2].filter(isWhole), 2),
    why: {
      kn: `ಮೂರನ್ನೂ ನಿಶ್ಶೇಷವಾಗಿ ಭಾಗಿಸುವ ಅತಿ ದೊಡ್ಡ ಸಂಖ್ಯೆ, ಅಂದರೆ ಮ.ಸಾ.ಅ. ಬೇಕು: ${one} = ${unit} × ${parts[0]}, ${two} = ${unit} × ${parts[1]}, ${three} = ${unit} × ${parts[2]}; ಮ.ಸಾ.ಅ. ${unit}. ಇಲ್ಲಿ ಬೇಕಾದದ್ದು ಲ.ಸಾ.ಅ. (${grouped(all)}) ಅಲ್ಲ.`,
      te: `మూడింటినీ శేషం లేకుండా భాగించే అతి పెద్ద సంఖ్య, అంటే గ.సా.భా. కావాలి: ${one} = ${unit} × ${parts[0]}, ${two} = ${unit} × ${parts[1]}, ${three} = ${unit} × ${parts[2]}; గ.సా.భా. ${unit}. ఇక్కడ కావలసింది క.సా.గు. (${grouped(all)}) కాదు.`,
      en: `We need the largest number that divides all three numbers, which is their HCF. ${one} = ${unit} × ${parts[0]}, ${two} = ${unit} × ${parts[1]} and ${three} = ${unit} × ${parts[2]}, so the HCF is ${unit}. What is needed here is not the LCM, ${grouped(all)}.`,
    },
  })
}

const rowsOfPupils: QuestionTemplate = (random) => {
  const { rows, rest } = random.drawUntil(
    () => ({
      rows: [random.integer(6, 12), random.integer(8, 18), random.integer(10, 24)] as const,
      rest: random.integer(2, 5),
    }),
    ({ rows: [one, two, three] }) =>
      one < two && two < three && lcmOf([one, two, three]) <= 720 && lcmOf([one, two, three]) > 60,
  )
  const [one, two, three] = rows
  const all = lcmOf([...rows])
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಶಾಲಾ ಪ್ರಾರ್ಥನೆಯಲ್ಲಿ ಮಕ್ಕಳನ್ನು ${one}, ${two} ಅಥವಾ ${three} ಜನರ ಸಾಲುಗಳಲ್ಲಿ ಹೇಗೆ ನಿಲ್ಲಿಸಿದರೂ ಪ್ರತಿ ಸಲ ${rest} ಮಕ್ಕಳು ಉಳಿಯುತ್ತಾರೆ. ಮಕ್ಕಳ ಕನಿಷ್ಠ ಸಂಖ್ಯೆ ಎಷ್ಟು?`,
      te: `పాఠశాల ప్రార్థనలో పిల్లలను వరుసకు ${one}, ${two} లేదా ${three} మంది చొప్పున ఎలా నిలబెట్టినా ప్రతిసారీ మిగిలేవారి సంఖ్య ${rest}. పిల్లల కనీస సంఖ్య ఎంత?`,
      en: `At a school assembly, whether the children stand in rows of ${one}, ${two} or ${three}, there are always ${rest} left over. What is the least possible number of children?`,
    },
    ...numericAnswers(all + rest, [all, all - rest, 2 * all + rest], 12),
    why: {
      kn: `${one}, ${two}, ${three}ರ ಲ.ಸಾ.ಅ. ${all}; ಅಷ್ಟು ಮಕ್ಕಳಿದ್ದರೆ ಯಾರೂ ಉಳಿಯುವುದಿಲ್ಲ. ಪ್ರತಿ ಸಲ ${rest} ಉಳಿಯಬೇಕಾದ್ದರಿಂದ ${all} + ${rest} = ${all + rest}. ಶೇಷವನ್ನು ಲ.ಸಾ.ಅ.ಗೆ ಕೂಡಿಸಬೇಕು, ಕಳೆಯಬಾರದು.`,
      te: `${one}, ${two}, ${three}ల క.సా.గు. ${all}; అంతమంది పిల్లలుంటే ఎవరూ మిగలరు. ప్రతిసారీ ${rest} మిగలాలి కాబట్టి ${all} + ${rest} = ${all + rest}. శేషాన్ని క.సా.గు.కు కూడాలి, తీసివేయకూడదు.`,
      en: `The LCM of ${one}, ${two} and ${three} is ${all}; with that many children nobody is left over. As ${rest} are left each time, there are ${all} + ${rest} = ${all + rest} children. The remainder is added to the LCM, not subtracted from it.`,
    },
  })
}

const otherNumber: QuestionTemplate = (random) => {
  const { unit, one, other } = random.drawUntil(
    () => ({
      unit: random.integer(4, 24),
      one: random.integer(3, 12),
      other: random.integer(4, 15),
    }),
    ({ one, other, unit }) =>
      one !== other && gcdOf([one, other]) === 1 && unit * one * other <= 2000,
  )
  const [known, asked] = [unit * one, unit * other]
  const all = unit * one * other
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಎರಡು ಸಂಖ್ಯೆಗಳ ಮ.ಸಾ.ಅ. ${unit}, ಲ.ಸಾ.ಅ. ${grouped(all)}. ಒಂದು ಸಂಖ್ಯೆ ${known} ಆದರೆ ಇನ್ನೊಂದು ಸಂಖ್ಯೆ ಯಾವುದು?`,
      te: `రెండు సంఖ్యల గ.సా.భా. ${unit}, క.సా.గు. ${grouped(all)}. ఒక సంఖ్య ${known} అయితే రెండో సంఖ్య ఏది?`,
      en: `The HCF of two numbers is ${unit} and their LCM is ${grouped(all)}. If one number is ${known}, what is the other?`,
    },
    ...numericAnswers(asked, [all / known, asked * 2, asked + known], unit),
    why: {
      kn: `ಎರಡು ಸಂಖ್ಯೆಗಳ ಗುಣಲಬ್ಧ = ಮ.ಸಾ.ಅ. × ಲ.ಸಾ.ಅ. ಆದ್ದರಿಂದ ಇನ್ನೊಂದು ಸಂಖ್ಯೆ ${unit} × ${grouped(all)} ÷ ${known} = ${asked}. ಮ.ಸಾ.ಅ.ದಿಂದ ಗುಣಿಸಲು ಮರೆತು ${grouped(all)} ÷ ${known} = ${other} ಎನ್ನುವುದು ಸಾಮಾನ್ಯ ತಪ್ಪು.`,
      te: `రెండు సంఖ్యల లబ్ధం = గ.సా.భా. × క.సా.గు. కాబట్టి రెండో సంఖ్య ${unit} × ${grouped(all)} ÷ ${known} = ${asked}. గ.సా.భా.తో గుణించడం మరిచి ${grouped(all)} ÷ ${known} = ${other} అనడం తరచూ జరిగే పొరపాటు.`,
      en: `The product of two numbers equals HCF × LCM. So the other number is ${unit} × ${grouped(all)} ÷ ${known} = ${asked}. Forgetting the HCF and taking ${grouped(all)} ÷ ${known} = ${other} is a common mistake.`,
    },
  })
}

const sameRemainder: QuestionTemplate = (random) => {
  const { unit, parts, rest } = random.drawUntil(
    () => ({
      unit: random.integer(9, 32),
      parts: [random.integer(3, 9), random.integer(4, 12), random.integer(5, 16)] as const,
      rest: random.integer(2, 7),
    }),
    ({ unit, parts: [one, two, three], rest }) =>
      one < two && two < three && gcdOf([one, two, three]) === 1 && unit > rest + 2,
  )
  const [one, two, three] = parts.map((part) => part * unit + rest) as [number, number, number]
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${one}, ${two} ಮತ್ತು ${three} ಈ ಮೂರನ್ನೂ ಭಾಗಿಸಿದಾಗ ಪ್ರತಿ ಸಲ ಶೇಷ ${rest} ಉಳಿಸುವ ಅತಿ ದೊಡ್ಡ ಸಂಖ್ಯೆ ಯಾವುದು?`,
      te: `${one}, ${two}, ${three}లను ఏ అతి పెద్ద సంఖ్యతో భాగిస్తే ప్రతిసారీ శేషం ${rest} వస్తుంది?`,
      en: `Which is the greatest number that divides ${one}, ${two} and ${three}, leaving a remainder of ${rest} each time?`,
    },
    ...numericAnswers(unit, [unit + rest, unit - rest, unit * 2], 1),
    why: {
      kn: `ಶೇಷವನ್ನು ಕಳೆದರೆ ${one - rest}, ${two - rest}, ${three - rest}. ಇವುಗಳ ಮ.ಸಾ.ಅ. ${unit} (${unit} × ${parts[0]}, ${unit} × ${parts[1]}, ${unit} × ${parts[2]}). ಮೊದಲು ಶೇಷವನ್ನು ಕಳೆದು, ನಂತರ ಮ.ಸಾ.ಅ. ಕಂಡುಹಿಡಿಯಬೇಕು.`,
      te: `శేషాన్ని తీసివేస్తే ${one - rest}, ${two - rest}, ${three - rest} వస్తాయి. వీటి గ.సా.భా. ${unit} (${unit} × ${parts[0]}, ${unit} × ${parts[1]}, ${unit} × ${parts[2]}). ముందు శేషాన్ని తీసివేసి, తర్వాత గ.సా.భా. కనుక్కోవాలి.`,
      en: `Subtracting the remainder leaves ${one - rest}, ${two - rest} and ${three - rest}. Their HCF is ${unit} (${unit} × ${parts[0]}, ${unit} × ${parts[1]}, ${unit} × ${parts[2]}). The remainder must be subtracted first, and then the HCF found.`,
    },
  })
}

export const hcfAndLcm: readonly QuestionTemplate[] = [
  leavingTogether,
  milkCans,
  rowsOfPupils,
  otherNumber,
  sameRemainder,
]
