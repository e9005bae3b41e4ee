import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { loginPath } from '../../addresses/callback-url.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { SendAgain, type SentFields } from '../../ui/send-again.tsx'

/** Shown with 404 for an attempt that does not belong to the reader. It may be somebody else's, or
 *  the reader's own from before they signed in. */
export function AttemptUnavailablePage({
  page,
  isMember,
  isReceived = false,
  answers,
}: {
  page: PageContext
  isMember: boolean
  /** The reader's answers have arrived all the same. */
  isReceived?: boolean
  /** A form of answers that was not stored. */
  answers?: SentFields | undefined
}) {
  const messages = messagesFor(page.locale)
  const to = (path: string) => localizedPath(path, page.locale)
  const login = loginPath(to(page.path), page.locale)
  const title = isReceived ? messages.hall_sent() : messages.attempt_unavailable_title()
  const lead = isReceived ? messages.hall_form_received() : messages.attempt_unavailable_lead()
  return (
    <>
      <UnlistedMeta title={messages.page_title({ title })} description={lead} />
      <div className="hero" data-not-found={isReceived ? undefined : ''}>
        <h1>{title}</h1>
        <p>{lead}</p>
        {answers && <SendAgain page={page} fields={answers} />}
      </div>
      <p className="choices">
        {!isMember && (
          <a className="btn" href={login}>
            {messages.login_button()}
          </a>
        )}
        <a className="btn quiet" href={to('/attempts/rescue')}>
          {messages.hall_rescue_enter()}
        </a>
        <a className="btn quiet" href={to('/')}>
          {messages.back_to_home()}
        </a>
      </p>
    </>
  )
}
