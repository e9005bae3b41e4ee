import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Config } from '../config.ts'
import { ok, failed, type Result } from '../../domain/result.ts'
import type { ApiError } from '../api-client/errors.ts'
import { claimGuest, guestToken, type Caller } from '../api-client/users.ts'
import type { CallOwn } from '../api-client/own-account.ts'

export const guestCookie = '__Host-guest'
const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const
/** As long as the product API's guest token lives. */
const guestSeconds = 180 * 24 * 3600

/** The name under which a visitor's tests are kept: the product API's guest token, sealed in a cookie of its own.
 *  Opened only where somebody asks in its name: a page that is the same for all costs nothing more for it. */
export class Guest {
  readonly #keys: readonly [string, ...string[]] | null
  #sealed: string | undefined
  #token: Promise<string | null> | undefined
  #isChanged = false

  constructor(config: Config, sealed: string | undefined) {
    this.#keys = config.session?.keys ?? null
    this.#sealed = sealed
  }

  /** Whether the browser brought a name; whether it is any good is known when it is used. */
  get isKnown(): boolean {
    return this.#sealed !== undefined
  }

  /** null: a visitor without a name, or with one that is not ours. */
  token(): Promise<string | null> {
    this.#token ??= this.#open()
    return this.#token
  }

  async #open(): Promise<string | null> {
    if (this.#sealed === undefined || !this.#keys) return null
    const { show } = await import('./sealed-cookie.ts')
    return show(this.#keys, this.#sealed)
  }

  /** Gets a name, unless there is one. Errors: of the product API; refused where nothing can be sealed. */
  async begin(caller: Caller): Promise<Result<null, ApiError>> {
    if (!this.#keys) return failed({ kind: 'refused', status: 503, data: null })
    if ((await this.token()) !== null) return ok(null)
    const asked = await guestToken(caller)
    if (asked.ok) await this.take(asked.value)
    return asked.ok ? ok(null) : asked
  }

  /** Keeps a name that came, unless there is one already. */
  async take(token: string) {
    if (!this.#keys || (await this.token()) !== null) return
    const { hide } = await import('./sealed-cookie.ts')
    this.#sealed = await hide(this.#keys, token)
    this.#token = Promise.resolve(token)
    this.#isChanged = true
  }

  forget() {
    if (!this.isKnown) return
    this.#sealed = undefined
    this.#token = Promise.resolve(null)
    this.#isChanged = true
  }

  /** What was done as a guest becomes the member's. An outage leaves it for the next request. */
  async becomeMember(call: CallOwn) {
    const token = await this.token()
    const claimed = token === null ? ok(null) : await claimGuest(call, token)
    if (claimed.ok || claimed.error.kind === 'refused') this.forget()
  }

  /** Writes the cookie if something changed. */
  keep(c: Context): boolean {
    if (!this.#isChanged) return false
    if (this.#sealed === undefined) deleteCookie(c, guestCookie, attributes)
    else setCookie(c, guestCookie, this.#sealed, { ...attributes, maxAge: guestSeconds })
    return true
  }
}

export const guestOf = (c: Context, config: Config) => new Guest(config, getCookie(c, guestCookie))
