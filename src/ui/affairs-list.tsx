import { localizedPath, type PageContext } from '../addresses/address.ts'
import type { ContentPageSummary } from '../../domain/content-page.ts'
import { dateText } from './dates.ts'
import { Sheet } from './page-parts.tsx'

/** Current affairs, one entry a line with its day. */
export function AffairsList({
  place,
  affairs,
}: {
  place: PageContext
  affairs: readonly ContentPageSummary[]
}) {
  return (
    <ul className="papers">
      <Sheet of="papers" />
      {affairs.map(({ slug, date, title, locale }) => (
        <li key={slug}>
          <a
            href={`${localizedPath(`/current-affairs/${date}`, place.locale)}#${slug}`}
            lang={locale === place.locale ? undefined : locale}
          >
            {title}
          </a>
          {date && (
            <small>
              <time dateTime={date}>{dateText(date, place.locale)}</time>
            </small>
          )}
        </li>
      ))}
    </ul>
  )
}
