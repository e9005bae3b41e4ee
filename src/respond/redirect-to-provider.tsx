import type { Context } from 'hono'
import { localizedPath } from '../addresses/address.ts'
import { isOfProvider, providerName, type ProviderId } from '../../domain/payment.ts'
import { MessagePage } from '../ui/message-page.tsx'
import { messagesFor } from '../ui/messages.ts'
import { privateNoStore } from '../edge-cache.ts'
import type { AppEnv } from '../app-env.ts'

/** Redirects a payer to a provider's page, at exactly the address that the provider gave. An
 *  address of another host is refused with a page, 502. */
export function redirectToProvider(c: Context<AppEnv>, provider: ProviderId, address: string) {
  const { config, page, requestId } = c.var
  c.header('cache-control', privateNoStore)
  if (isOfProvider(address, config.PAYMENT_ORIGINS)) return c.redirect(address, 303)
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
