import { localizedPath, splitLocale, type PageContext } from '../addresses/address.ts'
import type { ContentPage } from '../../domain/content-page.ts'
import { InlineStyle } from './inline-assets.tsx'

/** Rich text that was sanitized by the API client. */
export function Prose({
  page,
  body,
  lang,
}: {
  page: PageContext
  body: ContentPage['body']
  lang: string | undefined
}) {
  return (
    <>
      <InlineStyle name="prose" />
      <div
        className="prose"
        lang={lang}
        dangerouslySetInnerHTML={{ __html: localizeLinks(body, page) }}
      />
    </>
  )
}

/** Replaces the locale in links to pages of this site by the page's locale. */
const localizeLinks = (body: string, { locale }: PageContext) =>
  body.replace(
    / href="(\/[^"#?]*)/g,
    (_, path: string) => ` href="${localizedPath(splitLocale(path).path, locale)}`,
  )
