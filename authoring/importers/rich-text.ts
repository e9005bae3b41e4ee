import { convert } from 'html-to-text'
import { isLocale, languages, locales, type Locale } from '../../domain/locale.ts'
import type { Texts } from '../draft.ts'

/** 'kn', 'Kannada', 'kn-IN' -> 'kn'; anything else null. */
export function localeFromName(name: string): Locale | null {
  const word = name.trim().toLowerCase()
  const code = word.split(/[-_]/)[0] ?? ''
  if (isLocale(code)) return code
  return locales.find((locale) => languages[locale].englishName.toLowerCase() === word) ?? null
}

/** Converts HTML to plain text. Paragraphs and list items become lines; pictures are left out (see
 *  `hasPicture`). */
export function htmlToText(html: string): string {
  return convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'table', format: 'dataTable' },
      ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'p', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      {
        selector: 'ul',
        options: { leadingLineBreaks: 1, trailingLineBreaks: 1, itemPrefix: '- ' },
      },
    ],
  })
    .replace(/\u00a0/g, ' ')
    .replace(/\$\$(.+?)\$\$/gs, '\\($1\\)')
    .trim()
}

export const hasPicture = (html: string) =>
  /<(img|object|svg|video|audio)\b|@@PLUGINFILE@@/i.test(html)

/** The texts that Moodle's multi-language filters keep in one field, by language; without such
 *  markup, the whole text in `language`. */
export function textsIn(html: string, language: Locale): Texts {
  const texts: Texts = {}
  for (const [, attributes = '', inner = ''] of html.matchAll(
    /<span\b([^>]*\bmultilang\b[^>]*)>(.*?)<\/span>/gis,
  ))
    add(texts, /\blang="([^"]+)"/i.exec(attributes)?.[1], inner)
  for (const [, name, inner = ''] of html.matchAll(/\{mlang\s+([\w-]+)\}(.*?)\{mlang\}/gis))
    add(texts, name, inner)
  return Object.keys(texts).length > 0 ? texts : { [language]: htmlToText(html) }
}

function add(texts: Texts, name: string | undefined, html: string) {
  const locale = name === undefined ? null : localeFromName(name)
  if (locale) texts[locale] = [texts[locale], htmlToText(html)].filter(Boolean).join(' ')
}
