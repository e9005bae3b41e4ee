import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { ContentPageSummary } from '../../../domain/content-page.ts'
import { AffairsList } from '../../ui/affairs-list.tsx'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Meta } from '../../ui/meta.tsx'
import { messagesFor } from '../../ui/messages.ts'

export function CurrentAffairsPage({
  page,
  affairs,
  today,
}: {
  page: PageContext
  affairs: readonly ContentPageSummary[]
  today: string
}) {
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
      {affairs.length > 0 ? (
        <AffairsList page={page} affairs={affairs} today={today} />
      ) : (
        <p className="note">{messages.section_empty()}</p>
      )}
      <p className="small">
        <a href={localizedPath(`/offline/${today.slice(0, 7)}`, page.locale)}>
          {messages.offline_more()}
        </a>
      </p>
    </>
  )
}
