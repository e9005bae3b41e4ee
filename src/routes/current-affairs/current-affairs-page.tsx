import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { ContentPageSummary } from '../../../domain/content-page.ts'
import { AffairsList } from '../../ui/affairs-list.tsx'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Meta } from '../../ui/meta.tsx'
import { wordsIn } from '../../ui/words.ts'

export function CurrentAffairsPage({
  place,
  affairs,
}: {
  place: PageContext
  affairs: readonly ContentPageSummary[]
}) {
  const words = wordsIn(place.locale)
  return (
    <>
      <Meta
        family="affairs"
        place={place}
        title={words.affairs_title()}
        description={words.affairs_description()}
      />
      <link
        rel="alternate"
        type="application/atom+xml"
        title={words.affairs_title()}
        href={localizedPath('/current-affairs/feed.xml', place.locale)}
      />
      <Breadcrumbs place={place} crumbs={[{ name: words.current_affairs() }]} />
      <div className="hero">
        <h1>{words.current_affairs()}</h1>
        <p>{words.affairs_lead()}</p>
      </div>
      {affairs.length > 0 ? (
        <AffairsList place={place} affairs={affairs} />
      ) : (
        <p className="note">{words.section_empty()}</p>
      )}
    </>
  )
}
