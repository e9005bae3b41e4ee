import { addDays } from '../../domain/india-time.ts'
import type { Locale } from '../../domain/locale.ts'
import type { Database } from '../../product-api/database.ts'
import type { DeskMessages } from '../messages.ts'
import type { Operator } from '../operators/operators.ts'
import type { Duty } from '../today/duty.ts'
import { momentText, weekdayText } from '../ui/dates.ts'
import { daysFrom, daysIn, lastPublishedDay, type DaySummary } from './days.ts'

const daysBack = 60
const daysAhead = 30

/** What current affairs ask of an operator, the most urgent first, and the last day that readers
 *  see. Cost: three look-ups. */
export async function affairsDuties(
  db: Database,
  { role }: Operator,
  today: string,
  locale: Locale,
  text: DeskMessages,
): Promise<{ duties: Duty[]; lastPublished: string | null }> {
  const [known, waiting, lastPublished] = await Promise.all([
    daysFrom(db, addDays(today, -daysBack), addDays(today, daysAhead)),
    daysIn(db, 'review'),
    lastPublishedDay(db, today),
  ])
  if (role === 'cashier') return { duties: [], lastPublished }
  const link = (day: DaySummary, path: string) => ({
    href: `/affairs/${day.date}${path}`,
    name: text('day_page', { day: weekdayText(day.date, locale) }),
    note: `${day.author} · ${momentText(day.savedAt, locale)}`,
  })
  const list = (title: string, days: readonly DaySummary[], path: string): Duty[] =>
    days.length === 0
      ? []
      : [{ title, note: null, links: days.map((day) => link(day, path)), action: null }]
  const unwritten = (date: string, title: string): Duty => ({
    title,
    note: weekdayText(date, locale),
    links: [],
    action: { href: `/affairs/${date}`, name: text('write_page') },
  })
  const tomorrow = addDays(today, 1)
  const stateOf = (date: string) => known.find((day) => day.date === date)?.state
  const isTodayOpen =
    lastPublished !== today && !['review', 'scheduled'].includes(stateOf(today) ?? '')
  const duties = [
    ...list(
      text('work_failed'),
      known.filter(({ failure }) => failure !== null),
      '',
    ),
    ...(isTodayOpen ? [unwritten(today, text('work_today'))] : []),
    ...(role === 'author' ? [] : list(text('work_review'), waiting, '/review')),
    ...list(
      text('work_returned'),
      known.filter(({ note, state }) => note !== null && state === 'draft'),
      '',
    ),
    ...(stateOf(tomorrow) === undefined ? [unwritten(tomorrow, text('work_tomorrow'))] : []),
    ...(stateOf(tomorrow) === 'draft' ? [unwritten(tomorrow, text('work_tomorrow_draft'))] : []),
  ]
  return { duties, lastPublished }
}
