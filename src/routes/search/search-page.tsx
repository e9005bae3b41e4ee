import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { findExam } from '../../../domain/exams.ts'
import { resultPath, type SearchResult } from '../../../domain/search-result.ts'
import { examNames } from '../../ui/exam-names.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'

export function SearchPage({
  place,
  typed,
  found,
}: {
  place: PageContext
  typed: string
  found: readonly SearchResult[] | null
}) {
  const words = wordsIn(place.locale)
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
          {found.length === 0
            ? words.search_nothing({ typed })
            : words.search_found({ typed, count: found.length })}
        </p>
      )}
      {found && (
        <ul className="papers">
          {found.map((result) => (
            <Result key={keyOf(result)} place={place} result={result} words={words} />
          ))}
        </ul>
      )}
    </>
  )
}

const keyOf = ({ kind, slug, position, title }: SearchResult) =>
  `${kind} ${slug} ${position ?? title}`

function Result({
  place,
  result,
  words,
}: {
  place: PageContext
  result: SearchResult
  words: Words
}) {
  const path = resultPath(result)
  if (path === null) return null
  const { kind, title, excerpt, locale } = result
  const language = locale === place.locale ? undefined : locale
  return (
    <li>
      <a href={localizedPath(path, place.locale)} lang={language}>
        {title}
      </a>
      {kind !== 'question' && <small lang={language}>{excerpt}</small>}
      <small>{belonging(result, words)}</small>
    </li>
  )
}

/** What a result is and where it belongs: 'Question 7 · VAO Paper 1'. */
function belonging({ kind, position, exam, excerpt }: SearchResult, words: Words): string {
  const known = exam === null ? undefined : findExam(exam)
  const names: Record<SearchResult['kind'], string> = {
    paper: words.found_paper(),
    question: `${words.found_question()} ${position ?? ''}`,
    card: words.found_card(),
    page: words.found_page(),
  }
  return [names[kind], kind === 'question' && excerpt, known && examNames[known.slug].name(words)]
    .filter(Boolean)
    .join(' · ')
}
