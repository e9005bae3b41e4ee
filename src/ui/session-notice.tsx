import { localizedPath, type PageContext } from '../addresses/address.ts'
import type { SessionError } from '../../domain/session-user.ts'
import { wordsIn } from './words.ts'

/** Says that a session is over: in use elsewhere (for four seconds), or not renewed (until one signs in again). */
export function SessionNotice({ place, error }: { place: PageContext; error: SessionError }) {
  const words = wordsIn(place.locale)
  switch (error) {
    case 'SignedInElsewhere':
      return (
        <p className="toast" role="alert" data-session-over="elsewhere">
          {words.session_elsewhere()}
        </p>
      )
    case 'RefreshAccessTokenError':
      return (
        <dialog className="expired" open aria-labelledby="expired" data-session-over="expired">
          <h2 id="expired">{words.session_expired()}</h2>
          <p>{words.session_expired_body()}</p>
          <a
            className="btn wide"
            href={`${localizedPath('/login', place.locale)}?callbackUrl=${encodeURIComponent(localizedPath(place.path, place.locale))}`}
          >
            {words.login()}
          </a>
        </dialog>
      )
  }
}

/** Both notices, unseen, for the script of a page whose reader is signed in: the session may end while the page is open. */
export function SessionTemplates({ place }: { place: PageContext }) {
  return (
    <template data-session-templates="">
      <SessionNotice place={place} error="SignedInElsewhere" />
      <SessionNotice place={place} error="RefreshAccessTokenError" />
    </template>
  )
}
