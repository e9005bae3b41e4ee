import { authoritativeLocale } from '../../domain/locale.ts'
import type { Brand } from '../brand.ts'

/** Data about a page for search engines, as JSON-LD of schema.org. It is not executed, so the
 *  Content-Security-Policy does not have to allow it. */
export function StructuredData({ data }: { data: Record<string, unknown> }) {
  // A "<" in a text must not end the script element.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll(
    '<',
    '\\u003c',
  )
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}

/** The schema.org data of an article. Times are ISO. */
export const article = (facts: {
  url: string
  headline: string
  language: string
  published?: string | undefined
  modified: string
  brand: Brand
}) => ({
  '@type': 'Article',
  headline: facts.headline,
  inLanguage: facts.language,
  ...(facts.published && { datePublished: facts.published }),
  dateModified: facts.modified,
  mainEntityOfPage: facts.url,
  author: organization(facts.brand),
  publisher: organization(facts.brand),
})

// One name in all languages, by which search engines recognize the publisher.
const organization = ({ name }: Brand) => ({
  '@type': 'Organization',
  name: name[authoritativeLocale],
})
