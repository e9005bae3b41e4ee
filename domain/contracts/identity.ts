import * as v from 'valibot'
import { genders } from '../forms.ts'
import { isNameShortEnough, isPersonName, maxNameLength, normalName } from '../person-name.ts'
import { isEasyPassword } from '../password-strength.ts'
import { ageBands } from '../privacy.ts'
import { okBody, requestBody, strictRequestBody } from './bodies.ts'
import { deviceToken } from '../session-user.ts'
import { time, userSource } from './fields.ts'

// Accounts, ways to sign in, tokens. Error messages are those of Strapi, which its clients show.

const string = (name: string) => v.string(`${name} must be a string`)
const required = (name: string) => v.pipe(string(name), v.nonEmpty(`${name} is a required field`))

/** In lower case, so that one mailbox is one account. */
export const email = v.pipe(
  string('email'),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(254, 'email must be a valid email'),
  v.email('email must be a valid email'),
)

/** An Indian mobile number in any usual spelling -> +91XXXXXXXXXX. */
export const phone = v.pipe(
  string('phone'),
  v.transform((typed) => typed.replace(/[\s().-]/g, '')),
  v.regex(/^(\+?91|0)?[6-9]\d{9}$/, 'phone must be an Indian mobile number'),
  v.transform((digits) => `+91${digits.slice(-10)}`),
)

/** Has a letter and no @, so it differs from e-mail addresses and phone numbers. */
export const username = v.pipe(
  string('username'),
  v.trim(),
  v.normalize('NFKC'),
  v.regex(
    /^(?=.*\p{L})[\p{L}\p{M}\p{N}._-]{3,30}$/u,
    'username must be 3 to 30 letters, digits, dots, dashes or underscores',
  ),
)

/** What a person is called, in any script: 'ರಾಜು ಗೌಡ'. */
export const personName = v.pipe(
  string('name'),
  v.transform(normalName),
  v.check(isNameShortEnough, `name must be at most ${maxNameLength} characters`),
  v.check(isPersonName, "name must have a letter, and only letters, digits, spaces and . ' -"),
)

/** An e-mail address, phone number or username -> its column and its normal form. */
export const identifier = v.pipe(
  required('identifier'),
  v.trim(),
  v.maxLength(254, 'identifier is too long'),
  v.transform((typed): { key: 'email' | 'phone' | 'username'; value: string } => {
    if (typed.includes('@')) return { key: 'email', value: typed.toLowerCase() }
    const number = v.safeParse(phone, typed)
    return number.success
      ? { key: 'phone', value: number.output }
      : { key: 'username', value: typed.normalize('NFKC') }
  }),
)

const maxPasswordCharacters = 72
const minPasswordCharacters = 8

/** An existing password. A longer one cannot be right, so it is refused before it is hashed. */
const currentPassword = (name: string) =>
  v.pipe(required(name), v.maxLength(1000, `${name} is too long`))

const hasAllowedLength = (chosen: string) => {
  const { length } = Array.from(chosen)
  return length >= minPasswordCharacters && length <= maxPasswordCharacters
}

/** A new password. product-api/identity/password-change.ts also checks that it is not the e-mail
 *  address. */
const newPassword = v.pipe(
  required('password'),
  v.check(
    (chosen) => Array.from(chosen).length >= minPasswordCharacters,
    `password must be at least ${minPasswordCharacters} characters`,
  ),
  v.check(
    (chosen) => Array.from(chosen).length <= maxPasswordCharacters,
    `password must be at most ${maxPasswordCharacters} characters`,
  ),
  v.check((chosen) => !chosen.includes('\0'), 'password must not contain a NUL character'),
  v.check(
    // One fault at a time: lengths are checked above.
    (chosen) => !hasAllowedLength(chosen) || !isEasyPassword(chosen),
    'password is too easy to guess',
  ),
)

const passwordChoice = {
  password: newPassword,
  passwordConfirmation: required('passwordConfirmation'),
}

export const signInRequest = requestBody({ identifier, password: currentPassword('password') })

export const registrationRequest = strictRequestBody({
  /** Absent: one is made. */
  username: v.optional(username),
  name: v.optional(personName),
  email,
  password: newPassword,
  /** Absent: asked later. */
  ageBand: v.optional(v.picklist(ageBands, `ageBand must be one of: ${ageBands.join(', ')}`)),
  user_source: userSource,
})

export const phoneRequest = requestBody({ phone })

export const codeRequest = requestBody({
  phone,
  otp: v.pipe(string('otp'), v.trim(), v.regex(/^\d{6}$/, 'otp must be 6 digits')),
  /** Kept where the code registers a new number. */
  user_source: userSource,
})

export const forgotPasswordRequest = requestBody({ email })

export const resetPasswordRequest = requestBody({
  code: v.pipe(required('code'), v.maxLength(200, 'code is too long')),
  ...passwordChoice,
})

export const changePasswordRequest = requestBody({
  currentPassword: currentPassword('currentPassword'),
  ...passwordChoice,
})

/** Of any type, because Strapi answers a token of a wrong type like an absent one. */
export const refreshRequest = requestBody({ refreshToken: v.optional(v.unknown()) })

export const profileRequest = strictRequestBody({
  id: v.optional(
    v.pipe(v.union([v.number(), v.string()], 'id must be a number'), v.transform(Number)),
  ),
  // As specified: an update without a gender sets 'others'.
  gender: v.optional(v.picklist(genders, `gender must be one of: ${genders.join(', ')}`), 'others'),
  /** Absent: unchanged. */
  username: v.optional(username),
  /** Absent: unchanged. null: removed. */
  name: v.optional(v.nullable(personName)),
  /** Absent: unchanged. null: removed. */
  device_id: v.optional(
    v.nullable(v.pipe(string('device_id'), v.regex(deviceToken, 'device_id must be a push token'))),
  ),
})

/** A new e-mail address or phone of the member -> { contact, password }. `password`: of an account
 *  that has one. */
export const contactChangeRequest = v.pipe(
  requestBody({
    email: v.optional(email),
    phone: v.optional(phone),
    password: v.optional(v.pipe(string('password'), v.maxLength(1000)), ''),
  }),
  v.check(
    (change) => (change.email === undefined) !== (change.phone === undefined),
    'either email or phone is a required field',
  ),
  v.transform(({ email, phone, password }) => ({
    password,
    contact:
      email === undefined
        ? ({ kind: 'phone', value: phone ?? '' } as const)
        : ({ kind: 'email', value: email } as const),
  })),
)

/** A one-time code of six digits. */
export const sixDigits = (name: string) =>
  v.pipe(string(name), v.trim(), v.regex(/^\d{6}$/, `${name} must be 6 digits`))

/** The code that was sent to a new contact. */
export const contactConfirmationRequest = requestBody({ code: sixDigits('code') })

/** A code was sent to a new contact. */
export const contactCodeSent = v.object({ ...okBody.entries, expiresInSeconds: v.number() })

/** Deletes an account that has a password. */
export const deletionByPassword = requestBody({ password: currentPassword('password') })

/** Deletes an account without a password. */
export const deletionByConsent = requestBody({
  confirm: v.union([v.literal(true), v.literal('true')], 'confirm must be true'),
})

export const user = v.object({
  id: v.number(),
  documentId: v.string(),
  username: v.string(),
  /** What the person is called; null: not given. */
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  /** +91 and ten digits. */
  phone: v.nullable(v.string()),
  provider: v.picklist(['local', 'phone', 'google']),
  confirmed: v.boolean(),
  blocked: v.boolean(),
  gender: v.picklist(genders),
  /** null: not asked yet. */
  ageBand: v.nullable(v.picklist(ageBands)),
  device_id: v.nullable(v.string()),
  isPremium: v.boolean(),
  freeTestTaken: v.boolean(),
  createdAt: time,
  updatedAt: time,
  publishedAt: time,
})
export type User = v.InferOutput<typeof user>

const token = v.pipe(v.string(), v.nonEmpty())

/** A new pair of tokens. */
export const tokens = v.object({ jwt: token, refreshToken: token })

/** The answer of every way to sign in. */
export const signedIn = v.object({ ...tokens.entries, user })
export type SignedIn = v.InferOutput<typeof signedIn>

/** A token for a visitor; attempts under it are stored for 180 days. */
export const guestToken = v.object({ jwt: token, guestId: token })

/** A one-time code was sent. */
export const codeSent = v.object({
  ...okBody.entries,
  resendAfterSeconds: v.number(),
  expiresInSeconds: v.number(),
})
export type CodeSent = v.InferOutput<typeof codeSent>

/** A device on which the account is signed in. */
export const device = v.object({
  id: v.string(),
  deviceKind: v.picklist(['phone', 'browser']),
  userAgent: v.string(),
  createdAt: time,
  lastSeenAt: time,
  isCurrent: v.boolean(),
})
export type Device = v.InferOutput<typeof device>

/** All personal data of a member by kind, with the columns of its tables. */
export const accountExport = v.objectWithRest({ exportedAt: time }, v.unknown())
