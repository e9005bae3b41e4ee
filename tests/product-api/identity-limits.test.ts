import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  anyAddress,
  call,
  updateRows,
  codeFor,
  messagesTo,
  newEmail,
  newPhone,
  simulateGateways,
  password,
  registered,
  secondsAgo,
} from '../emulators/identity.ts'
import { database } from '../support/product-api.ts'

beforeAll(simulateGateways)

type Try = (number: number, address?: string) => ReturnType<typeof call>

const signIn = (identifier: string, secret = 'a wrong password', address?: string) =>
  call('POST', '/api/auth/local', {
    body: { identifier, password: secret },
    ...(address !== undefined && { address }),
  })

/** Of so many tries, one after the other, how many are let through before 429. */
async function letThrough(most: number, attempt: Try, address?: string) {
  for (let number = 1; number <= most; number += 1)
    if ((await attempt(number, address)).status === 429) return number - 1
  return most
}

/** Makes a counter as full as after so many attempts. */
const fill = (count: number) => updateRows('UPDATE rate_limits SET count = ?', count)
const forget = () => updateRows('DELETE FROM rate_limits')

describe('limits of an account', () => {
  it('ten wrong passwords in ten minutes, from wherever; then not even the right one', async () => {
    const { email } = await registered()
    await signIn(email)
    await fill(9)
    expect((await signIn(email)).status).toBe(400)
    const { status, body, headers } = await signIn(email, password)
    expect(status).toBe(429)
    expect(body).toMatchObject({
      data: null,
      error: {
        ...{ status: 429, name: 'RateLimitError' },
        message: 'Too many requests, please try again later.',
      },
    })
    expect(headers.get('x-ratelimit-limit')).toBe('10')
    expect(headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(headers.get('x-ratelimit-reset')) * 1000).toBeGreaterThan(Date.now() + 500_000)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(500)
    await updateRows('UPDATE rate_limits SET resets_at = ?', secondsAgo(1))
    expect((await signIn(email, password)).status).toBe(200)
  })

  it('the same for an account that nobody has', async () => {
    await signIn('nobody@example.in')
    await fill(9)
    expect((await signIn('nobody@example.in')).status).toBe(400)
    expect((await signIn('nobody@example.in')).status).toBe(429)
  })

  it('the right password clears the count', async () => {
    const { email } = await registered()
    await forget()
    await signIn(email)
    await fill(9)
    expect((await signIn(email.toUpperCase(), password)).status).toBe(200)
    const { headers } = await signIn(email)
    expect(headers.get('x-ratelimit-remaining')).toBe('9')
  })

  it('one code more than ten in an hour is not sent', async () => {
    const phone = newPhone()
    const ask = () => call('POST', '/api/auth/local/registerPhone', { body: { phone } })
    await forget()
    await ask()
    await fill(10)
    await updateRows('UPDATE phone_codes SET sent_at = ?', secondsAgo(31))
    expect((await ask()).status).toBe(429)
    const again = await call('POST', '/api/auth/local/resend-otp', { body: { phone } })
    expect(again.status).toBe(429)
    expect(await messagesTo(phone)).toHaveLength(1)
  })

  it('twenty codes tried in an hour are enough, however many were sent', async () => {
    const phone = newPhone()
    await forget()
    await codeFor(phone)
    const attempt: Try = () =>
      call('POST', '/api/auth/local/verifyOtp', { body: { phone, otp: '123456' } })
    expect(await letThrough(25, attempt)).toBe(20)
  })

  it('five letters an hour to one mailbox', async () => {
    const body = { email: newEmail() }
    const attempt: Try = () => call('POST', '/api/auth/forgot-password', { body })
    expect(await letThrough(8, attempt)).toBe(5)
  })

  it('ten tries of an own password from a stolen session', async () => {
    const { jwt } = await registered()
    await forget()
    const attempt: Try = () =>
      call('DELETE', '/api/users/me', { jwt, body: { password: 'a wrong password' } })
    await attempt(1)
    await fill(10)
    expect((await attempt(2)).status).toBe(429)
  })
})

describe('limits of an address', () => {
  it.each<[string, number, Try]>([
    ['sign-ins', 100, (n, address) => signIn(`nobody${n}@example.in`, 'a wrong password', address)],
    [
      'registrations',
      50,
      (_, address) =>
        call('POST', '/api/auth/local/register', {
          body: { email: newEmail(), password },
          address: address!,
        }),
    ],
    [
      'codes',
      100,
      (_, address) =>
        call('POST', '/api/auth/local/registerPhone', {
          body: { phone: newPhone() },
          address: address!,
        }),
    ],
    [
      'tried codes',
      200,
      (_, address) =>
        call('POST', '/api/auth/local/verifyOtp', {
          body: { phone: newPhone(), otp: '123456' },
          address: address!,
        }),
    ],
    [
      'resets',
      30,
      (n, address) =>
        call('POST', '/api/auth/reset-password', {
          body: { code: `code${n}`, password, passwordConfirmation: password },
          address: address!,
        }),
    ],
    [
      'Google tokens',
      100,
      (_, address) => call('GET', '/api/auth/google/callback?id_token=x', { address: address! }),
    ],
    ['guests', 1000, (_, address) => call('GET', '/api/guest/token', { address: address! })],
  ])('%s: %i in its time, for all its accounts together', async (_, most, attempt) => {
    const address = anyAddress()
    await forget()
    await attempt(1, address)
    await updateRows('UPDATE rate_limits SET count = ? WHERE count = 1', most - 1)
    expect((await attempt(2, address)).status).not.toBe(429)
    expect((await attempt(3, address)).status).toBe(429)
    expect((await attempt(4, anyAddress())).status).not.toBe(429)
  })

  it('counts the whole network of an IPv6 caller as one, and whoever has no address as one', async () => {
    const count = async (...addresses: string[]) => {
      await forget()
      for (const address of addresses) await call('GET', '/api/guest/token', { address })
      const { results } = await database().prepare('SELECT key FROM rate_limits').all()
      return results.length
    }
    expect(await count('2409:4071:0:1::1', '2409:4071:0:1:aaaa:bbbb:cccc:dddd')).toBe(1)
    expect(await count('2409:4071::1', '2409:4071:0:0:5::')).toBe(1)
    expect(await count('2409:4071:0:1::1', '2409:4071:0:2::1')).toBe(2)
    expect(await count('49.207.1.2', '::ffff:49.207.1.2')).toBe(1)
    expect(await count('49.207.1.2', '49.207.1.3')).toBe(2)
    expect(await count('', 'forged, header', '<script>')).toBe(1)
  })

  it('twenty at once are counted as twenty', async () => {
    await forget()
    const address = anyAddress()
    await Promise.all(
      Array.from({ length: 20 }, () => call('GET', '/api/guest/token', { address })),
    )
    expect(await database().prepare('SELECT count FROM rate_limits').first()).toEqual({ count: 20 })
  })

  it('keeps neither addresses nor identifiers', async () => {
    await forget()
    await signIn('secret.person@example.in', 'a wrong password', '49.207.9.9')
    const { results } = await database().prepare('SELECT * FROM rate_limits').all()
    expect(results).toHaveLength(2)
    expect(JSON.stringify(results)).not.toMatch(/secret|49\.207/)
  })
})

it('what is over is swept away now and then', async () => {
  const { user, jwt } = await registered()
  const [longAgo, justNow] = [secondsAgo(40 * 86_400), secondsAgo(1)]
  await forget()
  await updateRows('DELETE FROM phone_codes')
  await codeFor(newPhone())
  await updateRows('UPDATE rate_limits SET resets_at = ?', justNow)
  await updateRows('UPDATE phone_codes SET expires_at = ?', justNow)
  await updateRows(`INSERT INTO reset_codes VALUES ('h', ?, ?)`, user.id, justNow)
  await updateRows(
    `INSERT INTO sessions VALUES ('old', ?, 'phone', '', ?, ?, ?, 'signed-out')`,
    ...[user.id, longAgo, longAgo, longAgo],
  )
  const leftovers = async () =>
    database()
      .prepare(
        `SELECT (SELECT count(*) FROM rate_limits WHERE resets_at = ?1) AS limits,
                (SELECT count(*) FROM phone_codes) AS phoneCodes,
                (SELECT count(*) FROM reset_codes) AS resetCodes,
                (SELECT count(*) FROM sessions WHERE id = 'old') AS sessions`,
      )
      .bind(justNow)
      .first()
  expect(await leftovers()).toEqual({ limits: 2, phoneCodes: 1, resetCodes: 1, sessions: 1 })
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0)
  await call('GET', '/api/guest/token')
  chance.mockRestore()
  await vi.waitFor(async () =>
    expect(await leftovers()).toEqual({ limits: 0, phoneCodes: 0, resetCodes: 0, sessions: 0 }),
  )
  expect((await call('GET', '/api/users/me', { jwt })).status).toBe(200)
})
