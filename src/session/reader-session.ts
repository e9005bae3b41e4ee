import {
  claimsOf,
  sessionFieldsOf,
  isNewerToken,
  sessionMaxAgeSec,
  type SessionError,
  type SessionUser,
  type Tokens,
} from '../../domain/session-user.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { ApiClient, Transport } from '../api-client/client.ts'
import { deadlines } from '../api-client/deadlines.ts'
import type { ApiError } from '../api-client/errors.ts'
import { renewTokens, type SignedIn } from '../api-client/sign-in.ts'
import type { Device } from './device.ts'
import type { Guest } from './guest.ts'
import { endSessionAtProductApi, retryEndingSession } from './pending-sign-out.ts'
import type { Reader } from './reader.ts'
import type { SessionRecord } from './sealed-cookie.ts'
import type { SessionStateStore } from './session-state-store.ts'
import { sharedRenewal } from './token-renewal.ts'

/** What was learned within this time is not worth a new cookie if it says the same. */
const recentlyAskedMs = 60_000
/** A token that ends this soon is renewed before it is used. */
const renewBeforeEndMs = 5000

export type ReaderSessionOptions = {
  /** In nobody's name. */
  api: ApiClient
  guest: Guest
  device: Device
  /** null: no store is bound, and nobody can sign in. */
  states: SessionStateStore | null
  record: SessionRecord | null
  /** When the record was sealed, in milliseconds; null: it is sealed again by this answer. */
  sealedAt: number | null
  cookie: (name: string) => string | undefined
  waitUntil: (work: Promise<unknown>) => void
  /** Called when something is read that may differ from one reader to the next. */
  onPersonalRead: () => void
}

/** The reader of one request, and what becomes of the session while it is answered. */
export class ReaderSession implements Reader {
  readonly #options: ReaderSessionOptions
  readonly #api: ApiClient
  record: SessionRecord | null
  isChanged = false
  /** The tokens of a session that the product API has still to be told about. */
  pendingSignOut: Tokens | null = null

  constructor(options: ReaderSessionOptions) {
    this.#options = options
    this.record = options.record
    this.#api = options.api.over((transport) => this.#withBearer(transport))
  }

  get user() {
    return this.record?.error ? null : (this.record?.user ?? null)
  }
  get error() {
    return this.record?.error ?? null
  }
  get askedAt() {
    return this.record?.askedAt ?? 0
  }
  get expires() {
    const { sealedAt } = this.#options
    const from = this.isChanged || sealedAt === null ? Date.now() : sealedAt
    return new Date(from + sessionMaxAgeSec * 1000).toISOString()
  }
  get api() {
    this.#options.onPersonalRead()
    return this.#api
  }
  get isNamed() {
    this.#options.onPersonalRead()
    return this.user !== null || this.#options.guest.isKnown
  }

  cookie = (name: string) => {
    this.#options.onPersonalRead()
    return this.#options.cookie(name)
  }

  /** Learns what the cookie cannot know: that the session is over, or that its tokens were renewed
   *  since. */
  async catchUp() {
    const sessionId = this.#sessionId
    if (!this.record || !this.#options.states || sessionId === null) return
    const state = await this.#options.states.stateOf(sessionId)
    if (state.over) this.record = null
    else if (state.tokens && isNewerToken(state.tokens, this.record))
      this.#replaceTokens(state.tokens)
  }

  get #sessionId(): string | null {
    return this.record ? (claimsOf(this.record.jwt)?.sessionId ?? null) : null
  }

  #replaceTokens(tokens: Tokens) {
    if (!this.record) return
    this.record = { ...this.record, ...tokens, error: null }
    this.isChanged = true
  }

  async beginSession({ jwt, refreshToken, user }: SignedIn) {
    const former = this.record
    const formerId = this.#sessionId
    if (former && formerId !== null && formerId !== claimsOf(jwt)?.sessionId) {
      await this.#options.states?.end(formerId)
      this.#endAtProductApi(former)
    }
    await this.#options.device.remember(user.id)
    // A new record under a new session: nothing of an earlier session remains.
    const askedAt = Date.now()
    this.record = { jwt, refreshToken, user: sessionFieldsOf(user), askedAt, error: null }
    this.isChanged = true
  }

  /** Sealed again only where something is new, or where the product API was last asked a while
   *  ago. */
  updateUser(current: SessionUser) {
    if (!this.record) return
    const user = sessionFieldsOf(current)
    const isSame = JSON.stringify(user) === JSON.stringify(sessionFieldsOf(this.record.user))
    if (isSame && Date.now() - this.record.askedAt < recentlyAskedMs) return
    this.record = { ...this.record, user, askedAt: Date.now() }
    this.isChanged = true
  }

  expectUserChange() {
    if (!this.record || this.record.askedAt === 0) return
    this.record = { ...this.record, askedAt: 0 }
    this.isChanged = true
  }

  forgetUser = async () => {
    if (this.record) await this.#options.device.forget(this.record.user.id)
  }

  signInApi = async ({ isDeviceKept = false, hasBearer = false } = {}) => {
    this.#options.onPersonalRead()
    const own = await this.#options.device.headers(isDeviceKept)
    const base = hasBearer ? this.#api : this.#options.api
    return base.over((transport) => (path, init) => {
      const headers = new Headers(init.headers)
      for (const [name, value] of Object.entries(own)) headers.set(name, value)
      return transport(path, { ...init, headers })
    })
  }

  #markOver(error: SessionError) {
    if (!this.record || this.record.error === error) return
    this.record = { ...this.record, error }
    this.isChanged = true
  }

  async endSession() {
    const sessionId = this.#sessionId
    this.record = null
    this.isChanged = true
    if (sessionId !== null) await this.#options.states?.end(sessionId)
  }

  async signOut() {
    const { record } = this
    if (record) {
      const ended = this.#endAtProductApi(record)
      const isEnded = await Promise.race([
        ended,
        new Promise<false>((done) => setTimeout(() => done(false), deadlines.signOutMs)),
      ])
      if (!isEnded) this.pendingSignOut = record
    }
    await this.endSession()
  }

  /** -> whether the first attempt has ended it; others follow in `waitUntil`. */
  #endAtProductApi(tokens: Tokens): Promise<boolean> {
    const { api, waitUntil } = this.#options
    const first = endSessionAtProductApi(api, tokens)
    waitUntil(retryEndingSession(api, tokens, first))
    return first
  }

  async becomeGuest(): Promise<Result<null, ApiError>> {
    this.#options.onPersonalRead()
    return this.record ? ok(null) : this.#options.guest.begin(this.#options.api)
  }

  adoptGuestToken = (token: string) => this.#options.guest.adopt(token)

  /** Sends with the bearer of the session or the guest. A 401 renews a session's tokens and sends
   *  once more; a guest's token that is refused is forgotten, and the request sent without it. */
  #withBearer(transport: Transport): Transport {
    const send: Transport = async (path, init) => {
      const response = await transport(path, init)
      if (response.status === 499) this.#markOver('SignedInElsewhere')
      return response
    }
    return async (path, init) => {
      const bearer = await this.#bearer()
      const response = await send(path, withAuthorization(init, bearer))
      if (response.status !== 401 || bearer === null) return response
      if (!this.record) {
        this.#options.guest.forget()
        return send(path, init)
      }
      const renewed = await this.renewTokens()
      return renewed.ok ? send(path, withAuthorization(init, renewed.value.jwt)) : response
    }
  }

  async #bearer(): Promise<string | null> {
    if (!this.record) return this.#options.guest.token()
    if (this.record.error) return null
    const endsAtMs = claimsOf(this.record.jwt)?.endsAt ?? Infinity
    if (endsAtMs < Date.now() + renewBeforeEndMs) await this.renewTokens()
    return this.error ? null : this.record.jwt
  }

  /** Once for all requests that found the same token expired. An outage ends no session. */
  async renewTokens(): Promise<Result<Tokens, ApiError>> {
    if (!this.record) return failed({ kind: 'http-error', status: 401, data: null })
    const { api, states, waitUntil } = this.#options
    const { refreshToken } = this.record
    const renewed = await sharedRenewal(
      refreshToken,
      () => renewTokens(api, refreshToken),
      async (tokens) => {
        const sessionId = this.#sessionId
        if (sessionId !== null) await states?.storeTokens(sessionId, tokens)
      },
      waitUntil,
    )
    if (renewed.ok) {
      this.#replaceTokens(renewed.value)
    } else {
      if (renewed.error.kind === 'signed-in-elsewhere') this.#markOver('SignedInElsewhere')
      // A limit, or an outage, says nothing about the token.
      if (renewed.error.kind === 'http-error' && /^40[0134]$/.test(String(renewed.error.status)))
        this.#markOver('RefreshAccessTokenError')
    }
    return renewed
  }
}

function withAuthorization(init: RequestInit, bearer: string | null): RequestInit {
  if (bearer === null) return init
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${bearer}`)
  return { ...init, headers }
}
