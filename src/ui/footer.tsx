import type { Brand } from '../brand.ts'
import { localizedPath, type PageContext } from '../addresses/address.ts'
import { wordsIn } from './words.ts'

/** Policies, help and the disclaimer. Links about money are not shown inside the app, whose store forbids them. */
export function Footer({
  place,
  brand,
  signedIn,
  asksConsent,
}: {
  place: PageContext
  brand: Brand
  signedIn: boolean
  asksConsent: boolean
}) {
  const { locale, inApp } = place
  const words = wordsIn(locale)
  const links: [string, string][] = [
    ['/privacy-policy', words.privacy_policy()],
    ['/terms', words.terms()],
    ['/disclaimer', words.disclaimer()],
    ['/contact-us', words.contact()],
    ['/feedback', words.feedback()],
    ...(inApp
      ? []
      : ([
          ['/refundpolicy', words.refund_policy()],
          ['/cancellationpolicy', words.cancellation_policy()],
          ['/paymentpolicy', words.payment_policy()],
        ] satisfies [string, string][])),
    ...(signedIn
      ? []
      : ([['/login?islogin=true', words.login_with_email()]] satisfies [string, string][])),
  ]
  return (
    <footer>
      <div className="wrap">
        <nav aria-label={words.about_this_site()}>
          {links.map(([path, label]) => (
            <a key={path} href={localizedPath(path, locale)}>
              {label}
            </a>
          ))}
          {asksConsent && (
            <a href="#consent" data-consent-again="">
              {words.consent_again()}
            </a>
          )}
        </nav>
        <p>{words.disclaimer_short()}</p>
        <nav aria-label={words.follow_us()}>
          {!inApp && <a href={brand.appStoreUrl}>{words.android_app()}</a>}
          {brand.socialLinks.map(({ name, url }) => (
            <a key={url} href={url}>
              {name}
            </a>
          ))}
        </nav>
        <p>
          © {brand.name[locale]} · {words.support_line()}{' '}
          <a data-copyable="" href={`mailto:${brand.supportEmail}`}>
            {brand.supportEmail}
          </a>
        </p>
      </div>
    </footer>
  )
}
