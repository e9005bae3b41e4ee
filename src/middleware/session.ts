import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { consentCookie, parseConsent } from '../../domain/privacy.ts'
import { isProviderReturn } from '../../domain/payment.ts'
import { sessionMaxAgeSec } from '../../domain/session-user.ts'
import { privateNoStore } from '../edge-cache.ts'
import { writeBrowserConsent } from '../session/browser-consent.ts'
import { siteCookieAttributes, sessionCookie } from '../session/cookies.ts'
import { deviceOf } from '../session/device.ts'
import { guestOf } from '../session/guest.ts'
import { retryPendingSignOut, writePendingSignOut } from '../session/pending-sign-out.ts'
import { ReaderSession } from '../session/reader-session.ts'
import { sessionStateStore } from '../session/session-state-store.ts'
import type { AppEnv } from '../app-env.ts'

/** A cookie in use is sealed again once a day to extend it. Not with every response: one that is in
 *  flight while the reader signs out would restore the session. */
const resealAfterMs = 24 * 3600_000

/** Sets `c.var.reader`: unseals the session cookie, and after the route seals it again if the
 *  session changed. A response for which anything of the reader was read is `private, no-store`.
 *  Cost for a visitor: a search in the cookie header. The sealing code is imported with the first
 *  session. */
export const session = createMiddleware<AppEnv>(async (c, next) => {
  const config = c.get('config')
  const isReturnRequest = isProviderReturn(c.get('page').path)
  const canSignIn = config.session !== null
  const ignoresSession = !canSignIn || (isReturnRequest && c.req.method !== 'GET')
  const sealed = ignoresSession ? undefined : getCookie(c, sessionCookie)
  const markPersonal = () => c.set('isPersonal', true)
  if (sealed !== undefined) markPersonal()

  const keys = config.session?.keys
  const unsealed = sealed && keys ? await (await sealing()).unsealSession(keys, sealed) : null
  const guest = guestOf(c, config)
  const device = deviceOf(c, config)
  const isOld = unsealed && (unsealed.isOldKey || Date.now() - unsealed.sealedAt > resealAfterMs)
  const reader = new ReaderSession({
    api: c.get('api'),
    transport: config.productApi,
    guest,
    device,
    states:
      config.session &&
      sessionStateStore(
        config.session,
        async (text) => (await textSealing()).encryptText(config.session!.keys, text),
        async (text) => (await textSealing()).decryptText(config.session!.keys, text),
      ),
    record: unsealed?.record ?? null,
    sealedAt: unsealed && !isOld ? unsealed.sealedAt : null,
    cookie: (name) => getCookie(c, name),
    waitUntil: (work) => c.executionCtx.waitUntil(work),
    onPersonalRead: markPersonal,
  })
  if (unsealed) await reader.applyStoredState()
  if (keys && !isReturnRequest && (await retryPendingSignOut(c, keys, c.get('api')))) markPersonal()
  c.set('reader', reader)
  if (reader.user) c.set('api', c.get('api').withMemberReads(reader.memberReads))
  await next()

  // A payer who returns by a cross-site form POST has no session cookie in the request. Writing or
  // deleting cookies in that response would sign them out.
  if (keys && !isReturnRequest) {
    if (guest.isKnown && reader.user) await guest.claimFor(reader.api)
    if (reader.pendingSignOut) await writePendingSignOut(c, keys, reader.pendingSignOut)
    if (await device.writeCookie(c)) markPersonal()
    if (reader.record && (reader.isChanged || isOld)) {
      const value = await (await sealing()).sealSession(keys, reader.record)
      setCookie(c, sessionCookie, value, { ...siteCookieAttributes, maxAge: sessionMaxAgeSec })
    } else if (sealed !== undefined && !reader.record) {
      deleteCookie(c, sessionCookie, siteCookieAttributes)
    }
    if (applyAgeBand(c, reader)) markPersonal()
    if (guest.writeCookie(c) || reader.isChanged) markPersonal()
  }
  if (c.get('isPersonal') && !c.res.headers.get('cache-control')?.includes('no-store'))
    c.header('cache-control', privateNoStore)
})

/** Where somebody under 18 is signed in, nothing is asked and nothing is loaded, also afterwards;
 *  an adult who signs in in such a browser is asked. */
function applyAgeBand(c: Context<AppEnv>, { ageBand, user }: ReaderSession): boolean {
  if (user === null || ageBand === null) return false
  const isMinor = parseConsent(getCookie(c, consentCookie)) === 'minor'
  if (isMinor === (ageBand === 'minor')) return false
  writeBrowserConsent(c, ageBand === 'minor' ? 'minor' : null)
  return true
}

const sealing = () => import('../session/sealed-cookie.ts')
const textSealing = () => import('../../http/sealed-text.ts')
