import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import type { Tokens } from '../../domain/session-user.ts'
import { signOutHere } from '../api-client/account.ts'
import type { ApiClient } from '../api-client/client.ts'
import { deadlines } from '../api-client/deadlines.ts'
import { isRefusal } from '../api-client/errors.ts'
import { renewTokens } from '../api-client/sign-in.ts'
import { siteCookieAttributes, signOutCookie } from './cookies.ts'

type Keys = readonly [string, ...string[]]

/** After the first attempt, in `waitUntil`; further requests of the browser try again later. */
const retryDelaysMs = [300, 1500]
const retryAfterMs = 30_000
const pendingSeconds = 30 * 24 * 3600

/** Ends a session at the product API. -> whether nothing is left to do: it is over, or its tokens
 *  are no longer valid anyway. */
export async function endSessionAtProductApi(api: ApiClient, tokens: Tokens): Promise<boolean> {
  const ended = await signOutHere(withBearer(api, tokens.jwt))
  if (ended.ok || ended.error.kind === 'signed-in-elsewhere') return true
  if (!isRefusal(ended.error)) return false
  if (ended.error.kind === 'http-error' && ended.error.status !== 401) return true
  // The access token has expired, the session perhaps not.
  const renewed = await renewTokens(api, tokens.refreshToken)
  if (!renewed.ok) return renewed.error.kind === 'signed-in-elsewhere' || isRefusal(renewed.error)
  return (await signOutHere(withBearer(api, renewed.value.jwt))).ok
}

/** Tries again what failed a moment ago. For `waitUntil`. */
export async function retryEndingSession(api: ApiClient, tokens: Tokens, first: Promise<boolean>) {
  let isEnded = await first
  for (const delayMs of retryDelaysMs) {
    if (isEnded) return
    await new Promise((done) => setTimeout(done, delayMs))
    isEnded = await endSessionAtProductApi(api, tokens)
  }
}

const withBearer = (api: ApiClient, jwt: string) =>
  api.withTransport((transport) => (path, init) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${jwt}`)
    return transport(path, { ...init, headers })
  })

const pending = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    v: v.literal(1),
    jwt: v.string(),
    refreshToken: v.string(),
    triedAt: v.fallback(v.number(), 0),
  }),
)

const sealing = () => import('../../http/sealed-text.ts')

/** Keeps what a sign-out could not end, sealed in the browser that signed out. */
export async function writePendingSignOut(c: Context, keys: Keys, { jwt, refreshToken }: Tokens) {
  const { encryptText } = await sealing()
  const text = JSON.stringify({ v: 1, jwt, refreshToken, triedAt: Date.now() })
  const attributes = { ...siteCookieAttributes, maxAge: pendingSeconds }
  setCookie(c, signOutCookie, await encryptText(keys, text), attributes)
}

/** Tries again to end what the browser brings, every half minute at most. -> whether there was
 *  anything. Cost: for browsers without such a cookie, nothing. */
export async function retryPendingSignOut(
  c: Context,
  keys: Keys,
  api: ApiClient,
): Promise<boolean> {
  const sealed = getCookie(c, signOutCookie)
  if (sealed === undefined) return false
  const { decryptText } = await sealing()
  const parsed = v.safeParse(pending, await decryptText(keys, sealed))
  if (!parsed.success) {
    deleteCookie(c, signOutCookie, siteCookieAttributes)
    return true
  }
  if (Date.now() - parsed.output.triedAt < retryAfterMs) return true
  const ended = await Promise.race([
    endSessionAtProductApi(api, parsed.output),
    new Promise<false>((done) => setTimeout(() => done(false), deadlines.signOutMs)),
  ])
  if (ended) deleteCookie(c, signOutCookie, siteCookieAttributes)
  else await writePendingSignOut(c, keys, parsed.output)
  return true
}
