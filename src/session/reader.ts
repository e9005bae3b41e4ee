import type { Result } from '../../domain/result.ts'
import type { SessionError, SessionUser, Tokens } from '../../domain/session-user.ts'
import type { ApiClient } from '../api-client/client.ts'
import type { ApiError } from '../api-client/errors.ts'
import type { SignedIn } from '../api-client/sign-in.ts'

/** The person who reads: a member (signed in), a guest (a visitor under whose name something is
 *  stored), or a visitor.
 *
 *  Reading any of it makes the answer `private, no-store`, so that it is never given to another
 *  reader: `api`, `isNamed` and `cookie` by themselves; `user` and `error` because a request with a
 *  session cookie is private as a whole, and without one they are null for everybody. */
export type Reader = {
  /** null: nobody is signed in, or the session is over. */
  user: SessionUser | null
  /** Why the session is over. */
  error: SessionError | null
  /** When the session ends if it is not used again. ISO. */
  expires: string
  /** When the product API was last asked about the user, in milliseconds. */
  askedAt: number
  /** Asks the product API in the reader's name: with the bearer of the session or the guest,
   *  renewed if it is over. */
  api: ApiClient
  /** Whether anything can be stored under this reader's name: a member or a guest. */
  isNamed: boolean
  /** A cookie of this browser. */
  cookie: (name: string) => string | undefined
  /** Makes a visitor a guest: from now on `api` asks in the guest's name. Does nothing for members
   *  and guests. */
  becomeGuest: () => Promise<Result<null, ApiError>>
  /** Makes the guest's token one that came in an answer of the product API. */
  adoptGuestToken: (token: string) => Promise<void>
  /** Asks in nobody's name, for signing in: says which browser asks, by its sealed cookie.
   *  `isDeviceKept`: a browser without one gets it, because what it asks for is bound to it.
   *  `hasBearer`: in the reader's name after all. */
  signInApi: (options?: { isDeviceKept?: boolean; hasBearer?: boolean }) => Promise<ApiClient>
  renewTokens: () => Promise<Result<Tokens, ApiError>>
  /** Begins a session. An earlier one of this browser ends, here and at the product API. */
  beginSession: (signedIn: SignedIn) => Promise<void>
  /** Takes over what the product API says of the user. */
  updateUser: (user: SessionUser) => void
  /** Something of the user has just been changed: the next request asks the product API. */
  expectUserChange: () => void
  /** This browser forgets the user, whose account was deleted. */
  forgetUser: () => Promise<void>
  /** Ends the session: the cookie is deleted, and copies of it are refused. */
  endSession: () => Promise<void>
  /** Ends the session and tells the product API. If that fails, copies of the cookie are refused
   *  all the same, and it is told later: in `waitUntil`, and by further requests of the browser. */
  signOut: () => Promise<void>
}
