import { addressIn, type Place } from '../../model/address.ts'
import type { ContentPage } from '../../model/content-page.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { dateText } from '../../ui/dates.ts'
import { Meta } from '../../ui/meta.tsx'
import { Prose } from '../../ui/prose.tsx'
import { wordsIn } from '../../ui/words.ts'

/** What is worth knowing about one day. */
export function AffairsDayPage({
  place,
  date,
  entries,
}: {
  place: Place
  date: string
  entries: readonly ContentPage[]
}) {
  const { locale } = place
  const words = wordsIn(locale)
  const day = dateText(date, locale)
  return (
    <>
      <Meta
        place={place}
        title={words.affairs_day_title({ day })}
        description={entries.map((entry) => entry.description).join(' ')}
      />
      <Breadcrumbs
        label={words.you_are_here()}
        crumbs={[
          { name: words.home(), href: addressIn('/', locale) },
          { name: words.current_affairs(), href: addressIn('/current-affairs', locale) },
          { name: day },
        ]}
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
          <Prose body={entry.body} lang={undefined} />
        </article>
      ))}
      <p>
        <a href={addressIn('/current-affairs', locale)}>{words.affairs_all()}</a>
      </p>
    </>
  )
}
