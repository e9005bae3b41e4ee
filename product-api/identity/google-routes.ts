import { Hono } from 'hono'
import { cleanTrafficSource } from '../../domain/traffic-source.ts'
import type { ApiEnv } from '../env.ts'
import { invalidFields } from '../strapi/request-body.ts'
import { noStore } from './authentication.ts'
import { findOrCreateGoogleUser } from './google-account.ts'
import { verifyGoogleToken } from './google-token.ts'
import { enforceRateLimit } from './rate-limits.ts'
import { applicationError } from './refusals.ts'
import { identitySettings } from './settings.ts'
import { signIn } from './sign-in.ts'

export const googleRoutes = new Hono<ApiEnv>()
googleRoutes.use(noStore)

/** GET ?id_token=&nonce=: the token that Google issued to the site, and the nonce that the site
 *  sent to Google, if any. */
googleRoutes.get('/callback', async (c) => {
  const { googleClientId: clientId, googleJwksUrl: jwksUrl } = identitySettings(c.env)
  if (clientId === null) throw applicationError('This provider is disabled')
  const token = c.req.query('id_token') ?? ''
  if (token === '')
    throw invalidFields({ path: ['id_token'], message: 'id_token is a required field' })
  await enforceRateLimit(c, 'google')
  const now = new Date()
  const expected = { clientId, jwksUrl, nonce: c.req.query('nonce') }
  const identity = await verifyGoogleToken(token, expected, now)
  const source = cleanTrafficSource(c.req.query('user_source') ?? '')
  const user = await findOrCreateGoogleUser(c.env.DB, identity, source, now)
  const isNew = user.created_at === now.toISOString()
  return signIn(c, user, isNew ? 'registered' : 'signed-in-by-google')
})
