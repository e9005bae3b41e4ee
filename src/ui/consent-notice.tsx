import type { Locale } from '../../domain/locale.ts'
import type { BrowserPurpose } from '../../domain/privacy.ts'
import { InlineStyle } from './inline-assets.tsx'
import { messagesFor } from './messages.ts'

/** The ids of analytics and advertising scripts, from the operator's settings. */
export type AnalyticsTags = {
  analyticsId: string
  tagManagerId: string
  advertisingId: string
  advertisingSlot: string
}

/** Asks for consent to each purpose before its scripts are loaded; no box is ticked in advance, and
 *  refusing takes one touch. Hidden until client/consent.ts finds no stored choice. Without script
 *  it stays hidden, because nothing is loaded. */
export function ConsentNotice({ locale, tags }: { locale: Locale; tags: AnalyticsTags }) {
  const messages = messagesFor(locale)
  const { advertisingSlot: _slot, ...ids } = tags
  const purposes: [BrowserPurpose, string, string][] = [
    ['analytics', messages.consent_analytics(), tags.analyticsId + tags.tagManagerId],
    ['advertising', messages.consent_advertising(), tags.advertisingId],
  ]
  return (
    <form
      className="consent"
      id="consent"
      hidden
      data-tags={JSON.stringify(ids)}
      aria-label={messages.consent_title()}
    >
      <InlineStyle name="consent" />
      <p>
        <strong>{messages.consent_title()}</strong> {messages.consent_question()}
      </p>
      {purposes.map(
        ([purpose, label, id]) =>
          id !== '' && (
            <label key={purpose}>
              <input type="checkbox" name={purpose} value="yes" />
              <span>{label}</span>
            </label>
          ),
      )}
      <p className="choices">
        <button className="btn quiet" value="no">
          {messages.consent_refuse()}
        </button>
        <button className="btn quiet" value="yes">
          {messages.consent_accept()}
        </button>
      </p>
    </form>
  )
}

/** The place for an advertisement, below the page's content so that nothing moves when it is
 *  filled. Hidden until client/tags.ts loads the script after consent. */
export function AdPlace({ locale, tags }: { locale: Locale; tags: AnalyticsTags }) {
  return (
    <aside className="wrap ad" hidden data-ad="">
      <small>{messagesFor(locale).ad_label()}</small>
      <ins
        className="adsbygoogle"
        data-ad-client={tags.advertisingId}
        data-ad-slot={tags.advertisingSlot}
        data-ad-format="auto"
        data-full-width-responsive="true"
      />
    </aside>
  )
}
