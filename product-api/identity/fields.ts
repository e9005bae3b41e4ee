import * as v from 'valibot'
import { genders } from './users.ts'

// The fields of the identity side's bodies. Messages are what Strapi's clients show.

const string = (name: string) => v.string(`${name} must be a string`)
const required = (name: string) => v.pipe(string(name), v.nonEmpty(`${name} is a required field`))

/** Lower case: one mailbox is one account, however it is typed. */
export const email = v.pipe(
  string('email'),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(254, 'email must be a valid email'),
  v.email('email must be a valid email'),
)

/** An Indian mobile number however people type it -> +91XXXXXXXXXX. */
export const phone = v.pipe(
  string('phone'),
  v.transform((typed) => typed.replace(/[\s().-]/g, '')),
  v.regex(/^(\+?91|0)?[6-9]\d{9}$/, 'phone must be an Indian mobile number'),
  v.transform((digits) => `+91${digits.slice(-10)}`),
)

/** Cannot be taken for an e-mail address or a phone number, which are identifiers too. */
export const username = v.pipe(
  string('username'),
  v.trim(),
  v.normalize('NFKC'),
  v.regex(
    /^(?=.*\p{L})[\p{L}\p{M}\p{N}._-]{3,30}$/u,
    'username must be 3 to 30 letters, digits, dots, dashes or underscores',
  ),
)

/** What somebody signs in with -> the column it is looked up in, and its normal form. */
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

const longestPassword = 72
const leastPassword = 8

/** A password that somebody has already. A longer one cannot be right, and is not hashed to find that out. */
export const knownPassword = (name: string) =>
  v.pipe(required(name), v.maxLength(1000, `${name} is too long`))

/** A password that somebody chooses. That it is not the e-mail address is checked where that is known. */
export const newPassword = v.pipe(
  required('password'),
  v.check(
    (chosen) => Array.from(chosen).length >= leastPassword,
    `password must be at least ${leastPassword} characters`,
  ),
  v.check(
    (chosen) => Array.from(chosen).length <= longestPassword,
    `password must be at most ${longestPassword} characters`,
  ),
  v.check((chosen) => !chosen.includes('\0'), 'password must not contain a NUL character'),
)

export const passwordConfirmation = required('passwordConfirmation')
export const resetCode = v.pipe(required('code'), v.maxLength(200, 'code is too long'))
export const otp = v.pipe(string('otp'), v.trim(), v.regex(/^\d{6}$/, 'otp must be 6 digits'))

export const gender = v.picklist(genders, `gender must be one of: ${genders.join(', ')}`)
export const deviceId = v.nullable(
  v.pipe(string('device_id'), v.maxLength(1000, 'device_id is too long')),
)
export const ownId = v.pipe(
  v.union([v.number(), v.string()], 'id must be a number'),
  v.transform(Number),
)
