import type { Context } from 'hono'
import { localizedPath } from '../addresses/address.ts'
import { isOfProvider, providerName, type ProviderId } from '../../domain/payment.ts'
import { MessagePage } from '../ui/message-page.tsx'
import { messagesFor } from '../ui/messages.ts'
import { privateNoStore } from '../edge-cache.ts'
import type { AppEnv } from '../app-env.ts'

/** Sends a payer on to a provider's page, exactly as the provider gave its address; to no other
 *  page, whoever named it. */
export function redirectToProvider(c: Context<AppEnv>, provider: ProviderId, address: string) {
  const { config, page, requestId } = c.var
  c.header('cache-control', privateNoStore)
  if (isOfProvider(address, config.PAYMENT_ORIGINS)) return c.redirect(address, 303)
  console.error(
    JSON.stringify({ requestId, refusedAddress: URL.canParse(address) && new URL(address).origin }),
  )
  const words = messagesFor(page.locale)
  c.status(502)
  return c.render(
    <MessagePage
      title={words.pay_stopped()}
      body={words.pay_stopped_body({ provider: providerName(provider) })}
      links={[
        { href: localizedPath('/subscription/checkout', page.locale), label: words.plans() },
        { href: localizedPath('/account', page.locale), label: words.my_account() },
      ]}
      page={c.var.page}
    />,
    { layout: 'header' },
  )
}
