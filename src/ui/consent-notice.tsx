import type { Locale } from '../../domain/locale.ts'
import { Sheet } from './page-parts.tsx'
import { wordsIn } from './words.ts'

/** The ids of measuring and advertising scripts, as the operator configured them. */
export type Tags = { analyticsId: string; tagManagerId: string; advertisingId: string }

/** Asks before anything measures or advertises; refusing is as easy as accepting. Hidden until client/consent.ts
 *  finds that nobody has answered yet; without script nothing is loaded and nothing needs to be asked. */
export function ConsentNotice({ locale, tags }: { locale: Locale; tags: Tags }) {
  const words = wordsIn(locale)
  return (
    <section
      className="consent"
      id="consent"
      hidden
      data-tags={JSON.stringify(tags)}
      aria-label={words.consent_title()}
    >
      <Sheet of="consent" />
      <p>
        <strong>{words.consent_title()}</strong> {words.consent_question()}
      </p>
      <p className="choices">
        <button type="button" className="btn quiet" value="no">
          {words.consent_refuse()}
        </button>
        <button type="button" className="btn quiet" value="yes">
          {words.consent_accept()}
        </button>
      </p>
    </section>
  )
}
