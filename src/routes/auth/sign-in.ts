import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import { failed, type Result } from '../../../domain/result.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { unreachableMessage } from '../../api-client/errors.ts'
import { refusalOf, signInWith, type SignedIn } from '../../api-client/users.ts'
import type { Fields } from './wire.ts'

/** Signs in by what was typed, and begins the session. Fields: identifier (or email, username) and password; phone and otp. */
export async function signInBy(
  c: Context<AppEnv>,
  provider: 'credentials' | 'phone',
  fields: Fields,
): Promise<Result<SignedIn, ApiError>> {
  const { caller } = c.var.reader
  if (!c.var.config.session) return failed({ kind: 'refused', status: 503, data: null })
  const identifier = fields.identifier ?? fields.email ?? fields.username ?? ''
  const answer =
    provider === 'phone'
      ? await signInWith.code(caller, fields.phone ?? '', fields.otp ?? '')
      : await signInWith.password(caller, identifier, fields.password ?? '')
  if (answer.ok) c.var.reader.begin(answer.value)
  return answer
}

/** What travels in `error=`: next-auth's own code for wrong details, the specification's sentence for an outage,
 *  the product API's own words otherwise. */
export function errorCodeOf(error: ApiError): string {
  switch (error.kind) {
    case 'unreachable':
    case 'unreadable':
      return unreachableMessage
    case 'signed-in-elsewhere':
      return 'AccessDenied'
    case 'refused': {
      if (error.status === 400 || error.status === 401) return 'CredentialsSignin'
      return refusalOf(error).message || 'CredentialsSignin'
    }
  }
}
