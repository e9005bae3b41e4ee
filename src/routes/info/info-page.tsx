import type { Brand } from '../../brand.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { ContentPage, SafeHtml } from '../../../domain/content-page.ts'
import type { PatternSheet } from '../../../domain/pattern-sheet.ts'
import { planPath } from '../../../domain/study/lesson-plan.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { dateText } from '../../ui/dates.ts'
import { Meta } from '../../ui/meta.tsx'
import { PatternTable } from '../../ui/pattern-table.tsx'
import { Prose } from '../../ui/prose.tsx'
import { article, StructuredData } from '../../ui/structured-data.tsx'
import { wordsIn } from '../../ui/words.ts'

/** A policy, or what there is to know about an exam. */
export function InfoPage({
  place,
  brand,
  page,
  pattern,
  plan,
}: {
  place: PageContext
  brand: Brand
  page: ContentPage
  pattern: PatternSheet | null
  /** The plan that has the page's days as tasks. */
  plan: string | null
}) {
  const { locale } = place
  const words = wordsIn(locale)
  const lang = page.locale === locale ? undefined : page.locale
  return (
    <>
      <Meta
        family="info"
        place={place}
        title={words.page_title({ title: page.title })}
        description={page.description}
      />
      <Breadcrumbs place={place} crumbs={[{ name: page.title }]} />
      <div className="hero" lang={lang}>
        <h1>{page.title}</h1>
      </div>
      {plan !== null && (
        <p className="note">
          <span>{words.plan30_offer()}</span>
          <a className="btn" href={localizedPath(planPath(plan), locale)}>
            {words.plan30_title()}
          </a>
        </p>
      )}
      <Prose place={place} body={withSupport(page.body, brand)} lang={lang} />
      {pattern && <PatternTable place={place} sheet={pattern} />}
      <StructuredData
        of={article({
          url: place.origin + localizedPath(place.path, locale),
          headline: page.title,
          language: page.locale,
          modified: page.updatedAt,
          publisher: brand.name.en,
        })}
      />
      <p className="small">{words.checked_on({ date: dateText(page.checkedOn, locale) })}</p>
    </>
  )
}

/** Pages write {support_email} where the reader can reach us; the address is the operator's. */
const withSupport = (body: SafeHtml, brand: Brand) =>
  body.replaceAll(
    '{support_email}',
    `<a data-copyable href="mailto:${brand.supportEmail}">${brand.supportEmail}</a>`,
  ) as SafeHtml
