import { counted } from './amounts.ts'
import { daysIn, isLeap, months, weekday, weekdayOf } from './days.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['reasoning']

/** The right weekday, and those that typical mistakes lead to. */
const days = (right: number, slips: readonly number[]) => ({
  right: weekday(right),
  wrong: [...slips, right + 1, right - 1, right + 2, right - 2].map(weekday),
})

/** '1996, 2000 and 2004'. */
const listed = (years: readonly number[]) => new Intl.ListFormat('en-GB').format(years.map(String))

const leapYearsBetween = (first: number, last: number) =>
  Array.from({ length: last - first }, (_, index) => first + index + 1).filter(isLeap)

const someYearsLater: QuestionTemplate = (random) => {
  const day = random.integer(1, 28)
  const month = random.integer(2, 11)
  const { first, last } = random.drawUntil(
    () => ({ first: random.integer(1951, 2018), last: random.integer(1954, 2025) }),
    ({ first, last }) => last - first >= 4 && last - first <= 12,
  )
  const leaps = leapYearsBetween(first, last)
  const known = weekdayOf(day, month, first)
  const answer = weekdayOf(day, month, last)
  const { name } = months[month]!
  const [years, odd] = [last - first, last - first + leaps.length]
  const careless = weekday(known + years)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${first}ರ ${name.kn} ${day} ${weekday(known).kn}ವಾಗಿತ್ತು. ${last}ರ ${name.kn} ${day} ಯಾವ ವಾರವಾಗಿತ್ತು?`,
      te: `${first} ${name.te} ${day} ${weekday(known).te}. ${last} ${name.te} ${day} ఏ వారం?`,
      en: `${day} ${name.en} ${first} was a ${weekday(known).en}. What day of the week was ${day} ${name.en} ${last}?`,
    },
    ...days(answer, [known + years]),
    why: {
      kn: `ಸಾಮಾನ್ಯ ವರ್ಷದಲ್ಲಿ ವಾರವು 1 ದಿನ, ಅಧಿಕ ವರ್ಷದಲ್ಲಿ 2 ದಿನ ಮುಂದಕ್ಕೆ ಸರಿಯುತ್ತದೆ. ${years} ವರ್ಷಗಳಲ್ಲಿ ಫೆಬ್ರವರಿ 29 ಬಂದದ್ದು ${leaps.join(', ')}ರಲ್ಲಿ; ಒಟ್ಟು ${years} + ${leaps.length} = ${odd} ದಿನ. 7ರಿಂದ ಭಾಗಿಸಿದರೆ ಶೇಷ ${odd % 7}; ಆದ್ದರಿಂದ ಆ ದಿನ ${weekday(answer).kn}. ಅಧಿಕ ವರ್ಷಗಳನ್ನು ಮರೆತರೆ ${careless.kn} ಬರುತ್ತದೆ.`,
      te: `సాధారణ సంవత్సరం వారాన్ని 1 రోజు, లీపు సంవత్సరం 2 రోజులు ముందుకు జరుపుతుంది. ${years} సంవత్సరాల్లో ఫిబ్రవరి 29 వచ్చింది ${leaps.join(', ')}లో; మొత్తం ${years} + ${leaps.length} = ${odd} రోజులు. 7తో భాగిస్తే శేషం ${odd % 7}: ${weekday(answer).te}. లీపు సంవత్సరాలను మరిచిపోతే ${careless.te} వస్తుంది.`,
      en: `A common year moves the weekday on by 1 and a leap year by 2. In these ${years} years 29 February came in ${listed(leaps)}; in all that is ${years} + ${leaps.length} = ${odd} days, which leaves a remainder of ${odd % 7} when divided by 7, so the day was ${weekday(answer).en}. Forgetting the leap years gives ${careless.en}.`,
    },
  })
}

const sameYear: QuestionTemplate = (random) => {
  const known = random.integer(0, 6)
  const from = { day: random.integer(1, 28), month: random.integer(2, 7) }
  const to = { day: random.integer(1, 28), month: random.integer(from.month + 2, 11) }
  const parts = [months[from.month]!.days - from.day]
  for (let month = from.month + 1; month < to.month; month++) parts.push(months[month]!.days)
  parts.push(to.day)
  const passed = parts.reduce((sum, part) => sum + part)
  if (passed % 7 < 2) return sameYear(random)
  const [first, last] = [months[from.month]!.name, months[to.month]!.name]
  const answer = known + passed
  const sum = `${parts.join(' + ')} = ${passed}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಒಂದು ವರ್ಷದಲ್ಲಿ ${first.kn} ${from.day} ${weekday(known).kn}ವಾದರೆ, ಅದೇ ವರ್ಷ ${last.kn} ${to.day} ಯಾವ ವಾರ?`,
      te: `ఒక సంవత్సరంలో ${first.te} ${from.day} ${weekday(known).te} అయితే, అదే సంవత్సరం ${last.te} ${to.day} ఏ వారం?`,
      en: `If ${from.day} ${first.en} of a year is a ${weekday(known).en}, what day of the week is ${to.day} ${last.en} of the same year?`,
    },
    ...days(answer, [answer + 1, answer - 1, answer - 2]),
    why: {
      kn: `${first.kn} ${from.day}ರ ನಂತರ ಕಳೆಯುವ ದಿನಗಳು: ${sum}. ${passed}ನ್ನು 7ರಿಂದ ಭಾಗಿಸಿದರೆ ಶೇಷ ${passed % 7}; ${weekday(known).kn}ದಿಂದ ${passed % 7} ದಿನ ಮುಂದೆ ${weekday(answer).kn}. ಯಾವ ತಿಂಗಳಿಗೆ 30, ಯಾವುದಕ್ಕೆ 31 ದಿನ ಎಂಬುದನ್ನು ನೆನಪಿಡಿ.`,
      te: `${first.te} ${from.day} తర్వాత గడిచే రోజులు: ${sum}. ఈ ${passed}ను 7తో భాగిస్తే శేషం ${passed % 7}; ${weekday(known).te} నుంచి ${passed % 7} రోజులు ముందుకు లెక్కిస్తే ${weekday(answer).te}. ఏ నెలకు 30, ఏ నెలకు 31 రోజులో గుర్తుంచుకోండి.`,
      en: `From ${from.day} ${first.en} on, ${sum} days pass. Divided by 7 this leaves a remainder of ${passed % 7}; ${passed % 7} days on from ${weekday(known).en} is ${weekday(answer).en}. Remember which months have 30 days and which 31.`,
    },
  })
}

const daysFromToday: QuestionTemplate = (random) => {
  const today = random.integer(0, 6)
  const { count } = random.drawUntil(
    () => ({ count: random.integer(45, 400) }),
    ({ count }) => count % 7 > 1,
  )
  const isAhead = random.pick([true, false])
  const answer = isAhead ? today + count : today - (count % 7)
  const weeks = Math.floor(count / 7)
  const working = `${count} = 7 × ${weeks} + ${count % 7}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಇಂದು ${weekday(today).kn}. ${isAhead ? 'ಇಂದಿನಿಂದ' : 'ಇಂದಿಗೆ'} ${count} ದಿನಗಳ ${isAhead ? 'ನಂತರ ಯಾವ ವಾರ ಬರುತ್ತದೆ' : 'ಹಿಂದೆ ಯಾವ ವಾರವಾಗಿತ್ತು'}?`,
      te: `ఈ రోజు ${weekday(today).te}. ${count} రోజుల ${isAhead ? 'తర్వాత ఏ వారం వస్తుంది' : 'క్రితం ఏ వారం'}?`,
      en: `Today is ${weekday(today).en}. What day of the week ${isAhead ? `will it be ${count} days from now` : `was it ${count} days ago`}?`,
    },
    ...days(answer, [
      isAhead ? today - (count % 7) : today + count,
      isAhead ? answer - 1 : answer + 1,
    ]),
    why: {
      kn: `${working}; ಏಳು ದಿನಗಳಿಗೊಮ್ಮೆ ಅದೇ ವಾರ ಬರುತ್ತದೆ. ಉಳಿದ ${count % 7} ದಿನಗಳಷ್ಟು ${isAhead ? 'ಮುಂದಕ್ಕೆ' : 'ಹಿಂದಕ್ಕೆ'} ಎಣಿಸಿದರೆ ${weekday(answer).kn}. ಇಂದಿನ ದಿನವನ್ನೇ ಮೊದಲನೆಯದೆಂದು ಎಣಿಸಬಾರದು.`,
      te: `${working}; ప్రతి 7 రోజులకు అదే వారం తిరిగి వస్తుంది. మిగిలిన ${count % 7} రోజులు ${isAhead ? 'ముందుకు' : 'వెనక్కు'} లెక్కిస్తే ${weekday(answer).te}. ఈ రోజునే మొదటి రోజుగా లెక్కించకూడదు.`,
      en: `${working}; whole weeks do not change the weekday. Counting the remaining ${count % 7} days ${isAhead ? 'forward' : 'back'} gives ${weekday(answer).en}. Do not count today as the first day.`,
    },
  })
}

const leapYear: QuestionTemplate = (random) => {
  const right = random.drawUntil(
    () =>
      random.pick([true, false]) ? random.integer(1600, 2400, 400) : random.integer(1804, 2096, 4),
    isLeap,
  )
  const century = random.pick([1800, 1900, 2100, 2200, 2300])
  const other = random.pick([1800, 1900, 2100, 2200, 2300].filter((year) => year !== century))
  const even = random.integer(1802, 2090, 4)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: 'ಈ ವರ್ಷಗಳಲ್ಲಿ ಅಧಿಕ ವರ್ಷ (leap year) ಯಾವುದು?',
      te: 'ఈ సంవత్సరాల్లో లీపు సంవత్సరం ఏది?',
      en: 'Which of these is a leap year?',
    },
    right: String(right),
    wrong: [century, even, other].map(String),
    why: {
      kn: `ಅಧಿಕ ವರ್ಷವು 4ರಿಂದ ಭಾಗವಾಗಬೇಕು; ಶತಮಾನದ ವರ್ಷವಾದರೆ 400ರಿಂದ ಭಾಗವಾಗಬೇಕು. ${right} ಈ ನಿಯಮಕ್ಕೆ ಹೊಂದುತ್ತದೆ. ${century} ಮತ್ತು ${other} ಶತಮಾನದ ವರ್ಷಗಳಾದರೂ 400ರಿಂದ ಭಾಗವಾಗುವುದಿಲ್ಲ; ${even} ಅಂತೂ 4ರಿಂದಲೂ ಭಾಗವಾಗುವುದಿಲ್ಲ.`,
      te: `లీపు సంవత్సరం 4తో భాగించబడాలి; శతాబ్ది సంవత్సరమైతే 400తో భాగించబడాలి. ${right} ఈ నియమానికి సరిపోతుంది. ${century}, ${other} శతాబ్ది సంవత్సరాలు, కానీ 400తో భాగించబడవు; ${even} అయితే 4తో కూడా భాగించబడదు.`,
      en: `A leap year must be divisible by 4, and a century year by 400. The year ${right} fits this rule. ${century} and ${other} are not divisible by 400, and ${even} is not even divisible by 4.`,
    },
  })
}

const calendarAgain: QuestionTemplate = (random) => {
  const year = random.drawUntil(
    () => random.integer(1962, 2062),
    (year) => year !== 2025,
  )
  let next = year + 1
  while (isLeap(next) !== isLeap(year) || weekdayOf(1, 0, next) !== weekdayOf(1, 0, year)) next++
  const gap = next - year
  const leaps = leapYearsBetween(year - 1, next - 1).length
  const odd = gap + leaps
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${year}ರ ಕ್ಯಾಲೆಂಡರ್ ಅನ್ನು ಪೂರ್ತಿಯಾಗಿ ಮತ್ತೆ ಬಳಸಬಹುದಾದ ಮುಂದಿನ ವರ್ಷ ಯಾವುದು?`,
      te: `${year} క్యాలెండర్‌ను మళ్లీ పూర్తిగా ఉపయోగించగల తర్వాతి సంవత్సరం ఏది?`,
      en: `Which is the next year that has the same calendar as ${year}?`,
    },
    ...numericAnswers(next, [year + 5, year + 6, year + 7, year + 11, year + 28], 1, String),
    why: {
      kn: `${year}ರಿಂದ ${next - 1}ರವರೆಗೆ ${gap} ವರ್ಷಗಳಲ್ಲಿ ${counted(leaps, 'ಅಧಿಕ ವರ್ಷ', 'ಅಧಿಕ ವರ್ಷಗಳು')} ಇರುವುದರಿಂದ ವಾರಗಳು ${gap} + ${leaps} = ${odd} ದಿನ ಮುಂದಕ್ಕೆ ಸರಿಯುತ್ತವೆ; ಇದು 7ರ ಅಪವರ್ತ್ಯ. ${isLeap(year) ? 'ಎರಡೂ ಅಧಿಕ ವರ್ಷಗಳು' : 'ಎರಡೂ ಸಾಮಾನ್ಯ ವರ್ಷಗಳು'}, ಆದ್ದರಿಂದ ${next}ಕ್ಕೂ ಅದೇ ಕ್ಯಾಲೆಂಡರ್ ಹೊಂದುತ್ತದೆ.`,
      te: `${year} నుంచి ${next - 1} వరకు ${gap} సంవత్సరాల్లో ${leaps === 1 ? 'లీపు సంవత్సరం' : 'లీపు సంవత్సరాలు'} ${leaps}; కాబట్టి వారం ${gap} + ${leaps} = ${odd} రోజులు ముందుకు జరుగుతుంది; ఇది 7 గుణిజం. ${isLeap(year) ? 'రెండూ లీపు సంవత్సరాలే' : 'రెండూ సాధారణ సంవత్సరాలే'}, కాబట్టి ${next} క్యాలెండర్ అదే.`,
      en: `In the ${gap} years from ${year} to ${next - 1} there ${leaps === 1 ? 'is' : 'are'} ${counted(leaps, 'leap year', 'leap years')}, so the weekdays move on by ${gap} + ${leaps} = ${odd} days, a multiple of 7. Like the first of these years, ${next} is a ${isLeap(year) ? 'leap' : 'common'} year, so it has the same calendar.`,
    },
  })
}

const daysBetween: QuestionTemplate = (random) => {
  const year = random.pick([2019, 2020, 2021, 2022, 2023, 2024, 2026, 2028])
  const from = { day: random.integer(5, 28), month: random.integer(0, 1) }
  const to = { day: random.integer(2, 28), month: random.integer(3, 6) }
  const parts = [daysIn(from.month, year) - from.day + 1]
  for (let month = from.month + 1; month < to.month; month++) parts.push(daysIn(month, year))
  parts.push(to.day)
  const count = parts.reduce((sum, part) => sum + part)
  const [first, last] = [months[from.month]!.name, months[to.month]!.name]
  const leap = isLeap(year)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${year}ರ ${first.kn} ${from.day}ರಿಂದ ${last.kn} ${to.day}ರವರೆಗೆ, ಎರಡೂ ದಿನಗಳನ್ನು ಸೇರಿಸಿ, ಒಟ್ಟು ಎಷ್ಟು ದಿನಗಳು?`,
      te: `${year} ${first.te} ${from.day} నుంచి ${last.te} ${to.day} వరకు, ఆ రెండు రోజులనూ కలుపుకుని, మొత్తం ఎన్ని రోజులు?`,
      en: `How many days are there from ${from.day} ${first.en} to ${to.day} ${last.en} ${year}, both days included?`,
    },
    ...numericAnswers(
      count,
      [leap ? count - 1 : count + 1, leap ? count - 2 : count - 1, count + 2],
      1,
    ),
    why: {
      kn: `ತಿಂಗಳುವಾರು ದಿನಗಳು ${parts.join(' + ')} = ${count}. ${year} ${leap ? 'ಅಧಿಕ ವರ್ಷ, ಆದ್ದರಿಂದ ಫೆಬ್ರವರಿಗೆ 29 ದಿನ' : 'ಸಾಮಾನ್ಯ ವರ್ಷ, ಆದ್ದರಿಂದ ಫೆಬ್ರವರಿಗೆ 28 ದಿನ'}; ಮೊದಲ ದಿನವನ್ನೂ ಎಣಿಸಬೇಕು.`,
      te: `నెలవారీ రోజులు ${parts.join(' + ')} = ${count}. ${year} ${leap ? 'లీపు సంవత్సరం, కాబట్టి ఫిబ్రవరికి 29 రోజులు' : 'సాధారణ సంవత్సరం, కాబట్టి ఫిబ్రవరికి 28 రోజులు'}; మొదటి రోజును కూడా లెక్కించాలి.`,
      en: `Month by month the days are ${parts.join(' + ')} = ${count}. The year ${year} is a ${leap ? 'leap year, so February has 29 days' : 'common year, so February has 28 days'}; the first day is counted too.`,
    },
  })
}

const dayBeforeYesterday: QuestionTemplate = (random) => {
  const known = random.pick([
    { kn: 'ಮೊನ್ನೆ', te: 'మొన్న', en: 'the day before yesterday was', away: -2 },
    { kn: 'ನಿನ್ನೆ', te: 'నిన్న', en: 'yesterday was', away: -1 },
    { kn: 'ನಾಳೆ', te: 'రేపు', en: 'tomorrow is', away: 1 },
    { kn: 'ನಾಡಿದ್ದು', te: 'ఎల్లుండి', en: 'the day after tomorrow is', away: 2 },
  ])
  const count = random.integer(9, 40)
  if ((count - known.away) % 7 === 0 || count % 7 < 2) return dayBeforeYesterday(random)
  const day = random.integer(0, 6)
  const today = day - known.away + 7
  const answer = today + count
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${known.kn} ${weekday(day).kn}${known.away < 0 ? 'ವಾಗಿದ್ದರೆ' : 'ವಾದರೆ'}, ಇಂದಿನಿಂದ ${count} ದಿನಗಳ ನಂತರ ಯಾವ ವಾರ?`,
      te: `${known.te} ${weekday(day).te} అయితే, ఈ రోజు నుంచి ${count} రోజుల తర్వాత ఏ వారం?`,
      en: `If ${known.en} ${weekday(day).en}, what day of the week will it be ${count} days from today?`,
    },
    ...days(answer, [day + count, answer + known.away * 2]),
    why: {
      kn: `${known.kn} ${weekday(day).kn}${known.away < 0 ? 'ವಾಗಿದ್ದರೆ' : 'ವಾದರೆ'} ಇಂದು ${weekday(today).kn}. ${count}ನ್ನು 7ರಿಂದ ಭಾಗಿಸಿದರೆ ಶೇಷ ${count % 7}; ${weekday(today).kn}ದಿಂದ ${count % 7} ದಿನ ಮುಂದೆ ${weekday(answer).kn}.`,
      te: `${known.te} ${weekday(day).te} అయితే ఈ రోజు ${weekday(today).te}. ${count}ను 7తో భాగిస్తే శేషం ${count % 7}; ${weekday(today).te} నుంచి ${count % 7} రోజులు ముందుకు లెక్కిస్తే ${weekday(answer).te}.`,
      en: `If ${known.en} ${weekday(day).en}, today is ${weekday(today).en}. ${count} leaves a remainder of ${count % 7} when divided by 7, and ${count % 7} days on from ${weekday(today).en} is ${weekday(answer).en}.`,
    },
  })
}

export const calendar: readonly QuestionTemplate[] = [
  someYearsLater,
  sameYear,
  daysFromToday,
  leapYear,
  calendarAgain,
  daysBetween,
  dayBeforeYesterday,
]
