import xss, { type IFilterXSSOptions } from 'xss'
import type { SafeHtml } from '../../domain/content-page.ts'

const plain = [
  ...['h2', 'h3', 'h4', 'p', 'ul', 'li', 'blockquote', 'hr', 'br'],
  ...['strong', 'em', 'b', 'i', 'sub', 'sup', 'code'],
  ...['table', 'thead', 'tbody', 'tr', 'caption'],
]

const rules: IFilterXSSOptions = {
  whiteList: {
    ...Object.fromEntries(plain.map((tag) => [tag, ['lang']])),
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
  // An address that is not clearly harmless loses its attribute; the words of the link stay.
  onTagAttr: (_tag, name, value) => (name === 'href' && !harmless.test(value) ? '' : undefined),
}

/** Our own pages, secure ones, and ways to write or call; no other scheme, and no other host in disguise (`//`, `/\`). */
const harmless = /^\s*(https:\/\/|mailto:|tel:|#|\/(?![/\\&]))/i

/** HTML from the product API -> the part of it that may stand on a page: words, lists, tables and links.
 *  The page has its own h1, so that one comes down a step. */
export const safeHtml = (html: string) =>
  xss(html.replace(/<(\/?)h1(?=[\s>])/gi, '<$1h2'), rules) as SafeHtml
