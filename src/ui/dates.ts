import type { Locale } from '../model/locale.ts'

const days = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'Asia/Kolkata' })

/** The day in India: '2026-11-21'. */
export const dayInIndia = (time: Date) => days.format(time)

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
