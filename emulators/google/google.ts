import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { localHostsOnly } from '../payment-provider/controls.ts'
import { consentPage, statePage } from './consent-page.ts'
import { faultModes, currentFault } from './faults.ts'
import { issueCode } from './grants.ts'
import { keySet, rotateKeys } from './keys.ts'
import { people } from './people.ts'
import { clientOf, type GoogleEnv } from './settings.ts'
import { tokenRoutes } from './token.ts'

/** Emulates Google's sign-in: OpenID Connect's authorization code flow with PKCE, for two
 *  fictitious people. */
const google = new Hono<GoogleEnv>()

google.use(localHostsOnly)

google.get('/.well-known/openid-configuration', (c) => {
  const { origin } = new URL(c.req.url)
  return c.json({
    // Google's own issuer, not this origin, because the product API accepts no other.
    issuer: 'https://accounts.google.com',
    authorization_endpoint: `${origin}/o/oauth2/v2/auth`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/oauth2/v3/certs`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
  })
})

const text = v.pipe(v.string(), v.nonEmpty())
const authorizationRequest = v.object({
  client_id: text,
  redirect_uri: v.pipe(text, v.url()),
  response_type: v.literal('code'),
  scope: v.pipe(
    text,
    v.check((scope) => scope.split(' ').includes('openid'), 'scope lacks openid'),
  ),
  state: v.optional(v.string()),
  nonce: v.optional(text),
  code_challenge: v.optional(text),
  code_challenge_method: v.optional(v.literal('S256')),
})

google.get('/o/oauth2/v2/auth', (c) => {
  const request = parseAuthorizationRequest(c, c.req.query())
  return typeof request === 'string' ? c.text(request, 400) : c.html(consentPage(request))
})

google.post('/o/oauth2/v2/choose', async (c) => {
  const { person: sub, ...fields } = await c.req.parseBody()
  const request = parseAuthorizationRequest(c, fields)
  if (typeof request === 'string') return c.text(request, 400)
  const person = people.find((known) => known.sub === sub)
  const back = new URL(request.redirect_uri)
  if (request.state !== undefined) back.searchParams.set('state', request.state)
  if (!person) back.searchParams.set('error', 'access_denied')
  else
    back.searchParams.set(
      'code',
      issueCode({
        person,
        clientId: request.client_id,
        redirectUri: request.redirect_uri,
        scope: request.scope,
        nonce: request.nonce,
        challenge: request.code_challenge,
      }),
    )
  return c.redirect(back.href, 303)
})

/** The parsed authorization request, or the text of Google's error page: as with Google, such
 *  errors are never redirected to the site. */
function parseAuthorizationRequest(
  c: Context<GoogleEnv>,
  fields: unknown,
): v.InferOutput<typeof authorizationRequest> | string {
  const parsed = v.safeParse(authorizationRequest, fields)
  if (!parsed.success) return `Error 400: invalid_request (${issueText(parsed.issues[0])})`
  if (parsed.output.client_id !== clientOf(c).id) return 'Error 401: invalid_client'
  return parsed.output
}

const issueText = (issue: v.BaseIssue<unknown>) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`

google.route('/token', tokenRoutes)

google.get('/oauth2/v3/certs', async (c) => {
  if (currentFault.mode === 'error') return c.json({ error: 'backendError' }, 500)
  c.header('cache-control', 'public, max-age=3600, must-revalidate')
  return c.json(await keySet())
})

google.get('/', (c) => c.html(statePage(currentFault.mode)))

// JSON { mode } from a test, a form from the page.
google.post('/faults', async (c) => {
  const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
  const fields: unknown = isForm ? await c.req.parseBody() : await c.req.json()
  const chosen = v.safeParse(v.object({ mode: v.picklist(faultModes) }), fields)
  if (!chosen.success) return c.json({ error: `"mode" is one of ${faultModes.join(', ')}` }, 400)
  const { mode } = chosen.output
  if (mode === 'rotate-keys') await rotateKeys()
  currentFault.mode = mode === 'rotate-keys' ? 'ok' : mode
  return isForm ? c.redirect('/', 303) : c.json({ mode: currentFault.mode })
})

export default google
