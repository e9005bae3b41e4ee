import { beforeAll, describe, expect, it } from 'vitest'
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
  signedInByPhone,
} from '../emulators/identity.ts'
import { forgetRecentHashes } from '../../product-api/identity/passwords.ts'
import { addToCounters } from '../../product-api/limits/counters.ts'
import { database, requestProductApi } from '../support/product-api.ts'

beforeAll(simulateGateways)

async function memberByPhone() {
  const phone = newPhone()
  return { ...(await signedInByPhone(phone)), phone }
}

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
const setCounters = (count: number) => updateRows('UPDATE limit_counters SET count = ?', count)
const deleteCounters = () => updateRows('DELETE FROM limit_counters')

describe('rate limits of an account', () => {
  it('refuse the right password too, after ten wrong ones from the same address', async () => {
    const { email } = await registerMember()
    const address = anyAddress()
    await signIn(email, 'a wrong password', address)
    await setCounters(9)
    expect((await signIn(email, 'a wrong password', address)).status).toBe(400)
    const { status, body, headers } = await signIn(email, password, address)
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
    await updateRows('UPDATE limit_counters SET resets_at = ?', secondsAgo(1))
    expect((await signIn(email, password, address)).status).toBe(200)
  })

  it('leave the owner a way in from elsewhere, after a stranger’s wrong passwords', async () => {
    const { email } = await registerMember()
    const stranger = anyAddress()
    const tries = await acceptedTries(30, () => signIn(email, 'a wrong password', stranger))
    // Of a network, which is less than the limit of an account.
    expect(tries).toBe(8)
    expect((await signIn(email, password)).status).toBe(200)
  }, 30_000)

  it('leave a known device a way in, after wrong passwords from a hundred addresses', async () => {
    const { email, user } = await registerMember()
    await signIn(email)
    await setCounters(100)
    expect((await signIn(email, password)).status).toBe(429)
    const device = { 'x-device-id': 'device-of-the-owner-1', 'x-known-users': `888888,${user.id}` }
    const body = { identifier: email, password }
    const known = await call('POST', '/api/auth/local', { body, headers: device })
    expect(known.status).toBe(200)
    // A device where somebody else signed in before is a stranger's.
    await signIn(email)
    await setCounters(100)
    const other = { 'x-device-id': 'device-of-the-other-1', 'x-known-users': '888888,999999' }
    expect((await call('POST', '/api/auth/local', { body, headers: other })).status).toBe(429)
  })

  it('count wrong passwords on a known device, too', async () => {
    const { email, user } = await registerMember()
    const headers = { 'x-device-id': 'device-of-a-thief-111', 'x-known-users': String(user.id) }
    const body = { identifier: email, password: 'a wrong password' }
    const tries = await acceptedTries(30, () => call('POST', '/api/auth/local', { body, headers }))
    expect(tries).toBe(20)
  }, 20_000)

  it('are the same for an account that does not exist', async () => {
    const address = anyAddress()
    const attempt = () => signIn('nobody@example.in', 'a wrong password', address)
    await attempt()
    await setCounters(9)
    expect((await attempt()).status).toBe(400)
    expect((await attempt()).status).toBe(429)
  })

  it('start again after the right password', async () => {
    const { email } = await registerMember()
    await deleteCounters()
    const address = anyAddress()
    await signIn(email, 'a wrong password', address)
    await setCounters(9)
    expect((await signIn(email.toUpperCase(), password, address)).status).toBe(200)
    const { headers } = await signIn(email, 'a wrong password', address)
    expect(headers.get('x-ratelimit-remaining')).toBe('9')
  })

  it('allow five codes an hour to be sent to a phone, from whatever browsers', async () => {
    const phone = newPhone()
    await deleteCounters()
    const ask: TryOnce = (number) =>
      call('POST', '/api/auth/local/registerPhone', {
        body: { phone },
        headers: { 'x-device-id': `browser-of-a-stranger-${number}` },
      })
    expect(await acceptedTries(9, ask)).toBe(5)
    expect(await messagesTo(phone)).toHaveLength(5)
    const again = await call('POST', '/api/auth/local/resend-otp', { body: { phone } })
    expect(again.status).toBe(429)
  })

  it('leave a known device its codes, after a stranger asked for all of them', async () => {
    const { user, phone } = await memberByPhone()
    await deleteCounters()
    const ask = (headers: Record<string, string>) =>
      call('POST', '/api/auth/local/registerPhone', { body: { phone }, headers })
    for (let number = 0; number < 6; number += 1)
      await ask({ 'x-device-id': `browser-of-a-stranger-${number}` })
    expect((await ask({ 'x-device-id': 'browser-of-a-stranger-9' })).status).toBe(429)
    const own = { 'x-device-id': 'browser-of-the-owner', 'x-known-users': String(user.id) }
    expect((await ask(own)).status).toBe(200)
  })

  it('allow twenty codes an hour to be tried in a browser, however many were sent', async () => {
    const phone = newPhone()
    const address = anyAddress()
    await deleteCounters()
    await codeFor(phone)
    const attempt: TryOnce = () =>
      call('POST', '/api/auth/local/verifyOtp', { body: { phone, otp: '123456' }, address })
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
      30,
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
  ])('%s: allow %i requests for all accounts together', async (_, most, attempt) => {
    const address = anyAddress()
    await deleteCounters()
    await attempt(1, address)
    await updateRows('UPDATE limit_counters SET count = ? WHERE count = 1', most - 1)
    expect((await attempt(2, address)).status).not.toBe(429)
    expect((await attempt(3, address)).status).toBe(429)
    expect((await attempt(4, anyAddress())).status).not.toBe(429)
  })

  it('count an IPv6 /64 as one address, and all unknown addresses as one', async () => {
    const count = async (...addresses: string[]) => {
      await deleteCounters()
      for (const address of addresses)
        await call('POST', '/api/auth/reset-password', {
          body: { code: 'code', password, passwordConfirmation: password },
          address,
        })
      const { results } = await database().prepare('SELECT tag FROM limit_counters').all()
      return results.length - 1 // The counter of the code.
    }
    expect(await count('2409:4071:0:1::1', '2409:4071:0:1:aaaa:bbbb:cccc:dddd')).toBe(1)
    expect(await count('2409:4071::1', '2409:4071:0:0:5::')).toBe(1)
    expect(await count('2409:4071:0000:0001::1', '2409:4071:0:1::9')).toBe(1)
    expect(await count('2409:4071:0:1::1', '2409:4071:0:2::1')).toBe(2)
    expect(await count('49.207.1.2', '::ffff:49.207.1.2')).toBe(1)
    expect(await count('49.207.1.2', '49.207.1.3')).toBe(2)
    expect(await count('', 'forged, header', '<script>')).toBe(1)
  })

  it.each([
    ['an IPv6 /48', (n: number) => `2409:4071:77:${n.toString(16)}::1`],
    ['an IPv4 /24', (n: number) => `49.207.77.${n}`],
  ])('send at most 60 SMS in half an hour to %s, whatever the phones', async (_, addressOf) => {
    await deleteCounters()
    let sent = 0
    for (let number = 1; number <= 70; number += 1) {
      const phone = newPhone()
      await call('POST', '/api/auth/local/registerPhone', {
        body: { phone },
        address: addressOf(number),
      })
      sent += (await messagesTo(phone)).length
    }
    expect(sent).toBe(60)
  })

  it('send at most 5,000 SMS a day to everybody together', async () => {
    await deleteCounters()
    const ask = () => call('POST', '/api/auth/local/registerPhone', { body: { phone: newPhone() } })
    expect((await ask()).status).toBe(200)
    await setCounters(5000)
    const { status, headers } = await ask()
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3600)
  })

  it('count twenty simultaneous requests as twenty', async () => {
    await deleteCounters()
    const address = anyAddress()
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        call('POST', '/api/auth/reset-password', {
          body: { code: `code${n}`, password, passwordConfirmation: password },
          address,
        }),
      ),
    )
    const { results } = await database()
      .prepare('SELECT count FROM limit_counters ORDER BY count DESC LIMIT 2')
      .all()
    expect(results).toEqual([{ count: 20 }, { count: 1 }])
  })

  it('allow 240 guests in an hour, of which the first seven are not even counted', async () => {
    await deleteCounters()
    const address = anyAddress()
    const ask = (from: string) => call('GET', '/api/guest/token', { address: from })
    let made = 0
    for (let n = 1; n <= 7; n += 1) made += (await ask(address)).status === 200 ? 1 : 0
    const { results } = await database().prepare('SELECT count FROM limit_counters').all()
    // Only together with everybody's.
    expect([made, results]).toEqual([7, [{ count: 8 }]])
    for (let n = 8; n <= 260; n += 1) made += (await ask(address)).status === 200 ? 1 : 0
    expect(made).toBeGreaterThanOrEqual(230)
    expect(made).toBeLessThanOrEqual(247)
    expect((await ask(address)).status).toBe(429)
    expect((await ask(anyAddress())).status).toBe(200)
  })

  it('store neither addresses nor identifiers', async () => {
    await deleteCounters()
    await signIn('secret.person@example.in', 'a wrong password', '49.207.9.9')
    const { results } = await database().prepare('SELECT * FROM limit_counters').all()
    expect(results).toHaveLength(4)
    expect(JSON.stringify(results)).not.toMatch(/secret|49\.207/)
  })
})

describe('counters', () => {
  it('never take more than 16,384 rows, and keep a flood counted among many visitors', async () => {
    await deleteCounters()
    const db = database()
    const now = new Date()
    const limit = { max: 100, seconds: 600 }
    const add = (name: string) =>
      addToCounters(db, 'a secret', [{ limit, name }], 1, now).then(([count]) => count?.remaining)
    for (let number = 0; number < 90; number += 1) await add('flood')
    await updateRows(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 16383)
       INSERT OR IGNORE INTO limit_counters SELECT i, 'of a visitor', 1, ? FROM n`,
      new Date(now.getTime() + 600_000).toISOString(),
    )
    for (let number = 0; number < 50; number += 1) expect(await add(`visitor ${number}`)).toBe(99)
    for (let number = 0; number < 10; number += 1) await add('flood')
    expect(await add('flood')).toBe(-1)
    const rows = await db.prepare('SELECT count(*) AS n FROM limit_counters').first()
    expect(rows).toEqual({ n: 16_384 })
  })

  it('of a limit that is used up cost the database nothing for five seconds', async () => {
    await deleteCounters()
    const limit = { max: 1, seconds: 600 }
    const now = new Date()
    const counters = [{ limit, name: 'flood of one' }]
    for (let number = 0; number < 500; number += 1)
      await addToCounters(database(), 'a secret', counters, 1, now)
    const row = await database().prepare('SELECT sum(count) AS n FROM limit_counters').first()
    expect(row).toEqual({ n: 2 })
  })
})

describe('hashing passwords', () => {
  it('gets 503 and Retry-After under a flood, and known devices still sign in', async () => {
    const { email, user } = await registerMember()
    forgetRecentHashes()
    const flood = await Promise.all(
      Array.from({ length: 60 }, () =>
        requestProductApi('/api/auth/local', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-client-address': anyAddress() },
          body: JSON.stringify({ identifier: 'nobody@example.in', password: 'a wrong password' }),
        }),
      ),
    )
    const refused = flood.filter(({ status }) => status === 503)
    // On a busy machine requests arrive more slowly, and more of them find a place.
    expect(refused.length).toBeGreaterThanOrEqual(10)
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
    const known = await requestProductApi('/api/auth/local', {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'x-client-address': anyAddress() },
        ...{ 'x-device-id': 'device-of-the-owner-1', 'x-known-users': String(user.id) },
      },
      body: JSON.stringify({ identifier: email, password }),
    })
    expect(known.status).toBe(200)
  }, 20_000)
})
