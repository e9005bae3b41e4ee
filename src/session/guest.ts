import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import { ok, failed, type Result } from '../../domain/result.ts'
import type { ApiClient } from '../api-client/client.ts'
import type { ApiError } from '../api-client/errors.ts'
import { claimGuestAttempts, newGuestToken } from '../api-client/sign-in.ts'
import { withAuthorization } from './authorization.ts'
import { guestCookie, siteCookieAttributes } from './cookies.ts'

/** The lifetime of the product API's guest tokens. */
const guestMaxAgeSec = 180 * 24 * 3600

/** The guest of a request: a visitor with a guest token of the product API, to which attempts and
 *  reviews are assigned. The token is sealed in a cookie of its own, and unsealed only for requests
 *  that are sent with it. */
export class Guest {
  readonly #keys: readonly [string, ...string[]] | null
  #sealed: string | undefined
  #token: Promise<string | null> | undefined
  #isChanged = false
  #isNew = false
  #isStandIn = false

  constructor(config: Config, sealed: string | undefined) {
    this.#keys = config.session?.keys ?? null
    this.#sealed = sealed
  }

  /** Whether the request has a guest cookie, valid or not. */
  get isKnown(): boolean {
    return this.#sealed !== undefined || this.#isStandIn
  }

  /** Whether the token was made for this request, so that it is not known whether the browser takes
   *  the cookie. */
  get isNew(): boolean {
    return this.#isNew && this.#sealed !== undefined
  }

  /** Seals what a page needs to act for this guest, or for the member `forMember`, in one attempt
   *  without a cookie. null: nothing can be sealed. */
  async sealAccess(
    attempt: { id: string; carryKey: string },
    forMember: boolean,
  ): Promise<string | null> {
    if (!this.#keys) return null
    const guestToken = forMember ? null : await this.token()
    const { sealAccess } = await import('./sealed-cookie.ts')
    const { id, carryKey } = attempt
    return sealAccess(this.#keys, { attempt: id, carryKey, guestToken })
  }

  /** Acts as the guest for whom an attempt's page was made, in this request alone: no cookie is
   *  written, so that nobody becomes another guest by following an address. Returns the attempt's
   *  carry key; null: the text is not ours, or another attempt's. */
  async useAccess(attempt: string, sealed: string, isMember: boolean): Promise<string | null> {
    if (!this.#keys) return null
    const { unsealAccess } = await import('./sealed-cookie.ts')
    const access = await unsealAccess(this.#keys, sealed, attempt)
    if (!access) return null
    if (access.guestToken !== null && !isMember) {
      this.#token = Promise.resolve(access.guestToken)
      this.#isStandIn = true
    }
    return access.carryKey
  }

  /** null: no guest cookie, or one that was not sealed with our keys. */
  token(): Promise<string | null> {
    this.#token ??= this.#unseal()
    return this.#token
  }

  async #unseal(): Promise<string | null> {
    if (this.#sealed === undefined || !this.#keys) return null
    const { unsealGuest } = await import('./sealed-cookie.ts')
    return unsealGuest(this.#keys, this.#sealed)
  }

  /** Requests a guest token from the product API, unless there is one. One of an earlier day is
   *  renewed, so that the 180 days count from the last beginning and never end in a test.
   *  Errors: of the product API; http-error 503 if no sealing keys are set. */
  async begin(api: ApiClient): Promise<Result<null, ApiError>> {
    if (!this.#keys) return failed({ kind: 'http-error', status: 503, data: null })
    const known = await this.token()
    if (known !== null && (this.#isStandIn || !isOfEarlierDay(known))) return ok(null)
    if (known !== null) {
      const renewed = await newGuestToken(withBearer(api, known))
      if (renewed.ok) await this.#keep(renewed.value)
      // Without an answer the token is used as it is. A guest that was forgotten begins anew.
      if (renewed.ok || !isUnknown(renewed.error)) return ok(null)
    }
    const token = await newGuestToken(api)
    if (!token.ok) return token
    await this.#keep(token.value)
    this.#isNew = true
    return ok(null)
  }

  /** Uses a token from now on, unless there is one already. */
  async adopt(token: string) {
    if (!this.#keys || (await this.token()) !== null) return
    await this.#keep(token)
    this.#isNew = true
  }

  async #keep(token: string) {
    if (!this.#keys) return
    const { sealGuest } = await import('./sealed-cookie.ts')
    this.#sealed = await sealGuest(this.#keys, token)
    this.#token = Promise.resolve(token)
    this.#isChanged = true
  }

  forget() {
    if (!this.isKnown) return
    this.#token = Promise.resolve(null)
    if (this.#isStandIn) return
    this.#sealed = undefined
    this.#isChanged = true
  }

  /** Moves the guest's data to the member who is signed in with `api`, and forgets the guest.
   *  Where that failed, whatever the failure, the guest is kept for the next request: nobody else
   *  has the token. Only a token that is no guest's is forgotten. */
  async claimFor(api: ApiClient) {
    const token = await this.token()
    const claimed = token === null ? ok(null) : await claimGuestAttempts(api, token)
    if (claimed.ok || isInvalid(claimed.error)) this.forget()
  }

  /** Writes or deletes the cookie if it changed. Returns whether it did. */
  writeCookie(c: Context): boolean {
    if (!this.#isChanged) return false
    if (this.#sealed === undefined) deleteCookie(c, guestCookie, siteCookieAttributes)
    else
      setCookie(c, guestCookie, this.#sealed, { ...siteCookieAttributes, maxAge: guestMaxAgeSec })
    return true
  }
}

const withBearer = (api: ApiClient, token: string) =>
  api.withTransport((send) => (path, init) => send(path, withAuthorization(init, token)))

const isUnknown = (error: ApiError) => error.kind === 'http-error' && error.status === 401

const daySec = 24 * 3600
const issued = v.object({ iat: v.number() })

/** Whether a token is older than a day. A text of another form is not. */
function isOfEarlierDay(token: string): boolean {
  try {
    const payload = token.split('.')[1] ?? ''
    const text = atob(payload.replace(/-/g, '+').replace(/_/g, '/'))
    return v.parse(issued, JSON.parse(text)).iat < Date.now() / 1000 - daySec
  } catch {
    return false
  }
}

/** The answer to a claim with a text that is not the token of a guest. */
const isInvalid = (error: ApiError) => error.kind === 'http-error' && error.status === 400

export const guestOf = (c: Context, config: Config) => new Guest(config, getCookie(c, guestCookie))
