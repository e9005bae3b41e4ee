import { clockInIndia } from '../../domain/india-time.ts'
import { languages, type Locale } from '../../domain/locale.ts'

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

const months = new Map<Locale, Intl.DateTimeFormat>()

/** A month ('2026-11') by its name and year: 'November 2026'. */
export function monthText(month: string, locale: Locale): string {
  let format = months.get(locale)
  if (!format) {
    format = new Intl.DateTimeFormat(languages[locale].dateFormat, {
      ...{ month: 'long', year: 'numeric' },
      timeZone: 'Asia/Kolkata',
    })
    months.set(locale, format)
  }
  return format.format(Date.parse(`${month}-15T12:00:00+05:30`))
}

const shortFormats = new Map<string, Intl.DateTimeFormat>()

/** A part of a date in India, with Latin digits. The formats are kept: making one is slow. */
function partText(
  iso: string,
  locale: Locale,
  options: { day?: 'numeric'; month?: 'short'; weekday?: 'narrow' },
): string {
  const time = Date.parse(iso.length === 10 ? `${iso}T12:00:00+05:30` : iso)
  if (Number.isNaN(time)) return iso
  const key = `${locale} ${Object.keys(options).join(' ')}`
  const format =
    shortFormats.get(key) ??
    new Intl.DateTimeFormat(languages[locale].dateFormat, { ...options, timeZone: 'Asia/Kolkata' })
  shortFormats.set(key, format)
  return format.format(time)
}

/** '21 Nov'. */
export const dayMonthText = (iso: string, locale: Locale) =>
  partText(iso, locale, { day: 'numeric', month: 'short' })

/** The first letters of a weekday: 'S'. */
export const weekdayText = (iso: string, locale: Locale) =>
  partText(iso, locale, { weekday: 'narrow' })

/** An ISO time as the time of day in India, as exam notices write it: '4:35 PM'. */
export function timeText(iso: string): string {
  const [hour = '', minutes = ''] = clockText(iso).split(':')
  const hours = Number(hour)
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`
}

/** An ISO time as the time of day in India, in 24 hours: '16:05'. For running text: a.m. and p.m.
 *  are not idiomatic in Kannada and Telugu. */
export const clockText = (iso: string) => clockInIndia(new Date(iso))
