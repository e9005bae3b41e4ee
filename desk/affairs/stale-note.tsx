import { daysBetween } from '../../domain/india-time.ts'
import type { Locale } from '../../domain/locale.ts'
import type { DeskMessages } from '../messages.ts'
import { dayText } from '../ui/dates.ts'

/** The last day that readers see, and how old it is where it is older than yesterday. */
export function StaleNote({
  last,
  today,
  text,
  locale,
}: {
  last: string | null
  today: string
  text: DeskMessages
  locale: Locale
}) {
  const age = last === null ? null : daysBetween(today, last)
  if (last !== null && age !== null && age <= 1)
    return <p>{text('readers_up_to_date', { day: dayText(last, locale) })}</p>
  return (
    <div className="say warn">
      <b>{age === null ? text('nothing_published') : text('last_day_old', { count: age })}</b>
      {last !== null && <p>{text('readers_see_until', { day: dayText(last, locale) })}</p>}
    </div>
  )
}
