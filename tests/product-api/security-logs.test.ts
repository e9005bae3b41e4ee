import { beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  newMember,
  password,
  newEmail,
  requestPhoneCode,
  resetLimits,
  send,
  startEmulatedProductApi,
} from '../support/emulated-product-api.ts'
import { database } from '../support/product-api.ts'

beforeAll(startEmulatedProductApi)

const eventsOf = async (userId: number) => {
  const { results } = await database()
    .prepare('SELECT kind, count FROM auth_events WHERE user_id = ? ORDER BY last_at, kind')
    .bind(userId)
    .all<{ kind: string; count: number }>()
  return Object.fromEntries(results.map(({ kind, count }) => [kind, count]))
}

describe('the log of an account', () => {
  it('says how somebody registered, signed in, failed and changed the account', async () => {
    const email = newEmail()
    const { user, jwt } = await call('POST', '/api/auth/local/register', {
      body: { email, password },
    })
    const signIn = (secret: string) =>
      call('POST', '/api/auth/local', { body: { identifier: email, password: secret } })
    await signIn('not the password')
    await signIn('not the password either')
    const { jwt: second } = await signIn(password)
    const chosen = 'ಬೇರೆ-ಗುಟ್ಟು-99'
    await call('POST', '/api/auth/change-password', {
      jwt: second,
      body: { currentPassword: password, password: chosen, passwordConfirmation: chosen },
    })
    await call('POST', '/api/auth/forgot-password', { body: { email } })
    await call('DELETE', '/api/sessions', { jwt: (await signIn(chosen)).jwt })
    expect(jwt).toBeDefined()
    expect(await eventsOf(user.id)).toEqual({
      registered: 1,
      'wrong-password': 2,
      'signed-in-by-password': 2,
      'password-changed': 1,
      'reset-requested': 1,
      'signed-out-everywhere': 1,
    })
  })

  it('says so of codes, too, and is part of the export', async () => {
    const { user, jwt, phone } = await newMember()
    await database().prepare('DELETE FROM one_time_codes').run()
    await resetLimits()
    const otp = await requestPhoneCode(phone)
    const wrong = otp === '111111' ? '222222' : '111111'
    await call('POST', '/api/auth/local/verifyOtp', { body: { phone, otp: wrong } })
    expect(await eventsOf(user.id)).toEqual({ registered: 1, 'wrong-code': 1 })
    const answer = await send('/api/users/me/export', {
      headers: { authorization: `Bearer ${jwt}` },
    })
    const { authEvents } = await answer.json<{ authEvents: { kind: string }[] }>()
    expect(authEvents.map(({ kind }) => kind).sort()).toEqual(['registered', 'wrong-code'])
  })

  it('names neither an address nor an unknown account', async () => {
    const before = await database().prepare('SELECT count(*) AS n FROM auth_events').first()
    await call('POST', '/api/auth/local', {
      body: { identifier: newEmail(), password: 'not the password' },
    })
    expect(await database().prepare('SELECT count(*) AS n FROM auth_events').first()).toEqual(
      before,
    )
    const { user } = await newMember()
    const row = await database()
      .prepare('SELECT * FROM auth_events WHERE user_id = ?')
      .bind(user.id)
      .first()
    expect(JSON.stringify(row)).not.toMatch(/\d+\.\d+\.\d+\.\d/)
  })
})

describe('reports of the Content-Security-Policy', () => {
  const report = { directive: 'img-src', blocked: 'https://ads.test', page: '/vao' }
  const post = (reports: unknown, address?: string) =>
    send('/api/csp-reports', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(JSON.stringify({ reports }).length),
        ...(address && { 'x-client-address': address }),
      },
      body: JSON.stringify({ reports }),
    })
  const rows = async () =>
    (await database().prepare('SELECT directive, blocked, page, count FROM csp_reports').all())
      .results

  it('are counted by day, directive, origin and page', async () => {
    await resetLimits()
    expect((await post([report, report, { ...report, page: '/pdo' }])).status).toBe(200)
    expect((await post([report])).status).toBe(200)
    expect(await rows()).toEqual([
      { ...report, page: '/pdo', count: 1 },
      { ...report, count: 3 },
    ])
  })

  it('take at most 500 rows a day, and thirty requests of an address an hour', async () => {
    await resetLimits()
    const statuses: number[] = []
    for (let request = 0; request < 31; request += 1)
      statuses.push(
        (
          await post(
            Array.from({ length: 10 }, (_, n) => ({ ...report, page: `/x${request}-${n}` })),
            '10.0.0.1',
          )
        ).status,
      )
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
    await resetLimits()
    for (let request = 0; request < 30; request += 1)
      await post(
        Array.from({ length: 10 }, (_, n) => ({ ...report, page: `/y${request}-${n}` })),
        '10.0.1.1',
      )
    expect(await rows()).toHaveLength(500)
  })
})
