import { localizedPath, type PageContext } from '../addresses/address.ts'
import { UnlistedMeta } from './meta.tsx'
import { wordsIn } from './words.ts'

/** An address whose feature is not open yet: says so, and where to go instead. */
export function SoonPage({
  place,
  title,
  body,
}: {
  place: PageContext
  title: string
  body: string
}) {
  const words = wordsIn(place.locale)
  return (
    <>
      <UnlistedMeta title={words.page_title({ title })} description={body} />
      <div className="hero">
        <h1>{title}</h1>
        <p>{body}</p>
      </div>
      <p>
        <a className="btn" href={localizedPath('/', place.locale)}>
          {words.back_to_home()}
        </a>
      </p>
    </>
  )
}
