import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { redirectToProvider } from '../../respond/redirect-to-provider.tsx'
import { siteCookieAttributes } from '../../session/cookies.ts'
import { localizedPath } from '../../addresses/address.ts'
import { handoffMinutes, paymentPath, signedQuery } from '../../../domain/payment.ts'
import { redeemHandoff } from '../../api-client/payments.ts'
import { HandoffPage } from '../../ui/handoff-page.tsx'
import { MessagePage } from '../../ui/message-page.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { ContinuePaymentPage } from './continue-payment-page.tsx'
import { paymentUnavailable } from './find-payment.tsx'

/** Continues a payment from the app in the phone's browser: /payment/handoff/{token}. The token can
 *  be used once; the button redeems it, not the page, which a link scanner or the app's own web
 *  view may load first. The button is also needed for the Referer header, which a redirect out of
 *  an app lacks and a provider may require. */
export const handoff = new Hono<AppEnv>()

const address = '/payment/handoff/:token{[\\w.~-]{16,400}}'
const layout = { layout: 'header' } as const

handoff.get(address, (c) => {
  c.header('x-robots-tag', 'noindex')
  return isInsideApp(c)
    ? openInBrowserPage(c)
    : c.render(<ContinuePaymentPage page={c.var.page} />, layout)
})

handoff.post(address, async (c) => {
  if (isInsideApp(c)) return openInBrowserPage(c)
  const { page } = c.var
  const redeemed = await redeemHandoff(c.var.api, c.req.param('token'))
  if (redeemed.ok) {
    const { id, provider, redirectUrl, statusSig } = redeemed.value
    setCookie(c, fromAppCookie, '1', { ...siteCookieAttributes, maxAge: 3600 })
    if (redirectUrl !== null)
      return redirectToProvider(c, provider, redirectUrl, { id, signature: statusSig })
    const path = localizedPath(paymentPath(id), page.locale)
    return c.redirect(page.origin + path + signedQuery(statusSig), 303)
  }
  const { error } = redeemed
  if (error.kind === 'http-error' && (error.status === 410 || error.status === 404))
    return expiredLinkPage(c)
  return error.kind === 'http-error' && error.status < 429
    ? c.var.fail(error)
    : paymentUnavailable(c, null)
})

/** Set when the app has opened this browser. The page of the payment then links back to the app. */
const fromAppCookie = '__Host-from-app'

export const cameFromApp = (c: Context<AppEnv>) =>
  !c.var.page.isAppAgent && c.var.reader.cookie(fromAppCookie) !== undefined

const isInsideApp = (c: Context<AppEnv>) =>
  c.var.page.isAppAgent && c.var.config.IN_APP_CHECKOUT !== 'allow'

function openInBrowserPage(c: Context<AppEnv>) {
  const { page } = c.var
  return c.render(
    <HandoffPage
      page={page}
      address={page.origin + localizedPath(page.path, page.locale)}
      checkLink={{
        href: localizedPath('/account', page.locale),
        label: messagesFor(page.locale).my_account(),
      }}
    />,
    layout,
  )
}

function expiredLinkPage(c: Context<AppEnv>) {
  const { page } = c.var
  const messages = messagesFor(page.locale)
  c.status(410)
  return c.render(
    <MessagePage
      title={messages.pay_link_expired()}
      body={messages.pay_link_expired_body({ minutes: handoffMinutes })}
      links={[{ href: localizedPath('/account', page.locale), label: messages.my_account() }]}
      page={c.var.page}
    />,
    layout,
  )
}
