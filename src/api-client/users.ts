import * as v from 'valibot'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { SessionUser, Tokens } from '../../domain/session-user.ts'
import { once, type Send } from './client.ts'
import type { ApiError } from './errors.ts'

const deadlineMs = 10_000

/** What the product API is told of the one who asks. It trusts these headers because only the site can reach it. */
export type Caller = {
  send: Send
  requestId: string
  deviceKind: 'phone' | 'browser'
  address: string
  userAgent: string
  locale: string
  siteHost: string
}

/** The product API's user in the session's shape. Foreign ones lack fields of ours. */
export const sessionUser = v.pipe(
  v.object({
    id: v.number(),
    isPremium: v.nullish(v.boolean(), false),
    device_id: v.nullish(v.string(), null),
    gender: v.nullish(v.string(), 'others'),
    blocked: v.nullish(v.boolean(), false),
    confirmed: v.nullish(v.boolean(), true),
    createdAt: v.string(),
    updatedAt: v.string(),
    username: v.string(),
    provider: v.nullish(v.string(), 'local'),
    freeTestTaken: v.nullish(v.boolean(), false),
  }),
  v.transform((user): SessionUser => user),
)

const signedIn = v.object({
  jwt: v.pipe(v.string(), v.nonEmpty()),
  refreshToken: v.nullish(v.string(), ''),
  user: sessionUser,
})
export type SignedIn = v.InferOutput<typeof signedIn>

/** A body that brings tokens, read; null where it brings none. */
export function signedInFrom(body: unknown): SignedIn | null {
  const read = v.safeParse(signedIn, body)
  return read.success ? read.output : null
}

export type Body = Record<string, unknown> | null

/** One call to the product API, told who asks. Errors: as values; 499 is `signed-in-elsewhere`. */
export async function callAs(
  caller: Caller,
  method: string,
  path: string,
  body: Body = null,
): Promise<Result<unknown, ApiError>> {
  const answer = await once(caller.send, path, {
    method,
    headers: {
      ...headersOf(caller),
      ...(body !== null && { 'content-type': 'application/json' }),
    },
    body: body === null ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(deadlineMs),
  })
  return answer.ok ? ok(answer.value.body) : answer
}

export const headersOf = (caller: Caller): Record<string, string> => ({
  accept: 'application/json',
  'x-request-id': caller.requestId,
  'x-device-kind': caller.deviceKind,
  'x-client-address': caller.address,
  'x-locale': caller.locale,
  'x-site-host': caller.siteHost,
  'user-agent': caller.userAgent,
})

/** The ways to sign in; each answers with tokens. */
export const signInWith = {
  password: (caller: Caller, identifier: string, password: string) =>
    signIn(caller, '/api/auth/local', { identifier, password }),
  newAccount: (caller: Caller, account: { username?: string; email: string; password: string }) =>
    signIn(caller, '/api/auth/local/register', account),
  code: (caller: Caller, phone: string, otp: string) =>
    signIn(caller, '/api/auth/local/verifyOtp', { phone, otp }),
  newPassword: (caller: Caller, code: string, password: string) =>
    signIn(caller, '/api/auth/reset-password', { code, password, passwordConfirmation: password }),
  async google(caller: Caller, idToken: string, nonce: string) {
    const query = new URLSearchParams({ id_token: idToken, nonce })
    return readSignedIn(await callAs(caller, 'GET', `/api/auth/google/callback?${query}`))
  },
}

async function signIn(caller: Caller, path: string, body: Body) {
  return readSignedIn(await callAs(caller, 'POST', path, body))
}

function readSignedIn(answer: Result<unknown, ApiError>): Result<SignedIn, ApiError> {
  if (!answer.ok) return answer
  const found = signedInFrom(answer.value)
  return found ? ok(found) : failed({ kind: 'unreadable', detail: 'no tokens in a sign-in' })
}

const codeSent = v.object({
  resendAfterSeconds: v.optional(v.number(), 30),
  expiresInSeconds: v.optional(v.number(), 300),
})
export type CodeSent = v.InferOutput<typeof codeSent>

/** Sends a one-time code to a phone; `again` only where the last one is old enough. */
export async function sendCode(
  caller: Caller,
  phone: string,
  again: boolean,
): Promise<Result<CodeSent, ApiError>> {
  const path = again ? '/api/auth/local/resend-otp' : '/api/auth/local/registerPhone'
  const answer = await callAs(caller, 'POST', path, { phone })
  if (!answer.ok) return answer
  const read = v.safeParse(codeSent, answer.value)
  return read.success ? ok(read.output) : ok({ resendAfterSeconds: 30, expiresInSeconds: 300 })
}

export const sendResetLetter = (caller: Caller, email: string) =>
  callAs(caller, 'POST', '/api/auth/forgot-password', { email })

const tokens = v.object({ jwt: v.string(), refreshToken: v.string() })

/** A new pair for an old refresh token. */
export async function renewTokens(
  caller: Caller,
  refreshToken: string,
): Promise<Result<Tokens, ApiError>> {
  const answer = await callAs(caller, 'POST', '/api/token/refresh', { refreshToken })
  if (!answer.ok) return answer
  const read = v.safeParse(tokens, answer.value)
  return read.success
    ? ok(read.output)
    : failed({ kind: 'unreadable', detail: 'no tokens in a refresh' })
}

/** A name for a visitor, under which attempts are kept. */
export async function guestToken(caller: Caller): Promise<Result<string, ApiError>> {
  const answer = await callAs(caller, 'GET', '/api/guest/token')
  if (!answer.ok) return answer
  const read = v.safeParse(v.object({ jwt: v.pipe(v.string(), v.nonEmpty()) }), answer.value)
  return read.success
    ? ok(read.output.jwt)
    : failed({ kind: 'unreadable', detail: 'no token for a guest' })
}

/** What a guest did becomes the member's in whose name this is called. */
export const claimGuest = (
  call: (method: string, path: string, body?: Body) => Promise<Result<unknown, ApiError>>,
  guestToken: string,
) => call('POST', '/api/user-test-progresses/claim', { data: { guestToken } })

/** What a refusal of Strapi's says: its message, and in how many seconds to try again. */
export function refusalOf(error: ApiError): {
  message: string
  retryAfterSeconds: number | null
} {
  if (error.kind !== 'refused') return { message: '', retryAfterSeconds: null }
  const read = v.safeParse(
    v.object({
      error: v.object({
        message: v.string(),
        details: v.nullish(v.object({ retryAfterSeconds: v.optional(v.number()) })),
      }),
    }),
    error.data,
  )
  return read.success
    ? {
        message: read.output.error.message,
        retryAfterSeconds: read.output.error.details?.retryAfterSeconds ?? null,
      }
    : { message: '', retryAfterSeconds: null }
}
