/** Facts about a page for search engines, as schema.org's JSON-LD. Data, no script: the policy need not name it. */
export function StructuredData({ of }: { of: Record<string, unknown> }) {
  // A "<" in a text must not end the element.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...of }).replaceAll(
    '<',
    '\\u003c',
  )
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}

/** Something written: a day's current affairs, what there is to know of an exam. Times are ISO. */
export const article = (facts: {
  url: string
  headline: string
  language: string
  published?: string | undefined
  modified: string
  publisher: string
}) => ({
  '@type': 'Article',
  headline: facts.headline,
  inLanguage: facts.language,
  ...(facts.published && { datePublished: facts.published }),
  dateModified: facts.modified,
  mainEntityOfPage: facts.url,
  author: { '@type': 'Organization', name: facts.publisher },
  publisher: { '@type': 'Organization', name: facts.publisher },
})
