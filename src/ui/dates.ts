import { languages, type Locale } from '../../domain/locale.ts'

const indiaOffsetMs = 5.5 * 3600_000

/** The date in India: '2026-11-21'. India has one time zone without daylight saving, so this needs
 *  no Intl, whose first use would take longer than the rest of a cold start. */
export const dayInIndia = (time: Date) =>
  new Date(time.getTime() + indiaOffsetMs).toISOString().slice(0, 10)

const formats = new Map<Locale, Intl.DateTimeFormat>()

/** An ISO date or time as a long date in India, with Latin digits: '21 November 2026'. Anything
 *  else as it is: one entry of a content system that is no date does not break a whole list. */
export function dateText(iso: string, locale: Locale): string {
  const time = Date.parse(iso.length === 10 ? `${iso}T12:00:00+05:30` : iso)
  if (Number.isNaN(time)) return iso
  let format = formats.get(locale)
  if (!format) {
    format = new Intl.DateTimeFormat(languages[locale].dateFormat, {
      dateStyle: 'long',
      timeZone: 'Asia/Kolkata',
    })
    formats.set(locale, format)
  }
  return format.format(time)
}

/** An ISO time as the time of day in India, as exam notices write it: '4:35 PM'. */
export function timeText(iso: string): string {
  const time = new Date(Date.parse(iso) + indiaOffsetMs)
  const hours = time.getUTCHours()
  const minutes = String(time.getUTCMinutes()).padStart(2, '0')
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`
}

/** An ISO time as the time of day in India, in 24 hours: '16:05'. For running text: a.m. and p.m.
 *  are not idiomatic in Kannada and Telugu. */
export const clockText = (iso: string) =>
  new Date(Date.parse(iso) + indiaOffsetMs).toISOString().slice(11, 16)
