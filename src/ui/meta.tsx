import { localizedPath, alternates, type PageContext } from '../addresses/address.ts'

/** Pages that are shared with the same picture. */
export type PageFamily = 'home' | 'exam' | 'paper' | 'cards' | 'affairs' | 'info'

/** A page's title and description, its one address, and the same page in the other languages.
 *  React moves all of it into the head. */
export function Meta({
  place,
  title,
  description,
  family = 'home',
}: {
  place: PageContext
  title: string
  description: string
  family?: PageFamily
}) {
  const url = place.origin + localizedPath(place.path, place.locale)
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      {alternates(place.path).map(({ locale, path }) => (
        <link key={locale} rel="alternate" hrefLang={locale} href={place.origin + path} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={place.origin + place.path} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${place.origin}/share/${family}-${place.locale}.png`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** For pages that search engines shall not keep: unknown addresses, errors, forms. */
export function UnlistedMeta({ title, description }: { title: string; description: string }) {
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="robots" content="noindex" />
    </>
  )
}
