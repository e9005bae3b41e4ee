import type { BrowserConsent, BrowserPurpose } from '../../../domain/privacy.ts'
import type { Privacy } from '../../../domain/contracts/privacy.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { messagesFor } from '../../ui/messages.ts'

/** What the reader agreed to, as a form that gives and withdraws each purpose alike. */
export function AccountPrivacy({
  page,
  privacy,
  purposes,
  consent,
}: {
  page: PageContext
  /** null: the product API keeps none. */
  privacy: Privacy | null
  /** What this site asks for in a browser, by its settings. */
  purposes: readonly BrowserPurpose[]
  consent: BrowserConsent | null
}) {
  const messages = messagesFor(page.locale)
  const to = (path: string) => localizedPath(path, page.locale)
  const isMinor = privacy?.ageBand === 'minor'
  const labels: Record<BrowserPurpose, string> = {
    analytics: messages.consent_analytics(),
    advertising: messages.consent_advertising(),
  }
  const ticks = [
    ...(privacy?.reminders.isAllowed
      ? [
          {
            name: 'reminders',
            label: messages.privacy_reminders(),
            hint: messages.privacy_reminders_hint(),
            isGiven: privacy.reminders.isGiven,
          },
        ]
      : []),
    ...(isMinor ? [] : purposes).map((name) => ({
      name,
      label: labels[name],
      hint: messages.privacy_in_browser(),
      isGiven: consent !== null && consent !== 'minor' && consent[name],
    })),
  ]
  return (
    <section>
      <h2>{messages.privacy_choices()}</h2>
      <p>{messages.privacy_needed()}</p>
      {isMinor && <p>{messages.privacy_minor()}</p>}
      {ticks.length > 0 && (
        <form className="fields" method="post" action={to('/account/privacy')}>
          <fieldset className="ticks">
            <legend>{messages.privacy_choices_lead()}</legend>
            {ticks.map(({ name, label, hint, isGiven }) => (
              <label key={name}>
                <input type="checkbox" name={name} value="yes" defaultChecked={isGiven} />
                <span>
                  {label} <small>{hint}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <button className="btn quiet wide">{messages.consent_accept()}</button>
        </form>
      )}
      <ul className="ways-out">
        {privacy?.ageBand === null && (
          <li>
            <a href={to('/account/age')}>{messages.age_title()}</a>
          </li>
        )}
        {isMinor && (
          <li>
            <a href={to('/account/parent')}>{messages.parent_title()}</a>
            {privacy.parent === null && <small>{messages.parent_missing()}</small>}
          </li>
        )}
        <li>
          <a href={to('/account/privacy')}>{messages.privacy_more()}</a>
        </li>
      </ul>
    </section>
  )
}
