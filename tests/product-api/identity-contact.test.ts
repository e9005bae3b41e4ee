import { beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  codeIn,
  messagesTo,
  newEmail,
  newPhone,
  onPhone,
  password,
  registerMember,
  secondsAgo,
  signedInByPhone,
  simulateGateways,
  updateRows,
} from '../emulators/identity.ts'

beforeAll(simulateGateways)

const ask = (jwt: string, body: object) => call('POST', '/api/contact-change', { jwt, body })
const confirm = (jwt: string, code: string) =>
  call('POST', '/api/contact-change/confirm', { jwt, body: { code } })
const lastCodeTo = async (to: string) => codeIn((await messagesTo(to))[0]?.text ?? '')
const otherThan = (code: string) => (code === '111111' ? '222222' : '111111')

describe('changing the e-mail address', () => {
  it('counts once the code of the new address is typed; the old one is told', async () => {
    const { jwt, email } = await registerMember()
    await updateRows('UPDATE users SET confirmed = 1 WHERE email = ?', email)
    const next = newEmail()
    const asked = await ask(jwt, { email: ` ${next.toUpperCase()}`, password })
    expect([asked.status, asked.body]).toEqual([200, { ok: true, expiresInSeconds: 600 }])
    expect((await call('GET', '/api/users/me', { jwt })).body).toMatchObject({ email })
    const code = await lastCodeTo(next)
    expect((await confirm(jwt, otherThan(code))).status).toBe(400)
    const done = await confirm(jwt, code)
    expect([done.status, done.body]).toMatchObject([200, { email: next, confirmed: true }])
    expect((await messagesTo(email))[0]?.text).toContain('ಇ-ಮೇಲ್ ವಿಳಾಸ ಬದಲಾಗಿದೆ')
    expect((await messagesTo(email))[0]?.text).not.toContain(next)
    expect((await confirm(jwt, code)).status).toBe(400)
  })

  it.each([
    ['te', 'ఇ-మెయిల్ చిరునామా మారింది'],
    ['en', 'your e-mail address was changed'],
  ])('tells the owner in the owner’s language (%s), whoever has changed it', async (own, words) => {
    const [email, next] = [newEmail(), newEmail()]
    const registration = { body: { email, password }, headers: { 'x-locale': own } }
    await call('POST', '/api/auth/local/register', registration)
    await updateRows('UPDATE users SET confirmed = 1 WHERE email = ?', email)
    // Somebody who knows the password, on a device of their own, reading another language.
    const headers = { 'x-locale': 'kn', 'x-device-id': 'another-device-0123456789' }
    const signIn = { body: { identifier: email, password }, headers }
    const { jwt } = (await call('POST', '/api/auth/local', signIn)).body
    await call('POST', '/api/contact-change', { jwt, headers, body: { email: next, password } })
    const body = { code: await lastCodeTo(next) }
    await call('POST', '/api/contact-change/confirm', { jwt, headers, body })
    await expect.poll(async () => (await messagesTo(email))[0]?.subject).toContain(words)
    // The code went to the one who asked for it, in their language.
    expect((await messagesTo(next))[0]?.subject).toBe('ಅಭ್ಯಾಸ: ನಿಮ್ಮ ಕೋಡ್')
  })

  it('tells the owner in the language that they chose since, on their own device', async () => {
    const [email, next] = [newEmail(), newEmail()]
    const device = { 'x-device-id': 'own-device-0123456789012' }
    const { body: first } = await call('POST', '/api/auth/local/register', {
      ...{ body: { email, password }, headers: { ...device, 'x-locale': 'kn' } },
    })
    await updateRows('UPDATE users SET confirmed = 1 WHERE email = ?', email)
    const headers = { ...device, 'x-locale': 'te', 'x-known-users': String(first.user.id) }
    const signIn = { body: { identifier: email, password }, headers }
    const { jwt } = (await call('POST', '/api/auth/local', signIn)).body
    await call('POST', '/api/contact-change', { jwt, headers, body: { email: next, password } })
    const body = { code: await lastCodeTo(next) }
    await call('POST', '/api/contact-change/confirm', { jwt, body })
    await expect
      .poll(async () => (await messagesTo(email))[0]?.subject)
      .toContain('ఇ-మెయిల్ చిరునామా మారింది')
  })

  it('needs the password of an account that has one', async () => {
    const { jwt } = await registerMember()
    const next = newEmail()
    expect((await ask(jwt, { email: next })).status).toBe(400)
    expect((await ask(jwt, { email: next, password: 'not the right one' })).status).toBe(400)
    expect(await messagesTo(next)).toEqual([])
  })

  it('confirms the address that was given at registration', async () => {
    const { jwt, email } = await registerMember()
    await ask(jwt, { email, password })
    const done = await confirm(jwt, await lastCodeTo(email))
    expect(done.body).toMatchObject({ email, confirmed: true })
  })

  it('takes an address from an account that never confirmed it, from no other', async () => {
    const [squatter, owner] = [await registerMember(), await signedInByPhone()]
    await ask(owner.jwt, { email: squatter.email })
    const taken = await confirm(owner.jwt, await lastCodeTo(squatter.email))
    expect(taken.body).toMatchObject({ email: squatter.email })
    const left = await call('GET', '/api/users/me', { jwt: squatter.jwt })
    expect(left.body).toMatchObject({ email: null })
    const late = await signedInByPhone()
    await ask(late.jwt, { email: squatter.email })
    const refused = await confirm(late.jwt, await lastCodeTo(squatter.email))
    expect(refused.status).toBe(400)
  })

  it('signs the other devices out and makes old reset links useless', async () => {
    const { jwt, email } = await registerMember()
    const phone = await call('POST', '/api/auth/local', {
      body: { identifier: email, password },
      headers: onPhone,
    })
    const next = newEmail()
    await ask(jwt, { email: next, password })
    expect((await confirm(jwt, await lastCodeTo(next))).status).toBe(200)
    expect((await call('GET', '/api/users/me', { jwt: phone.body.jwt })).status).toBe(401)
    expect((await call('GET', '/api/users/me', { jwt })).status).toBe(200)
  })
})

describe('changing the phone', () => {
  it('counts once the code of the new number is typed, and signs in with it', async () => {
    const { jwt, user } = await signedInByPhone()
    const next = newPhone()
    await ask(jwt, { phone: next })
    const done = await confirm(jwt, await lastCodeTo(next))
    expect(done.body).toMatchObject({ id: user.id, phone: next })
    expect((await signedInByPhone(next)).user.id).toBe(user.id)
  })

  it('is refused for the number of another account, whose owner is not named', async () => {
    const [{ jwt }, phone] = [await signedInByPhone(), newPhone()]
    await signedInByPhone(phone)
    expect((await ask(jwt, { phone })).status).toBe(200)
    const refused = await confirm(jwt, await lastCodeTo(phone))
    expect([refused.status, refused.body.error.message]).toEqual([
      ...[400, 'Email or Username are already taken'],
    ])
  })
})

describe('a code for a new contact', () => {
  it('may be tried five times, within ten minutes, by the account that asked', async () => {
    const [{ jwt }, other] = [await signedInByPhone(), await signedInByPhone()]
    const next = newEmail()
    await ask(jwt, { email: next })
    const code = await lastCodeTo(next)
    expect((await confirm(other.jwt, code)).status).toBe(400)
    for (let tries = 0; tries < 5; tries += 1) await confirm(jwt, otherThan(code))
    expect((await confirm(jwt, code)).status).toBe(400)
    await ask(jwt, { email: next })
    await updateRows('UPDATE contact_changes SET expires_at = ?', secondsAgo(1))
    expect((await confirm(jwt, await lastCodeTo(next))).status).toBe(400)
  })

  it('is sent five times an hour at most, and only to members', async () => {
    const { jwt } = await signedInByPhone()
    const statuses: number[] = []
    for (let number = 0; number < 6; number += 1)
      statuses.push((await ask(jwt, { email: newEmail() })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const body = { email: newEmail() }
    expect((await call('POST', '/api/contact-change', { body })).status).toBe(403)
  })

  it.each([{}, { email: 'x' }, { phone: '12' }, { email: 'a@b.in', phone: '9845012345' }])(
    'is not sent to %j',
    async (body) => {
      const { jwt } = await signedInByPhone()
      expect((await ask(jwt, body)).status).toBe(400)
    },
  )
})

describe('changing the name', () => {
  it('is done by PUT /api/update-profile, unless another account has it', async () => {
    const [one, other] = [await signedInByPhone(), await signedInByPhone()]
    const username = `ರವಿ-${other.user.id}`
    const put = (jwt: string, name: string) =>
      call('PUT', '/api/update-profile', { jwt, body: { gender: 'male', username: name } })
    expect((await put(one.jwt, username)).body).toMatchObject({ username, gender: 'male' })
    const refused = await put(other.jwt, username.toUpperCase())
    expect([refused.status, refused.body.error.message]).toEqual([
      ...[400, 'Email or Username are already taken'],
    ])
    expect((await put(other.jwt, 'a@b.in')).status).toBe(400)
  })
})
