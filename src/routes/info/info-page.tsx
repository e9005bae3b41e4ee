import { planPath } from '../../addresses/paths.ts'
import type { Brand } from '../../brand.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { ContentPage, SafeHtml } from '../../../domain/content-page.ts'
import type { PatternSheet } from '../../../domain/pattern-sheet.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { dateText } from '../../ui/dates.ts'
import type { KnownText } from '../../api-client/known-content.ts'
import { Meta } from '../../ui/meta.tsx'
import { PagePart } from '../../ui/page-part.tsx'
import { PatternTable } from '../../ui/pattern-table.tsx'
import { Prose } from '../../ui/prose.tsx'
import { article, StructuredData } from '../../ui/structured-data.tsx'
import { escapeXml } from '../../ui/xml.ts'
import { RetentionTable } from './retention-table.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** A policy, or information about an exam. `plan`: slug of the study plan that has the page's days
 *  as tasks; null for most pages. Its part: the text. */
export function InfoPage({
  page,
  facts: { locale: textLocale, title, description },
  plan,
}: {
  page: PageContext
  facts: KnownText
  plan: string | null
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  return (
    <>
      <Meta
        shareImage="info"
        page={page}
        title={messages.page_title({ title })}
        description={description}
      />
      <Breadcrumbs page={page} crumbs={[{ name: title }]} />
      <div className="hero" lang={textLocale === locale ? undefined : textLocale}>
        <h1>{title}</h1>
      </div>
      {plan !== null && (
        <p className="note">
          <span>{messages.plan30_offer()}</span>
          <a className="btn" href={localizedPath(planPath(plan), locale)}>
            {messages.plan30_title()}
          </a>
        </p>
      )}
      <PagePart name="text" styles={['prose', 'pattern']} />
    </>
  )
}

export function InfoText({
  page,
  brand,
  content,
  pattern,
}: {
  page: PageContext
  brand: Brand
  content: ContentPage
  pattern: PatternSheet | null
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  const lang = content.locale === locale ? undefined : content.locale
  return (
    <>
      <Prose page={page} body={withContacts(content.body, brand)} lang={lang} />
      {content.slug === 'privacy-policy' && <RetentionTable page={page} />}
      {pattern && <PatternTable page={page} sheet={pattern} />}
      <StructuredData
        data={article({
          url: page.origin + localizedPath(page.path, locale),
          headline: content.title,
          language: content.locale,
          modified: content.updatedAt,
          brand,
        })}
      />
      <p className="small">{messages.checked_on({ date: dateText(content.checkedOn, locale) })}</p>
    </>
  )
}

/** Replaces the placeholders {support_email} and {grievance_contact} in content by the settings. */
function withContacts(body: SafeHtml, { supportEmail, grievance }: Brand) {
  const officer = grievance.officer === '' ? '' : `${escapeXml(grievance.officer)}, `
  return body
    .replaceAll('{support_email}', mailLink(supportEmail))
    .replaceAll('{grievance_contact}', officer + mailLink(grievance.email)) as SafeHtml
}

const mailLink = (email: string) => {
  const address = escapeXml(email)
  return `<a data-copyable href="mailto:${address}">${address}</a>`
}
