import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { paymentPath, providerFacts, signedQuery, type Payment } from '../../../domain/payment.ts'
import { InlineScript, InlineStyle } from '../../ui/inline-assets.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { ProviderScripts } from '../../ui/provider-scripts.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** Opens the provider's payment page by the provider's own script (PAYMENT_LAUNCH). Without script,
 *  the browser is redirected there at once; if the script does not load, there is a link. */
export function LaunchPage({
  page,
  payment,
  url,
  mode,
  script,
  signature,
}: {
  page: PageContext
  payment: Payment
  /** The provider's payment page. */
  url: string
  mode: 'script' | 'iframe'
  script: string
  signature: string | null
}) {
  const messages = messagesFor(page.locale)
  const title = messages.pay_title()
  const after = localizedPath(paymentPath(payment.id), page.locale) + signedQuery(signature)
  return (
    <div className="narrow">
      <UnlistedMeta title={messages.page_title({ title })} description={title} />
      <InlineStyle name="form" />
      <div className="hero">
        <h1>{title}</h1>
        <p>{messages.pay_safe()}</p>
      </div>
      <provider-launch
        object={providerFacts(payment.provider).launch?.object}
        mode={mode}
        after={after}
      >
        <noscript>
          <meta httpEquiv="refresh" content={`0;url=${url}`} />
        </noscript>
        <p>
          <a className="btn wide" href={url}>
            {messages.pay_continue()}
          </a>
        </p>
        <InlineScript name="provider-launch" />
      </provider-launch>
      <p>
        <a className="btn quiet wide" href={after}>
          {messages.pay_check_again()}
        </a>
      </p>
      <ProviderScripts urls={[script]} />
    </div>
  )
}
