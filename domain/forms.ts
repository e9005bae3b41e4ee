import * as v from 'valibot'
import { ageBands } from './privacy.ts'
import { isNameShortEnough, isPersonName, normalName } from './person-name.ts'
import { isEasyPassword, isOwnContact } from './password-strength.ts'

/** Why a field was not accepted; each has a message in locales/. */
export type FormError =
  | 'missing'
  | 'not-an-email'
  | 'not-a-phone'
  | 'not-a-code'
  | 'code-wrong'
  | 'code-old'
  | 'password-short'
  | 'password-long'
  | 'password-is-email'
  | 'password-easy'
  | 'not-repeated'
  | 'name-long'
  | 'not-a-name'
  | 'not-an-option'

const formError = (reason: FormError) => reason
const trimmedText = v.pipe(v.optional(v.string(), ''), v.trim())

/** An e-mail address; capitals do not matter. */
export const email = v.pipe(
  trimmedText,
  v.nonEmpty(formError('missing')),
  v.maxLength(254, formError('not-an-email')),
  v.regex(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, formError('not-an-email')),
  v.toLowerCase(),
)

/** An Indian mobile number, however it is written: '98450 12345', '098450-12345' and
 *  '+91 98450 12345' -> '+919845012345'. */
export const phone = v.pipe(
  trimmedText,
  v.nonEmpty(formError('missing')),
  v.transform((text) => text.replace(/[\s().-]/g, '')),
  v.regex(/^(?:\+?91|0)?[6-9]\d{9}$/, formError('not-a-phone')),
  v.transform((digits) => `+91${digits.slice(-10)}`),
)

/** A one-time password of six digits; spaces do not matter. */
export const otp = v.pipe(
  trimmedText,
  v.nonEmpty(formError('missing')),
  v.transform((text) => text.replace(/\s/g, '')),
  v.regex(/^\d{6}$/, formError('not-a-code')),
)

const maxPasswordBytes = 72
/** A new password. Nothing is trimmed. */
export const newPassword = v.pipe(
  v.optional(v.string(), ''),
  v.nonEmpty(formError('missing')),
  v.minLength(8, formError('password-short')),
  v.check(
    (text) => new TextEncoder().encode(text).length <= maxPasswordBytes,
    formError('password-long'),
  ),
  v.check((text) => !isEasyPassword(text), formError('password-easy')),
)
const knownPassword = v.pipe(
  v.optional(v.string(), ''),
  v.nonEmpty(formError('missing')),
  v.maxLength(200, formError('password-long')),
)

export const signInForm = v.object({ email, password: knownPassword })
export const phoneForm = v.object({ phone })
export const codeForm = v.object({ phone, otp })
export const forgotForm = v.object({ email })

/** Whether somebody is 18 or over: '' and an absent choice are missing. */
const ageBand = v.pipe(
  trimmedText,
  v.nonEmpty(formError('missing')),
  v.picklist(ageBands, formError('not-an-option')),
)
export const ageForm = v.object({ ageBand })

/** What a person is called; '' where it is not said. */
const personName = v.pipe(
  trimmedText,
  v.transform(normalName),
  v.check(isNameShortEnough, formError('name-long')),
  v.check((name) => name === '' || isPersonName(name), formError('not-a-name')),
)

export const registerForm = v.pipe(
  v.object({
    name: personName,
    email,
    password: newPassword,
    ageBand,
  }),
  v.forward(
    // Also where another field is missing, so that all errors are shown at once.
    v.partialCheck(
      [['email'], ['name'], ['password']],
      ({ email, name, password }) => !isOwnContact(password, [email, name]),
      formError('password-is-email'),
    ),
    ['password'],
  ),
)

const isRepeated = (form: { password: string; passwordConfirmation: string }) =>
  form.password === form.passwordConfirmation

export const resetForm = v.pipe(
  v.object({
    code: v.pipe(trimmedText, v.nonEmpty(formError('missing'))),
    password: newPassword,
    passwordConfirmation: knownPassword,
  }),
  v.forward(
    v.check((form) => isRepeated(form), formError('not-repeated')),
    ['passwordConfirmation'],
  ),
)

export const changePasswordForm = v.pipe(
  v.object({
    currentPassword: knownPassword,
    password: newPassword,
    passwordConfirmation: knownPassword,
  }),
  v.forward(
    v.check((form) => isRepeated(form), formError('not-repeated')),
    ['passwordConfirmation'],
  ),
)

export const genders = ['female', 'male', 'others'] as const
/** A missing or empty gender is 'others', as the specification says. */
export const profileForm = v.object({
  /** Empty: none. */
  name: personName,
  gender: v.pipe(
    trimmedText,
    v.transform((text) => text || 'others'),
    v.picklist(genders, formError('not-an-option')),
  ),
})

/** A new e-mail address or phone of the account; which one, its field says. */
export const newEmailForm = v.object({ email })
export const newPhoneForm = v.object({ phone })
export const contactCodeForm = v.object({ otp })

export type FormInput = Record<string, string>
export type FieldErrors = Record<string, FormError>

/** Parses a form. Returns what was typed (never a password), and either the values or the first
 *  error of each field. */
export function parseForm<Schema extends v.GenericSchema>(
  schema: Schema,
  given: FormInput,
): { typed: FormInput } & (
  { ok: true; value: v.InferOutput<Schema> } | { ok: false; fieldErrors: FieldErrors }
) {
  const typed = Object.fromEntries(
    Object.entries(given).filter(([name]) => !/password/i.test(name)),
  )
  const result = v.safeParse(schema, given)
  if (result.success) return { typed, ok: true, value: result.output }
  const fieldErrors = Object.fromEntries(
    result.issues
      .toReversed()
      .map((issue) => [String(issue.path?.[0]?.key), issue.message as FormError]),
  )
  return { typed, ok: false, fieldErrors }
}
