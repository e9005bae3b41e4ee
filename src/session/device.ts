import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import { deviceCookie, siteCookieAttributes } from './cookies.ts'

const version = 1
/** As long as browsers keep a cookie at most. */
const deviceSeconds = 400 * 24 * 3600
const maxUsers = 5

/** What the cookie contains. A cookie of an older version, or of none, is replaced at the next
 *  sign-in. */
const stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    v: v.literal(version),
    id: v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/)),
    users: v.fallback(v.array(v.number()), []),
  }),
)
type Known = { id: string; users: readonly number[] }

/** The browser, across sign-outs: one-time codes are valid only in the browser that asked for them,
 *  and an account that is under attack stays open to browsers where its owner signed in before.
 *  Sealed in a cookie of its own, and read only by requests that sign in. */
export class Device {
  readonly #keys: readonly [string, ...string[]] | null
  readonly #sealed: string | undefined
  #known: Promise<Known | null> | undefined
  #changed: Known | null = null

  constructor(config: Config, sealed: string | undefined) {
    this.#keys = config.session?.keys ?? null
    this.#sealed = sealed
  }

  /** For calls that sign in; none for a browser without a cookie, unless it `isStored`: then it
   *  gets one. */
  async headers(isStored: boolean): Promise<Record<string, string>> {
    const known = (await this.#load()) ?? (isStored && this.#keys ? this.#set(newDevice()) : null)
    if (!known) return {}
    const { id, users } = known
    return { 'x-device-id': id, ...(users.length > 0 && { 'x-known-users': users.join(',') }) }
  }

  /** Somebody signed in. */
  async remember(userId: number) {
    if (!this.#keys) return
    const { id, users } = (await this.#load()) ?? newDevice()
    if (users[0] === userId) return
    this.#set({ id, users: [userId, ...users.filter((one) => one !== userId)].slice(0, maxUsers) })
  }

  /** An account was deleted. */
  async forget(userId: number) {
    const known = await this.#load()
    if (known) this.#set({ ...known, users: known.users.filter((one) => one !== userId) })
  }

  /** Writes the cookie if something changed. -> whether it did. */
  async writeCookie(c: Context): Promise<boolean> {
    if (!this.#changed || !this.#keys) return false
    const { encryptText } = await import('../../http/sealed-text.ts')
    const value = await encryptText(this.#keys, JSON.stringify({ v: version, ...this.#changed }))
    setCookie(c, deviceCookie, value, { ...siteCookieAttributes, maxAge: deviceSeconds })
    return true
  }

  #set(known: Known): Known {
    this.#changed = known
    this.#known = Promise.resolve(known)
    return known
  }

  #load(): Promise<Known | null> {
    this.#known ??= this.#unseal()
    return this.#known
  }

  async #unseal(): Promise<Known | null> {
    if (this.#sealed === undefined || !this.#keys) return null
    const { decryptText } = await import('../../http/sealed-text.ts')
    const parsed = v.safeParse(stored, await decryptText(this.#keys, this.#sealed))
    return parsed.success ? parsed.output : null
  }
}

const newDevice = (): Known => ({ id: crypto.randomUUID(), users: [] })

export const deviceOf = (c: Context, config: Config) =>
  new Device(config, getCookie(c, deviceCookie))
