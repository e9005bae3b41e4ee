import * as v from 'valibot'

/** Why a field was not accepted; each has its sentence in locales/. */
export type FormFault =
  | 'missing'
  | 'not-an-email'
  | 'not-a-phone'
  | 'not-a-code'
  | 'password-short'
  | 'password-long'
  | 'password-is-email'
  | 'not-repeated'
  | 'name-long'

const fault = (reason: FormFault) => reason
const typed = v.pipe(v.optional(v.string(), ''), v.trim())

/** An address as people write it; capitals do not matter. */
export const email = v.pipe(
  typed,
  v.nonEmpty(fault('missing')),
  v.maxLength(254, fault('not-an-email')),
  v.regex(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, fault('not-an-email')),
  v.toLowerCase(),
)

/** An Indian mobile number, however it is written: '98450 12345', '098450-12345', '+91 98450 12345' -> '+919845012345'. */
export const phone = v.pipe(
  typed,
  v.nonEmpty(fault('missing')),
  v.transform((text) => text.replace(/[\s().-]/g, '')),
  v.regex(/^(?:\+?91|0)?[6-9]\d{9}$/, fault('not-a-phone')),
  v.transform((digits) => `+91${digits.slice(-10)}`),
)

/** Six digits, as the message has them; spaces between do not matter. */
export const otp = v.pipe(
  typed,
  v.nonEmpty(fault('missing')),
  v.transform((text) => text.replace(/\s/g, '')),
  v.regex(/^\d{6}$/, fault('not-a-code')),
)

const longestPassword = 72
/** A password that is chosen now. Nothing is trimmed. */
export const newPassword = v.pipe(
  v.optional(v.string(), ''),
  v.nonEmpty(fault('missing')),
  v.minLength(8, fault('password-short')),
  v.check(
    (text) => new TextEncoder().encode(text).length <= longestPassword,
    fault('password-long'),
  ),
)
const knownPassword = v.pipe(
  v.optional(v.string(), ''),
  v.nonEmpty(fault('missing')),
  v.maxLength(200, fault('password-long')),
)

export const signInForm = v.object({ email, password: knownPassword })
export const phoneForm = v.object({ phone })
export const codeForm = v.object({ phone, otp })
export const forgotForm = v.object({ email })

export const registerForm = v.pipe(
  v.object({
    username: v.pipe(typed, v.maxLength(60, fault('name-long'))),
    email,
    password: newPassword,
  }),
  v.forward(
    v.check(({ email, password }) => password.toLowerCase() !== email, fault('password-is-email')),
    ['password'],
  ),
)

const isRepeated = (form: { password: string; passwordConfirmation: string }) =>
  form.password === form.passwordConfirmation

export const resetForm = v.pipe(
  v.object({
    code: v.pipe(typed, v.nonEmpty(fault('missing'))),
    password: newPassword,
    passwordConfirmation: knownPassword,
  }),
  v.forward(
    v.check((form) => isRepeated(form), fault('not-repeated')),
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
    v.check((form) => isRepeated(form), fault('not-repeated')),
    ['passwordConfirmation'],
  ),
)

export const genders = ['female', 'male', 'others'] as const
/** What is missing is 'others', as the specification says. */
export const profileForm = v.object({
  gender: v.optional(v.fallback(v.picklist(genders), 'others'), 'others'),
})

export type Typed = Record<string, string>
export type Faults = Record<string, FormFault>

/** Reads a form. -> what was typed (never a password), and either the values or the first fault of each field. */
export function readForm<Schema extends v.GenericSchema>(
  schema: Schema,
  given: Typed,
): { typed: Typed } & ({ ok: true; value: v.InferOutput<Schema> } | { ok: false; faults: Faults }) {
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => !/password/i.test(name)))
  const read = v.safeParse(schema, given)
  if (read.success) return { typed: kept, ok: true, value: read.output }
  const faults = Object.fromEntries(
    read.issues
      .toReversed()
      .map((issue) => [String(issue.path?.[0]?.key), issue.message as FormFault]),
  )
  return { typed: kept, ok: false, faults }
}
