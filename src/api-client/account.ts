import * as v from 'valibot'
import { device, type Device } from '../../domain/contracts/identity.ts'
import type { Result } from '../../domain/result.ts'
import type { SessionUser } from '../../domain/session-user.ts'
import { anyAnswer, type ApiClient } from './client.ts'
import type { ApiError } from './errors.ts'
import { sessionUser, signedIn, type SignedIn } from './sign-in.ts'
import { dataOf } from './strapi.ts'

// The signed-in reader's account. `api` is always `c.var.reader.api`.

const account = v.intersect([
  sessionUser,
  v.object({
    email: v.nullish(v.string(), null),
    phone: v.nullish(v.string(), null),
    // A third-party product API has none.
    name: v.nullish(v.string(), null),
  }),
])
/** The user with the contact data that other users never see. */
export type OwnAccount = SessionUser & {
  email: string | null
  phone: string | null
  /** What the person is called. */
  name: string | null
}

export const ownAccount = (api: ApiClient): Promise<Result<OwnAccount, ApiError>> =>
  api.call('GET', '/api/users/me', account)

/** The user by id. The specification names this call for reading isPremium; the role of a Strapi's
 *  members may not have it. */
export async function ownUser(api: ApiClient, id: number): Promise<Result<SessionUser, ApiError>> {
  const user = await api.call('GET', `/api/users/${id}`, sessionUser)
  const isForbidden = !user.ok && user.error.kind === 'http-error' && user.error.status === 403
  return isForbidden ? api.call('GET', '/api/users/me', sessionUser) : user
}

export const updateProfile = (
  api: ApiClient,
  profile: { id: number; gender: string; device_id: string | null; name?: string | null },
): Promise<Result<SessionUser, ApiError>> =>
  api.call('PUT', '/api/update-profile', sessionUser, { body: profile })

/** The devices on which the account is signed in. */
export const ownDevices = (api: ApiClient): Promise<Result<Device[], ApiError>> =>
  api.call('GET', '/api/sessions', dataOf(v.array(device)))

export const signOutDevice = (api: ApiClient, id: string) =>
  api.call('DELETE', `/api/sessions/${encodeURIComponent(id)}`, anyAnswer)

export const signOutEverywhere = (api: ApiClient) => api.call('DELETE', '/api/sessions', anyAnswer)

export const signOutHere = (api: ApiClient) => api.call('POST', '/api/auth/logout', anyAnswer)

/** All personal data of the reader, in the product API's own format. */
export const exportAccount = (api: ApiClient) =>
  api.call('GET', '/api/users/me/export', v.unknown())

/** Sends a code to a new contact. `password`: of an account that has one. */
export const changeContact = (
  api: ApiClient,
  contact: { email: string } | { phone: string },
  password: string,
) => api.call('POST', '/api/contact-change', anyAnswer, { body: { ...contact, password } })

/** Makes the contact whose code this is the account's own. */
export const confirmContact = (
  api: ApiClient,
  code: string,
): Promise<Result<SessionUser, ApiError>> =>
  api.call('POST', '/api/contact-change/confirm', sessionUser, { body: { code } })

export const deleteAccount = (api: ApiClient, proof: { password: string } | { confirm: true }) =>
  api.call('DELETE', '/api/users/me', anyAnswer, { body: proof })

/** Changes the password. Other devices are signed out; this one gets new tokens. */
export const changePassword = (
  api: ApiClient,
  currentPassword: string,
  password: string,
): Promise<Result<SignedIn, ApiError>> =>
  api.call('POST', '/api/auth/change-password', signedIn, {
    body: { currentPassword, password, passwordConfirmation: password },
  })
