import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import type { AppEnv } from '../../app-env.ts'
import { safeCallbackUrl } from '../../addresses/callback-url.ts'
import { signInWith } from '../../api-client/users.ts'
import { attributes, authUrl } from './wire.ts'

const flowCookie = '__Secure-next-auth.state'
const flowSeconds = 900

/** What has to be the same when Google sends the reader back. Sealed: the reader carries it, and cannot read it. */
const flow = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    state: v.string(),
    nonce: v.string(),
    verifier: v.string(),
    goOn: v.string(),
    endsAt: v.number(),
  }),
)

const sealing = () => import('../../session/sealed-cookie.ts')

/** Begins Google's code flow with state, nonce and PKCE. -> where to send the reader. */
export async function startGoogle(c: Context<AppEnv>, goOn: string): Promise<string> {
  const { google, session } = c.var.config
  if (!google || !session) return `${authUrl(c, 'error')}?error=Configuration`
  const [state, nonce, verifier] = [random(), random(), random()]
  const endsAt = Date.now() + flowSeconds * 1000
  const { hide } = await sealing()
  const sealed = await hide(session.keys, JSON.stringify({ state, nonce, verifier, goOn, endsAt }))
  setCookie(c, flowCookie, sealed, { ...attributes, maxAge: flowSeconds })
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

/** Google sent the reader back. -> where to go: on, or to the error page. */
export async function finishGoogle(
  c: Context<AppEnv>,
  came: Record<string, string | undefined>,
): Promise<string> {
  const failedWith = (code: string) => `${authUrl(c, 'error')}?error=${code}`
  const begun = await begunFlow(c)
  deleteCookie(c, flowCookie, attributes)
  if (came.error !== undefined) return failedWith('Callback')
  if (!begun || came.state !== begun.state || !came.code) return failedWith('OAuthCallback')
  const idToken = await idTokenFor(c, came.code, begun.verifier)
  if (idToken === null) return failedWith('OAuthCallback')
  const signedIn = await signInWith.google(c.var.reader.caller, idToken, begun.nonce)
  if (!signedIn.ok) return failedWith('OAuthCallback')
  c.var.reader.begin(signedIn.value)
  return safeCallbackUrl(begun.goOn, c.var.page.origin)
}

async function begunFlow(c: Context<AppEnv>) {
  const { session } = c.var.config
  const sealed = getCookie(c, flowCookie)
  if (!session || sealed === undefined) return null
  const { show } = await sealing()
  const read = v.safeParse(flow, await show(session.keys, sealed))
  return read.success && read.output.endsAt > Date.now() ? read.output : null
}

const tokenAnswer = v.object({ id_token: v.string() })

/** Exchanges the code at Google, from the server. null: Google gave no token. */
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
      signal: AbortSignal.timeout(8000),
    })
    const read = v.safeParse(tokenAnswer, await response.json())
    return response.ok && read.success ? read.output.id_token : null
  } catch (error) {
    console.error(JSON.stringify({ requestId: c.var.requestId, google: String(error) }))
    return null
  }
}

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return base64url(new Uint8Array(digest))
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
