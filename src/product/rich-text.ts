import sanitizeHtml from 'sanitize-html'
import type { SafeHtml } from '../model/content-page.ts'

const rules: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'hr', 'br'],
    ...['strong', 'em', 'b', 'i', 'sub', 'sup', 'code', 'a'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption'],
  ],
  allowedAttributes: {
    a: ['href'],
    ol: ['start'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    '*': ['lang'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // The page has its own h1.
  transformTags: { h1: 'h2' },
}

/** HTML from the product API -> the part of it that may stand on a page: words, lists, tables and links. */
export const safeHtml = (html: string) => sanitizeHtml(html, rules) as SafeHtml
