import type { ContentPage } from '../model/content-page.ts'
import { Sheet } from './page-parts.tsx'

/** Rich text that has been through the sanitiser. */
export function Prose({ body, lang }: { body: ContentPage['body']; lang: string | undefined }) {
  return (
    <>
      <Sheet of="prose" />
      <div className="prose" lang={lang} dangerouslySetInnerHTML={{ __html: body }} />
    </>
  )
}
