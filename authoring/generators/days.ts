import type { Translations } from './question.ts'

/** From Sunday, which is day 0. */
export const weekdays: readonly Translations[] = [
  { kn: 'ಭಾನುವಾರ', te: 'ఆదివారం', en: 'Sunday' },
  { kn: 'ಸೋಮವಾರ', te: 'సోమవారం', en: 'Monday' },
  { kn: 'ಮಂಗಳವಾರ', te: 'మంగళవారం', en: 'Tuesday' },
  { kn: 'ಬುಧವಾರ', te: 'బుధవారం', en: 'Wednesday' },
  { kn: 'ಗುರುವಾರ', te: 'గురువారం', en: 'Thursday' },
  { kn: 'ಶುಕ್ರವಾರ', te: 'శుక్రవారం', en: 'Friday' },
  { kn: 'ಶನಿವಾರ', te: 'శనివారం', en: 'Saturday' },
]
export const weekday = (number: number) => weekdays[((number % 7) + 7) % 7]!

const month = (kn: string, te: string, en: string, days: number) => ({ name: { kn, te, en }, days })

/** The months with their days in a common year. */
export const months = [
  month('ಜನವರಿ', 'జనవరి', 'January', 31),
  month('ಫೆಬ್ರವರಿ', 'ఫిబ్రవరి', 'February', 28),
  month('ಮಾರ್ಚ್', 'మార్చి', 'March', 31),
  month('ಏಪ್ರಿಲ್', 'ఏప్రిల్', 'April', 30),
  month('ಮೇ', 'మే', 'May', 31),
  month('ಜೂನ್', 'జూన్', 'June', 30),
  month('ಜುಲೈ', 'జులై', 'July', 31),
  month('ಆಗಸ್ಟ್', 'ఆగస్టు', 'August', 31),
  month('ಸೆಪ್ಟೆಂಬರ್', 'సెప్టెంబర్', 'September', 30),
  month('ಅಕ್ಟೋಬರ್', 'అక్టోబర్', 'October', 31),
  month('ನವೆಂಬರ್', 'నవంబర్', 'November', 30),
  month('ಡಿಸೆಂಬರ್', 'డిసెంబర్', 'December', 31),
]

export const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

export const daysIn = (month: number, year: number) =>
  months[month]!.days + (month === 1 && isLeap(year) ? 1 : 0)

/** Days from 1 January of year 1, a Monday, to 1 January of `year`, modulo whole weeks. */
const oddDaysBefore = (year: number) => {
  const past = year - 1
  return past + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400)
}

/** The weekday of a date; months from 0. */
export function weekdayOf(day: number, month: number, year: number): number {
  let days = oddDaysBefore(year) + day
  for (let earlier = 0; earlier < month; earlier++) days += daysIn(earlier, year)
  return days % 7
}
