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
  // A link to any other address loses its href; its text stays.
  onTagAttr: (_tag, name, value) => (name === 'href' && !isHarmless(value) ? '' : undefined),
}

/** Our own pages, https, mailto and tel; no other scheme. */
const isHarmless = (href: string) =>
  /^\s*(https:\/\/|mailto:|tel:|#)/i.test(href) || ownPage.test(href)

/** A path without an empty segment, plain, encoded or as a character reference: '//host', '/\\host'
 *  and '/kn//host' lead to another host, or would without the locale. */
const ownPage = /^\s*(?:\/(?!\/|%2f|%5c)[^\s/\\?#&]*)+(?:[?#]|\s*$)/i

/** Sanitises HTML from the product API: keeps text, lists, tables and links. h1 becomes h2, because
 *  the page has its own h1. */
export const safeHtml = (html: string) =>
  xss(html.replace(/<(\/?)h1(?=[\s>])/gi, '<$1h2'), rules) as SafeHtml
