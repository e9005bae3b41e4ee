import { dayInIndia, clockInIndia } from '../../domain/india-time.ts'
import { languages, type Locale } from '../../domain/locale.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatted(day: string, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(languages[locale].dateFormat, {
      ...options,
      timeZone: 'Asia/Kolkata',
    })
  formats.set(key, format)
  return format.format(new Date(`${day}T12:00:00+05:30`))
}

/** '2026-11-26' -> 'Thursday, 26 November'. */
export const weekdayText = (day: string, locale: Locale) =>
  `${formatted(day, locale, { weekday: 'long' })}, ${dayText(day, locale)}`

/** '2026-11-26' -> '26 November'; in Kannada and Telugu the month comes first. */
export function dayText(day: string, locale: Locale): string {
  const month = formatted(day, locale, { month: 'long' })
  const number = String(Number(day.slice(8)))
  return languages[locale].script === 'Latin' ? `${number} ${month}` : `${month} ${number}`
}

/** '2026-11' -> 'November 2026'. */
export const monthText = (month: string, locale: Locale) =>
  `${formatted(`${month}-15`, locale, { month: 'long' })} ${month.slice(0, 4)}`

/** An ISO time -> '26 November, 06:00', in India. */
export const momentText = (iso: string, locale: Locale) =>
  `${dayText(dayInIndia(new Date(iso)), locale)}, ${clockInIndia(new Date(iso))}`

/** An ISO time -> '26 November 2026', in India; 'ನವೆಂಬರ್ 26, 2026'. */
export function exactDayText(iso: string, locale: Locale): string {
  const day = dayInIndia(new Date(iso))
  const comma = languages[locale].script === 'Latin' ? '' : ','
  return `${dayText(day, locale)}${comma} ${day.slice(0, 4)}`
}
