import { localizedPath, type PageContext } from '../addresses/address.ts'
import { messagesFor } from './messages.ts'

/** The notice at the point where personal data is collected (Digital Personal Data Protection Act,
 *  section 5): each item with its purpose, how to exercise rights, the grievance contact. */
export function CollectionNotice({
  page,
  items,
  grievanceEmail,
}: {
  page: PageContext
  /** What is collected and what for, one sentence each. */
  items: readonly string[]
  grievanceEmail: string
}) {
  const messages = messagesFor(page.locale)
  return (
    <section className="collection small" aria-labelledby="collection">
      <h2 id="collection">{messages.notice_title()}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>{messages.notice_rights()}</p>
      <p>
        <a href={localizedPath('/privacy-policy', page.locale)}>{messages.privacy_policy()}</a>
        {' · '}
        <a data-copyable="" href={`mailto:${grievanceEmail}`}>
          {grievanceEmail}
        </a>
      </p>
    </section>
  )
}
