import type { Locale } from '../../domain/locale.ts'

const indiaAheadMs = 5.5 * 3600_000

/** The day in India, which keeps one time all year: '2026-11-21'. (An Intl format made here would cost more than all
 *  the rest of a cold start.) */
export const dayInIndia = (time: Date) =>
  new Date(time.getTime() + indiaAheadMs).toISOString().slice(0, 10)

const formats = new Map<Locale, Intl.DateTimeFormat>()

/** '2026-11-21' or a full ISO time -> the day in India, in words, with Latin digits. */
export function dateText(iso: string, locale: Locale): string {
  let format = formats.get(locale)
  if (!format) {
    format = new Intl.DateTimeFormat(`${locale}-IN-u-nu-latn`, {
      dateStyle: 'long',
      timeZone: 'Asia/Kolkata',
    })
    formats.set(locale, format)
  }
  return format.format(new Date(iso.length === 10 ? `${iso}T12:00:00+05:30` : iso))
}

/** A full ISO time -> the time of day in India, as exam notices write it: '4:35 PM'. */
export function timeText(iso: string): string {
  const time = new Date(Date.parse(iso) + indiaAheadMs)
  const hours = time.getUTCHours()
  const minutes = String(time.getUTCMinutes()).padStart(2, '0')
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`
}

/** An ISO time -> the time of day in India: '16:05'. The words for a.m. and p.m. read oddly in Kannada and Telugu. */
export const clockText = (iso: string) =>
  new Date(Date.parse(iso) + indiaAheadMs).toISOString().slice(11, 16)
