import { addDays, dayInIndia } from '../../domain/india-time.ts'
import type { DeskContext } from '../desk-env.ts'
import { weekdayText } from '../ui/dates.ts'
import { page } from '../ui/page.tsx'
import { daysFrom, lastPublishedDay, publishedDays } from './days.ts'
import { StaleNote } from './stale-note.tsx'

const daysBack = 14
const daysAhead = 7

/** The days around today, the next ones first. */
export async function dayListPage(c: DeskContext) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const today = dayInIndia(c.get('now'))
  const [first, last] = [addDays(today, -daysBack), addDays(today, daysAhead)]
  const [known, lastPublished, published] = await Promise.all([
    daysFrom(c.env.DB, first, last),
    lastPublishedDay(c.env.DB, today),
    publishedDays(c.env.DB, first, last),
  ])
  const dates = Array.from({ length: daysBack + daysAhead + 1 }, (_, index) =>
    addDays(last, -index),
  )
  // Of the days ahead, only those that were begun, and tomorrow.
  const shown = dates.filter(
    (date) => date <= addDays(today, 1) || known.some((day) => day.date === date),
  )
  return page(
    c,
    { title: text('nav_affairs') },
    <>
      <div className="lead">
        <h1>{text('nav_affairs')}</h1>
        <p>{text('affairs_lead')}</p>
      </div>
      <StaleNote last={lastPublished} today={today} text={text} locale={locale} />
      <ul className="rows">
        {shown.map((date) => {
          const day = known.find((one) => one.date === date)
          return (
            <li key={date}>
              <a href={`/affairs/${date}`}>
                {weekdayText(date, locale)}
                {date === today && ` (${text('nav_today')})`}
              </a>
              <span className={day || published.has(date) ? 'tag' : 'small'}>
                {text(`state_${day?.state ?? (published.has(date) ? 'published' : 'none')}`)}
                {day && ` · ${day.author}`}
              </span>
            </li>
          )
        })}
      </ul>
    </>,
  )
}
