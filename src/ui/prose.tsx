import { addressIn, splitLocale, type Place } from '../addresses/address.ts'
import type { ContentPage } from '../../domain/content-page.ts'
import { Sheet } from './page-parts.tsx'

/** Rich text that has been through the sanitiser. */
export function Prose({
  place,
  body,
  lang,
}: {
  place: Place
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
const inLanguage = (body: string, { locale }: Place) =>
  body.replace(
    / href="(\/[^"#?]*)/g,
    (_, path: string) => ` href="${addressIn(splitLocale(path).path, locale)}`,
  )
