import { localizedPath, splitLocale, type PageContext } from '../addresses/address.ts'
import type { ContentPage } from '../../domain/content-page.ts'
import { Sheet } from './page-parts.tsx'

/** Rich text that has been through the sanitiser. */
export function Prose({
  place,
  body,
  lang,
}: {
  place: PageContext
  body: ContentPage['body']
  lang: string | undefined
}) {
  return (
    <>
      <Sheet of="prose" />
      <div
        className="prose"
        lang={lang}
        dangerouslySetInnerHTML={{ __html: inLanguage(body, place) }}
      />
    </>
  )
}

/** Links to our own pages lead to them in the reader's language, however the editor wrote them. */
const inLanguage = (body: string, { locale }: PageContext) =>
  body.replace(
    / href="(\/[^"#?]*)/g,
    (_, path: string) => ` href="${localizedPath(splitLocale(path).path, locale)}`,
  )
