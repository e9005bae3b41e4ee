import { grouped, isWhole, ordinal } from './amounts.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['arithmetic']

const newMember: QuestionTemplate = (random) => {
  const members = random.integer(9, 24)
  const average = random.integer(28, 42)
  const rise = random.pick([1, 2, -1])
  const answer = average + rise * (members + 1)
  if (answer < 20 || answer > 65) return newMember(random)
  const before = `${members} × ${average} = ${members * average}`
  const after = `${members + 1} × ${average + rise} = ${(members + 1) * (average + rise)}`
  const careless = average + rise * members
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಸ್ವಸಹಾಯ ಗುಂಪಿನ ${members} ಸದಸ್ಯರ ಸರಾಸರಿ ವಯಸ್ಸು ${average} ವರ್ಷ. ಹೊಸ ಸದಸ್ಯರೊಬ್ಬರು ಸೇರಿದಾಗ ಸರಾಸರಿ ${average + rise} ವರ್ಷವಾಯಿತು. ಹೊಸ ಸದಸ್ಯರ ವಯಸ್ಸು ಎಷ್ಟು ವರ್ಷ?`,
      te: `ఒక స్వయం సహాయక సంఘంలోని ${members} మంది సభ్యుల సగటు వయసు ${average} సంవత్సరాలు. కొత్త సభ్యురాలు ఒకరు చేరడంతో సగటు ${average + rise} సంవత్సరాలైంది. కొత్త సభ్యురాలి వయసు ఎన్ని సంవత్సరాలు?`,
      en: `The average age of the ${members} members of a self-help group is ${average} years. When a new member joins, the average becomes ${average + rise} years. How many years old is the new member?`,
    },
    ...numericAnswers(answer, [careless, average + rise, average + 2 * rise], 2),
    why: {
      kn: `ಮೊದಲ ಒಟ್ಟು ವಯಸ್ಸು ${before}; ಸೇರಿದ ನಂತರ ${after}. ಇವುಗಳ ವ್ಯತ್ಯಾಸವೇ ಹೊಸ ಸದಸ್ಯರ ವಯಸ್ಸು: ${answer} ವರ್ಷ. ಹೊಸಬರನ್ನೂ ಎಣಿಸಲು ಮರೆತರೆ ${careless} ಎಂಬ ತಪ್ಪು ಉತ್ತರ ಬರುತ್ತದೆ.`,
      te: `మొదట మొత్తం వయసు ${before}; చేరిన తర్వాత ${after}. వీటి తేడా ${answer}; అదే కొత్త సభ్యురాలి వయసు. కొత్తవారిని లెక్కలో కలపడం మరిచిపోతే ${careless} అనే తప్పు జవాబు వస్తుంది.`,
      en: `The ages add up to ${before} at first and to ${after} afterwards. The difference, ${answer}, is the new member's age. Forgetting to count the new member gives ${careless}.`,
    },
  })
}

const replacedPlayer: QuestionTemplate = (random) => {
  const { players, rise, old } = random.drawUntil(
    () => ({
      players: random.pick([6, 8, 10, 12]),
      rise: random.pick([1.5, 2, 2.5, 3]),
      old: random.integer(48, 66),
    }),
    // In Telugu, persons up to seven are counted by words of their own.
    ({ players, rise, old }) => players > 7 && old + players * rise <= 84,
  )
  const answer = old + players * rise
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${players} ಆಟಗಾರರ ಕಬಡ್ಡಿ ತಂಡದಲ್ಲಿ ${old} ಕೆ.ಜಿ ತೂಕದ ಆಟಗಾರನ ಬದಲು ಹೊಸ ಆಟಗಾರ ಸೇರಿದಾಗ ತಂಡದ ಸರಾಸರಿ ತೂಕ ${rise} ಕೆ.ಜಿ ಹೆಚ್ಚಾಯಿತು. ಹೊಸ ಆಟಗಾರನ ತೂಕ ಎಷ್ಟು ಕೆ.ಜಿ?`,
      te: `${players} మంది ఆటగాళ్ల కబడ్డీ జట్టులో ${old} కిలోల బరువున్న ఆటగాడి స్థానంలో కొత్త ఆటగాడు చేరడంతో జట్టు సగటు బరువు ${rise} కిలోలు పెరిగింది. కొత్త ఆటగాడి బరువు ఎన్ని కిలోలు?`,
      en: `In a kabaddi squad of ${players}, a player weighing ${old} kg is replaced by a new one, and the average weight rises by ${rise} kg. How many kilograms does the new player weigh?`,
    },
    ...numericAnswers(answer, [old + rise, old - players * rise, old + players], 2),
    why: {
      kn: `ಸರಾಸರಿ ${rise} ಕೆ.ಜಿ ಹೆಚ್ಚಿದರೆ ಒಟ್ಟು ತೂಕ ${players} × ${rise} = ${players * rise} ಕೆ.ಜಿ ಹೆಚ್ಚುತ್ತದೆ. ಹೊಸ ಆಟಗಾರನ ತೂಕ ${old} + ${players * rise} = ${answer} ಕೆ.ಜಿ. ಸರಾಸರಿಯ ಏರಿಕೆಯನ್ನು ಆಟಗಾರರ ಸಂಖ್ಯೆಯಿಂದ ಗುಣಿಸಲು ಮರೆಯಬಾರದು.`,
      te: `సగటు ${rise} కిలోలు పెరిగితే మొత్తం బరువు ${players} × ${rise} = ${players * rise} కిలోలు పెరిగినట్లు. కొత్త ఆటగాడి బరువు ${old} + ${players * rise} = ${answer} కిలోలు. సగటు పెరుగుదలను ఆటగాళ్ల సంఖ్యతో గుణించడం మరవకూడదు.`,
      en: `If the average rises by ${rise} kg, the total rises by ${players} × ${rise} = ${players * rise} kg. The new player weighs ${old} + ${players * rise} = ${answer} kg. A rise in the average counts once for every player.`,
    },
  })
}

const misreadEntry: QuestionTemplate = (random) => {
  const { count, mean, right, wrong } = random.drawUntil(
    () => ({
      count: random.pick([10, 20, 25, 30, 40, 50]),
      mean: random.integer(32, 68),
      right: random.integer(40, 98),
      wrong: random.integer(16, 90),
    }),
    ({ count, right, wrong }) =>
      Number.isInteger((2 * (right - wrong)) / count) && Math.abs(right - wrong) >= 10,
  )
  const change = (right - wrong) / count
  const total = count * mean
  const sign = right > wrong ? '+' : '−'
  const gap = Math.abs(right - wrong)
  const otherWay =
    right > wrong
      ? { kn: 'ಕೂಡಿಸುವ ಬದಲು ಕಳೆದರೆ', te: 'కూడటానికి బదులు తీసివేస్తే', en: 'Subtracting the difference' }
      : { kn: 'ಕಳೆಯುವ ಬದಲು ಕೂಡಿಸಿದರೆ', te: 'తీసివేయడానికి బదులు కూడితే', en: 'Adding the difference' }
  const corrected = `${grouped(total)} ${sign} ${gap} = ${grouped(total + right - wrong)}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${count} ವಿದ್ಯಾರ್ಥಿಗಳ ಸರಾಸರಿ ಅಂಕ ${mean} ಎಂದು ಲೆಕ್ಕ ಹಾಕಲಾಯಿತು. ಒಬ್ಬರ ${right} ಅಂಕಗಳನ್ನು ತಪ್ಪಾಗಿ ${wrong} ಎಂದು ಬರೆದುಕೊಂಡದ್ದು ಆಮೇಲೆ ತಿಳಿಯಿತು. ಸರಿಯಾದ ಸರಾಸರಿ ಎಷ್ಟು?`,
      te: `${count} మంది విద్యార్థుల సగటు మార్కులు ${mean} అని లెక్కించారు. ఒకరి ${right} మార్కులను పొరపాటున ${wrong} అని రాసుకున్నట్లు తర్వాత తెలిసింది. సరైన సగటు ఎంత?`,
      en: `The average marks of ${count} students were worked out as ${mean}. Later it was found that one student's ${right} marks had been wrongly copied as ${wrong}. What is the correct average?`,
    },
    ...numericAnswers(mean + change, [mean - change, mean + 2 * change], 1),
    why: {
      kn: `ಮೊದಲ ಮೊತ್ತ ${count} × ${mean} = ${grouped(total)}. ${right} ಮತ್ತು ${wrong}ರ ವ್ಯತ್ಯಾಸ ${gap}; ಸರಿಯಾದ ಮೊತ್ತ ${corrected}, ಸರಾಸರಿ ${grouped(total + right - wrong)} ÷ ${count} = ${mean + change}. ವ್ಯತ್ಯಾಸವನ್ನು ${otherWay.kn} ${mean - change} ಬರುತ್ತದೆ.`,
      te: `మొదటి మొత్తం ${count} × ${mean} = ${grouped(total)}. ఆ విద్యార్థి సరైన, తప్పు మార్కుల (${right}, ${wrong}) తేడా ${gap}; సరైన మొత్తం ${corrected}, సగటు ${grouped(total + right - wrong)} ÷ ${count} = ${mean + change}. తేడాను ${otherWay.te} ${mean - change} వస్తుంది.`,
      en: `The first total is ${count} × ${mean} = ${grouped(total)}. The marks ${right} and ${wrong} differ by ${gap}; the correct total is ${corrected} and the average ${grouped(total + right - wrong)} ÷ ${count} = ${mean + change}. ${otherWay.en} instead gives ${mean - change}.`,
    },
  })
}

const twoVillages: QuestionTemplate = (random) => {
  const { few, many, low, high } = random.drawUntil(
    () => ({
      few: random.integer(10, 40, 5),
      many: random.integer(10, 60, 5),
      low: random.integer(16, 30),
      high: random.integer(22, 44),
    }),
    ({ few, many, low, high }) =>
      few !== many && low !== high && isWhole((few * low + many * high) / (few + many)),
  )
  const total = few * low + many * high
  const answer = total / (few + many)
  const careless = (low + high) / 2
  const sum = `${few} × ${low} + ${many} × ${high} = ${grouped(total)}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಒಂದು ಊರಿನ ${few} ರೈತರು ಸರಾಸರಿ ತಲಾ ${low} ಕ್ವಿಂಟಲ್ ಭತ್ತ ಬೆಳೆದರು; ಪಕ್ಕದ ಊರಿನ ${many} ರೈತರು ಸರಾಸರಿ ತಲಾ ${high} ಕ್ವಿಂಟಲ್ ಬೆಳೆದರು. ಎರಡೂ ಊರುಗಳ ಎಲ್ಲ ರೈತರ ಸರಾಸರಿ ಇಳುವರಿ ಎಷ್ಟು ಕ್ವಿಂಟಲ್?`,
      te: `ఒక ఊరిలోని ${few} మంది రైతులు సగటున తలా ${low} క్వింటాళ్ల వరి పండించారు; పక్క ఊరిలోని ${many} మంది రైతులు సగటున తలా ${high} క్వింటాళ్లు పండించారు. రెండు ఊళ్ల రైతులందరి సగటు దిగుబడి ఎన్ని క్వింటాళ్లు?`,
      en: `The ${few} farmers of one village harvested ${low} quintals of paddy each on average; the ${many} farmers of the next village harvested ${high} quintals each on average. What is the average harvest per farmer, in quintals, in the two villages together?`,
    },
    ...numericAnswers(answer, [careless, low + high - answer], 1),
    why: {
      kn: `ಒಟ್ಟು ಬೆಳೆ ${sum} ಕ್ವಿಂಟಲ್; ಒಟ್ಟು ರೈತರು ${few + many}. ಸರಾಸರಿ ${grouped(total)} ÷ ${few + many} = ${answer}. ರೈತರ ಸಂಖ್ಯೆ ಸಮವಲ್ಲದ ಕಾರಣ ಎರಡು ಸರಾಸರಿಗಳ ಸರಾಸರಿ (${careless}) ಸರಿಯಲ್ಲ.`,
      te: `మొత్తం దిగుబడి ${sum} క్వింటాళ్లు; మొత్తం రైతులు ${few + many}. సగటు ${grouped(total)} ÷ ${few + many} = ${answer}. రెండు ఊళ్ల రైతుల సంఖ్యలు సమానం కావు కాబట్టి రెండు సగటుల సగటు (${careless}) సరికాదు.`,
      en: `The total harvest is ${sum} quintals from ${few + many} farmers. The average is ${grouped(total)} ÷ ${few + many} = ${answer}. As the villages have unequal numbers of farmers, the mean of the two averages, ${careless}, is wrong.`,
    },
  })
}

const innings: QuestionTemplate = (random) => {
  const number = random.integer(11, 26)
  const rise = random.integer(2, 4)
  const before = random.integer(24, 45)
  const runs = before + number * rise
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಬ್ಯಾಟರ್ ಒಬ್ಬರು ತಮ್ಮ ${number}ನೇ ಇನಿಂಗ್ಸ್‌ನಲ್ಲಿ ${runs} ರನ್ ಗಳಿಸಿದಾಗ ಅವರ ಸರಾಸರಿ ${rise} ರನ್ ಹೆಚ್ಚಾಯಿತು. ಆ ಇನಿಂಗ್ಸ್ ನಂತರ ಅವರ ಸರಾಸರಿ ಎಷ್ಟು ರನ್?`,
      te: `ఒక బ్యాటర్ తన ${number}వ ఇన్నింగ్స్‌లో ${runs} పరుగులు చేయడంతో సగటు ${rise} పరుగులు పెరిగింది. ఆ ఇన్నింగ్స్ తర్వాత సగటు ఎన్ని పరుగులు?`,
      en: `By scoring ${runs} runs in her ${ordinal(number)} innings, a batter raised her average by ${rise} runs. What is her average, in runs, after that innings?`,
    },
    ...numericAnswers(before + rise, [before, runs - number * rise + number, before + 2 * rise], 2),
    why: {
      kn: `${number} ಇನಿಂಗ್ಸ್‌ಗಳ ಸರಾಸರಿ ${rise} ರನ್ ಹೆಚ್ಚಾಗಬೇಕಾದರೆ ಈ ಇನಿಂಗ್ಸ್‌ನಲ್ಲಿ ಹಳೆಯ ಸರಾಸರಿಗಿಂತ ${number} × ${rise} = ${number * rise} ರನ್ ಹೆಚ್ಚು ಬಂದಿರಬೇಕು. ಹಳೆಯ ಸರಾಸರಿ ${runs} − ${number * rise} = ${before}; ಹೊಸದು ${before} + ${rise} = ${before + rise}.`,
      te: `${number} ఇన్నింగ్స్‌లలో సగటు ${rise} పెరిగిందంటే పాత సగటు కంటే ${number} × ${rise} = ${number * rise} పరుగులు ఎక్కువ వచ్చినట్లు. పాత సగటు ${runs} − ${number * rise} = ${before}; కొత్తది ${before} + ${rise} = ${before + rise}.`,
      en: `To lift the average by ${rise} over ${number} innings takes ${number} × ${rise} = ${number * rise} runs above the old average. So the old average was ${runs} − ${number * rise} = ${before} and the new one is ${before} + ${rise} = ${before + rise}.`,
    },
  })
}

const temperatures: QuestionTemplate = (random) => {
  const first = random.integer(30, 37)
  const second = first + random.pick([-2, -1, 1, 2])
  const thursday = random.integer(29, 39)
  const monday = thursday + 3 * (first - second)
  if (monday < 24 || monday > 43) return temperatures(random)
  const totals = [3 * first, 3 * second] as const
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಸೋಮವಾರ, ಮಂಗಳವಾರ ಮತ್ತು ಬುಧವಾರದ ಸರಾಸರಿ ಉಷ್ಣಾಂಶ ${first} °C; ಮಂಗಳವಾರ, ಬುಧವಾರ ಮತ್ತು ಗುರುವಾರದ ಸರಾಸರಿ ${second} °C. ಗುರುವಾರದ ಉಷ್ಣಾಂಶ ${thursday} °C ಆಗಿದ್ದರೆ ಸೋಮವಾರದ ಉಷ್ಣಾಂಶ ಎಷ್ಟಿತ್ತು?`,
      te: `సోమ, మంగళ, బుధవారాల సగటు ఉష్ణోగ్రత ${first} °C; మంగళ, బుధ, గురువారాల సగటు ${second} °C. గురువారం ఉష్ణోగ్రత ${thursday} °C అయితే సోమవారం ఉష్ణోగ్రత ఎంత?`,
      en: `The average temperature of Monday, Tuesday and Wednesday was ${first} °C, and that of Tuesday, Wednesday and Thursday ${second} °C. If the temperature on Thursday was ${thursday} °C, what was it on Monday?`,
    },
    ...numericAnswers(
      monday,
      [thursday - 3 * (first - second), thursday + first - second],
      1,
      (number) => `${number} °C`,
    ),
    why: {
      kn: `ಮೊದಲ ಮೂರು ದಿನಗಳ ಮೊತ್ತ 3 × ${first} = ${totals[0]}, ಕೊನೆಯ ಮೂರು ದಿನಗಳದು 3 × ${second} = ${totals[1]}. ಮಂಗಳವಾರ ಮತ್ತು ಬುಧವಾರ ಎರಡೂ ಮೊತ್ತಗಳಲ್ಲಿ ಸೇರಿವೆ; ಆದ್ದರಿಂದ ಸೋಮವಾರದ ಉಷ್ಣಾಂಶ = ${totals[0]} − ${totals[1]} + ${thursday} = ${monday} °C.`,
      te: `మొదటి మూడు రోజుల మొత్తం 3 × ${first} = ${totals[0]}, తర్వాతి మూడు రోజులది 3 × ${second} = ${totals[1]}. మంగళ, బుధవారాలు రెండింటిలోనూ ఉన్నాయి; సోమవారం = ${totals[0]} − ${totals[1]} + ${thursday} = ${monday} °C.`,
      en: `The temperatures from Monday to Wednesday add up to 3 × ${first} = ${totals[0]} and those from Tuesday to Thursday to 3 × ${second} = ${totals[1]}. Tuesday and Wednesday are in both, so the temperature on Monday was ${totals[0]} − ${totals[1]} + ${thursday} = ${monday} °C.`,
    },
  })
}

export const averages: readonly QuestionTemplate[] = [
  newMember,
  replacedPlayer,
  misreadEntry,
  twoVillages,
  innings,
  temperatures,
]
