import * as v from 'valibot'
import { device, type Device } from '../../domain/contracts/identity.ts'
import type { Result } from '../../domain/result.ts'
import type { SessionUser } from '../../domain/session-user.ts'
import { anyAnswer, type ApiClient } from './client.ts'
import type { ApiError } from './errors.ts'
import { sessionUser, signedIn, type SignedIn } from './sign-in.ts'
import { dataOf } from './strapi.ts'

// The account of the one who is signed in: every call here is in the reader's name.

const account = v.intersect([
  sessionUser,
  v.object({ email: v.nullish(v.string(), null), phone: v.nullish(v.string(), null) }),
])
/** The user with what only they and we know. */
export type OwnAccount = SessionUser & { email: string | null; phone: string | null }

export const ownAccount = (api: ApiClient): Promise<Result<OwnAccount, ApiError>> =>
  api.call('GET', '/api/users/me', account)

/** The specification's read of isPremium: GET /api/users/{id}. */
export const ownUser = (api: ApiClient, id: number): Promise<Result<SessionUser, ApiError>> =>
  api.call('GET', `/api/users/${id}`, sessionUser)

export const updateProfile = (
  api: ApiClient,
  profile: { id: number; gender: string; device_id: string | null },
): Promise<Result<SessionUser, ApiError>> =>
  api.call('PUT', '/api/update-profile', sessionUser, { body: profile })

/** Where the account is signed in. */
export const ownDevices = (api: ApiClient): Promise<Result<Device[], ApiError>> =>
  api.call('GET', '/api/sessions', dataOf(v.array(device)))

export const signOutEverywhere = (api: ApiClient) => api.call('DELETE', '/api/sessions', anyAnswer)

export const signOutHere = (api: ApiClient) => api.call('POST', '/api/auth/logout', anyAnswer)

/** Everything that is held of the reader, as the product API gives it. */
export const exportAccount = (api: ApiClient) =>
  api.call('GET', '/api/users/me/export', v.unknown())

export const deleteAccount = (api: ApiClient, proof: { password: string } | { confirm: true }) =>
  api.call('DELETE', '/api/users/me', anyAnswer, { body: proof })

/** A new password for an old one. Other devices are signed out; this one gets new tokens. */
export const changePassword = (
  api: ApiClient,
  currentPassword: string,
  password: string,
): Promise<Result<SignedIn, ApiError>> =>
  api.call('POST', '/api/auth/change-password', signedIn, {
    body: { currentPassword, password, passwordConfirmation: password },
  })
