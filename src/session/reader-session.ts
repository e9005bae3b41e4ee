import {
  claimsOf,
  sessionFieldsOf,
  isNewerToken,
  sessionMaxAgeSec,
  type SessionError,
  type SessionUser,
  type Tokens,
} from '../../domain/session-user.ts'
import type { AgeBand } from '../../domain/privacy.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { ApiClient, Transport } from '../api-client/client.ts'
import { deadlines } from '../api-client/deadlines.ts'
import type { ApiError } from '../api-client/errors.ts'
import { renewTokens, type SignedIn } from '../api-client/sign-in.ts'
import type { Device } from './device.ts'
import { withAuthorization } from './authorization.ts'
import type { Guest } from './guest.ts'
import { endSessionAtProductApi, retryEndingSession } from './pending-sign-out.ts'
import type { Reader } from './reader.ts'
import type { SessionRecord } from './sealed-cookie.ts'
import type { SessionStateStore } from './session-state-store.ts'
import { needsRenewal, sharedRenewal } from './token-renewal.ts'

/** An unchanged user writes no new cookie if the last check is more recent than this. */
const recentCheckMs = 60_000
/** Before a renewal the stored tokens must not be older: an old refresh token ends the session. */
const maxStateAgeMs = 5000

export type ReaderSessionOptions = {
  /** Without authorization. */
  api: ApiClient
  transport: Transport
  guest: Guest
  device: Device
  /** null: sessions are not configured, so nobody can sign in. */
  states: SessionStateStore | null
  record: SessionRecord | null
  /** When the record was sealed, in milliseconds; null: it is sealed again by this answer. */
  sealedAt: number | null
  cookie: (name: string) => string | undefined
  waitUntil: (work: Promise<unknown>) => void
  /** Called when anything is read that may differ between readers. */
  onPersonalRead: () => void
}

/** The reader of one request, and the changes of the session during the request. */
export class ReaderSession implements Reader {
  readonly #options: ReaderSessionOptions
  readonly #api: ApiClient
  /** Sends a public read with the member's bearer. */
  readonly memberReads: Transport
  record: SessionRecord | null
  isChanged = false
  /** The tokens of a session that the product API has still to be told about. */
  pendingSignOut: Tokens | null = null
  /** The member's age band, where this request has heard of it. */
  ageBand: AgeBand | null = null

  constructor(options: ReaderSessionOptions) {
    this.#options = options
    this.record = options.record
    this.#api = options.api.withTransport((transport) => this.#withBearer(transport))
    this.memberReads = this.#withBearer(options.transport)
  }

  get user() {
    return this.record?.error ? null : (this.record?.user ?? null)
  }
  get error() {
    return this.record?.error ?? null
  }
  get userCheckedAt() {
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
  get isIdentified() {
    this.#options.onPersonalRead()
    return this.user !== null || this.#options.guest.isKnown
  }

  cookie = (name: string) => {
    this.#options.onPersonalRead()
    return this.#options.cookie(name)
  }

  /** Applies what has happened to the session since the cookie was sealed: it was ended, or its
   *  tokens, which have expired, were renewed by another request. */
  async applyStoredState() {
    const sessionId = this.#sessionId
    const { states } = this.#options
    if (!this.record || !states || sessionId === null) return
    if (await states.isEnded(sessionId)) this.record = null
    else if (needsRenewal(this.record)) await this.#applyNewestTokens()
  }

  /** `maxAgeMs`: of what this isolate knows. -> the record; null: the session has ended. */
  async #applyNewestTokens(maxAgeMs?: number): Promise<SessionRecord | null> {
    const sessionId = this.#sessionId
    if (!this.record || !this.#options.states || sessionId === null) return this.record
    const state = await this.#options.states.stateOf(sessionId, maxAgeMs)
    if (state.over) this.record = null
    else if (state.tokens && isNewerToken(state.tokens, this.record))
      this.#replaceTokens(state.tokens)
    return this.record
  }

  get #sessionId(): string | null {
    return this.record ? (claimsOf(this.record.jwt)?.sessionId ?? null) : null
  }

  get #jwt(): string | null {
    return this.record?.jwt ?? null
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
      await this.#options.states?.end(former.jwt)
      void this.#endAtProductApi(former)
    }
    await this.#options.device.remember(user.id)
    this.ageBand = user.ageBand ?? null
    // A new record under a new session: nothing of an earlier session remains.
    const askedAt = Date.now()
    this.record = { jwt, refreshToken, user: sessionFieldsOf(user), askedAt, error: null }
    this.isChanged = true
  }

  updateUser(current: SessionUser) {
    if (!this.record) return
    this.ageBand = current.ageBand ?? null
    const user = sessionFieldsOf(current)
    const isSame = JSON.stringify(user) === JSON.stringify(sessionFieldsOf(this.record.user))
    if (isSame && Date.now() - this.record.askedAt < recentCheckMs) return
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

  signInApi: Reader['signInApi'] = async (options = {}) => {
    const { isDeviceStored = false, hasBearer = false, humanToken } = options
    this.#options.onPersonalRead()
    const own = {
      ...(await this.#options.device.headers(isDeviceStored)),
      ...(humanToken && { 'x-turnstile-token': humanToken.slice(0, 4096) }),
    }
    const base = hasBearer ? this.#api : this.#options.api
    return base.withTransport((transport) => (path, init) => {
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
    const { record } = this
    this.record = null
    this.isChanged = true
    if (record) await this.#options.states?.end(record.jwt)
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

  get isNewGuest() {
    return this.#options.guest.isNew
  }

  sealAccess = (attempt: { id: string; carryKey: string }) => {
    this.#options.onPersonalRead()
    return this.#options.guest.sealAccess(attempt, this.record !== null)
  }

  useAccess = (attempt: string, sealed: string) => {
    this.#options.onPersonalRead()
    return this.#options.guest.useAccess(attempt, sealed, this.record !== null)
  }

  adoptGuestToken = (token: string) => this.#options.guest.adopt(token)

  /** Adds the bearer token of the session or the guest. After a 401 a session's tokens are renewed
   *  and the request is repeated; a guest's token is forgotten and the request repeated without. */
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
    if (needsRenewal(this.record)) await this.renewTokens()
    return this.error ? null : this.#jwt
  }

  /** Concurrent requests share one renewal. The session ends only if the token is refused. */
  async renewTokens(): Promise<Result<Tokens, ApiError>> {
    if (!this.record) return failed({ kind: 'http-error', status: 401, data: null })
    const { api, states, waitUntil } = this.#options
    const { jwt } = this.record
    const newest = await this.#applyNewestTokens(maxStateAgeMs)
    if (!newest) return failed({ kind: 'http-error', status: 401, data: null })
    if (newest.jwt !== jwt && !needsRenewal(newest)) return ok(newest)
    const { refreshToken } = newest
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
      // A rate limit (429) or an outage (5xx) does not mean that the token is invalid.
      if (renewed.error.kind === 'http-error' && /^40[0134]$/.test(String(renewed.error.status)))
        this.#markOver('RefreshAccessTokenError')
    }
    return renewed
  }
}
