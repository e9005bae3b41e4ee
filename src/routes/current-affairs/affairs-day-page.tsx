import type { Brand } from '../../brand.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { ContentPage } from '../../../domain/content-page.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { dateText } from '../../ui/dates.ts'
import { Meta } from '../../ui/meta.tsx'
import { Prose } from '../../ui/prose.tsx'
import { article, StructuredData } from '../../ui/structured-data.tsx'
import { wordsIn } from '../../ui/words.ts'

/** What is worth knowing about one day. */
export function AffairsDayPage({
  place,
  brand,
  date,
  entries,
  quiz,
}: {
  place: PageContext
  brand: Brand
  date: string
  entries: readonly ContentPage[]
  quiz: React.ReactNode
}) {
  const { locale } = place
  const words = wordsIn(locale)
  const day = dateText(date, locale)
  return (
    <>
      <Meta
        family="affairs"
        place={place}
        title={words.affairs_day_title({ day })}
        description={entries.map((entry) => entry.description).join(' ')}
      />
      <Breadcrumbs
        place={place}
        crumbs={[{ name: words.current_affairs(), path: '/current-affairs' }, { name: day }]}
      />
      <div className="hero">
        <h1>{words.affairs_day_heading({ day })}</h1>
      </div>
      {entries.map((entry) => (
        <article
          key={entry.slug}
          id={entry.slug}
          lang={entry.locale === locale ? undefined : entry.locale}
        >
          <h2>{entry.title}</h2>
          <Prose place={place} body={entry.body} lang={undefined} />
          <StructuredData
            of={article({
              url: place.origin + localizedPath(place.path, locale),
              headline: entry.title,
              language: entry.locale,
              published: date,
              modified: entry.updatedAt,
              publisher: brand.name.en,
            })}
          />
        </article>
      ))}
      {quiz}
      <p>
        <a href={localizedPath('/current-affairs', locale)}>{words.affairs_all()}</a>
      </p>
    </>
  )
}
