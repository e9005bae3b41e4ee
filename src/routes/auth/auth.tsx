import { Hono } from 'hono/quick'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../../app-env.ts'
import { localizedPath, splitLocale } from '../../addresses/address.ts'
import { authErrorText } from '../../ui/auth-error-text.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { refreshUser } from './refresh-user.ts'
import { finishGoogle, startGoogle } from './google.ts'
import { providers, providerList } from './providers.ts'
import { errorCodeOf, signInBy } from './sign-in.ts'
import {
  authUrl,
  takeCallbackUrl,
  csrfToken,
  requestFields,
  respondWithUrl,
  hasCsrfToken,
  unsupportedAction,
  forbidStoring,
  type Fields,
} from './next-auth-protocol.ts'

/** The endpoints of next-auth v4, with the requests and responses that its browser client expects.
 *  */
export const auth = new Hono<AppEnv>()

/** next-auth does not support HEAD, which Hono would answer like GET. */
const noHead = createMiddleware<AppEnv>(async (c, next) =>
  c.req.raw.method === 'HEAD' ? unsupportedAction(c) : next(),
)
auth.use('/api/auth/*', noHead)

auth.get('/api/auth/session', async (c) => {
  forbidStoring(c)
  await refreshUser(c)
  return c.json(sessionJson(c))
})

/** next-auth's update(): reloads the user from the product API. The user data in the request is
 *  ignored. */
auth.post('/api/auth/session', async (c) => {
  const fields = await requestFields(c)
  if (!(await hasCsrfToken(c, fields))) return c.json({}, 400)
  await refreshUser(c, 0)
  return c.json(sessionJson(c))
})

function sessionJson(c: Context<AppEnv>) {
  const { user, error, expires } = c.var.reader
  if (error) return { expires, error }
  return user ? { user, expires, error: null } : {}
}

auth.get('/api/auth/csrf', async (c) => {
  forbidStoring(c)
  return c.json({ csrfToken: await csrfToken(c) })
})

auth.get('/api/auth/providers', (c) => c.json(providerList(c)))

auth.get('/api/auth/signin', (c) => redirectToSignIn(c, c.req.query('error')))
auth.get('/api/auth/signin/:provider', (c) =>
  redirectToSignIn(c, c.req.query('error') ?? c.req.param('provider')),
)

/** The address of the sign-in page in the locale of the callback URL. */
const loginUrl = (c: Context<AppEnv>, callbackUrl: string) =>
  c.var.page.origin + localizedPath('/login', splitLocale(new URL(callbackUrl).pathname).locale)

function redirectToSignIn(c: Context<AppEnv>, error: string | undefined) {
  const callbackUrl = takeCallbackUrl(c, {})
  const query = new URLSearchParams({ callbackUrl })
  if (error) query.set('error', error)
  return c.redirect(`${loginUrl(c, callbackUrl)}?${query}`, 302)
}

auth.post('/api/auth/signin/:provider', async (c) => {
  const fields = await requestFields(c)
  const provider = providers(c).find(({ id }) => id === c.req.param('provider'))
  if (!(await hasCsrfToken(c, fields))) return refuseCsrf(c, fields, 'signin')
  if (!provider) return respondWithUrl(c, fields, `${authUrl(c, 'signin')}?csrf=true`)
  if (provider.type === 'credentials') return respondWithUrl(c, fields, authUrl(c, 'signin'))
  return respondWithUrl(c, fields, await startGoogle(c, takeCallbackUrl(c, fields)))
})

/** The Google button of the sign-in page, which works without script. */
auth.post('/login/google', async (c) => {
  const fields = await requestFields(c)
  return c.redirect(await startGoogle(c, takeCallbackUrl(c, fields)), 303)
})

auth.on(['GET', 'POST'], '/api/auth/callback/google', async (c) => {
  if (!c.var.config.google) return unsupportedAction(c)
  const fields = c.req.method === 'POST' ? await requestFields(c) : {}
  return respondWithUrl(c, fields, await finishGoogle(c, { ...c.req.query(), ...fields }))
})

auth.post('/api/auth/callback/:provider', async (c) => {
  const id = c.req.param('provider')
  if (id !== 'credentials' && id !== 'phone') return unsupportedAction(c)
  const fields = await requestFields(c)
  if (!(await hasCsrfToken(c, fields))) return refuseCsrf(c, fields, 'signin')
  const callbackUrl = takeCallbackUrl(c, fields)
  const signedIn = await signInBy(c, id, fields)
  if (signedIn.ok) return respondWithUrl(c, fields, callbackUrl)
  const query = new URLSearchParams({ error: errorCodeOf(signedIn.error) })
  if (query.get('error') === 'CredentialsSignin') query.set('provider', id)
  return respondWithUrl(c, fields, `${authUrl(c, 'error')}?${query}`, 401)
})

/** next-auth answers this with 200, which its client takes for success. */
const refuseCsrf = (c: Context<AppEnv>, fields: Fields, action: 'signin' | 'signout') =>
  respondWithUrl(c, fields, `${authUrl(c, action)}?csrf=true&error=AccessDenied`, 403)

auth.get('/api/auth/callback/:provider', (c) =>
  c.req.param('provider') === 'credentials' || c.req.param('provider') === 'phone'
    ? c.text('Error: Callback for provider type credentials not supported', 500)
    : unsupportedAction(c),
)

/** GET must not sign out, because a link or an image on another site could request it. */
auth.get('/api/auth/signout', (c) =>
  c.redirect(c.var.page.origin + localizedPath('/account', c.var.page.locale), 302),
)

auth.post('/api/auth/signout', async (c) => {
  const fields = await requestFields(c)
  if (!(await hasCsrfToken(c, fields))) return refuseCsrf(c, fields, 'signout')
  const callbackUrl = takeCallbackUrl(c, fields)
  await c.var.reader.signOut()
  return respondWithUrl(c, fields, callbackUrl)
})

/** The error codes that the sign-in page explains. */
const signInCodes = [
  ...['Signin', 'OAuthSignin', 'OAuthCallback', 'OAuthCreateAccount', 'EmailCreateAccount'],
  ...['Callback', 'OAuthAccountNotLinked', 'EmailSignin', 'CredentialsSignin', 'SessionRequired'],
].map((code) => code.toLowerCase())

auth.get('/api/auth/error', (c) => {
  const code = (c.req.query('error') ?? '').slice(0, 200)
  const kind = code.toLowerCase()
  if (signInCodes.includes(kind))
    return c.redirect(`${authUrl(c, 'signin')}?${new URLSearchParams({ error: code })}`, 302)
  const status =
    kind === 'configuration' ? 500 : /^(accessdenied|verification)$/.test(kind) ? 403 : 200
  const messages = messagesFor(c.var.page.locale)
  c.status(status)
  return c.render(
    <MessagePage
      page={c.var.page}
      title={messages.login()}
      body={authErrorText(code, messages) ?? messages.login_failed()}
    />,
    { layout: 'header' },
  )
})

auth.get('/api/auth/verify-request', (c) =>
  c.redirect(c.var.page.origin + localizedPath('/login', c.var.page.locale), 302),
)

/** Logs the errors that next-auth's client reports: only four fields, shortened. */
auth.post('/api/auth/_log', async (c) => {
  const fields = await requestFields(c)
  const report = Object.fromEntries(
    ['level', 'code', 'message', 'url'].flatMap((name) =>
      fields[name] ? [[name, fields[name].slice(0, 300)]] : [],
    ),
  )
  console.warn(JSON.stringify({ requestId: c.var.requestId, client: report }))
  return c.body(null, 200)
})

for (const path of [
  'session',
  'csrf',
  'providers',
  'signin',
  'signin/:provider',
  'callback/:provider',
])
  auth.all(`/api/auth/${path}`, unsupportedAction)
for (const path of ['callback', 'signout', 'error', 'verify-request', '_log'])
  auth.all(`/api/auth/${path}`, unsupportedAction)
