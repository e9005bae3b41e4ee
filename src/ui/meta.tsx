import { addressIn, alternates, type Place } from '../model/address.ts'

/** A page's title and description, its one address, and the same page in the other languages.
 *  React moves all of it into the head. */
export function Meta({
  place,
  title,
  description,
}: {
  place: Place
  title: string
  description: string
}) {
  const url = place.origin + addressIn(place.path, place.locale)
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
