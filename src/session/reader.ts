import type { Result } from '../../domain/result.ts'
import type { SessionError, SessionUser, Tokens } from '../../domain/session-user.ts'
import type { ApiClient } from '../api-client/client.ts'
import type { ApiError } from '../api-client/errors.ts'
import type { SignedIn } from '../api-client/sign-in.ts'

/** The person who sent the request: a member (signed in), a guest (a visitor with a guest token, to
 *  which attempts and reviews are assigned), or a visitor.
 *
 *  Reading any of it makes the response `private, no-store`, so that it is never sent to another
 *  reader. `api`, `isIdentified` and `cookie` mark the response when they are read. `user` and
 *  `error` need not: a request with a session cookie is private anyway, and without one they are
 *  null. */
export type Reader = {
  /** null: not signed in, or the session is over. */
  user: SessionUser | null
  /** Why the session is over. */
  error: SessionError | null
  /** When the session expires if it is not used again. ISO time. */
  expires: string
  /** When `user` was last loaded from the product API, in ms since 1970. */
  userCheckedAt: number
  /** The product API with the bearer token of the session or the guest. An expired token is
   *  renewed. */
  api: ApiClient
  /** Whether the reader is a member or a guest, so that data can be assigned to them. */
  isIdentified: boolean
  /** A cookie of this browser. */
  cookie: (name: string) => string | undefined
  /** Makes a visitor a guest, whose token `api` sends from now on. Does nothing for members and
   *  guests. */
  becomeGuest: () => Promise<Result<null, ApiError>>
  /** Whether the reader became a guest in this request: it is not known yet whether the browser
   *  takes cookies. */
  isNewGuest: boolean
  /** Seals what a page of an attempt carries so that its form is accepted without a cookie. null:
   *  nothing can be sealed. */
  sealAccess: (attempt: { id: string; carryKey: string }) => Promise<string | null>
  /** Acts as the guest for whom that page was made, in this request alone. Returns the attempt's
   *  carry key; null: the text is not ours, or another attempt's. */
  useAccess: (attempt: string, sealed: string) => Promise<string | null>
  /** Makes the guest's token one that came in an answer of the product API. */
  adoptGuestToken: (token: string) => Promise<void>
  /** Asks in nobody's name, for signing in: says which browser asks, by its sealed cookie.
   *  `isDeviceStored`: a browser without one gets it, because what it asks for is bound to it.
   *  `hasBearer`: in the reader's name after all. `humanToken`: of Turnstile's widget. */
  signInApi: (options?: {
    isDeviceStored?: boolean
    hasBearer?: boolean
    humanToken?: string | undefined
  }) => Promise<ApiClient>
  /** Exchanges the session's refresh token for new tokens. Errors: http-error 401 without one. */
  renewTokens: () => Promise<Result<Tokens, ApiError>>
  /** Begins a session. An earlier one of this browser ends, here and at the product API. */
  beginSession: (signedIn: SignedIn) => Promise<void>
  /** Updates the session's copy of the user. */
  updateUser: (user: SessionUser) => void
  /** Something of the user has just been changed: the next request asks the product API. */
  expectUserChange: () => void
  /** This browser forgets the user, whose account was deleted. */
  forgetUser: () => Promise<void>
  /** Ends the session on the site: deletes the cookie and revokes copies of it. */
  endSession: () => Promise<void>
  /** Ends the session and tells the product API. If that fails, copies of the cookie are refused
   *  all the same, and it is told later: in `waitUntil`, and by further requests of the browser. */
  signOut: () => Promise<void>
}
