import type { Brand } from '../../brand.ts'
import type { PageContext } from '../../addresses/address.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { Help } from './help.tsx'

/** Nobody could be asked about the payment just now. It tries again by itself, with script or without. */
export function NotAskedPage({
  place,
  brand,
  reference,
}: {
  place: PageContext
  brand: Brand
  reference: string | null
}) {
  const words = messagesFor(place.locale)
  const title = words.pay_not_asked()
  return (
    <div className="narrow">
      <UnlistedMeta title={words.page_title({ title })} description={words.pay_not_asked_body()} />
      <meta httpEquiv="refresh" content="10" />
      <InlineStyle name="form" />
      <InlineStyle name="payment" />
      <div className="hero state undecided">
        <h1>{title}</h1>
        <p role="status">{words.pay_not_asked_body()}</p>
      </div>
      {reference !== null && (
        <p>
          {words.pay_reference()}: <b data-copyable="">{reference}</b>
        </p>
      )}
      <p>
        <a className="btn wide" href="">
          {words.pay_check_again()}
        </a>
      </p>
      <Help brand={brand} words={words} />
    </div>
  )
}
