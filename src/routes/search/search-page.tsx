import { addressIn, type Place } from '../../model/address.ts'
import type { ContentPageSummary } from '../../model/content-page.ts'
import type { PaperSummary } from '../../model/paper.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { PaperList } from '../../ui/paper-list.tsx'
import { wordsIn } from '../../ui/words.ts'

export function SearchPage({
  place,
  typed,
  found,
}: {
  place: Place
  typed: string
  found: { papers: readonly PaperSummary[]; pages: readonly ContentPageSummary[] } | null
}) {
  const { locale } = place
  const words = wordsIn(locale)
  const count = found ? found.papers.length + found.pages.length : 0
  return (
    <>
      <UnlistedMeta
        title={words.page_title({ title: words.search() })}
        description={words.search_lead()}
      />
      <Sheet of="papers" />
      <div className="hero">
        <h1>{words.search()}</h1>
        <p>{words.search_lead()}</p>
      </div>
      <form className="filter" role="search">
        <input
          type="search"
          name="q"
          defaultValue={typed}
          aria-label={words.search_label()}
          placeholder={words.search_label()}
          maxLength={80}
        />
        <button className="btn">{words.search()}</button>
      </form>
      {found && (
        <p role="status">
          {count === 0 ? words.search_nothing({ typed }) : words.search_found({ typed, count })}
        </p>
      )}
      {found && found.papers.length > 0 && <PaperList place={place} papers={found.papers} />}
      {found && found.pages.length > 0 && (
        <ul className="papers">
          {found.pages.map((page) => (
            <li key={page.slug}>
              <a
                href={addressIn(
                  page.date ? `/current-affairs/${page.date}` : `/${page.slug}`,
                  locale,
                )}
                lang={page.locale === locale ? undefined : page.locale}
              >
                {page.title}
              </a>
              <small>{page.description}</small>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
