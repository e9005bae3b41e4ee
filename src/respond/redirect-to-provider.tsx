import type { Context } from 'hono'
import { localizedPath } from '../addresses/address.ts'
import {
  isProviderAddress,
  paymentPath,
  providerFacts,
  providerName,
  type ProviderId,
} from '../../domain/payment.ts'
import { launchScriptOf } from '../payment-scripts.ts'
import { MessagePage } from '../ui/message-page.tsx'
import { messagesFor } from '../ui/messages.ts'
import type { AppEnv } from '../app-env.ts'

/** Redirects a payer to a provider's page, to exactly the URL that the provider has returned. A URL
 *  of an origin that is not in PAYMENT_ORIGINS is answered with a page and status 502. `payment`:
 *  the payment, with the signature of its page, which opens the URL by the provider's script where
 *  PAYMENT_LAUNCH says so; null if it is not known. */
export function redirectToProvider(
  c: Context<AppEnv>,
  provider: ProviderId,
  address: string,
  payment: { id: string; signature: string | null } | null,
) {
  const { config, page, requestId } = c.var
  if (isProviderAddress(address, config.PAYMENT_ORIGINS))
    return c.redirect((payment && launchAddress(c, provider, payment)) ?? address, 303)
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

/** The page that opens the payment by the provider's script; null if a redirect does. */
function launchAddress(
  c: Context<AppEnv>,
  provider: ProviderId,
  { id, signature }: { id: string; signature: string | null },
): string | null {
  const { config, page } = c.var
  const isLaunched =
    config.PAYMENT_LAUNCH !== 'redirect' &&
    launchScriptOf(providerFacts(provider), config.PAYMENT_SCRIPTS) !== null
  if (!isLaunched) return null
  const query = new URLSearchParams({ launch: '1', ...(signature !== null && { s: signature }) })
  return `${page.origin}${localizedPath(paymentPath(id), page.locale)}?${query}`
}
