import type { Context } from 'hono'
import { localizedPath } from '../addresses/address.ts'
import { isOfProvider, providerNames, type Provider } from '../../domain/payment.ts'
import { MessagePage } from '../ui/message-page.tsx'
import { wordsIn } from '../ui/words.ts'
import { privateNoStore } from '../edge-cache.ts'
import type { AppEnv } from '../app-env.ts'

/** Sends a payer on to a provider's page, exactly as the provider gave its address; to no other place, whoever named it. */
export function toProvider(c: Context<AppEnv>, provider: Provider, address: string) {
  const { config, page: place, requestId } = c.var
  c.header('cache-control', privateNoStore)
  if (isOfProvider(address, config.PAYMENT_ORIGINS)) return c.redirect(address, 303)
  console.error(
    JSON.stringify({ requestId, refusedAddress: URL.canParse(address) && new URL(address).origin }),
  )
  const words = wordsIn(place.locale)
  c.status(502)
  return c.render(
    <MessagePage
      title={words.pay_stopped()}
      body={words.pay_stopped_body({ provider: providerNames[provider] })}
      ways={[
        { href: localizedPath('/subscription/checkout', place.locale), label: words.plans() },
        { href: localizedPath('/account', place.locale), label: words.my_account() },
      ]}
      words={words}
    />,
    { layout: 'header' },
  )
}
