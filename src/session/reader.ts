import {
  claimsOf,
  fieldsOfUser,
  isNewer,
  sessionSeconds,
  type SessionError,
  type SessionUser,
  type Tokens,
} from '../../domain/session-user.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { Send } from '../api-client/client.ts'
import type { ApiError } from '../api-client/errors.ts'
import { signOutHere, type CallOwn } from '../api-client/own-account.ts'
import { callAs, renewTokens, type Caller, type SignedIn } from '../api-client/users.ts'
import type { SessionRecord } from './sealed-cookie.ts'
import type { SharedMemory } from './session-state-store.ts'
import type { Guest } from './guest.ts'

/** How long a sign-out waits for the product API. */
const signOutWaitMs = 2000

/** The reader of this request. A visitor has no user. */
export type Reader = {
  user: SessionUser | null
  error: SessionError | null
  /** When the session ends if it is not used again. ISO. */
  expires: string
  /** When the product API was last asked about the user, in milliseconds. */
  askedAt: number
  caller: Caller
  /** A request in the reader's name, with the bearer; sent again, once, with a renewed one if that was over. A visitor's goes without. */
  send: Send
  /** The same for JSON, with the answer read. */
  call: CallOwn
  /** Whether anything can be kept under this reader's name: a member, or a visitor who was made a guest. */
  isNamed: boolean
  /** Gives a visitor a name, so that what they do is kept: from now on `send` and `call` go in it. Nothing for a member. */
  beGuest: () => Promise<Result<null, ApiError>>
  /** Keeps a guest's token that came by itself. */
  takeGuest: (token: string) => Promise<void>
  renew: () => Promise<Result<Tokens, ApiError>>
  begin: (signedIn: SignedIn) => void
  learn: (user: SessionUser) => void
  fail: (error: SessionError) => void
  /** The cookie goes, and no copy of it opens anything any more. */
  end: () => Promise<void>
  /** The same, and the product API is told; if it cannot hear now, the edge refuses the session all the same. */
  signOut: () => Promise<void>
}

/** Refreshes on their way, by the token that they replace: requests side by side share one. */
const refreshing = new Map<
  string,
  { renewal: Promise<Result<Tokens, ApiError>>; startedAt: number }
>()
const refreshSharedForMs = 60_000
/** What was learned within this time is not worth a new cookie if it says the same. */
const askedLatelyMs = 60_000

export class ReaderSession implements Reader {
  readonly caller: Caller
  readonly #guest: Guest
  readonly #memory: SharedMemory | null
  readonly #waitUntil: (work: Promise<unknown>) => void
  content: SessionRecord | null
  isChanged = false

  constructor(
    caller: Caller,
    guest: Guest,
    memory: SharedMemory | null,
    content: SessionRecord | null,
    waitUntil: (work: Promise<unknown>) => void,
  ) {
    this.caller = caller
    this.#guest = guest
    this.#memory = memory
    this.content = content
    this.#waitUntil = waitUntil
  }

  get user() {
    return this.content?.error ? null : (this.content?.user ?? null)
  }
  get isNamed() {
    return this.user !== null || this.#guest.isKnown
  }
  get error() {
    return this.content?.error ?? null
  }
  get askedAt() {
    return this.content?.askedAt ?? 0
  }
  get expires() {
    return new Date(Date.now() + sessionSeconds * 1000).toISOString()
  }

  /** Learns what the cookie cannot know: that the session is over, or that its tokens were renewed since. */
  async catchUp() {
    const sessionId = this.#sessionId
    if (!this.content || !this.#memory || sessionId === null) return
    const state = await this.#memory.stateOf(sessionId)
    if (state.over) this.content = null
    else if (state.tokens && isNewer(state.tokens, this.content)) this.#take(state.tokens)
  }

  get #sessionId(): string | null {
    return this.content ? (claimsOf(this.content.jwt)?.sessionId ?? null) : null
  }

  #take(tokens: Tokens) {
    if (!this.content) return
    this.content = { ...this.content, ...tokens, error: null }
    this.isChanged = true
  }

  begin({ jwt, refreshToken, user }: SignedIn) {
    // A new record under a new session: nothing of what was there before goes on.
    const askedAt = Date.now()
    this.content = { jwt, refreshToken, user: fieldsOfUser(user), askedAt, error: null }
    this.isChanged = true
  }

  /** Sealed anew only where something is new, or where it was last asked a while ago. */
  learn(asked: SessionUser) {
    if (!this.content) return
    const user = fieldsOfUser(asked)
    const isSame = JSON.stringify(user) === JSON.stringify(fieldsOfUser(this.content.user))
    if (isSame && Date.now() - this.content.askedAt < askedLatelyMs) return
    this.content = { ...this.content, user, askedAt: Date.now() }
    this.isChanged = true
  }

  fail(error: SessionError) {
    if (!this.content || this.content.error === error) return
    this.content = { ...this.content, error }
    this.isChanged = true
  }

  async end() {
    const sessionId = this.#sessionId
    this.content = null
    this.isChanged = true
    if (sessionId !== null) await this.#memory?.end(sessionId)
  }

  async signOut() {
    const told = signOutHere(this.call)
    this.#waitUntil(told)
    await Promise.race([told, new Promise((done) => setTimeout(done, signOutWaitMs))])
    await this.end()
  }

  async #bearer(): Promise<string | null> {
    if (!this.content) return this.#guest.token()
    if (this.content.error) return null
    const endsAt = claimsOf(this.content.jwt)?.endsAt ?? Infinity
    if (endsAt < Date.now() + 5000) await this.#refresh()
    return this.error ? null : this.content.jwt
  }

  readonly send: Send = async (path, init) => {
    const bearer = await this.#bearer()
    const response = await this.#sendWith(bearer, path, init)
    if (response.status !== 401 || bearer === null) return response
    if (!this.content) {
      this.#guest.forget()
      return this.#sendWith(null, path, init)
    }
    const renewed = await this.#refresh()
    return renewed.ok ? this.#sendWith(renewed.value.jwt, path, init) : response
  }

  async #sendWith(bearer: string | null, path: string, init: RequestInit): Promise<Response> {
    const response = await this.caller.send(path, withBearer(init, bearer))
    if (response.status === 499) this.fail('SignedInElsewhere')
    return response
  }

  async beGuest(): Promise<Result<null, ApiError>> {
    return this.content ? ok(null) : this.#guest.begin(this.caller)
  }

  takeGuest = (token: string) => this.#guest.take(token)

  readonly call: CallOwn = (method, path, body = null) =>
    callAs({ ...this.caller, send: this.send }, method, path, body)

  /** Kept alive beyond the request that began it: others wait for it, too. */
  #renewal(refreshToken: string): Promise<Result<Tokens, ApiError>> {
    forgetOldRefreshes()
    const shared = refreshing.get(refreshToken)
    if (shared) return shared.renewal
    const renewal = renewTokens(this.caller, refreshToken)
    refreshing.set(refreshToken, { renewal, startedAt: Date.now() })
    this.#waitUntil(
      renewal.then(async (renewed) => {
        const sessionId = this.#sessionId
        if (!renewed.ok) refreshing.delete(refreshToken)
        else if (sessionId !== null) await this.#memory?.keep(sessionId, renewed.value)
      }),
    )
    return renewal
  }

  renew = () => this.#refresh()

  /** Once for all requests that found the same token over. An outage ends nothing. */
  async #refresh(): Promise<Result<Tokens, ApiError>> {
    if (!this.content) return failed({ kind: 'refused', status: 401, data: null })
    const renewed = await this.#renewal(this.content.refreshToken)
    if (renewed.ok) {
      this.#take(renewed.value)
    } else {
      if (renewed.error.kind === 'signed-in-elsewhere') this.fail('SignedInElsewhere')
      // A limit, or an outage, says nothing about the token.
      if (renewed.error.kind === 'refused' && /^40[0134]$/.test(String(renewed.error.status)))
        this.fail('RefreshAccessTokenError')
    }
    return renewed
  }
}

/** What was renewed a while ago, or not at all, is asked for anew. */
function forgetOldRefreshes() {
  for (const [token, { startedAt }] of refreshing)
    if (Date.now() - startedAt > refreshSharedForMs) refreshing.delete(token)
}

function withBearer(init: RequestInit, bearer: string | null): RequestInit {
  if (bearer === null) return init
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${bearer}`)
  return { ...init, headers }
}
