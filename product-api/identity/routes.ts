import { Hono } from 'hono'
import type { ApiEnv } from '../env.ts'
import { contactRoutes } from './contact-routes.ts'
import { googleRoutes } from './google-routes.ts'
import { passwordChangeRoutes, passwordRoutes } from './password-routes.ts'
import { passkeyRoutes, passkeySignInRoutes } from './passkey-routes.ts'
import type { PersonalData } from './personal-data.ts'
import { phoneRoutes } from './phone-routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { sessionRoutes, signOutRoutes } from './session-routes.ts'
import { guestRoutes, refreshRoutes } from './token-routes.ts'
import { userRoutes } from './user-routes.ts'

/** Signing in and renewing tokens. Mounted before `authenticate`: these requests carry their own
 *  credentials, and a bearer token, which may have expired, must not get them rejected. */
export const signInRoutes = new Hono<ApiEnv>()
signInRoutes.route('/auth', passwordRoutes)
signInRoutes.route('/auth/local', phoneRoutes)
signInRoutes.route('/auth/google', googleRoutes)
signInRoutes.route('/auth/passkey', passkeySignInRoutes)
signInRoutes.route('/token', refreshRoutes)
signInRoutes.route('/guest', guestRoutes)

/** A member's own account. `personalData`: what export and erasure cover, from every feature. */
export function accountRoutes(personalData: readonly PersonalData[]) {
  const routes = new Hono<ApiEnv>()
  routes.route('/auth/change-password', passwordChangeRoutes)
  routes.route('/auth/logout', signOutRoutes)
  routes.route('/users', userRoutes(personalData))
  routes.route('/update-profile', profileRoutes)
  routes.route('/sessions', sessionRoutes)
  routes.route('/contact-change', contactRoutes)
  routes.route('/passkeys', passkeyRoutes)
  return routes
}
