import type { DeckMessages } from '../../../domain/study/flash-deck.ts'

/** How many cards are due on each of the coming days, as a list of circles. `days`: from today on,
 *  as '2026-11-21'. */
export function DueCalendar({
  days,
  messages,
  pageLang,
}: {
  days: readonly { on: string; cards: number }[]
  messages: Pick<DeckMessages, 'calendar' | 'calendarAbout'>
  pageLang: string
}) {
  const weekday = new Intl.DateTimeFormat(`${pageLang}-IN-u-nu-latn`, {
    weekday: 'short',
    timeZone: 'UTC',
  })
  return (
    <div className="due-days" lang={pageLang}>
      <h2>{messages.calendar}</h2>
      <ol>
        {days.map(({ on, cards }, index) => (
          <li key={on}>
            <small>{weekday.format(new Date(`${on}T12:00:00Z`))}</small>
            <b className={`${cards > 0 ? 'some' : ''}${index === 0 ? ' today' : ''}`}>
              {Number(on.slice(8))}
            </b>
            <small>{cards > 0 ? cards : '–'}</small>
          </li>
        ))}
      </ol>
      <p className="small">{messages.calendarAbout}</p>
    </div>
  )
}
