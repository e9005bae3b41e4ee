import { searchResultPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { findExam } from '../../exams.ts'
import type { Locale } from '../../../domain/locale.ts'
import type { SearchResult } from '../../../domain/search-result.ts'
import { examName } from '../../ui/exam-names.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'

export function SearchPage({
  page,
  query,
  results,
}: {
  page: PageContext
  query: string
  results: readonly SearchResult[] | null
}) {
  const messages = messagesFor(page.locale)
  return (
    <>
      <UnlistedMeta
        page={page}
        title={messages.page_title({ title: messages.search() })}
        description={messages.search_lead()}
      />
      <InlineStyle name="papers" />
      <div className="hero">
        <h1>{messages.search()}</h1>
        <p>{messages.search_lead()}</p>
      </div>
      <form className="filter" role="search">
        <input
          type="search"
          name="q"
          defaultValue={query}
          aria-label={messages.search_label()}
          placeholder={messages.search_label()}
          maxLength={80}
        />
        <button className="btn">{messages.search()}</button>
      </form>
      {results && (
        <p role="status">
          {results.length === 0
            ? messages.search_nothing({ typed: query })
            : messages.search_found({ typed: query, count: results.length })}
        </p>
      )}
      {results && (
        <ul className="papers">
          {results.map((result) => (
            <Result key={keyOf(result)} page={page} result={result} />
          ))}
        </ul>
      )}
    </>
  )
}

const keyOf = ({ kind, slug, position, title }: SearchResult) =>
  `${kind} ${slug} ${position ?? title}`

function Result({ page, result }: { page: PageContext; result: SearchResult }) {
  const path = searchResultPath(result)
  if (path === null) return null
  const { kind, title, excerpt, locale } = result
  const language = locale === page.locale ? undefined : locale
  return (
    <li>
      <a href={localizedPath(path, page.locale)} lang={language}>
        {title}
      </a>
      {kind !== 'question' && <small lang={language}>{excerpt}</small>}
      <small>{resultContext(result, page.locale)}</small>
    </li>
  )
}

/** The kind of a result and its exam: "Question 7 · VAO Paper 1". */
function resultContext({ kind, position, exam, excerpt }: SearchResult, locale: Locale): string {
  const messages = messagesFor(locale)
  const known = exam === null ? undefined : findExam(exam)
  const names: Record<SearchResult['kind'], string> = {
    paper: messages.found_paper(),
    question: `${messages.found_question()} ${position ?? ''}`,
    card: messages.found_card(),
    page: messages.found_page(),
  }
  return [names[kind], kind === 'question' && excerpt, known && examName(known, locale)]
    .filter(Boolean)
    .join(' · ')
}
