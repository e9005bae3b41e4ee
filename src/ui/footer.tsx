import type { Brand } from '../brand.ts'
import { localizedPath, type PageContext } from '../addresses/address.ts'
import { messagesFor } from './messages.ts'

/** Policies, help and the disclaimer. Inside the app without links about payments, which the app
 *  store forbids. */
export function Footer({
  page,
  brand,
  isSignedIn,
  hasConsentNotice,
}: {
  page: PageContext
  brand: Brand
  isSignedIn: boolean
  hasConsentNotice: boolean
}) {
  const { locale, isInApp } = page
  const messages = messagesFor(locale)
  const links: [string, string][] = [
    ['/privacy-policy', messages.privacy_policy()],
    ['/terms', messages.terms()],
    ['/disclaimer', messages.disclaimer()],
    ['/contact-us', messages.contact()],
    ['/feedback', messages.feedback()],
    ...(isInApp
      ? []
      : ([
          ['/subscription/checkout', messages.plans()],
          ['/refundpolicy', messages.refund_policy()],
          ['/cancellationpolicy', messages.cancellation_policy()],
          ['/paymentpolicy', messages.payment_policy()],
        ] satisfies [string, string][])),
    ...(isSignedIn
      ? []
      : ([['/login?islogin=true', messages.login_with_email()]] satisfies [string, string][])),
  ]
  return (
    <footer>
      <div className="wrap">
        <nav aria-label={messages.about_this_site()}>
          {links.map(([path, label]) => (
            <a key={path} href={localizedPath(path, locale)}>
              {label}
            </a>
          ))}
          {hasConsentNotice && (
            <a href="#consent" data-consent-again="">
              {messages.consent_again()}
            </a>
          )}
        </nav>
        <p>{messages.disclaimer_short()}</p>
        <nav aria-label={messages.follow_us()}>
          {!isInApp && <a href={brand.appStoreUrl}>{messages.android_app()}</a>}
          {brand.socialLinks.map(({ name, url }) => (
            <a key={url} href={url}>
              {name}
            </a>
          ))}
        </nav>
        <p>
          © {brand.name[locale]} · {messages.support_line()}{' '}
          <a data-copyable="" href={`mailto:${brand.supportEmail}`}>
            {brand.supportEmail}
          </a>
        </p>
      </div>
    </footer>
  )
}
