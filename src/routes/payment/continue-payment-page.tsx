import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** In the phone's browser: a button that continues the payment that was begun in the app. */
export function ContinuePaymentPage({ page }: { page: PageContext }) {
  const messages = messagesFor(page.locale)
  const title = messages.pay_continue_here()
  return (
    <div className="narrow">
      <UnlistedMeta
        title={messages.page_title({ title })}
        description={messages.pay_continue_here_body()}
      />
      <InlineStyle name="form" />
      <div className="hero">
        <h1>{title}</h1>
        <p>{messages.pay_continue_here_body()}</p>
      </div>
      <form method="post" action={localizedPath(page.path, page.locale)}>
        <button className="btn wide">{messages.pay_continue()}</button>
      </form>
      <SubmissionOverlay messages={messages} />
    </div>
  )
}
