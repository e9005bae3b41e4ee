import xss, { type IFilterXSSOptions } from 'xss'
import type { SafeHtml } from '../../domain/content-page.ts'

const elementsWithLang = [
  ...['h2', 'h3', 'h4', 'p', 'ul', 'li', 'blockquote', 'hr', 'br'],
  ...['strong', 'em', 'b', 'i', 'sub', 'sup', 'code'],
  ...['table', 'thead', 'tbody', 'tr', 'caption'],
]

const rules: IFilterXSSOptions = {
  whiteList: {
    ...Object.fromEntries(elementsWithLang.map((tag) => [tag, ['lang']])),
    a: ['href', 'lang'],
    ol: ['start', 'lang'],
    th: ['colspan', 'rowspan', 'scope', 'lang'],
    td: ['colspan', 'rowspan', 'lang'],
  },
  css: false,
  stripIgnoreTag: true,
  stripIgnoreTagBody: [
    'script',
    'style',
    'iframe',
    'object',
    'template',
    'noscript',
    'svg',
    'math',
  ],
  allowCommentTag: false,
  // A link with a disallowed address loses its href and keeps its text.
  onTagAttr: (_tag, name, value) => (name === 'href' && !allowedHref.test(value) ? '' : undefined),
}

/** Paths of this site, fragments, https, mailto and tel. A path must not begin with `//` or `/\`,
 *  which browsers resolve to another host. */
const allowedHref = /^\s*(https:\/\/|mailto:|tel:|#|\/(?![/\\&]))/i

/** Sanitises HTML from the product API: keeps text, lists, tables and links. h1 becomes h2, because
 *  the page has its own h1. */
export const safeHtml = (html: string) =>
  xss(html.replace(/<(\/?)h1(?=[\s>])/gi, '<$1h2'), rules) as SafeHtml
