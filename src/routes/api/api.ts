import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import * as v from 'valibot'
import { readBytes } from '../../../http/request-body.ts'
import { checkoutApiPath, providerIds } from '../../../domain/payment.ts'
import { findEndpoint } from '../../api-client/forwarded-endpoints.ts'
import { guestToken, signedIn } from '../../api-client/sign-in.ts'
import { googleFlowInCookie } from '../../session/google-flow.ts'
import type { AppEnv } from '../../app-env.ts'

export const api = new Hono<AppEnv>()

/** Prescribed by the specification. */
const maxBodyBytes = 65_536

/** Forwards the endpoints of forwarded-endpoints.ts with the reader's authorization. Of the
 *  browser's request only the query, the body and its content type are forwarded. */
api.all('/api/*', async (c) => {
  const url = new URL(c.req.url)
  const { method } = c.req
  const endpoint = findEndpoint(method, url)
  if (endpoint === 'unknown') return c.json({ message: 'Not Found' }, 404)
  if (endpoint === 'bad-query') return c.json({ message: 'Invalid query' }, 400)
  if (url.pathname === '/api/token/refresh') return renewTokens(c)
  if (isPaymentInApp(c, url.pathname)) return c.json(notInApp, 403)
  // A link on another site must not sign the reader in to somebody else's account (login CSRF).
  if (endpoint.returnsTokens && c.req.header('sec-fetch-site') === 'cross-site')
    return c.json({ message: 'Forbidden' }, 403)
  const isGoogle = url.pathname === '/api/auth/google/callback'
  // The nonce has to be one that this browser was given: otherwise a link could sign somebody in as
  // the link's author.
  if (isGoogle && !(await isOwnGoogleNonce(c, url))) return c.json({ message: 'Forbidden' }, 403)
  // Not a stream, because the request is repeated if the token has expired.
  const body = method === 'GET' ? null : await readBytes(c.req.raw, { maxBytes: maxBodyBytes })
  if (body && !body.ok) return c.var.fail(body.error, 'json')
  const { reader } = c.var
  const isSignIn = isGoogle || url.pathname.startsWith('/api/auth/local')
  // One-time codes are bound to the browser that asked for them.
  const isDeviceStored = /\/(registerPhone|resend-otp)$/.test(url.pathname)
  const api = isSignIn ? await reader.signInApi({ isDeviceStored, hasBearer: true }) : reader.api
  const forwarded = await api.forward(url.pathname + url.search, {
    method,
    body: body && body.value,
    headers: { 'content-type': c.req.header('content-type') ?? 'application/json' },
  })
  if (!forwarded.ok) return c.var.fail(forwarded.error, 'json')
  const response = forwarded.value
  // It may say that a payment has arrived.
  if (response.ok && url.pathname.endsWith('/transaction/details')) reader.expectUserChange()
  if (endpoint.returnsTokens && response.ok) return withoutTokens(c, response)
  return new Response(response.body, {
    status: response.status,
    headers: { 'content-type': response.headers.get('content-type') ?? 'application/json' },
  })
})

async function isOwnGoogleNonce(c: Context<AppEnv>, url: URL): Promise<boolean> {
  const begun = await googleFlowInCookie(c.var.reader, c.var.config)
  return begun !== null && url.searchParams.get('nonce') === begun.nonce
}

/** Whether this request would start a payment inside the app although IN_APP_CHECKOUT forbids
 *  it. */
const isPaymentInApp = (c: Context<AppEnv>, path: string) =>
  c.var.page.isAppAgent &&
  c.var.config.IN_APP_CHECKOUT !== 'allow' &&
  providerIds.some((provider) => path === checkoutApiPath(provider))

const notInApp = {
  data: null,
  error: { status: 403, name: 'NotInApp', message: 'Payments are not made inside the app' },
}

/** Renews the session's tokens. The refresh token is in the session and never in the request. */
async function renewTokens(c: Context<AppEnv>) {
  const renewed = await c.var.reader.renewTokens()
  if (renewed.ok) return c.json({ ok: true })
  return renewed.error.kind === 'http-error'
    ? c.json({ message: 'Invalid refresh token' }, 401)
    : c.var.fail(renewed.error, 'json')
}

/** Begins the session with the tokens of a sign-in response, and returns the response without
 *  them. */
async function withoutTokens(c: Context<AppEnv>, response: Response) {
  const { reader, config } = c.var
  const body: unknown = await response.json().catch(() => null)
  const session = v.safeParse(signedIn, body)
  const guest = v.safeParse(guestToken, body)
  if (session.success && config.session) await reader.beginSession(session.output)
  // A guest token has a cookie of its own.
  else if (c.req.path === '/api/guest/token' && guest.success)
    await reader.adoptGuestToken(guest.output)
  if (typeof body !== 'object' || body === null) return c.json({}, 200)
  const tokens = ['jwt', 'token', 'accessToken', 'refreshToken']
  const rest = JSON.stringify(body, (key, value: unknown) =>
    tokens.includes(key) ? undefined : value,
  )
  return c.body(rest, 200, { 'content-type': 'application/json' })
}
