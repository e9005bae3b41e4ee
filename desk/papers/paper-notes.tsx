import type { Locale } from '../../domain/locale.ts'
import type { DeskMessages } from '../messages.ts'
import { momentText } from '../ui/dates.ts'
import { PublicationFailure, scheduledText } from '../ui/publication-state.tsx'
import type { PaperSummary } from './stored-papers.ts'

/** What a paper waits for, or why it is not on the site. */
export function PaperNotes({
  paper,
  now,
  text,
  locale,
}: {
  paper: PaperSummary
  now: Date
  text: DeskMessages
  locale: Locale
}) {
  const { state, note, failure, publishAt, publishedAt, publishedVersion, version } = paper
  return (
    <>
      {failure !== null && <PublicationFailure failure={failure} text={text} />}
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
      {state === 'scheduled' && publishAt !== null && failure === null && (
        <div className="say good">
          <b>{scheduledText(publishAt, { now, text, locale })}</b>
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
