import { describe, expect, it } from 'vitest'
import {
  changePasswordForm,
  codeForm,
  forgotForm,
  phoneForm,
  profileForm,
  parseForm,
  registerForm,
  resetForm,
  signInForm,
  type FormInput,
} from '../../domain/forms.ts'

type Schema = Parameters<typeof parseForm>[0]

/** The parsed values of a form, or the error of each field. */
function valuesOf(schema: Schema, typed: FormInput): unknown {
  const result = parseForm(schema, typed)
  return result.ok ? result.value : result.fieldErrors
}

const ageBand = 'adult'
const account = { email: 'ravi@example.in', password: 'ಗುಟ್ಟು 12345' }
const bytes = (text: string) => new TextEncoder().encode(text).length

describe('a phone number', () => {
  it.each([
    '9845012345',
    '98450 12345',
    '98450-12345',
    '(98450) 12345',
    '98450.12345',
    '09845012345',
    '919845012345',
    '+919845012345',
    '+91 98450 12345',
    ' +91-98450-12345\u00a0',
  ])('%j is +919845012345', (phone) => {
    expect(valuesOf(phoneForm, { phone })).toEqual({ phone: '+919845012345' })
  })

  it.each([
    '5845012345',
    '984501234',
    '98450123456',
    '+1 98450 12345',
    '00919845012345',
    '++919845012345',
    '+09845012345',
    '98450x12345',
    'nine eight four',
    '೯೮೪೫೦೧೨೩೪೫',
    '+',
  ])('%j is rejected', (phone) => {
    expect(valuesOf(phoneForm, { phone })).toEqual({ phone: 'not-a-phone' })
  })

  it.each<FormInput>([{}, { phone: '' }, { phone: '  ' }])('%j is missing', (typed) => {
    expect(valuesOf(phoneForm, typed)).toEqual({ phone: 'missing' })
  })
})

describe('a code', () => {
  it.each(['123456', ' 123 456 ', '1 2 3 4 5 6', '000000'])('%j has six digits', (otp) => {
    const value = { phone: '+919845012345', otp: otp.replaceAll(' ', '') }
    expect(valuesOf(codeForm, { phone: '9845012345', otp })).toEqual(value)
  })

  it.each(['12345', '1234567', '12345a', '123-456', '೧೨೩೪೫೬'])('%j is rejected', (otp) => {
    expect(valuesOf(codeForm, { phone: '9845012345', otp })).toEqual({ otp: 'not-a-code' })
  })

  it('reports an error for each invalid field', () => {
    expect(valuesOf(codeForm, { phone: '1' })).toEqual({ phone: 'not-a-phone', otp: 'missing' })
  })
})

describe('an e-mail address', () => {
  it.each([
    ['ravi@example.in', 'ravi@example.in'],
    [' Ravi.K+exam@Example.CO.IN ', 'ravi.k+exam@example.co.in'],
    ['ರವಿ@ಉದಾಹರಣೆ.ಭಾರತ', 'ರವಿ@ಉದಾಹರಣೆ.ಭಾರತ'],
    [`${'a'.repeat(243)}@example.in`, `${'a'.repeat(243)}@example.in`],
  ])('%j is %s', (email, value) => {
    expect(valuesOf(forgotForm, { email })).toEqual({ email: value })
  })

  it.each([
    ...['ravi', 'ravi@', '@example.in', 'ravi@example', 'ravi@@example.in', 'a b@example.in'],
    ...['ravi@.in', 'ravi@example.', 'ravi@example..in', `${'a'.repeat(244)}@example.in`],
  ])('%.20j is rejected', (email) => {
    expect(valuesOf(forgotForm, { email })).toEqual({ email: 'not-an-email' })
  })

  it.each<FormInput>([{}, { email: '' }, { email: ' ' }])('%j is missing', (typed) => {
    expect(valuesOf(forgotForm, typed)).toEqual({ email: 'missing' })
  })
})

describe('signing in', () => {
  it('accepts an existing password of any length, without trimming it', () => {
    const typed = { email: 'ravi@example.in', password: ' x ' }
    expect(valuesOf(signInForm, typed)).toEqual(typed)
  })

  it.each([
    ['', 'missing'],
    ['x'.repeat(201), 'password-long'],
  ])('the password %.10j is rejected: %s', (password, error) => {
    expect(valuesOf(signInForm, { ...account, password })).toEqual({ password: error })
  })
})

describe('a new account', () => {
  it('may have no name, and a given name is trimmed', () => {
    expect(valuesOf(registerForm, { ...account, ageBand })).toEqual({
      ...{ ...account, ageBand },
      name: '',
    })
    expect(valuesOf(registerForm, { ...account, ageBand, name: ' ರಾಜು   ಗೌಡ ' })).toMatchObject({
      name: 'ರಾಜು ಗೌಡ',
    })
  })

  it('has a name of at most 60 letters', () => {
    expect(valuesOf(registerForm, { ...account, ageBand, name: 'ಅ'.repeat(60) })).toMatchObject(
      account,
    )
    expect(valuesOf(registerForm, { ...account, ageBand, name: 'ಅ'.repeat(61) })).toEqual({
      name: 'name-long',
    })
  })

  it.each([
    ['1234567', 'password-short'],
    ['', 'missing'],
    ['x'.repeat(73), 'password-long'],
    ['ಅ'.repeat(25), 'password-long'],
    ['Ravi@Example.in', 'password-is-email'],
    ['12345678', 'password-easy'],
    ['password', 'password-easy'],
    ['Password@123', 'password-easy'],
    ['password!', 'password-easy'],
    ['x'.repeat(72), 'password-easy'],
    ['ಅ'.repeat(24), 'password-easy'],
    ['        ', 'password-easy'],
    ['\u00a0\t \u3000\u2003\n  ', 'password-easy'],
  ])('the password %j is rejected: %s', (password, error) => {
    expect(valuesOf(registerForm, { ...account, ageBand, password })).toEqual({ password: error })
  })

  it.each([
    '83516294',
    'xy'.repeat(36),
    'ಅಆಇ'.repeat(8),
    '  two  spaces  ',
    'ಮಳೆಗಾಲ ಬಂತು ',
    'e\u0301tude-7',
    '<script>&"\'',
  ])('the password %j, which is not a common one, is accepted unchanged', (password) => {
    expect(bytes(password)).toBeLessThanOrEqual(72)
    expect(valuesOf(registerForm, { ...account, ageBand, password })).toMatchObject({ password })
  })
})

describe('a new password', () => {
  const password = 'a new password'

  it('after a reset e-mail needs its code and two equal passwords', () => {
    const typed = { code: ' c0de ', password, passwordConfirmation: password }
    expect(valuesOf(resetForm, typed)).toEqual({ ...typed, code: 'c0de' })
    expect(valuesOf(resetForm, { ...typed, passwordConfirmation: 'another one' })).toEqual({
      passwordConfirmation: 'not-repeated',
    })
    expect(valuesOf(resetForm, {})).toEqual({
      code: 'missing',
      password: 'missing',
      passwordConfirmation: 'missing',
    })
  })

  it('in the account needs the old one and two equal passwords', () => {
    const typed = { currentPassword: 'old', password, passwordConfirmation: password }
    expect(valuesOf(changePasswordForm, typed)).toEqual(typed)
    expect(valuesOf(changePasswordForm, { ...typed, passwordConfirmation: 'b' })).toEqual({
      passwordConfirmation: 'not-repeated',
    })
    expect(valuesOf(changePasswordForm, { ...typed, currentPassword: '' })).toEqual({
      currentPassword: 'missing',
    })
    const short = { ...typed, password: 'short', passwordConfirmation: 'short' }
    expect(valuesOf(changePasswordForm, short)).toEqual({ password: 'password-short' })
  })
})

describe('a profile', () => {
  it.each(['female', 'male', 'others'])('%s is a gender', (gender) => {
    expect(valuesOf(profileForm, { gender })).toEqual({ gender, name: '' })
  })

  it.each<FormInput>([{}, { gender: '' }, { gender: ' ' }])('%j is others', (typed) => {
    expect(valuesOf(profileForm, typed)).toEqual({ gender: 'others', name: '' })
  })

  it.each([
    ...['ರಾಜು ಗೌಡ', 'ರ‍್ಯಾಂಕ್ ಕೃಷ್ಣ', 'శ్రీ‌నివాస్ రావు', 'K. R. D’Souza', 'ಉ', 'Anne-Marie 2', ''],
    'ರ'.repeat(60),
  ])('the name %j is accepted', (name) => {
    expect(valuesOf(profileForm, { name })).toEqual({ gender: 'others', name })
  })

  it.each(['12345', 'a@b.in', '<b>x</b>', '...', 'x\u202ey', 'x\0y', '👍'])(
    'the name %j is rejected',
    (name) => {
      expect(valuesOf(profileForm, { name })).toEqual({ name: 'not-a-name' })
    },
  )

  it.each(['unknown', 'Female'])('the gender %s is rejected', (gender) => {
    expect(valuesOf(profileForm, { gender })).toEqual({ gender: 'not-an-option' })
  })
})

describe('the parsed form', () => {
  it('returns everything that was typed except passwords', () => {
    const typed = { email: 'x', password: 'p', currentPassword: 'c', passwordConfirmation: 'r' }
    expect(parseForm(changePasswordForm, typed).typed).toEqual({ email: 'x' })
    expect(parseForm(signInForm, account).typed).toEqual({ email: account.email })
  })

  it('has the first error of each field', () => {
    expect(valuesOf(registerForm, { email: '', password: '' })).toEqual({
      ageBand: 'missing',
      email: 'missing',
      password: 'missing',
    })
  })
})
