import { FilterXSS } from 'xss'
import type { SafeHtml } from '../model/content-page.ts'

const plain = [
  ...['h2', 'h3', 'h4', 'p', 'ul', 'li', 'blockquote', 'hr', 'br'],
  ...['strong', 'em', 'b', 'i', 'sub', 'sup', 'code'],
  ...['table', 'thead', 'tbody', 'tr', 'caption'],
]

const filter = new FilterXSS({
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
  // Our own pages, secure ones, and ways to write or call; no other scheme, and no address of another host in disguise.
  safeAttrValue(_tag, name, value) {
    if (name !== 'href') return escapeAttribute(value)
    return /^(https:\/\/|mailto:|tel:|#|\/(?![/\\]))/i.test(value.trim())
      ? escapeAttribute(value.trim())
      : ''
  },
})

const escapeAttribute = (value: string) =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** HTML from the product API -> the part of it that may stand on a page: words, lists, tables and links.
 *  The page has its own h1, so that one comes down a step. */
export const safeHtml = (html: string) =>
  filter.process(html.replace(/<(\/?)h1(?=[\s>])/gi, '<$1h2')) as SafeHtml
