import type { PageContext } from '../addresses/address.ts'
import { UnlistedMeta } from './meta.tsx'
import { Sheet } from './page-parts.tsx'
import { wordsIn } from './words.ts'

/** Inside the app: the way out to the phone's browser, where UPI apps can be opened. The app opens addresses below
 *  /payment/handoff/ in the browser (README); where it does not, the second link asks Android itself, and the address can
 *  be copied. `checkLink`: where to see afterwards what became of it. */
export function HandoffPage({
  place,
  address,
  checkLink,
}: {
  place: PageContext
  address: string
  checkLink: { href: string; label: string }
}) {
  const words = wordsIn(place.locale)
  const title = words.pay_in_browser_title()
  return (
    <div className="narrow">
      <UnlistedMeta title={words.page_title({ title })} description={words.pay_in_browser()} />
      <Sheet of="form" />
      <Sheet of="checkout" />
      <div className="hero">
        <h1>{title}</h1>
        <p>{words.pay_in_browser()}</p>
      </div>
      <p>
        <a className="btn wide" href={address} target="_blank" rel="noopener">
          {words.pay_in_browser_open()}
        </a>
      </p>
      <p className="small">{words.pay_in_browser_once()}</p>
      <p className="small">
        {words.pay_in_browser_copy()}{' '}
        <a data-copyable="" className="address" href={browserIntent(address)}>
          {address}
        </a>
      </p>
      <p>
        <a className="btn quiet wide" href={checkLink.href}>
          {checkLink.label}
        </a>
      </p>
    </div>
  )
}

/** What Android understands as "show this in a browser", if the app hands such addresses on. */
export function browserIntent(address: string): string {
  const { protocol, host, pathname, search } = new URL(address)
  return [
    `intent://${host}${pathname}${search}#Intent`,
    `scheme=${protocol.slice(0, -1)}`,
    'action=android.intent.action.VIEW',
    'category=android.intent.category.BROWSABLE',
    'end',
  ].join(';')
}

/** What leads from the phone's browser back into the app; a phone without it opens the page itself. */
export function appIntent(address: string, appId: string): string {
  const { protocol, host, pathname, search } = new URL(address)
  return [
    `intent://${host}${pathname}${search}#Intent`,
    `scheme=${protocol.slice(0, -1)}`,
    `package=${appId}`,
    `S.browser_fallback_url=${encodeURIComponent(address)}`,
    'end',
  ].join(';')
}
