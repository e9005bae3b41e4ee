import type { PageContext } from '../../addresses/address.ts'
import type { Quote } from '../../../domain/payment.ts'
import { dateText } from '../../ui/dates.ts'
import { messagesFor } from '../../ui/messages.ts'
import { localizedName } from '../../ui/payment-text.ts'

/** What the reader has of the plan already, and what buying it would mean; nothing if they have
 *  none of it. */
export function OwnedNote({
  page,
  quote: { owned, endsAt, lines },
}: {
  page: PageContext
  quote: Quote
}) {
  if (!owned) return null
  const messages = messagesFor(page.locale)
  const plan = localizedName(owned.plan.names, page.locale, owned.plan.slug).text
  const until = dateText(owned.endsAt, page.locale)
  const texts = {
    renewal: () => messages.pay_owned_renewal({ until, end: dateText(endsAt, page.locale) }),
    covered: () => messages.pay_owned_covered({ plan, until }),
    upgrade: () =>
      lines.some(({ kind }) => kind === 'upgrade')
        ? messages.pay_owned_upgrade({ plan, until })
        : messages.pay_owned_upgrade_plain({ plan, until }),
  }
  const { later } = owned
  return (
    <p className="note">
      {texts[owned.kind]()}
      {later &&
        ` ${messages.pay_owned_later({
          start: dateText(later.startsAt, page.locale),
          end: dateText(later.endsAt, page.locale),
        })}`}
    </p>
  )
}
