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
  registerMember,
  secondsAgo,
} from '../emulators/identity.ts'
import { database } from '../support/product-api.ts'

beforeAll(simulateGateways)

type TryOnce = (number: number, address?: string) => ReturnType<typeof call>

const signIn = (identifier: string, secret = 'a wrong password', address?: string) =>
  call('POST', '/api/auth/local', {
    body: { identifier, password: secret },
    ...(address !== undefined && { address }),
  })

/** How many of `maxTries` consecutive tries are answered before a 429. */
async function acceptedTries(maxTries: number, attempt: TryOnce, address?: string) {
  for (let number = 1; number <= maxTries; number += 1)
    if ((await attempt(number, address)).status === 429) return number - 1
  return maxTries
}

/** Sets every counter, as if so many requests had been counted. */
const setCounters = (count: number) => updateRows('UPDATE rate_limits SET count = ?', count)
const deleteCounters = () => updateRows('DELETE FROM rate_limits')

describe('rate limits of an account', () => {
  it('refuse the right password too, after ten wrong ones from any address', async () => {
    const { email } = await registerMember()
    await signIn(email)
    await setCounters(9)
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

  it('are the same for an account that does not exist', async () => {
    await signIn('nobody@example.in')
    await setCounters(9)
    expect((await signIn('nobody@example.in')).status).toBe(400)
    expect((await signIn('nobody@example.in')).status).toBe(429)
  })

  it('start again after the right password', async () => {
    const { email } = await registerMember()
    await deleteCounters()
    await signIn(email)
    await setCounters(9)
    expect((await signIn(email.toUpperCase(), password)).status).toBe(200)
    const { headers } = await signIn(email)
    expect(headers.get('x-ratelimit-remaining')).toBe('9')
  })

  it('allow ten codes an hour to be sent', async () => {
    const phone = newPhone()
    const ask = () => call('POST', '/api/auth/local/registerPhone', { body: { phone } })
    await deleteCounters()
    await ask()
    await setCounters(10)
    await updateRows('UPDATE phone_codes SET sent_at = ?', secondsAgo(31))
    expect((await ask()).status).toBe(429)
    const again = await call('POST', '/api/auth/local/resend-otp', { body: { phone } })
    expect(again.status).toBe(429)
    expect(await messagesTo(phone)).toHaveLength(1)
  })

  it('allow twenty codes an hour to be tried, however many were sent', async () => {
    const phone = newPhone()
    await deleteCounters()
    await codeFor(phone)
    const attempt: TryOnce = () =>
      call('POST', '/api/auth/local/verifyOtp', { body: { phone, otp: '123456' } })
    expect(await acceptedTries(25, attempt)).toBe(20)
  })

  it('allow five reset mails an hour to one mailbox', async () => {
    const body = { email: newEmail() }
    const attempt: TryOnce = () => call('POST', '/api/auth/forgot-password', { body })
    expect(await acceptedTries(8, attempt)).toBe(5)
  })

  it('allow ten tries of the own password in a session', async () => {
    const { jwt } = await registerMember()
    await deleteCounters()
    const attempt: TryOnce = () =>
      call('DELETE', '/api/users/me', { jwt, body: { password: 'a wrong password' } })
    await attempt(1)
    await setCounters(10)
    expect((await attempt(2)).status).toBe(429)
  })
})

describe('rate limits of an address', () => {
  it.each<[string, number, TryOnce]>([
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
  ])('%s: allow %i requests for all accounts together', async (_, most, attempt) => {
    const address = anyAddress()
    await deleteCounters()
    await attempt(1, address)
    await updateRows('UPDATE rate_limits SET count = ? WHERE count = 1', most - 1)
    expect((await attempt(2, address)).status).not.toBe(429)
    expect((await attempt(3, address)).status).toBe(429)
    expect((await attempt(4, anyAddress())).status).not.toBe(429)
  })

  it('count an IPv6 network as one address, and all unknown addresses as one', async () => {
    const count = async (...addresses: string[]) => {
      await deleteCounters()
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

  it('count twenty simultaneous requests as twenty', async () => {
    await deleteCounters()
    const address = anyAddress()
    await Promise.all(
      Array.from({ length: 20 }, () => call('GET', '/api/guest/token', { address })),
    )
    expect(await database().prepare('SELECT count FROM rate_limits').first()).toEqual({ count: 20 })
  })

  it('store neither addresses nor identifiers', async () => {
    await deleteCounters()
    await signIn('secret.person@example.in', 'a wrong password', '49.207.9.9')
    const { results } = await database().prepare('SELECT * FROM rate_limits').all()
    expect(results).toHaveLength(2)
    expect(JSON.stringify(results)).not.toMatch(/secret|49\.207/)
  })
})

it('deletes expired rows on one request in a hundred', async () => {
  const { user, jwt } = await registerMember()
  const [longAgo, justNow] = [secondsAgo(40 * 86_400), secondsAgo(1)]
  await deleteCounters()
  await updateRows('DELETE FROM phone_codes')
  await codeFor(newPhone())
  await updateRows('UPDATE rate_limits SET resets_at = ?', justNow)
  await updateRows('UPDATE phone_codes SET expires_at = ?', justNow)
  await updateRows(`INSERT INTO reset_codes VALUES ('h', ?, ?)`, user.id, justNow)
  await updateRows(
    `INSERT INTO sessions VALUES ('old', ?, 'phone', '', ?, ?, ?, 'signed-out')`,
    ...[user.id, longAgo, longAgo, longAgo],
  )
  const remainingRows = async () =>
    database()
      .prepare(
        `SELECT (SELECT count(*) FROM rate_limits WHERE resets_at = ?1) AS limits,
                (SELECT count(*) FROM phone_codes) AS phoneCodes,
                (SELECT count(*) FROM reset_codes) AS resetCodes,
                (SELECT count(*) FROM sessions WHERE id = 'old') AS sessions`,
      )
      .bind(justNow)
      .first()
  expect(await remainingRows()).toEqual({ limits: 2, phoneCodes: 1, resetCodes: 1, sessions: 1 })
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0)
  await call('GET', '/api/guest/token')
  chance.mockRestore()
  await vi.waitFor(async () =>
    expect(await remainingRows()).toEqual({ limits: 0, phoneCodes: 0, resetCodes: 0, sessions: 0 }),
  )
  expect((await call('GET', '/api/users/me', { jwt })).status).toBe(200)
})
