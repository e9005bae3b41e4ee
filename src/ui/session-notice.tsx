import { localizedPath, type PageContext } from '../addresses/address.ts'
import { loginPath } from '../addresses/callback-url.ts'
import type { SessionError } from '../../domain/session-user.ts'
import { messagesFor } from './messages.ts'

/** Says that the session has ended: signed in elsewhere (shown for four seconds), or not renewed
 *  (shown until the reader signs in). */
export function SessionNotice({ page, error }: { page: PageContext; error: SessionError }) {
  const messages = messagesFor(page.locale)
  switch (error) {
    case 'SignedInElsewhere':
      return (
        <p className="toast" role="alert" data-session-over="elsewhere">
          {messages.session_elsewhere()}
        </p>
      )
    case 'RefreshAccessTokenError':
      return (
        <dialog className="expired" open aria-labelledby="expired" data-session-over="expired">
          <h2 id="expired">{messages.session_expired()}</h2>
          <p>{messages.session_expired_body()}</p>
          <a
            className="btn wide"
            href={loginPath(localizedPath(page.path, page.locale), page.locale)}
          >
            {messages.login()}
          </a>
        </dialog>
      )
  }
}

/** Both notices in a template element. The script of the page shows one of them if the session ends
 *  while the page is open. */
export function SessionTemplates({ page }: { page: PageContext }) {
  return (
    <template data-session-templates="">
      <SessionNotice page={page} error="SignedInElsewhere" />
      <SessionNotice page={page} error="RefreshAccessTokenError" />
    </template>
  )
}
