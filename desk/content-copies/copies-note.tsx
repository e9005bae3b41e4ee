import { clockInIndia, dayInIndia, daysBetween } from '../../domain/india-time.ts'
import type { Locale } from '../../domain/locale.ts'
import type { DeskMessages } from '../messages.ts'
import { dayText } from '../ui/dates.ts'
import type { LastExport } from './nightly-export.ts'

/** An export that is older is a warning. */
const maxAgeDays = 2

/** Whether the content is exported each night, and when it was last. `last`: null, it never was;
 *  `isOn`: there is a bucket. */
export function CopiesNote({
  isOn,
  last,
  now,
  text,
  locale,
}: {
  isOn: boolean
  last: LastExport | null
  now: Date
  text: DeskMessages
  locale: Locale
}) {
  if (!isOn) return <p>{text('copies_off')}</p>
  const finishedAt = last?.finishedAt ? new Date(last.finishedAt) : null
  const failure = last?.failure ? (
    <p className="small">
      {text('copies_failed')} <code>{last.failure}</code>
    </p>
  ) : null
  if (!last || !finishedAt)
    return (
      <div className="say warn">
        <b>{text('copies_none')}</b>
        {failure}
      </div>
    )
  const day = dayInIndia(finishedAt)
  const values = { day: dayText(day, locale), time: clockInIndia(finishedAt), count: last.files }
  const age = daysBetween(dayInIndia(now), day)
  return (
    <>
      {age > maxAgeDays ? (
        <div className="say warn">
          <b>{text('copies_old', { count: age })}</b>
          <p>{text('copies_last', values)}</p>
          {failure}
        </div>
      ) : (
        <>
          <p>{text('copies_last', values)}</p>
          {failure}
        </>
      )}
      {last.missing > 0 && (
        <p className="small">{text('copies_missing', { count: last.missing })}</p>
      )}
    </>
  )
}
