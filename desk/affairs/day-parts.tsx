import { addDays, dayInIndia } from '../../domain/india-time.ts'
import type { Locale } from '../../domain/locale.ts'
import type { DeskContext } from '../desk-env.ts'
import type { DeskMessages } from '../messages.ts'
import { momentText } from '../ui/dates.ts'
import { PublicationFailure, scheduledText } from '../ui/publication-state.tsx'
import { daysFrom, publishedDays, type DaySummary } from './days.ts'

/** What a day waits for, or why it is not on the site. */
export function PublicationNote({
  day,
  now,
  text,
  locale,
}: {
  day: DaySummary | null
  now: Date
  text: DeskMessages
  locale: Locale
}) {
  if (!day) return null
  return (
    <>
      {day.failure !== null && <PublicationFailure failure={day.failure} text={text} />}
      {day.note !== null && (
        <div className="say warn">
          <b>{text('returned')}</b>
          <p>{day.note}</p>
        </div>
      )}
      {day.state === 'review' && (
        <div className="say">
          <b>{text('waits_for_review')}</b>
          <p>{text('saving_takes_back')}</p>
        </div>
      )}
      {day.state === 'scheduled' && day.failure === null && (
        <div className="say good">
          <b>{scheduledText(day.publishAt, { now, text, locale })}</b>
          <p>{text('saving_takes_back')}</p>
        </div>
      )}
      {day.publishedAt !== null && (
        <div className="say good">
          <b>{text('is_published', { at: momentText(day.publishedAt, locale) })}</b>
          {day.publishedVersion !== day.version && <p>{text('newer_draft')}</p>}
        </div>
      )}
    </>
  )
}

/** The five days around the shown one, each with its state. */
export async function dayStrip(c: DeskContext, date: string) {
  const text = c.get('text')
  const dates = [-2, -1, 0, 1, 2].map((days) => addDays(date, days))
  const [known, published] = await Promise.all([
    daysFrom(c.env.DB, dates[0]!, dates.at(-1)!),
    publishedDays(c.env.DB, dates[0]!, dates.at(-1)!),
  ])
  const today = dayInIndia(c.get('now'))
  return (
    <nav className="days" aria-label={text('days')}>
      {dates.map((one) => {
        const begun = known.find((day) => day.date === one)
        const state = begun?.state ?? (published.has(one) ? 'published' : 'none')
        return (
          <a
            key={one}
            href={`/affairs/${one}`}
            className={state}
            aria-current={one === date ? 'date' : undefined}
          >
            <b>{Number(one.slice(8))}</b>
            {one === today && state === 'none' ? text('nav_today') : text(`state_${state}`)}
          </a>
        )
      })}
    </nav>
  )
}
