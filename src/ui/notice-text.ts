import type { Locale } from '../../domain/locale.ts'
import type { Notice } from '../../domain/notice.ts'
import { clockInIndia, dayInIndia } from '../../domain/india-time.ts'
import { dateText } from './dates.ts'
import { messagesFor } from './messages.ts'
import { escapeXml } from './xml.ts'

/** The markup of notices in a page's language. It is text, because it is put into pages that are
 *  rendered already. A copy on a device keeps those with which it was stored; each says its times
 *  where they matter. */
export const noticesHtml = (notices: readonly Notice[], locale: Locale): string =>
  notices.map((notice) => noticeHtml(notice, locale)).join('')

function noticeHtml({ kind, from, until, texts }: Notice, locale: Locale): string {
  const times = { from: moment(from, locale), until: moment(until, locale) }
  const title = kind === 'maintenance' ? messagesFor(locale).maintenance(times) : ''
  const attributes = `class="wrap note" data-kind="${kind}" data-until="${escapeXml(until)}"`
  const lead = title === '' ? '' : `<b>${escapeXml(title)}</b> `
  return `<p ${attributes}>${lead}${escapeXml(texts[locale])}</p>`
}

const moment = (iso: string, locale: Locale) =>
  `${dateText(dayInIndia(new Date(iso)), locale)}, ${clockInIndia(new Date(iso))}`
