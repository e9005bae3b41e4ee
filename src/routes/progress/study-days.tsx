import { addDays } from '../../../domain/india-time.ts'
import type { StudyDay } from '../../../domain/study/progress.ts'
import type { PageContext } from '../../addresses/address.ts'
import { dateText, weekdayText } from '../../ui/dates.ts'
import { durationText } from '../../ui/durations.ts'
import { messagesFor } from '../../ui/messages.ts'
import { Figures } from './figures.tsx'

const weeksShown = 5
const fullMs = 20 * 60_000

/** The days of the last five weeks as bubbles: filled, half filled, empty. */
export function StudyDays({
  page,
  days,
  today,
}: {
  page: PageContext
  days: readonly StudyDay[]
  today: string
}) {
  const messages = messagesFor(page.locale)
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const first = addDays(today, -weekday - 7 * (weeksShown - 1))
  const shown = Array.from({ length: weeksShown * 7 }, (_, index) => addDays(first, index))
  const studied = new Map(days.map(({ on, ms }) => [on, ms]))
  const past = shown.filter((on) => on <= today)
  const seen = past.filter((on) => studied.has(on))
  const levelOf = (on: string) => {
    const ms = studied.get(on)
    return on > today ? 'later' : ms === undefined ? 'empty' : ms >= fullMs ? 'full' : 'half'
  }
  return (
    <section>
      <h2 id="days">{messages.progress_days()}</h2>
      <p>{messages.progress_days_about({ count: past.length, studied: seen.length })}</p>
      <div className="days" aria-hidden="true">
        {shown.slice(0, 7).map((on) => (
          <small key={on}>{weekdayText(on, page.locale)}</small>
        ))}
        {shown.map((on) => (
          <b key={on} className={`day ${levelOf(on)}${on === today ? ' today' : ''}`}>
            {Number(on.slice(8))}
          </b>
        ))}
      </div>
      <ul className="legend" aria-hidden="true">
        <li>
          <b className="day full" /> {messages.progress_day_full()}
        </li>
        <li>
          <b className="day half" /> {messages.progress_day_half()}
        </li>
        <li>
          <b className="day empty" /> {messages.progress_day_none()}
        </li>
      </ul>
      {seen.length > 0 && (
        <Figures
          page={page}
          labelledBy="days"
          head={[messages.result_date(), messages.progress_minutes()]}
          rows={seen
            .toReversed()
            .map((on) => [dateText(on, page.locale), durationText(studied.get(on) ?? 0)])}
        />
      )}
    </section>
  )
}
