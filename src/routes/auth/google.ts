import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import type { AppEnv } from '../../app-env.ts'
import { splitLocale } from '../../addresses/address.ts'
import { pathAfterSignIn, safeCallbackPath } from '../../addresses/callback-url.ts'
import { signInByGoogle } from '../../api-client/sign-in.ts'
import { siteCookieAttributes } from '../../session/cookies.ts'
import { flowCookie, googleFlowInCookie, sealGoogleFlow } from '../../session/google-flow.ts'
import { sourceField } from '../../session/traffic-source.ts'
import { authUrl } from './next-auth-protocol.ts'

const flowMaxAgeSec = 900
const tokenDeadlineMs = 8000

/** Starts the authorization code flow of Google with state, nonce and PKCE. Returns the address to
 *  redirect to. */
export async function startGoogle(c: Context<AppEnv>, callbackUrl: string): Promise<string> {
  const { google, session } = c.var.config
  if (!google || !session) return `${authUrl(c, 'error')}?error=Configuration`
  const [state, nonce, verifier] = [randomToken(), randomToken(), randomToken()]
  const endsAt = Date.now() + flowMaxAgeSec * 1000
  const flow = { state, nonce, verifier, callbackUrl, endsAt }
  const sealed = await sealGoogleFlow(session.keys, flow)
  setCookie(c, flowCookie, sealed, { ...siteCookieAttributes, maxAge: flowMaxAgeSec })
  const url = new URL(google.authorizeUrl)
  url.search = new URLSearchParams({
    client_id: google.clientId,
    redirect_uri: authUrl(c, 'callback/google'),
    response_type: 'code',
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    prompt: 'select_account',
  }).toString()
  return url.href
}

/** Finishes the flow after the redirect from Google. Returns the address to redirect to: the
 *  callback URL or the error page. */
export async function finishGoogle(
  c: Context<AppEnv>,
  answer: Record<string, string | undefined>,
): Promise<string> {
  const failedWith = (code: string) => `${authUrl(c, 'error')}?error=${code}`
  const flow = await googleFlowInCookie(c.var.reader, c.var.config)
  deleteCookie(c, flowCookie, siteCookieAttributes)
  if (answer.error !== undefined) return failedWith('Callback')
  if (!flow || answer.state !== flow.state || !answer.code) return failedWith('OAuthCallback')
  const idToken = await idTokenFor(c, answer.code, flow.verifier)
  if (idToken === null) return failedWith('OAuthCallback')
  const source = sourceField(c.var.reader)
  const api = await c.var.reader.signInApi()
  const signedIn = await signInByGoogle(api, idToken, flow.nonce, source)
  if (!signedIn.ok) return failedWith('OAuthCallback')
  await c.var.reader.beginSession(signedIn.value)
  const { origin } = c.var.page
  const path = safeCallbackPath(flow.callbackUrl, origin)
  const { locale } = splitLocale(path)
  return origin + pathAfterSignIn(signedIn.value.user, path, locale)
}

const tokenResponse = v.object({ id_token: v.string() })

/** Exchanges the authorization code for an id token. null if Google returns none. */
async function idTokenFor(c: Context<AppEnv>, code: string, verifier: string) {
  const { google } = c.var.config
  if (!google) return null
  try {
    const response = await fetch(google.tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        client_id: google.clientId,
        client_secret: google.clientSecret,
        redirect_uri: authUrl(c, 'callback/google'),
        code_verifier: verifier,
      }),
      signal: AbortSignal.timeout(tokenDeadlineMs),
    })
    const parsed = v.safeParse(tokenResponse, await response.json())
    return response.ok && parsed.success ? parsed.output.id_token : null
  } catch (error) {
    console.error(JSON.stringify({ requestId: c.var.requestId, google: String(error) }))
    return null
  }
}

const randomToken = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return base64url(new Uint8Array(digest))
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
