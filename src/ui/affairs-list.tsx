import { daysBetween } from '../../domain/india-time.ts'
import { localizedPath, type PageContext } from '../addresses/address.ts'
import type { ContentPageSummary } from '../../domain/content-page.ts'
import { dateText } from './dates.ts'
import { InlineStyle } from './inline-assets.tsx'
import { messagesFor } from './messages.ts'

/** Readers expect today's entry in the course of the day; an older one is said to be old. */
const maxAgeDays = 1

/** Current affairs, one entry per line with its date, the newest first. `today`: the day in India;
 *  where the newest entry is older than yesterday's, the list begins by saying so. */
export function AffairsList({
  page,
  affairs,
  today,
}: {
  page: PageContext
  affairs: readonly ContentPageSummary[]
  today: string
}) {
  const { locale } = page
  const newest = affairs[0]?.date ?? null
  return (
    <>
      {newest !== null && daysBetween(today, newest) > maxAgeDays && (
        <p className="small">
          {messagesFor(locale).affairs_until({ day: dateText(newest, locale) })}
        </p>
      )}
      <Entries page={page} affairs={affairs} />
    </>
  )
}

function Entries({ page, affairs }: { page: PageContext; affairs: readonly ContentPageSummary[] }) {
  return (
    <ul className="papers">
      <InlineStyle name="papers" />
      {affairs.map(({ slug, date, title, locale }) => (
        <li key={slug}>
          <a
            href={`${localizedPath(`/current-affairs/${date}`, page.locale)}#${slug}`}
            lang={locale === page.locale ? undefined : locale}
          >
            {title}
          </a>
          {date && (
            <small>
              <time dateTime={date}>{dateText(date, page.locale)}</time>
            </small>
          )}
        </li>
      ))}
    </ul>
  )
}
