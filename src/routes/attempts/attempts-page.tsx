import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { loginPath } from '../../addresses/callback-url.ts'
import type { AttemptSummary } from '../../../domain/attempt/attempt-result.ts'
import { AttemptList } from '../../ui/attempt-list.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** The attempts of the reader: running ones first, then results, the latest first. */
export function AttemptsPage({
  page,
  isMember,
  running,
  submitted,
  pageNumber,
  pageCount,
}: {
  page: PageContext
  isMember: boolean
  running: readonly AttemptSummary[]
  submitted: readonly AttemptSummary[]
  pageNumber: number
  pageCount: number
}) {
  const messages = messagesFor(page.locale)
  const here = localizedPath('/attempts', page.locale)
  const isEmpty = running.length + submitted.length === 0
  const login = loginPath(here, page.locale)
  return (
    <>
      <UnlistedMeta
        title={messages.page_title({ title: messages.result_list() })}
        description={messages.result_list_empty()}
      />
      <InlineStyle name="result" />
      <div className="hero">
        <h1>{messages.result_list()}</h1>
        {isEmpty && <p>{messages.result_list_empty()}</p>}
      </div>
      {isEmpty && (
        <p>
          <a className="btn" href={localizedPath('/', page.locale)}>
            {messages.home()}
          </a>
        </p>
      )}
      {!isMember && (
        <p className="note">
          <span>{isEmpty ? messages.result_list_elsewhere() : messages.result_list_guest()}</span>
          <a href={login}>{messages.login()}</a>
        </p>
      )}
      {submitted.length > 0 && (
        <p>
          <a className="btn quiet" href={localizedPath('/progress', page.locale)}>
            {messages.progress_see()}
          </a>
        </p>
      )}
      {running.length > 0 && (
        <section>
          <h2>{messages.result_list_running()}</h2>
          <AttemptList page={page} attempts={running} />
        </section>
      )}
      {submitted.length > 0 && (
        <section>
          <h2>{messages.result_list_results()}</h2>
          <AttemptList page={page} attempts={submitted} />
        </section>
      )}
      {pageCount > 1 && (
        <nav className="pills" aria-label={messages.result_list_results()}>
          {pageNumber > 1 && (
            <a href={pageNumber === 2 ? here : `${here}?page=${pageNumber - 1}`}>
              {messages.result_newer()}
            </a>
          )}
          {pageNumber < pageCount && (
            <a href={`${here}?page=${pageNumber + 1}`}>{messages.result_older()}</a>
          )}
        </nav>
      )}
    </>
  )
}
