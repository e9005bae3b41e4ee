import type { Locale } from '../../domain/locale.ts'
import type { DeskMessages } from '../messages.ts'
import { momentText } from '../ui/dates.ts'
import type { PaperSummary } from './stored-papers.ts'

/** What a paper waits for, or why it is not on the site. */
export function PaperNotes({
  paper,
  text,
  locale,
}: {
  paper: PaperSummary
  text: DeskMessages
  locale: Locale
}) {
  const { state, note, failure, publishAt, publishedAt, publishedVersion, version } = paper
  return (
    <>
      {failure !== null && (
        <div className="say bad" role="alert">
          <b>{text('publication_failed')}</b>
          <p>{text('publication_failed_hint')}</p>
          <p>
            <code lang="zxx">{failure}</code>
          </p>
        </div>
      )}
      {note !== null && (
        <div className="say warn">
          <b>{text('returned')}</b>
          <p>{note}</p>
        </div>
      )}
      {state === 'review' && (
        <div className="say">
          <b>{text('waits_for_review')}</b>
          <p>{text('paper_saving_takes_back')}</p>
        </div>
      )}
      {state === 'scheduled' && publishAt !== null && (
        <div className="say good">
          <b>{text('is_scheduled', { at: momentText(publishAt, locale) })}</b>
          <p>{text('paper_saving_takes_back')}</p>
        </div>
      )}
      {publishedAt !== null && (
        <div className="say good">
          <b>{text('is_published', { at: momentText(publishedAt, locale) })}</b>
          {publishedVersion !== version && <p>{text('newer_draft')}</p>}
        </div>
      )}
    </>
  )
}
