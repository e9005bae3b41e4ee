import { localizedPath, alternates, type PageContext } from '../addresses/address.ts'

/** The picture of a page when it is shared: /share/{name}-{locale}.png. An exam's is 'EXAM/exam', a
 *  paper's 'EXAM/PAPER'; where none was drawn, that of what it belongs to is sent
 *  (src/routes/site-files/share-images.ts). */
export type ShareImage =
  ('home' | 'exam' | 'paper' | 'cards' | 'affairs' | 'info') | `${string}/${string}`

/** Title, description, canonical address and alternates in the other languages. React moves these
 *  elements into the head. */
export function Meta({
  page,
  title,
  description,
  shareImage = 'home',
}: {
  page: PageContext
  title: string
  description: string
  shareImage?: ShareImage
}) {
  const url = page.origin + localizedPath(page.path, page.locale)
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <Addresses page={page} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${page.origin}/share/${shareImage}-${page.locale}.png`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** For pages that search engines must not index: unknown addresses, errors, forms. `page`: given
 *  where the page has the same address for everybody, in every language. */
export function UnlistedMeta({
  title,
  description,
  page,
}: {
  title: string
  description: string
  page?: PageContext
}) {
  return (
    <>
      {page && <Addresses page={page} />}
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="robots" content="noindex" />
      {page && (
        <meta property="og:url" content={page.origin + localizedPath(page.path, page.locale)} />
      )}
    </>
  )
}

/** The canonical address of a page, and that of each language. */
function Addresses({ page }: { page: PageContext }) {
  return (
    <>
      <link rel="canonical" href={page.origin + localizedPath(page.path, page.locale)} />
      {alternates(page.path).map(({ locale, path }) => (
        <link key={locale} rel="alternate" hrefLang={locale} href={page.origin + path} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={page.origin + page.path} />
    </>
  )
}
