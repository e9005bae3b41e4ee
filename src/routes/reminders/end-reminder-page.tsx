import type { PageContext } from '../../addresses/address.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { EndReminderNow } from '../../ui/remind-me.tsx'

/** Where the link of a mail leads that ends one kind of reminders. */
export function EndReminderPage({ page, token }: { page: PageContext; token: string }) {
  const messages = messagesFor(page.locale)
  return (
    <>
      <UnlistedMeta
        page={page}
        title={messages.page_title({ title: messages.remind_title() })}
        description={messages.remind_lead()}
      />
      <div className="hero">
        <h1>{messages.remind_title()}</h1>
      </div>
      <EndReminderNow page={page} token={token} />
    </>
  )
}
