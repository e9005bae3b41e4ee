import { beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  updateRows,
  claimsIn,
  onPhone,
  simulateGateways,
  password,
  registerMember,
  secondsAgo,
  signedInByPhone,
  type UserBody,
} from '../emulators/identity.ts'
import { runStatements } from '../../product-api/database.ts'
import {
  blockAccount,
  selectAccounts,
  signOutAccount,
} from '../../product-api/identity/operator-actions.ts'
import { database } from '../support/product-api.ts'

beforeAll(simulateGateways)

const forbidden = {
  data: null,
  error: { status: 403, name: 'ForbiddenError', message: 'Forbidden', details: {} },
}

/** A subscription that started and ended so many seconds ago; negative: in the future. */
const subscribe = (userId: number, status: string, from: number, until: number) =>
  updateRows(
    `INSERT INTO user_subscriptions (document_id, user_id, plan_id, starts_at, ends_at, status,
       created_at, updated_at)
     SELECT ?, ?, id, ?, ?, ?, ?, ? FROM subscription_plans LIMIT 1`,
    ...[crypto.randomUUID(), userId, secondsAgo(from), secondsAgo(until), status],
    ...[secondsAgo(from), secondsAgo(from)],
  )

describe('GET /api/users', () => {
  it('answers /me and /{own id} with the bare user', async () => {
    const { jwt, user } = await signedInByPhone()
    for (const path of ['/api/users/me', `/api/users/${user.id}`]) {
      const { status, body, headers } = await call('GET', path, { jwt })
      expect([status, body]).toEqual([200, user])
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('answers 403 for another member, an unknown id and an invalid id alike', async () => {
    const [{ jwt }, other] = [await signedInByPhone(), await signedInByPhone()]
    for (const id of [other.user.id, 999_999, 'x', `0${other.user.id}`]) {
      const { status, body } = await call('GET', `/api/users/${id}`, { jwt })
      expect([id, status]).toEqual([id, 403])
      expect(body).toEqual(forbidden)
    }
  })

  it.each([
    ['GET', '/api/users/me'],
    ['GET', '/api/users/1'],
    ['GET', '/api/users/me/export'],
    ['DELETE', '/api/users/me'],
    ['PUT', '/api/update-profile'],
    ['GET', '/api/sessions'],
    ['DELETE', '/api/sessions'],
    ['DELETE', '/api/sessions/x'],
    ['POST', '/api/auth/logout'],
    ['POST', '/api/auth/change-password'],
  ])('answers 403 to %s %s without a token', async (method, path) => {
    const { status, body } = await call(method, path)
    expect([status, body]).toEqual([403, forbidden])
  })

  it.each([
    ['active', 60, -60, true],
    ['active', 60, 30, false],
    ['active', -30, -60, false],
    ['cancelled', 60, -60, false],
    ['refunded', 60, -60, false],
  ])(
    'isPremium with a subscription that is %s, from %i s ago until %i s ago: %s',
    async (status, from, until, isPremium) => {
      const { jwt, user } = await signedInByPhone()
      await subscribe(user.id, status, from, until)
      expect((await call('GET', '/api/users/me', { jwt })).body.isPremium).toBe(isPremium)
    },
  )
})

describe('PUT /api/update-profile', () => {
  it('changes gender and push address, and answers the user', async () => {
    const { jwt, user } = await signedInByPhone()
    const { status, body } = await call('PUT', '/api/update-profile', {
      jwt,
      body: { id: user.id, gender: 'female', device_id: 'push-1' },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...user,
      ...{ gender: 'female', device_id: 'push-1', updatedAt: body.updatedAt },
    })
  })

  it("sets a missing gender to 'others', and leaves a missing push address", async () => {
    const { jwt } = await signedInByPhone()
    const update = async (body: object) =>
      (await call('PUT', '/api/update-profile', { jwt, body })).body as unknown as UserBody
    await update({ gender: 'male', device_id: 'push-1' })
    expect(await update({})).toMatchObject({ gender: 'others', device_id: 'push-1' })
    expect(await update({ device_id: null })).toMatchObject({ device_id: null })
  })

  it('answers 403 for another member', async () => {
    const [{ jwt }, other] = [await signedInByPhone(), await signedInByPhone()]
    const { status, body } = await call('PUT', '/api/update-profile', {
      jwt,
      body: { id: other.user.id, gender: 'male' },
    })
    expect([status, body]).toEqual([403, forbidden])
  })

  it.each([
    'blocked',
    'isPremium',
    'confirmed',
    'createdAt',
    'updatedAt',
    'role',
    'provider',
    'freeTestTaken',
    'email',
    'phone',
    'password_hash',
  ])('refuses %s', async (name) => {
    const { jwt, user } = await signedInByPhone()
    const { status, body } = await call('PUT', '/api/update-profile', {
      jwt,
      body: { gender: 'male', [name]: true },
    })
    expect([status, body.error.name, body.error.message]).toEqual([
      ...[400, 'ValidationError', `Invalid parameters: ${name}`],
    ])
    expect((await call('GET', '/api/users/me', { jwt })).body).toEqual(user)
  })

  it('accepts three genders', async () => {
    const { jwt } = await signedInByPhone()
    const { body } = await call('PUT', '/api/update-profile', { jwt, body: { gender: 'x' } })
    expect(body.error.details.errors).toEqual([
      {
        ...{ path: ['gender'], name: 'ValidationError' },
        message: 'gender must be one of: female, male, others',
      },
    ])
  })
})

describe('sessions of a member', () => {
  const twoDevices = async () => {
    const browser = await registerMember()
    const { body: phone } = await call('POST', '/api/auth/local', {
      body: { identifier: browser.email, password },
      headers: { ...onPhone, 'user-agent': 'Redmi 9A' },
    })
    return { browser, phone }
  }
  const statusOf = async (jwt: string) => (await call('GET', '/api/users/me', { jwt })).status

  it('are listed by GET /api/sessions', async () => {
    const { browser, phone } = await twoDevices()
    const { status, body } = await call('GET', '/api/sessions', { jwt: phone.jwt })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: expect.arrayContaining([
        {
          ...{ id: claimsIn(phone.jwt).sessionId, deviceKind: 'phone', userAgent: 'Redmi 9A' },
          ...{ createdAt: expect.any(String), lastSeenAt: expect.any(String), isCurrent: true },
        },
        expect.objectContaining({ id: claimsIn(browser.jwt).sessionId, isCurrent: false }),
      ]),
      meta: {},
    })
    expect(body.data).toHaveLength(2)
  })

  it('are ended by POST /api/auth/logout, on this device only', async () => {
    const { browser, phone } = await twoDevices()
    const { status, body } = await call('POST', '/api/auth/logout', { jwt: browser.jwt })
    expect([status, body]).toEqual([200, { ok: true }])
    const after = await call('GET', '/api/users/me', { jwt: browser.jwt })
    expect([after.status, after.body.error.message]).toEqual([401, 'Invalid credentials'])
    const { refreshToken } = browser
    expect((await call('POST', '/api/token/refresh', { body: { refreshToken } })).status).toBe(401)
    expect(await statusOf(phone.jwt)).toBe(200)
  })

  it('are all ended by DELETE /api/sessions, and one by DELETE /api/sessions/{id}', async () => {
    const { browser, phone } = await twoDevices()
    const path = `/api/sessions/${claimsIn(phone.jwt).sessionId}`
    const one = await call('DELETE', path, { jwt: browser.jwt })
    expect([one.status, one.body]).toEqual([200, { ok: true }])
    expect([await statusOf(phone.jwt), await statusOf(browser.jwt)]).toEqual([401, 200])
    const all = await call('DELETE', '/api/sessions', { jwt: browser.jwt })
    expect([all.status, all.body]).toEqual([200, { ok: true }])
    expect(await statusOf(browser.jwt)).toBe(401)
  })

  it('are all ended by the operator, who finds the account by any contact', async () => {
    const { browser, phone } = await twoDevices()
    const other = await registerMember()
    const [found = []] = await runStatements(database(), [
      selectAccounts(` ${browser.email.toUpperCase()} `),
    ])
    expect(found).toEqual([expect.objectContaining({ id: browser.user.id, sessions: 2 })])
    await runStatements(database(), [signOutAccount(browser.user.id, new Date())])
    expect([await statusOf(browser.jwt), await statusOf(phone.jwt)]).toEqual([401, 401])
    expect(await statusOf(other.jwt)).toBe(200)
  })

  it('are of no use while the operator blocks the account', async () => {
    const { jwt, user, email } = await registerMember()
    const signInStatus = async () =>
      (await call('POST', '/api/auth/local', { body: { identifier: email, password } })).status
    await runStatements(database(), [blockAccount(user.id, true, new Date())])
    expect([await statusOf(jwt), await signInStatus()]).toEqual([401, 400])
    await runStatements(database(), [blockAccount(user.id, false, new Date())])
    expect([await statusOf(jwt), await signInStatus()]).toEqual([200, 200])
  })

  it('are not ended by another member, who gets 404', async () => {
    const [{ jwt }, other] = [await signedInByPhone(), await signedInByPhone()]
    const path = `/api/sessions/${claimsIn(other.jwt).sessionId}`
    expect((await call('DELETE', path, { jwt })).status).toBe(404)
    expect(await statusOf(other.jwt)).toBe(200)
  })
})

describe('personal data of a member', () => {
  it('is exported completely, without secrets and without data of others', async () => {
    const { jwt, user, email } = await registerMember()
    await subscribe(user.id, 'active', 60, -60)
    await call('POST', '/api/feedbacks', { jwt, body: { data: { message: 'ಚೆನ್ನಾಗಿದೆ' } } })
    await call('POST', '/api/nextroute', {
      jwt,
      body: { data: { jsonData: { message: 'm' }, type: 't', url: '/x', userId: null } },
    })
    const { status, body } = await call('GET', '/api/users/me/export', { jwt })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      exportedAt: expect.any(String),
      account: { email, hasPassword: true, isLinkedToGoogle: false },
      sessions: [{ device_kind: 'browser', revoked_at: null }],
      subscriptions: [{ plan: expect.any(String), status: 'active' }],
      feedbacks: [{ message: 'ಚೆನ್ನಾಗಿದೆ' }],
      reports: [{ message: 'm' }],
    })
    expect(JSON.stringify(body)).not.toMatch(/scrypt|password_hash|google_sub/)
    const other = await signedInByPhone()
    const { body: others } = await call('GET', '/api/users/me/export', { jwt: other.jwt })
    expect(others).toMatchObject({ subscriptions: [], feedbacks: [], reports: [] })
  })

  it('is erased, and the subscription stays without a name', async () => {
    const { jwt, user, email, refreshToken } = await registerMember()
    await subscribe(user.id, 'active', 60, -60)
    await call('POST', '/api/feedbacks', {
      jwt,
      body: { data: { message: 'm', contact: email } },
    })
    const subscriptions = async () =>
      (
        await database()
          .prepare('SELECT count(*) AS n FROM user_subscriptions')
          .first<{ n: number }>()
      )?.n
    const before = await subscriptions()
    const { status, body } = await call('DELETE', '/api/users/me', { jwt, body: { password } })
    expect([status, body]).toEqual([200, { ok: true }])
    expect((await call('GET', '/api/users/me', { jwt })).body.error.message).toBe(
      'Invalid credentials',
    )
    expect((await call('POST', '/api/token/refresh', { body: { refreshToken } })).status).toBe(401)
    expect(await subscriptions()).toBe(before)
    for (const table of [
      'users',
      'sessions',
      'user_subscriptions',
      'feedbacks',
      'limit_counters',
    ]) {
      const { results } = await database().prepare(`SELECT * FROM ${table}`).all()
      expect(JSON.stringify(results)).not.toContain(email)
      expect(results.some((row) => row.user_id === user.id)).toBe(false)
    }
    await updateRows('DELETE FROM limit_counters')
    const again = await registerMember(email)
    expect(again.user.id).toBeGreaterThan(user.id)
  })

  it('is erased only with the password, if the account has one', async () => {
    const { jwt } = await registerMember()
    const without = await call('DELETE', '/api/users/me', { jwt, body: { confirm: true } })
    expect(without.body.error.message).toBe('password is a required field')
    const wrong = await call('DELETE', '/api/users/me', { jwt, body: { password: 'a wrong one' } })
    expect([wrong.status, wrong.body.error.message]).toEqual([
      ...[400, 'The provided current password is invalid'],
    ])
    expect((await call('GET', '/api/users/me', { jwt })).status).toBe(200)
  })

  it('is erased only with { confirm: true }, if the account has no password', async () => {
    const { jwt } = await signedInByPhone()
    for (const body of [{}, { confirm: false }])
      expect((await call('DELETE', '/api/users/me', { jwt, body })).status).toBe(400)
    expect((await call('DELETE', '/api/users/me', { jwt, body: { confirm: true } })).status).toBe(
      200,
    )
  })
})
