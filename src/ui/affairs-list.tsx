import { localizedPath, type PageContext } from '../addresses/address.ts'
import type { ContentPageSummary } from '../../domain/content-page.ts'
import { dateText } from './dates.ts'
import { InlineStyle } from './inline-assets.tsx'

/** Current affairs, one entry per line with its date. */
export function AffairsList({
  page,
  affairs,
}: {
  page: PageContext
  affairs: readonly ContentPageSummary[]
}) {
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
