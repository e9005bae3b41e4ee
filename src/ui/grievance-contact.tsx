import type { PageContext } from '../addresses/address.ts'
import type { Brand } from '../brand.ts'
import { messagesFor } from './messages.ts'

/** The grievance contact, by the settings GRIEVANCE_OFFICER and GRIEVANCE_EMAIL. */
export function GrievanceContact({ page, brand }: { page: PageContext; brand: Brand }) {
  const messages = messagesFor(page.locale)
  const { officer, email } = brand.grievance
  return (
    <section>
      <h2>{messages.grievance_title()}</h2>
      <p>
        {messages.grievance_lead()} {officer && `${officer}, `}
        <a data-copyable="" href={`mailto:${email}`}>
          {email}
        </a>
      </p>
    </section>
  )
}
