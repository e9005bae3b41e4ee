import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { AttemptSummary } from '../../../domain/attempt/attempt-result.ts'
import { AttemptList } from '../../ui/attempt-list.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { wordsIn } from '../../ui/words.ts'

/** One's own tests: those that still run first, then results, the latest first. */
export function AttemptsPage({
  place,
  isMember,
  running,
  submitted,
  page,
  pages,
}: {
  place: PageContext
  isMember: boolean
  running: readonly AttemptSummary[]
  submitted: readonly AttemptSummary[]
  page: number
  pages: number
}) {
  const words = wordsIn(place.locale)
  const here = localizedPath('/attempts', place.locale)
  const isEmpty = running.length + submitted.length === 0
  const login = `${localizedPath('/login', place.locale)}?${new URLSearchParams({ callbackUrl: here })}`
  return (
    <>
      <UnlistedMeta
        title={words.page_title({ title: words.result_list() })}
        description={words.result_list_empty()}
      />
      <Sheet of="result" />
      <div className="hero">
        <h1>{words.result_list()}</h1>
        {isEmpty && <p>{words.result_list_empty()}</p>}
      </div>
      {isEmpty && (
        <p>
          <a className="btn" href={localizedPath('/', place.locale)}>
            {words.home()}
          </a>
        </p>
      )}
      {!isMember && (
        <p className="note">
          <span>{isEmpty ? words.result_list_elsewhere() : words.result_list_guest()}</span>
          <a href={login}>{words.login()}</a>
        </p>
      )}
      {running.length > 0 && (
        <section>
          <h2>{words.result_list_running()}</h2>
          <AttemptList place={place} attempts={running} />
        </section>
      )}
      {submitted.length > 0 && (
        <section>
          <h2>{words.result_list_results()}</h2>
          <AttemptList place={place} attempts={submitted} />
        </section>
      )}
      {pages > 1 && (
        <nav className="pills" aria-label={words.result_list_results()}>
          {page > 1 && (
            <a href={page === 2 ? here : `${here}?page=${page - 1}`}>{words.result_newer()}</a>
          )}
          {page < pages && <a href={`${here}?page=${page + 1}`}>{words.result_older()}</a>}
        </nav>
      )}
    </>
  )
}
