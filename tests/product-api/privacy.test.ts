import { beforeAll, describe, expect, it } from 'vitest'
import { runStatements } from '../../product-api/database.ts'
import { selectLetterAddresses } from '../../product-api/identity/operator-actions.ts'
import {
  call,
  messagesTo,
  newEmail,
  newPhone,
  password,
  registerMember,
  secondsAgo,
  signedInByPhone,
  simulateGateways,
  updateRows,
} from '../emulators/identity.ts'
import { database } from '../support/product-api.ts'

beforeAll(simulateGateways)

const put = (jwt: string, body: object) => call('PUT', '/api/privacy', { jwt, body })
const privacyOf = async (jwt: string) =>
  (await call('GET', '/api/privacy', { jwt })).body.data as unknown as Record<string, unknown>
const askParent = (jwt: string, body: object) => call('POST', '/api/privacy/parent', { jwt, body })
const confirm = (jwt: string, code: string) =>
  call('POST', '/api/privacy/parent/confirm', { jwt, body: { code } })
/** A name in the message may have digits, too. */
const lastCodeTo = async (to: string) =>
  /: (\d{6})/.exec((await messagesTo(to))[0]?.text ?? '')?.[1] ?? ''
const letterAddresses = async () =>
  (await runStatements(database(), [selectLetterAddresses()]))[0]!.map(({ email }) => email)

describe('the age of a member', () => {
  it('is not known until it is answered, and then in every answer about the user', async () => {
    const { jwt } = await signedInByPhone()
    expect((await call('GET', '/api/users/me', { jwt })).body).toMatchObject({ ageBand: null })
    expect((await put(jwt, { ageBand: 'adult' })).body.data).toMatchObject({ ageBand: 'adult' })
    expect((await call('GET', '/api/users/me', { jwt })).body).toMatchObject({ ageBand: 'adult' })
  })

  it('may be given with the registration', async () => {
    const email = newEmail()
    const { body } = await call('POST', '/api/auth/local/register', {
      body: { email, password, ageBand: 'minor' },
    })
    expect(body.user).toMatchObject({ ageBand: 'minor' })
  })

  it('is asked once: who said to be under 18 does not become an adult by asking', async () => {
    const { jwt } = await signedInByPhone()
    await put(jwt, { ageBand: 'minor' })
    expect((await put(jwt, { ageBand: 'adult' })).status).toBe(400)
    expect(await privacyOf(jwt)).toMatchObject({ ageBand: 'minor' })
    const adult = await signedInByPhone()
    await put(adult.jwt, { ageBand: 'adult' })
    expect((await put(adult.jwt, { ageBand: 'minor' })).status).toBe(200)
  })

  it.each([{ ageBand: '17' }, { ageBand: null }, { reminders: 'yes' }, { nominee: 7 }, { x: 1 }])(
    'is not %j',
    async (body) => {
      const { jwt } = await signedInByPhone()
      expect((await put(jwt, body)).status).toBe(400)
    },
  )
})

describe('consent to letters', () => {
  it('is withdrawn as it was given, and both times are kept as its proof', async () => {
    const { jwt } = await signedInByPhone()
    await put(jwt, { ageBand: 'adult' })
    expect(await privacyOf(jwt)).toMatchObject({ reminders: { isGiven: false, givenAt: null } })
    await put(jwt, { reminders: true })
    const given = (await privacyOf(jwt)).reminders as { givenAt: string }
    expect(given).toMatchObject({ isGiven: true, withdrawnAt: null })
    await put(jwt, { reminders: true })
    expect((await privacyOf(jwt)).reminders).toEqual(given)
    await put(jwt, { reminders: false })
    expect((await privacyOf(jwt)).reminders).toMatchObject({
      ...{ isGiven: false, givenAt: given.givenAt },
      withdrawnAt: expect.stringMatching(/^20/) as string,
    })
  })

  it('decides who is in the operator’s list of addresses', async () => {
    const { jwt, email } = await registerMember()
    await put(jwt, { ageBand: 'adult', reminders: true })
    expect(await letterAddresses()).not.toContain(email)
    await updateRows('UPDATE users SET confirmed = 1 WHERE email = ?', email)
    expect(await letterAddresses()).toContain(email)
    await put(jwt, { reminders: false })
    expect(await letterAddresses()).not.toContain(email)
  })

  it('is not possible under 18 before a parent has consented, nor without an age', async () => {
    const { jwt, email } = await registerMember()
    await updateRows('UPDATE users SET confirmed = 1 WHERE email = ?', email)
    expect((await put(jwt, { reminders: true })).status).toBe(400)
    await put(jwt, { ageBand: 'adult', reminders: true })
    await put(jwt, { ageBand: 'minor' })
    expect(await letterAddresses()).not.toContain(email)
    expect((await put(jwt, { reminders: true })).status).toBe(400)
    const parent = newEmail()
    await askParent(jwt, { email: parent })
    expect((await confirm(jwt, await lastCodeTo(parent))).status).toBe(200)
    expect((await put(jwt, { reminders: true })).body.data).toMatchObject({
      ...{ parent: { contact: parent }, reminders: { isAllowed: true, isGiven: true } },
    })
    expect(await letterAddresses()).toContain(email)
  })
})

describe('the consent of a parent', () => {
  const minor = async () => {
    const member = await signedInByPhone()
    await put(member.jwt, { ageBand: 'minor' })
    return member
  }

  it('is asked for by SMS or letter, which says for what and how to refuse', async () => {
    const { jwt } = await minor()
    const [phone, email] = [newPhone(), newEmail()]
    expect((await askParent(jwt, { phone })).status).toBe(200)
    expect((await messagesTo(phone))[0]?.text).toMatch(/ಪೋಷಕ.*\d{6}/s)
    expect((await askParent(jwt, { email })).status).toBe(200)
    expect((await messagesTo(email))[0]?.text).toMatch(/\d{6}[^]*ಜಾಹೀರಾತಾಗಲಿ/)
  })

  it('is not given by one’s own contact, nor asked for of an adult', async () => {
    const { jwt, user } = await minor()
    const { phone } = user as unknown as { phone: string }
    expect((await askParent(jwt, { phone })).status).toBe(400)
    const adult = await signedInByPhone()
    await put(adult.jwt, { ageBand: 'adult' })
    expect((await askParent(adult.jwt, { email: newEmail() })).status).toBe(400)
  })

  it('takes five tries at its code, within a day', async () => {
    const { jwt } = await minor()
    const email = newEmail()
    await askParent(jwt, { email })
    const code = await lastCodeTo(email)
    const wrong = code === '111111' ? '222222' : '111111'
    for (let tries = 0; tries < 5; tries += 1) expect((await confirm(jwt, wrong)).status).toBe(400)
    expect((await confirm(jwt, code)).status).toBe(400)
    await askParent(jwt, { email })
    await updateRows('UPDATE parent_codes SET expires_at = ?', secondsAgo(1))
    expect((await confirm(jwt, await lastCodeTo(email))).status).toBe(400)
    expect(await privacyOf(jwt)).toMatchObject({ parent: null })
  })
})

describe('a nominee', () => {
  it('is named, changed and removed by the member', async () => {
    const { jwt } = await signedInByPhone()
    await put(jwt, { nominee: ' ಅಮ್ಮ, 98450 12345 ' })
    expect(await privacyOf(jwt)).toMatchObject({ nominee: 'ಅಮ್ಮ, 98450 12345' })
    await put(jwt, { nominee: '' })
    expect(await privacyOf(jwt)).toMatchObject({ nominee: null })
    expect((await put(jwt, { nominee: 'x'.repeat(201) })).status).toBe(400)
  })
})
