import type { PageContext } from '../addresses/address.ts'
import { handoffMinutes } from '../../domain/payment.ts'
import { UnlistedMeta } from './meta.tsx'
import { InlineStyle } from './inline-assets.tsx'
import { messagesFor } from './messages.ts'

/** Inside the app: a link that opens the payment in the phone's browser, where UPI apps can be
 *  opened. The app has to open addresses below /payment/handoff/ in the browser (see README). If it
 *  does not, the second link is an Android intent, and the address can be copied. `checkLink`: the
 *  page that shows the outcome. */
export function HandoffPage({
  page,
  address,
  checkLink,
}: {
  page: PageContext
  address: string
  checkLink: { href: string; label: string }
}) {
  const messages = messagesFor(page.locale)
  const title = messages.pay_in_browser_title()
  return (
    <div className="narrow">
      <UnlistedMeta
        title={messages.page_title({ title })}
        description={messages.pay_in_browser()}
      />
      <InlineStyle name="form" />
      <InlineStyle name="checkout" />
      <div className="hero">
        <h1>{title}</h1>
        <p>{messages.pay_in_browser()}</p>
      </div>
      <p>
        <a className="btn wide" href={address} target="_blank" rel="noopener">
          {messages.pay_in_browser_open()}
        </a>
      </p>
      <p className="small">{messages.pay_in_browser_once({ minutes: handoffMinutes })}</p>
      <p className="small">
        {messages.pay_in_browser_copy()}{' '}
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

/** An Android intent that opens the address in a browser, if the app forwards intents. */
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

/** An Android intent that opens the address in the app; without the app, in the browser. */
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
