import { getCookie } from 'hono/cookie'
import type { DeskContext } from '../desk-env.ts'
import type { DeskSettings } from '../settings.ts'
import { accessHeader, emailOfAccessToken } from './access-token.ts'
import { operatorByEmail, type Operator } from './operators.ts'
import { formTokenOf, sessionCookie, sessionOf } from './sessions.ts'

/** Who makes a request: by the cookie of a sign-in, or, where Cloudflare Access protects the desk,
 *  by the address that Access has verified. null: nobody. */
export async function signedIn(
  c: DeskContext,
  { keys, access }: DeskSettings,
): Promise<{ operator: Operator; formToken: string } | null> {
  const now = c.get('now')
  const cookie = getCookie(c, sessionCookie)
  const session = cookie === undefined ? null : await sessionOf(c.env.DB, keys, cookie, now)
  if (session)
    return { operator: session.operator, formToken: await formTokenOf(keys, session.token) }
  const assertion = c.req.header(accessHeader)
  if (!access || assertion === undefined) return null
  const email = await emailOfAccessToken(assertion, access, now)
  const operator = email === null ? null : await operatorByEmail(c.env.DB, email)
  return operator && { operator, formToken: await formTokenOf(keys, `access ${operator.id}`) }
}
