import type { Brand } from '../../brand.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { ContentPage } from '../../../domain/content-page.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { dateText } from '../../ui/dates.ts'
import { Meta } from '../../ui/meta.tsx'
import { PagePart } from '../../ui/page-part.tsx'
import { Prose } from '../../ui/prose.tsx'
import { ReadAloud } from '../../ui/read-aloud.tsx'
import { article, StructuredData } from '../../ui/structured-data.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** One day's current affairs. Its parts: the entries, and the quiz if there is one. */
export function AffairsDayPage({
  page,
  date,
  description,
  isMarked,
}: {
  page: PageContext
  date: string
  description: string
  isMarked: boolean
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  const day = dateText(date, locale)
  return (
    <>
      <Meta
        shareImage="affairs"
        page={page}
        title={messages.affairs_day_title({ day })}
        description={description}
      />
      <Breadcrumbs
        page={page}
        crumbs={[{ name: messages.current_affairs(), path: '/current-affairs' }, { name: day }]}
      />
      <div className="hero">
        <h1>{messages.affairs_day_heading({ day })}</h1>
        <ReadAloud page={page} />
      </div>
      <PagePart name="entries" styles={['prose']} />
      <PagePart
        name="quiz"
        styles={isMarked ? ['chart', 'result', 'quiz'] : ['paper-form', 'options', 'quiz']}
        lateStyles={['forms', 'passages', 'figures']}
      />
      <p>
        <a href={localizedPath('/current-affairs', locale)}>{messages.affairs_all()}</a>
      </p>
    </>
  )
}

export function AffairsEntries({
  page,
  brand,
  date,
  entries,
}: {
  page: PageContext
  brand: Brand
  date: string
  entries: readonly ContentPage[]
}) {
  const { locale } = page
  return (
    <>
      {entries.map((entry) => (
        <article
          key={entry.slug}
          id={entry.slug}
          lang={entry.locale === locale ? undefined : entry.locale}
        >
          <h2>{entry.title}</h2>
          <Prose page={page} body={entry.body} lang={undefined} />
          <StructuredData
            data={article({
              url: page.origin + localizedPath(page.path, locale),
              headline: entry.title,
              language: entry.locale,
              published: date,
              modified: entry.updatedAt,
              brand,
            })}
          />
        </article>
      ))}
    </>
  )
}
