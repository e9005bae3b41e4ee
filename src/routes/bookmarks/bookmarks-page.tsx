import { RichText } from '../../../client/islands/parts/rich-text.tsx'
import { maxNoteLength } from '../../../domain/contracts/own-cards.ts'
import type { Bookmark } from '../../api-client/own-cards.ts'
import { questionParts } from '../../../domain/question-parts.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { loginPath } from '../../addresses/callback-url.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Blocks, FormsStyle } from '../../ui/question-forms.tsx'

export const bookmarksPath = '/bookmarks'
export const bookmarksPerPage = 50

/** A note that was not accepted. */
export type TypedNote = { question: string; note: string } | null

export const bookmarkAnchor = (question: string) => `kept-${question}`

/** The questions that the reader keeps: each opens to its key, explanation and note. */
export function BookmarksPage({
  page,
  bookmarks,
  total,
  offset,
  typed,
  saved,
  isMember,
}: {
  page: PageContext
  bookmarks: readonly Bookmark[]
  total: number
  offset: number
  typed: TypedNote
  /** The question whose note was just saved. */
  saved: string | null
  isMember: boolean
}) {
  const messages = messagesFor(page.locale)
  const path = localizedPath(bookmarksPath, page.locale)
  return (
    <>
      <UnlistedMeta
        page={page}
        title={messages.page_title({ title: messages.bookmarks() })}
        description={messages.bookmarks_lead()}
      />
      <InlineStyle name="form" />
      <InlineStyle name="flash-cards" />
      <Breadcrumbs page={page} crumbs={[{ name: messages.bookmarks() }]} />
      <div className="hero">
        <h1>{messages.bookmarks()}</h1>
        <p>{total === 0 ? messages.bookmarks_empty() : messages.bookmarks_lead()}</p>
      </div>
      <div className="deck">
        {bookmarks.map((bookmark) => (
          <KeptQuestion
            key={bookmark.question}
            page={page}
            bookmark={bookmark}
            typed={typed?.question === bookmark.question ? typed.note : null}
            isSaved={saved === bookmark.question}
          />
        ))}
      </div>
      {total > bookmarksPerPage && (
        <nav className="pills" aria-label={messages.bookmarks()}>
          {offset > 0 && (
            <a href={`${path}?from=${Math.max(0, offset - bookmarksPerPage)}`}>
              {messages.result_newer()}
            </a>
          )}
          {offset + bookmarksPerPage < total && (
            <a href={`${path}?from=${offset + bookmarksPerPage}`}>{messages.result_older()}</a>
          )}
        </nav>
      )}
      {!isMember && (
        <p className="note">
          <span>{messages.cards_sign_in()}</span>
          <a href={loginPath(path, page.locale)}>{messages.login()}</a>
        </p>
      )}
    </>
  )
}

function KeptQuestion({
  page,
  bookmark,
  typed,
  isSaved,
}: {
  page: PageContext
  bookmark: Bookmark
  typed: string | null
  isSaved: boolean
}) {
  const messages = messagesFor(page.locale)
  const { question, note, locale, stem, options, figure, accepted, explanation } = bookmark
  const { passage, lead, blocks } = questionParts(stem)
  const langOf = (other: typeof locale) => (other === page.locale ? undefined : other)
  const path = localizedPath(bookmarksPath, page.locale)
  return (
    <details
      id={bookmarkAnchor(question)}
      className="card"
      lang={langOf(locale)}
      open={typed !== null || isSaved}
    >
      <summary>
        <span className="asked">
          <RichText text={lead} />
        </span>
        {note !== '' && (
          <small lang={page.locale}>
            {messages.bookmarks_note()}: {note}
          </small>
        )}
      </summary>
      <FormsStyle questions={[bookmark]} />
      <div className="blocks">
        <Blocks text={(passage?.text ?? '') + blocks} />
      </div>
      {figure && (
        <Picture {...figure} alt={figure.alt ?? ''} sizes="(min-width: 46rem) 44rem, 100vw" />
      )}
      <p>
        {options.map((option, index) => (
          <span key={index} className="option">
            ({index + 1}) <RichText text={option} />
          </span>
        ))}
      </p>
      {accepted.length === 0 ? (
        <p className="answer" lang={page.locale}>
          {messages.hall_cancelled()}
        </p>
      ) : (
        <p className="answer">
          <span lang={page.locale}>{messages.bookmarks_answer()}:</span>{' '}
          {accepted.map((index) => `(${index + 1})`).join(', ')}{' '}
          <RichText text={accepted.map((index) => options[index] ?? '').join(' / ')} />
        </p>
      )}
      {explanation && (
        <p className="because" lang={langOf(explanation.locale)}>
          <RichText text={explanation.text} />
        </p>
      )}
      <form className="fields kept" method="post" action={`${path}/note`} lang={page.locale}>
        <input type="hidden" name="question" value={question} />
        {isSaved && <p role="status">{messages.bookmarks_saved()}</p>}
        <p className="field">
          <label htmlFor={`note-${question}`}>{messages.bookmarks_note()}</label>
          <textarea
            id={`note-${question}`}
            name="note"
            rows={3}
            maxLength={maxNoteLength}
            defaultValue={typed ?? note}
            aria-invalid={typed !== null || undefined}
            aria-describedby={typed === null ? undefined : `error-${question}`}
          />
          {typed !== null && (
            <strong id={`error-${question}`} className="error">
              {messages.bookmarks_too_long({ count: maxNoteLength })}
            </strong>
          )}
        </p>
        <p className="turn">
          <button className="btn quiet">{messages.progress_save()}</button>
          <button className="btn quiet" formAction={`${path}/remove`}>
            {messages.bookmarks_remove()}
          </button>
        </p>
      </form>
    </details>
  )
}
