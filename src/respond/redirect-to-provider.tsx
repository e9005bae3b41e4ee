import type { Context } from 'hono'
import { localizedPath } from '../addresses/address.ts'
import { isProviderAddress, providerName, type ProviderId } from '../../domain/payment.ts'
import { MessagePage } from '../ui/message-page.tsx'
import { messagesFor } from '../ui/messages.ts'
import type { AppEnv } from '../app-env.ts'

/** Redirects a payer to a provider's page, to exactly the URL that the provider has returned. A URL
 *  of an origin that is not in PAYMENT_ORIGINS is answered with a page and status 502. */
export function redirectToProvider(c: Context<AppEnv>, provider: ProviderId, address: string) {
  const { config, page, requestId } = c.var
  if (isProviderAddress(address, config.PAYMENT_ORIGINS)) return c.redirect(address, 303)
  console.error(
    JSON.stringify({ requestId, refusedAddress: URL.canParse(address) && new URL(address).origin }),
  )
  const messages = messagesFor(page.locale)
  c.status(502)
  return c.render(
    <MessagePage
      title={messages.pay_stopped()}
      body={messages.pay_stopped_body({ provider: providerName(provider) })}
      links={[
        { href: localizedPath('/subscription/checkout', page.locale), label: messages.plans() },
        { href: localizedPath('/account', page.locale), label: messages.my_account() },
      ]}
      page={page}
    />,
    { layout: 'header' },
  )
}
