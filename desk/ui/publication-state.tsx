import type { Locale } from '../../domain/locale.ts'
import type { DeskMessages } from '../messages.ts'
import { momentText } from './dates.ts'

/** Why a publication failed. What the database says of a topic that is gone is said in words. */
export function PublicationFailure({ failure, text }: { failure: string; text: DeskMessages }) {
  return (
    <div className="say bad" role="alert">
      <b>{text('publication_failed')}</b>
      {failure.includes('names a tag') && <p>{text('problem_unknown_topic')}</p>}
      <p>{text('publication_failed_hint')}</p>
      <p>
        <code lang="zxx">{failure}</code>
      </p>
    </div>
  )
}

/** When a scheduled text is published: at its minute, or the next one if that has passed. */
export function scheduledText(
  publishAt: string,
  { now, text, locale }: { now: Date; text: DeskMessages; locale: Locale },
): string {
  return publishAt > now.toISOString()
    ? text('is_scheduled', { at: momentText(publishAt, locale) })
    : text('is_scheduled_now')
}
