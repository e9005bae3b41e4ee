import * as v from 'valibot'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { SessionUser } from '../../domain/session-user.ts'
import type { ApiError } from './errors.ts'
import { sessionUser, signedInFrom, type Body, type SignedIn } from './users.ts'

/** A call in the name of the one who is signed in: with the bearer, renewed if it is over. */
export type CallOwn = (
  method: string,
  path: string,
  body?: Body,
) => Promise<Result<unknown, ApiError>>

const account = v.intersect([
  sessionUser,
  v.object({ email: v.nullish(v.string(), null), phone: v.nullish(v.string(), null) }),
])
/** The user with what only they and we know. */
export type OwnAccount = SessionUser & { email: string | null; phone: string | null }

export async function ownAccount(call: CallOwn): Promise<Result<OwnAccount, ApiError>> {
  return parsed(await call('GET', '/api/users/me'), account)
}

/** The specification's read of isPremium: GET /api/users/{id}. */
export async function ownUser(call: CallOwn, id: number): Promise<Result<SessionUser, ApiError>> {
  return parsed(await call('GET', `/api/users/${id}`), sessionUser)
}

export async function updateProfile(
  call: CallOwn,
  profile: { id: number; gender: string; device_id: string | null },
): Promise<Result<SessionUser, ApiError>> {
  return parsed(await call('PUT', '/api/update-profile', profile), sessionUser)
}

const devices = v.object({
  data: v.array(
    v.object({
      id: v.string(),
      deviceKind: v.picklist(['phone', 'browser']),
      userAgent: v.string(),
      createdAt: v.string(),
      lastSeenAt: v.string(),
      isCurrent: v.boolean(),
    }),
  ),
})
export type Device = v.InferOutput<typeof devices>['data'][number]

/** Where the account is signed in. */
export async function ownDevices(call: CallOwn): Promise<Result<Device[], ApiError>> {
  const read = parsed(await call('GET', '/api/sessions'), devices)
  return read.ok ? ok(read.value.data) : read
}

export const signOutEverywhere = (call: CallOwn) => call('DELETE', '/api/sessions')
export const signOutHere = (call: CallOwn) => call('POST', '/api/auth/logout')
export const exportAccount = (call: CallOwn) => call('GET', '/api/users/me/export')
export const deleteAccount = (call: CallOwn, proof: { password: string } | { confirm: true }) =>
  call('DELETE', '/api/users/me', proof)

/** A new password for an old one. Other devices are signed out; this one gets new tokens. */
export async function changePassword(
  call: CallOwn,
  currentPassword: string,
  password: string,
): Promise<Result<SignedIn, ApiError>> {
  const answer = await call('POST', '/api/auth/change-password', {
    currentPassword,
    password,
    passwordConfirmation: password,
  })
  if (!answer.ok) return answer
  const found = signedInFrom(answer.value)
  return found ? ok(found) : failed({ kind: 'unreadable', detail: 'no tokens in a new password' })
}

/** An answer as `schema` makes it. Errors: unreadable where it is of another shape. */
export function parsed<Schema extends v.GenericSchema>(
  answer: Result<unknown, ApiError>,
  schema: Schema,
): Result<v.InferOutput<Schema>, ApiError> {
  if (!answer.ok) return answer
  const read = v.safeParse(schema, answer.value)
  if (read.success) return ok(read.output)
  const [issue] = read.issues
  return failed({ kind: 'unreadable', detail: `${v.getDotPath(issue) ?? ''}: ${issue.message}` })
}
