import { offlineScripts } from 'virtual:client'
import { allExams } from '../../exams.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { packName } from './pack-name.ts'
import type { offeredPacks } from './packs.ts'

/** What is on this phone, filled in by client/device/offline/kept-list.ts, and what else can be
 *  kept.
 *  `data-scripts` names the scripts that the page needs without a network. */
export function OfflinePage({
  page,
  offered,
}: {
  page: PageContext
  offered: ReturnType<typeof offeredPacks>
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  const ids = [...allExams().map(({ slug }) => slug), offered.cards, ...offered.months]
  const link = `<a href="${localizedPath('/offline', locale)}">${messages.offline_title()}</a>`
  const notice = `<p class="note">${messages.offline_copy()} ${link}</p>`
  const headings = {
    tests: messages.offline_tests(),
    forms: messages.offline_forms(),
    packs: messages.offline_packs(),
    read: messages.offline_read(),
  }
  return (
    <>
      <UnlistedMeta
        page={page}
        title={messages.page_title({ title: messages.offline_title() })}
        description={messages.offline_description()}
      />
      <InlineStyle name="papers" />
      <InlineStyle name="offline" />
      <template data-kept-notice="" dangerouslySetInnerHTML={{ __html: notice }} />
      <div className="hero">
        <h1>{messages.offline_title()}</h1>
        <p className="when-offline">{messages.offline_now()}</p>
      </div>
      <div
        className="kept-list"
        data-kept-list=""
        data-scripts={offlineScripts.pages.join(' ')}
        data-waiting={messages.offline_form_waiting()}
        data-sent={messages.offline_form_sent()}
        data-refused={messages.offline_form_refused()}
      >
        {Object.entries(headings).map(([kind, heading]) => (
          <section key={kind} data-kind={kind} hidden>
            <h2>{heading}</h2>
            <ul className="papers" />
          </section>
        ))}
        <p data-nothing="" hidden>
          {messages.offline_nothing()}
        </p>
        <noscript>
          <p>{messages.offline_script()}</p>
        </noscript>
      </div>
      <section>
        <h2>{messages.offline_more()}</h2>
        <p className="small">{messages.offline_more_lead()}</p>
        <ul className="papers packs">
          {ids.map((id) => (
            <li key={id}>
              <a href={localizedPath(`/offline/${id}`, locale)} data-pack-link={id}>
                {packName(id, locale)}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
