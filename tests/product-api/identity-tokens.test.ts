import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { PreparedStatement } from '../../product-api/database.ts'
import {
  call,
  updateRows,
  claimsIn,
  onPhone,
  simulateGateways,
  password,
  registerMember,
  secondsAgo,
  settings,
  signedInByPhone,
} from '../emulators/identity.ts'
import { database } from '../support/product-api.ts'

beforeAll(simulateGateways)

const me = (jwt: string) => call('GET', '/api/users/me', { jwt })
const renew = (refreshToken: unknown) =>
  call('POST', '/api/token/refresh', { body: { refreshToken } })
const signIn = (email: string, headers = {}) =>
  call('POST', '/api/auth/local', { body: { identifier: email, password }, headers })

describe('an access token', () => {
  it('names the user and the session, and expires after ten minutes', async () => {
    const { jwt, user } = await signedInByPhone()
    const claims = claimsIn(jwt)
    expect(Object.keys(claims).sort()).toEqual(['exp', 'iat', 'id', 'sessionId', 'type'])
    expect(claims).toMatchObject({ id: user.id, type: 'access' })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(600)
    expect((await me(jwt)).status).toBe(200)
  })

  it.each([
    ['without its signature', ([head, claims]: string[]) => `${head}.${claims}.`],
    [
      'with another head',
      ([, claims, seal]: string[]) => `${btoa('{"alg":"none"}')}.${claims}.${seal}`,
    ],
    ['with two parts', ([head, claims]: string[]) => `${head}.${claims}`],
    [
      'with other claims',
      ([head, claims, seal]: string[]) => `${head}.${flipped(claims!)}.${seal}`,
    ],
    [
      'with another seal',
      ([head, claims, seal]: string[]) => `${head}.${claims}.${flipped(seal!)}`,
    ],
    ['that is none', () => 'nonsense'],
    ['that is endless', () => 'x'.repeat(6000)],
  ])('is refused with 401 on public routes too: %s', async (_, tamper) => {
    const { jwt } = await signedInByPhone()
    const bad = tamper(jwt.split('.'))
    for (const path of ['/api/users/me', '/api/states', '/api/nosuch']) {
      const { status, body } = await call('GET', path, { jwt: bad })
      expect([path, status]).toEqual([path, 401])
      expect(body).toEqual({
        data: null,
        error: {
          ...{ status: 401, name: 'UnauthorizedError', details: {} },
          message: 'Missing or invalid credentials',
        },
      })
    }
  })

  it('is refused with 401 if signed with an unknown secret or unsigned', async () => {
    const { jwt } = await signedInByPhone()
    const secrets = settings.JWT_SECRETS!
    settings.JWT_SECRETS = 'another-secret-altogether-0000000000000'
    const { status } = await me(jwt)
    settings.JWT_SECRETS = secrets
    expect(status).toBe(401)
    const [head, claims] = [{ alg: 'none', typ: 'JWT' }, claimsIn(jwt)].map((part) =>
      btoa(JSON.stringify(part)).replace(/=+$/, ''),
    )
    expect((await me(`${head}.${claims}.`)).status).toBe(401)
  })

  it('is accepted if an older secret signed it; new ones are signed with the newest', async () => {
    const { email, jwt } = await registerMember()
    const secrets = settings.JWT_SECRETS!
    settings.JWT_SECRETS = `a-brand-new-secret-of-the-tests-000000, ${secrets}`
    const kept = await me(jwt)
    const { body } = await signIn(email, onPhone)
    settings.JWT_SECRETS = secrets
    expect(kept.status).toBe(200)
    expect((await me(body.jwt)).status).toBe(401)
  })

  it('is refused with 401 after ten minutes', async () => {
    const { sign } = await import('hono/jwt')
    const { jwt } = await signedInByPhone()
    const now = Math.floor(Date.now() / 1000)
    const old = { ...claimsIn(jwt), iat: now - 700, exp: now - 100 }
    const { status, body } = await me(await sign(old, settings.JWT_SECRETS!.split(',')[0]!))
    expect([status, body.error.message]).toEqual([401, 'Missing or invalid credentials'])
  })

  it("is refused if the session is not the user's", async () => {
    const { sign } = await import('hono/jwt')
    const [one, other] = [await signedInByPhone(), await signedInByPhone()]
    const mixed = { ...claimsIn(one.jwt), id: other.user.id }
    expect((await me(await sign(mixed, settings.JWT_SECRETS!.split(',')[0]!))).status).toBe(401)
  })

  it('is refused with 401 as soon as the member is blocked', async () => {
    const { jwt, user, refreshToken } = await signedInByPhone()
    await updateRows('UPDATE users SET blocked = 1 WHERE id = ?', user.id)
    const { status, body } = await me(jwt)
    expect([status, body.error.message]).toEqual([401, 'Invalid credentials'])
    expect((await renew(refreshToken)).status).toBe(401)
  })

  it.each(['Basic dXNlcjpwYXNz', 'Bearer ', 'Bearer', 'token'])(
    'in a header %j is no token: public routes answer, others are 403',
    async (authorization) => {
      const headers = { authorization }
      expect((await call('GET', '/api/states', { headers })).status).toBe(200)
      expect((await call('GET', '/api/users/me', { headers })).status).toBe(403)
    },
  )

  it('cannot be issued without secrets, and the log names the setting', async () => {
    const { email } = await registerMember()
    const secrets = settings.JWT_SECRETS!
    settings.JWT_SECRETS = ''
    const { status, body } = await signIn(email)
    settings.JWT_SECRETS = secrets
    expect([status, body.error.message]).toEqual([503, 'Sign-in is not configured'])
  })

  it('cannot be issued with a secret that is too short', async () => {
    const { email } = await registerMember()
    const secrets = settings.JWT_SECRETS!
    settings.JWT_SECRETS = 'short'
    const { status } = await signIn(email)
    settings.JWT_SECRETS = secrets
    expect(status).toBe(500)
  })
})

const flipped = (part: string) => {
  const at = Math.floor(part.length / 2)
  return part.slice(0, at) + (part[at] === 'A' ? 'B' : 'A') + part.slice(at + 1)
}

describe('POST /api/token/refresh', () => {
  it('issues a new pair of tokens', async () => {
    const { refreshToken } = await signedInByPhone()
    const { status, body, headers } = await renew(refreshToken)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['jwt', 'refreshToken'])
    expect(body.refreshToken).toMatch(/^[\w-]{43}$/)
    expect(body.refreshToken).not.toBe(refreshToken)
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await me(body.jwt)).status).toBe(200)
    expect((await renew(body.refreshToken)).status).toBe(200)
  })

  it('succeeds beside an expired access token', async () => {
    const { refreshToken } = await signedInByPhone()
    const answer = await call('POST', '/api/token/refresh', {
      body: { refreshToken },
      jwt: 'over.and.out',
    })
    expect(answer.status).toBe(200)
  })

  it('issues one successor to twenty simultaneous requests', async () => {
    const { refreshToken } = await signedInByPhone()
    const answers = await Promise.all(Array.from({ length: 20 }, () => renew(refreshToken)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const successors = new Set(answers.map(({ body }) => body.refreshToken))
    expect(successors.size).toBe(1)
    const { results } = await database()
      .prepare('SELECT hash FROM refresh_tokens WHERE session_id = ?')
      .bind(claimsIn(answers[0]!.body.jwt).sessionId)
      .all()
    expect(results).toHaveLength(2)
    for (const { body } of answers) expect((await me(body.jwt)).status).toBe(200)
  })

  it('repeats the same successor within a minute, because answers get lost', async () => {
    const { refreshToken } = await signedInByPhone()
    const first = await renew(refreshToken)
    await updateRows(
      'UPDATE refresh_tokens SET used_at = ? WHERE used_at IS NOT NULL',
      secondsAgo(55),
    )
    const second = await renew(refreshToken)
    expect(second.body.refreshToken).toBe(first.body.refreshToken)
  })

  it('ends the whole session if a used token comes after that minute', async () => {
    const { refreshToken } = await signedInByPhone()
    const { body } = await renew(refreshToken)
    await updateRows(
      'UPDATE refresh_tokens SET used_at = ? WHERE used_at IS NOT NULL',
      secondsAgo(61),
    )
    const again = await renew(refreshToken)
    expect([again.status, again.body.error.message]).toEqual([401, 'Invalid refresh token'])
    expect((await me(body.jwt)).status).toBe(401)
    expect((await renew(body.refreshToken)).status).toBe(401)
    const session = await database()
      .prepare('SELECT revoked_reason FROM sessions WHERE id = ?')
      .bind(claimsIn(body.jwt).sessionId)
      .first()
    expect(session).toEqual({ revoked_reason: 'reused' })
  })

  it('stores neither a token nor its successor in readable form', async () => {
    const { refreshToken } = await signedInByPhone()
    const { body } = await renew(refreshToken)
    const { results } = await database().prepare('SELECT * FROM refresh_tokens').all()
    const kept = JSON.stringify(results)
    expect(kept).not.toContain(refreshToken)
    expect(kept).not.toContain(body.refreshToken)
  })

  it('issues tokens that expire thirty days after their last use', async () => {
    const { refreshToken } = await signedInByPhone()
    const { body } = await renew(refreshToken)
    const row = await database()
      .prepare('SELECT expires_at FROM refresh_tokens WHERE session_id = ? AND used_at IS NULL')
      .bind(claimsIn(body.jwt).sessionId)
      .first<{ expires_at: string }>()
    const days = (Date.parse(row!.expires_at) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
    await updateRows('UPDATE refresh_tokens SET expires_at = ?', secondsAgo(1))
    expect((await renew(body.refreshToken)).status).toBe(401)
  })

  it('renews no session that began 180 days ago, however often it is used', async () => {
    const [young, old] = [await signedInByPhone(), await signedInByPhone()]
    const began = (jwt: string, days: number) =>
      database()
        .prepare('UPDATE sessions SET created_at = ? WHERE id = ?')
        .bind(secondsAgo(days * 86_400), claimsIn(jwt).sessionId)
        .run()
    await began(young.jwt, 179)
    await began(old.jwt, 180)
    expect((await renew(young.refreshToken)).status).toBe(200)
    expect((await renew(old.refreshToken)).status).toBe(401)
    expect((await me(old.jwt)).status).toBe(401)
    const { body } = await call('GET', '/api/sessions', { jwt: young.jwt })
    expect(body.data).toHaveLength(1)
  })

  it('marks its session as seen and keeps fifty used tokens, once in an hour', async () => {
    const { jwt, refreshToken } = await signedInByPhone()
    const { sessionId } = claimsIn(jwt)
    const state = () =>
      database()
        .prepare(
          `SELECT last_seen_at AS seen, (
             SELECT count(*) FROM refresh_tokens WHERE session_id = s.id AND used_at NOT NULL
           ) AS used
           FROM sessions s WHERE id = ?`,
        )
        .bind(sessionId)
        .first<{ seen: string; used: number }>()
    for (let used = 0; used < 70; used++)
      await database()
        .prepare(
          `INSERT INTO refresh_tokens (hash, session_id, expires_at, used_at, successor)
           VALUES (?, ?, ?, ?, 'x')`,
        )
        .bind(`${sessionId} ${used}`, sessionId, secondsAgo(-1000), secondsAgo(9000 - used))
        .run()
    const { body } = await renew(refreshToken)
    await updateRows('UPDATE sessions SET last_seen_at = ?', secondsAgo(3601))
    expect((await renew(body.refreshToken)).status).toBe(200)
    const after = await state()
    expect(after!.used).toBe(50)
    expect(Date.parse(after!.seen)).toBeGreaterThan(Date.now() - 60_000)
    // Without an hour, too: by chance.
    let chained = (await renew(body.refreshToken)).body.refreshToken
    for (let times = 0; times < 200; times++) chained = (await renew(chained)).body.refreshToken
    expect((await state())!.used).toBeLessThan(50 + 200)
    const oldest = await database()
      .prepare('SELECT 1 FROM refresh_tokens WHERE hash = ?')
      .bind(`${sessionId} 0`)
      .first()
    expect(oldest).toBeNull()
  })

  it('gives the reader the new token, though the session cannot be marked as seen', async () => {
    const { jwt, refreshToken } = await signedInByPhone()
    await updateRows('UPDATE sessions SET last_seen_at = ?', secondsAgo(7200))
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const bindings = env as unknown as { DB: unknown }
    const db = database()
    let batches = 0
    bindings.DB = {
      prepare: (sql: string) => db.prepare(sql),
      batch: (statements: PreparedStatement[]) =>
        (batches += 1) === 2 ? Promise.reject(new Error('D1 is overloaded')) : db.batch(statements),
    }
    const { status, body } = await renew(refreshToken)
    bindings.DB = db
    expect([status, batches]).toEqual([200, 2])
    expect(log.mock.calls.join()).toContain('refresh-tokens')
    log.mockRestore()
    expect((await renew(body.refreshToken)).status).toBe(200)
    expect((await me(jwt)).status).toBe(200)
  })

  it.each([undefined, '', 7, null])('answers 400 to %j', async (token) => {
    const { status, body } = await renew(token)
    expect([status, body.error.name, body.error.message]).toEqual([
      ...[400, 'BadRequestError', 'Missing refresh token'],
    ])
  })

  it('answers 401 to an unknown token', async () => {
    const { status, body } = await renew('x'.repeat(43))
    expect([status, body.error.name, body.error.message]).toEqual([
      ...[401, 'UnauthorizedError', 'Invalid refresh token'],
    ])
  })
})

describe('one device of each kind for a member', () => {
  it('answers 499 to the first browser after a second signs in, on renewal too', async () => {
    const first = await registerMember()
    const second = await signIn(first.email)
    for (const path of ['/api/users/me', '/api/states']) {
      const { status, body } = await call('GET', path, { jwt: first.jwt })
      expect(status).toBe(499)
      expect(body).toEqual({
        data: null,
        error: {
          ...{ status: 499, name: 'SignedInElsewhere', details: {} },
          message: 'This account is in use on another device',
        },
      })
    }
    expect((await renew(first.refreshToken)).status).toBe(499)
    expect((await me(second.body.jwt)).status).toBe(200)
  })

  it('answers 499, not 401, even if the token of the first browser has expired', async () => {
    const { sign } = await import('hono/jwt')
    const first = await registerMember()
    await signIn(first.email)
    const now = Math.floor(Date.now() / 1000)
    const old = { ...claimsIn(first.jwt), iat: now - 700, exp: now - 100 }
    expect((await me(await sign(old, settings.JWT_SECRETS!.split(',')[0]!))).status).toBe(499)
  })

  it('keeps a phone and a browser signed in together', async () => {
    const browser = await registerMember()
    const phone = await signIn(browser.email, onPhone)
    expect((await me(browser.jwt)).status).toBe(200)
    expect((await me(phone.body.jwt)).status).toBe(200)
    const secondPhone = await signIn(browser.email, onPhone)
    expect((await me(browser.jwt)).status).toBe(200)
    expect((await me(phone.body.jwt)).status).toBe(499)
    expect((await me(secondPhone.body.jwt)).status).toBe(200)
  })

  it('applies to signing in by code as well', async () => {
    const first = await signedInByPhone(undefined, onPhone)
    await signedInByPhone(first.user.phone!, onPhone)
    expect((await me(first.jwt)).status).toBe(499)
  })

  it('leaves one of five simultaneous sign-ins', async () => {
    const { email } = await registerMember()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => signIn(email)))
    const statuses = await Promise.all(answers.map(async ({ body }) => (await me(body.jwt)).status))
    expect(statuses.sort()).toEqual([200, 499, 499, 499, 499])
  })
})

describe('GET /api/guest/token', () => {
  it('issues a guest token for 180 days, which is not a member', async () => {
    const { status, body } = await call('GET', '/api/guest/token')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['jwt', 'guestId'])
    const claims = claimsIn(body.jwt)
    expect(claims).toMatchObject({ id: body.guestId, type: 'guest' })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(180 * 24 * 3600)
    expect((await call('GET', '/api/states', { jwt: body.jwt })).status).toBe(200)
    const refused = await me(body.jwt)
    expect([refused.status, refused.body.error.name]).toEqual([403, 'ForbiddenError'])
  })

  it('renews the token of a guest, whose 180 days begin again', async () => {
    const { body } = await call('GET', '/api/guest/token')
    await updateRows("UPDATE guests SET expires_at = '2026-01-01T00:00:00.000Z'")
    const renewed = await call('GET', '/api/guest/token', { jwt: body.jwt })
    expect([renewed.status, renewed.body.guestId]).toEqual([200, body.guestId])
    const row = await database()
      .prepare('SELECT expires_at FROM guests WHERE id = ?')
      .bind(String(body.guestId))
      .first<{ expires_at: string }>()
    const days = (Date.parse(row!.expires_at) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(180)
  })

  it('issues tokens that are refused with 401 after the guest was deleted', async () => {
    const { body } = await call('GET', '/api/guest/token')
    await updateRows('DELETE FROM guests')
    expect((await call('GET', '/api/states', { jwt: body.jwt })).status).toBe(401)
  })
})
