import type { Brand } from '../../brand.ts'
import type { PageContext } from '../../addresses/address.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { PaymentHelp } from './help.tsx'

/** Shown while the product API does not answer. Reloads itself every 10 s, also without script. */
export function PaymentUnavailablePage({
  page,
  brand,
  reference,
}: {
  page: PageContext
  brand: Brand
  reference: string | null
}) {
  const messages = messagesFor(page.locale)
  const title = messages.pay_status_unknown()
  return (
    <div className="narrow">
      <UnlistedMeta
        title={messages.page_title({ title })}
        description={messages.pay_status_unknown_body()}
      />
      <meta httpEquiv="refresh" content="10" />
      <InlineStyle name="form" />
      <InlineStyle name="payment" />
      <div className="hero state undecided">
        <h1>{title}</h1>
        <p role="status">{messages.pay_status_unknown_body()}</p>
      </div>
      {reference !== null && (
        <p>
          {messages.pay_reference()}: <b data-copyable="">{reference}</b>
        </p>
      )}
      <p>
        <a className="btn wide" href="">
          {messages.pay_check_again()}
        </a>
      </p>
      <PaymentHelp brand={brand} messages={messages} />
    </div>
  )
}
