import type { Locale } from '../../domain/locale.ts'
import { InlineStyle } from './inline-assets.tsx'
import { messagesFor } from './messages.ts'

/** The ids of analytics and advertising scripts, from the operator's settings. */
export type AnalyticsTags = { analyticsId: string; tagManagerId: string; advertisingId: string }

/** Asks for consent before analytics or advertising scripts are loaded; refusing is as easy as
 *  accepting. Hidden until client/consent.ts finds no stored choice. Without script it stays
 *  hidden, because nothing is loaded. */
export function ConsentNotice({ locale, tags }: { locale: Locale; tags: AnalyticsTags }) {
  const messages = messagesFor(locale)
  return (
    <section
      className="consent"
      id="consent"
      hidden
      data-tags={JSON.stringify(tags)}
      aria-label={messages.consent_title()}
    >
      <InlineStyle name="consent" />
      <p>
        <strong>{messages.consent_title()}</strong> {messages.consent_question()}
      </p>
      <p className="choices">
        <button type="button" className="btn quiet" value="no">
          {messages.consent_refuse()}
        </button>
        <button type="button" className="btn quiet" value="yes">
          {messages.consent_accept()}
        </button>
      </p>
    </section>
  )
}
