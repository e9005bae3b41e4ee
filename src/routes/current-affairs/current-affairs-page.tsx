import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { ContentPageSummary } from '../../../domain/content-page.ts'
import { AffairsList } from '../../ui/affairs-list.tsx'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Meta } from '../../ui/meta.tsx'
import { PagePart } from '../../ui/page-part.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** The latest days. Its part: the list. */
export function CurrentAffairsPage({ page, today }: { page: PageContext; today: string }) {
  const messages = messagesFor(page.locale)
  return (
    <>
      <Meta
        shareImage="affairs"
        page={page}
        title={messages.affairs_title()}
        description={messages.affairs_description()}
      />
      <link
        rel="alternate"
        type="application/atom+xml"
        title={messages.affairs_title()}
        href={localizedPath('/current-affairs/feed.xml', page.locale)}
      />
      <Breadcrumbs page={page} crumbs={[{ name: messages.current_affairs() }]} />
      <div className="hero">
        <h1>{messages.current_affairs()}</h1>
        <p>{messages.affairs_lead()}</p>
      </div>
      <PagePart name="affairs" styles={['papers']} />
      <p className="small">
        <a href={localizedPath(`/offline/${today.slice(0, 7)}`, page.locale)}>
          {messages.offline_more()}
        </a>
      </p>
    </>
  )
}

export function AffairsOrNote({
  page,
  affairs,
  today,
}: {
  page: PageContext
  affairs: readonly ContentPageSummary[]
  today: string
}) {
  return affairs.length > 0 ? (
    <AffairsList page={page} affairs={affairs} today={today} />
  ) : (
    <p className="note">{messagesFor(page.locale).section_empty()}</p>
  )
}
