import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { currentFault } from './faults.ts'
import { matchesChallenge, redeemCode } from './grants.ts'
import { idToken } from './id-token.ts'
import { clientOf, type GoogleEnv } from './settings.ts'

const tokenRequest = v.object({
  grant_type: v.literal('authorization_code'),
  code: v.string(),
  redirect_uri: v.string(),
  code_verifier: v.optional(v.string(), ''),
  client_id: v.optional(v.string()),
  client_secret: v.optional(v.string()),
})

/** POST, a form: exchanges a code and its verifier for an id_token. Errors as in OAuth 2.0. */
export const tokenRoutes = new Hono<GoogleEnv>()

tokenRoutes.post('/', async (c) => {
  if (currentFault.mode === 'error') return c.json({ error: 'backend_error' }, 500)
  const parsed = v.safeParse(tokenRequest, await c.req.parseBody())
  if (!parsed.success) return problem(c, 'invalid_request', 'A field is missing or invalid')
  if (!isOurClient(c, parsed.output)) return problem(c, 'invalid_client', 'The client is unknown')
  const { code, redirect_uri, code_verifier } = parsed.output
  const grant = redeemCode(code)
  if (!grant) return problem(c, 'invalid_grant', 'The code is unknown, used or expired')
  if (grant.redirectUri !== redirect_uri)
    return problem(
      c,
      'redirect_uri_mismatch',
      'redirect_uri differs from the authorization request',
    )
  if (!(await matchesChallenge(grant, code_verifier)))
    return problem(c, 'invalid_grant', 'Invalid code verifier')
  c.header('cache-control', 'no-store')
  return c.json({
    access_token: `ya29.${crypto.randomUUID()}`,
    expires_in: 3599,
    scope: grant.scope,
    token_type: 'Bearer',
    id_token: await idToken(grant),
  })
})

/** Client id and secret are sent in the form or in a Basic header. */
function isOurClient(
  c: Context<GoogleEnv>,
  form: { client_id?: string | undefined; client_secret?: string | undefined },
): boolean {
  const { id, secret } = clientOf(c)
  const basic = c.req.header('authorization')
  return basic === undefined
    ? form.client_id === id && form.client_secret === secret
    : basic === `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`
}

const problem = (c: Context, error: string, error_description: string) =>
  c.json({ error, error_description }, error === 'invalid_client' ? 401 : 400)
