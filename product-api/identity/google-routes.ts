import { Hono } from 'hono'
import type { Api } from '../env.ts'
import { neverKept } from './bearer.ts'
import { googleAccount } from './google-account.ts'
import { googlePerson } from './google-token.ts'
import { countAttempt } from './limits.ts'
import { applicationError } from './refusals.ts'
import { invalid } from './request-body.ts'
import { readSettings } from './settings.ts'
import { signIn } from './sign-in.ts'

export const googleSignIn = new Hono<Api>()
googleSignIn.use(neverKept)

/** GET ?id_token=&nonce=: what the site got from Google, and the nonce that it sent there, if it sent one. */
googleSignIn.get('/callback', async (c) => {
  const { googleClientId: clientId, googleJwksUrl: jwksUrl } = readSettings(c.env)
  if (clientId === null) throw applicationError('This provider is disabled')
  const token = c.req.query('id_token') ?? ''
  if (token === '') throw invalid({ path: ['id_token'], message: 'id_token is a required field' })
  await countAttempt(c, 'google')
  const now = new Date()
  const expected = { clientId, jwksUrl, nonce: c.req.query('nonce') }
  const person = await googlePerson(token, expected, now)
  return signIn(c, await googleAccount(c.env.DB, person, now))
})
