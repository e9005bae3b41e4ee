import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import { failed, type Result } from '../../../domain/result.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { unreachableMessage } from '../../api-client/errors.ts'
import {
  refusalOf,
  signInByPassword,
  signInByPhoneCode,
  type SignedIn,
} from '../../api-client/sign-in.ts'
import { sourceField } from '../../session/traffic-source.ts'
import { humanTokenField } from '../../ui/human-check.tsx'
import type { Fields } from './next-auth-protocol.ts'

/** Signs in with the fields of a form and starts the session. Fields: identifier (or email,
 *  username) and password; or phone and otp. */
export async function signInBy(
  c: Context<AppEnv>,
  provider: 'credentials' | 'phone',
  fields: Fields,
): Promise<Result<SignedIn, ApiError>> {
  const { reader } = c.var
  if (!c.var.config.session) return failed({ kind: 'http-error', status: 503, data: null })
  const identifier = fields.identifier ?? fields.email ?? fields.username ?? ''
  const api = await reader.signInApi({ humanToken: fields[humanTokenField] })
  const signedIn =
    provider === 'phone'
      ? await signInByPhoneCode(api, fields.phone ?? '', fields.otp ?? '', sourceField(reader))
      : await signInByPassword(api, identifier, fields.password ?? '')
  if (signedIn.ok) await reader.beginSession(signedIn.value)
  return signedIn
}

/** The value of next-auth's parameter `error`: its code for wrong credentials, the specification's
 *  message for an outage, otherwise the message of the product API. */
export function errorCodeOf(error: ApiError): string {
  switch (error.kind) {
    case 'network-error':
    case 'invalid-response':
      return unreachableMessage
    case 'misconfigured':
      return 'Configuration'
    case 'signed-in-elsewhere':
      return 'AccessDenied'
    case 'http-error': {
      if (error.status === 400 || error.status === 401) return 'CredentialsSignin'
      return refusalOf(error).message || 'CredentialsSignin'
    }
  }
}
