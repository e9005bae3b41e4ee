import * as v from 'valibot'
import { tokens } from '../../domain/contracts/identity.ts'
import { ageBands } from '../../domain/privacy.ts'
import { failed, type Result } from '../../domain/result.ts'
import type { SessionUser, Tokens } from '../../domain/session-user.ts'
import { anyAnswer, type ApiClient } from './client.ts'
import { isNotOffered, type ApiError } from './errors.ts'
import { refusedRead } from './misconfiguration.ts'

// Signing in, and the tokens of a session. All calls but claimGuestAttempts need no authorization.

/** A third-party product API may have a number where ours has true or false. */
const flag = v.union([
  v.boolean(),
  // A count, such as that of free tests that were taken.
  v.pipe(
    v.number(),
    v.transform((count) => count !== 0),
  ),
])

/** The user with the session's fields. Third-party product APIs may lack some of them. */
export const sessionUser = v.pipe(
  v.object({
    id: v.number(),
    isPremium: v.nullish(flag, false),
    device_id: v.nullish(v.string(), null),
    gender: v.nullish(v.string(), 'others'),
    blocked: v.nullish(v.boolean(), false),
    confirmed: v.nullish(v.boolean(), true),
    createdAt: v.string(),
    updatedAt: v.string(),
    username: v.string(),
    provider: v.nullish(v.string(), 'local'),
    freeTestTaken: v.nullish(flag, false),
    ageBand: v.optional(v.nullable(v.picklist(ageBands))),
  }),
  v.transform((user): SessionUser => user),
)

const token = v.pipe(v.string(), v.nonEmpty())

/** The response of every way to sign in. */
export const signedIn = v.object({
  jwt: token,
  refreshToken: v.nullish(v.string(), ''),
  user: sessionUser,
})
export type SignedIn = v.InferOutput<typeof signedIn>

type SignInAnswer = Promise<Result<SignedIn, ApiError>>

export const signInByPassword = (
  api: ApiClient,
  identifier: string,
  password: string,
): SignInAnswer => api.call('POST', '/api/auth/local', signedIn, { body: { identifier, password } })

/** `source`: the campaign, for a number that is new. */
export const signInByPhoneCode = (
  api: ApiClient,
  phone: string,
  otp: string,
  source: { user_source?: string },
): SignInAnswer =>
  api.call('POST', '/api/auth/local/verifyOtp', signedIn, { body: { phone, otp, ...source } })

/** Sets a new password and signs in. `code`: from the link that `sendPasswordResetEmail` sent. */
export const resetPassword = (api: ApiClient, code: string, password: string): SignInAnswer =>
  api.call('POST', '/api/auth/reset-password', signedIn, {
    body: { code, password, passwordConfirmation: password },
  })

/** `source`: the campaign, for a person who is new. */
export const signInByGoogle = (
  api: ApiClient,
  idToken: string,
  nonce: string,
  source: { user_source?: string },
): SignInAnswer => {
  const query = new URLSearchParams({ id_token: idToken, nonce, ...source })
  return api.call('GET', `/api/auth/google/callback?${query}`, signedIn, { isRepeatable: false })
}

const defaultCodeTimes = { resendAfterSeconds: 30, expiresInSeconds: 300 }
const codeSent = v.object({
  resendAfterSeconds: v.optional(v.number(), defaultCodeTimes.resendAfterSeconds),
  expiresInSeconds: v.optional(v.number(), defaultCodeTimes.expiresInSeconds),
})
export type CodeSent = v.InferOutput<typeof codeSent>

/** Sends a one-time code by SMS. Errors: http-error 429 if the last code is too recent. */
export const sendPhoneCode = (
  api: ApiClient,
  phone: string,
  isResend: boolean,
): Promise<Result<CodeSent, ApiError>> =>
  api.call(
    'POST',
    isResend ? '/api/auth/local/resend-otp' : '/api/auth/local/registerPhone',
    // A third-party product API may answer without these times, although the code was sent.
    v.fallback(codeSent, defaultCodeTimes),
    { body: { phone } },
  )

export const sendPasswordResetEmail = (api: ApiClient, email: string) =>
  api.call('POST', '/api/auth/forgot-password', anyAnswer, { body: { email } })

/** Exchanges a refresh token for a new pair of tokens. */
export const renewTokens = (
  api: ApiClient,
  refreshToken: string,
): Promise<Result<Tokens, ApiError>> =>
  api.call('POST', '/api/token/refresh', tokens, { body: { refreshToken } })

/** The token that identifies a guest, to whom attempts and reviews are assigned. */
export const guestToken = v.pipe(
  v.object({ jwt: token }),
  v.transform(({ jwt }) => jwt),
)
/** Errors: misconfigured, where the product API has neither guests nor attempts, as a Strapi. */
export async function newGuestToken(api: ApiClient): Promise<Result<string, ApiError>> {
  const path = '/api/guest/token'
  const made = await api.call('GET', path, guestToken, { isRepeatable: false })
  return made.ok || !isNotOffered(made.error) ? made : failed(refusedRead(made.error, path))
}

/** Moves a guest's attempts, cards and plan to the member who is signed in with `api`. */
export const claimGuestAttempts = (api: ApiClient, token: string) =>
  api.call('POST', '/api/user-test-progresses/claim', anyAnswer, {
    body: { data: { guestToken: token } },
  })

const refusal = v.object({
  error: v.object({
    message: v.string(),
    details: v.nullish(v.object({ retryAfterSeconds: v.optional(v.number()) })),
  }),
})

/** Strapi's error message ('' if there is none) and the time to wait before the next try. */
export function refusalOf(error: ApiError): { message: string; retryAfterSeconds: number | null } {
  const parsed = v.safeParse(refusal, error.kind === 'http-error' ? error.data : null)
  return parsed.success
    ? {
        message: parsed.output.error.message,
        retryAfterSeconds: parsed.output.error.details?.retryAfterSeconds ?? null,
      }
    : { message: '', retryAfterSeconds: null }
}
