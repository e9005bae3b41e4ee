import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  call,
  updateRows,
  messagesTo,
  runConcurrently,
  newEmail,
  onPhone,
  simulateGateways,
  password,
  registerMember,
  secondsAgo,
  settings,
  signedInKeys,
} from '../emulators/identity.ts'
import { database } from '../support/product-api.ts'

beforeAll(simulateGateways)

const userKeys = [
  ...['id', 'documentId', 'username', 'name', 'email', 'phone', 'provider', 'confirmed', 'blocked'],
  ...[
    'gender',
    'ageBand',
    'device_id',
    'isPremium',
    'freeTestTaken',
    'createdAt',
    'updatedAt',
    'publishedAt',
  ],
]

const signIn = (identifier: string, secret: string) =>
  call('POST', '/api/auth/local', { body: { identifier, password: secret } })

describe('POST /api/auth/local/register', () => {
  it('registers a member and signs in, with the user as Strapi answers it', async () => {
    const email = newEmail()
    const { status, body, headers } = await call('POST', '/api/auth/local/register', {
      body: { username: 'ರವಿ_ತೇಜ', email: ` ${email.toUpperCase()} `, password },
    })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(signedInKeys)
    expect(Object.keys(body.user)).toEqual(userKeys)
    expect(body.user).toMatchObject({
      ...{
        username: 'ರವಿ_ತೇಜ',
        name: null,
        email,
        phone: null,
        provider: 'local',
        confirmed: false,
      },
      ...{ blocked: false, gender: 'others', device_id: null, isPremium: false },
      freeTestTaken: false,
    })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('keeps a name of any script beside a username that it makes', async () => {
    const body = { name: ' ರಾಜು  ಗೌಡ ', email: newEmail(), password }
    const { body: answer } = await call('POST', '/api/auth/local/register', { body })
    expect(answer.user).toMatchObject({
      ...{ name: 'ರಾಜು ಗೌಡ', username: expect.stringMatching(/^aspirant-/) as string },
    })
    const renamed = await call('PUT', '/api/update-profile', {
      jwt: answer.jwt,
      body: { gender: 'male', name: 'శ్రీ‌నివాస్ రావు' },
    })
    expect(renamed.body).toMatchObject({ name: 'శ్రీ‌నివాస్ రావు' })
    const kept = { jwt: answer.jwt, body: { gender: 'male' } }
    expect((await call('PUT', '/api/update-profile', kept)).body).toMatchObject({
      name: 'శ్రీ‌నివాస్ రావు',
    })
    const removed = { jwt: answer.jwt, body: { gender: 'male', name: null } }
    expect((await call('PUT', '/api/update-profile', removed)).body).toMatchObject({ name: null })
  })

  it('generates a username if none is chosen', async () => {
    expect((await registerMember()).user.username).toMatch(/^aspirant-[0-9a-f]{10}$/)
  })

  it('stores only the scrypt hash of a password', async () => {
    const { user } = await registerMember()
    const row = await database()
      .prepare('SELECT * FROM users WHERE id = ?')
      .bind(user.id)
      .first<{ password_hash: string }>()
    expect(row?.password_hash).toMatch(/^scrypt\$14\$8\$5\$[\w-]{22}\$[\w-]{43}$/)
    expect(JSON.stringify(row)).not.toContain(password)
  })

  it('refuses a taken e-mail address or username in any letter case', async () => {
    const { email, user } = await registerMember()
    for (const body of [
      { email: email.toUpperCase(), password },
      { email: newEmail(), username: String(user.username).toUpperCase(), password },
    ]) {
      const answer = await call('POST', '/api/auth/local/register', { body })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({
        data: null,
        error: {
          ...{ status: 400, name: 'ApplicationError', details: {} },
          message: 'Email or Username are already taken',
        },
      })
    }
  })

  it('refuses fields that members cannot choose', async () => {
    const body = { email: newEmail(), password, isPremium: true, confirmed: true }
    const answer = await call('POST', '/api/auth/local/register', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatchObject({
      name: 'ValidationError',
      message: 'Invalid parameters: isPremium, confirmed',
    })
  })

  it.each([
    ['7 letters', '1234567', 'password must be at least 8 characters'],
    ['73 letters', 'x'.repeat(73), 'password must be at most 72 characters'],
    ['a NUL', 'abcd\0efgh', 'password must not contain a NUL character'],
    ['the address itself', 'SELF@example.in', 'password must not be the email'],
    ['a number', 12345678, 'password must be a string'],
  ])('refuses a password of %s', async (_, chosen, message) => {
    const body = { email: 'self@example.in', password: chosen }
    const answer = await call('POST', '/api/auth/local/register', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toEqual({
      ...{ status: 400, name: 'ValidationError', message },
      details: { errors: [{ path: ['password'], message, name: 'ValidationError' }] },
    })
  })

  it.each(['ab', 'a@b.in', '9812345678', '+919812345678', 'two words', '<b>x</b>', '...'])(
    'takes no name like %j, which is none or an identifier of another kind',
    async (username) => {
      const body = { email: newEmail(), password, username }
      const answer = await call('POST', '/api/auth/local/register', { body })
      expect(answer.body.error.details.errors?.[0]?.path).toEqual(['username'])
    },
  )

  it('creates one account for two simultaneous registrations of one address', async () => {
    const body = { email: newEmail(), password }
    const answers = await Promise.all(
      [1, 2, 3].map(() => call('POST', '/api/auth/local/register', { body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })
})

describe('POST /api/auth/local', () => {
  it('signs in by e-mail or username, with a JSON or a form body', async () => {
    const { email, user } = await registerMember()
    for (const identifier of [email, email.toUpperCase(), String(user.username)]) {
      const { status, body } = await signIn(identifier, password)
      expect([identifier, status]).toEqual([identifier, 200])
      expect(Object.keys(body)).toEqual(signedInKeys)
    }
    const form = await call('POST', '/api/auth/local', {
      body: new URLSearchParams({ identifier: email, password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.status).toBe(200)
  })

  it('signs in by phone number in any notation, if the account has a password', async () => {
    const { user } = await registerMember()
    await updateRows('UPDATE users SET phone = ? WHERE id = ?', '+919900112233', user.id)
    for (const identifier of ['9900112233', '09900112233', '+91 99001-12233'])
      expect((await signIn(identifier, password)).status).toBe(200)
  })

  it('gives the same answer to a wrong password, an unknown account and one without', async () => {
    const { email } = await registerMember()
    const { user } = await registerMember()
    await updateRows('UPDATE users SET password_hash = NULL WHERE id = ?', user.id)
    const answers = await Promise.all([
      signIn(email, 'a wrong password'),
      signIn('nobody@example.in', 'a wrong password'),
      signIn(user.email!, password),
    ])
    for (const { status, body } of answers) {
      expect(status).toBe(400)
      expect(body).toEqual({
        data: null,
        error: {
          ...{ status: 400, name: 'ValidationError', details: {} },
          message: 'Invalid identifier or password',
        },
      })
    }
  })

  it('takes the same CPU time for an unknown account as for a known one', async () => {
    const { email } = await registerMember()
    const time = async (identifier: string) => {
      const startedAt = performance.now()
      await signIn(identifier, 'a wrong password')
      return performance.now() - startedAt
    }
    // Other work on the machine only adds time: the quickest of four is the best measurement.
    const quickest = { known: Infinity, unknown: Infinity }
    for (let round = 0; round < 4; round += 1) {
      quickest.known = Math.min(quickest.known, await time(email))
      quickest.unknown = Math.min(quickest.unknown, await time('nobody@example.in'))
    }
    expect(quickest.unknown).toBeGreaterThan(quickest.known / 2)
    // Nine scrypt hashes take longer than vitest's default on a loaded machine.
  }, 30_000)

  it('says that an account is blocked only after the right password', async () => {
    const { email, user } = await registerMember()
    await updateRows('UPDATE users SET blocked = 1 WHERE id = ?', user.id)
    const { status, body } = await signIn(email, password)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      name: 'ApplicationError',
      message: 'Your account has been blocked by an administrator',
    })
    expect((await signIn(email, 'a wrong one')).body.error.message).toBe(
      'Invalid identifier or password',
    )
  })

  it('names every missing field', async () => {
    const { status, body } = await call('POST', '/api/auth/local', { body: {} })
    expect(status).toBe(400)
    expect(body.error).toEqual({
      ...{ status: 400, name: 'ValidationError', message: '2 errors occurred' },
      details: {
        errors: ['identifier', 'password'].map((name) => ({
          ...{ path: [name], message: `${name} is a required field`, name: 'ValidationError' },
        })),
      },
    })
  })

  it('treats SQL in an identifier as text', async () => {
    expect((await signIn("' OR 1=1 --", "' OR 1=1 --")).status).toBe(400)
  })

  it.each([
    ['{"identifier":', 400, 'SyntaxError'],
    ['[]', 400, 'ValidationError'],
    ['"text"', 400, 'ValidationError'],
    [JSON.stringify({ identifier: 'x'.repeat(40_000) }), 413, 'PayloadTooLargeError'],
  ])('refuses the body %.20s', async (body, status, name) => {
    const answer = await call('POST', '/api/auth/local', { body })
    expect([answer.status, answer.body.error.name]).toEqual([status, name])
  })
})

describe('resetting a forgotten password', () => {
  const forget = (email: string, headers = {}) =>
    call('POST', '/api/auth/forgot-password', { body: { email }, headers })
  const linkTo = async (email: string) => {
    await forget(email)
    return vi.waitFor(async () => {
      const [letter] = await messagesTo(email)
      expect(letter?.text).toMatch(/code=/)
      return new URL(/https?:\S+/.exec(letter!.text)![0])
    })
  }
  const reset = (code: string, chosen: string, repeated = chosen) =>
    call('POST', '/api/auth/reset-password', {
      body: { code, password: chosen, passwordConfirmation: repeated },
    })

  it('sends a mail with a link to the site, in the language of the reader', async () => {
    const { email } = await registerMember()
    const { status, body } = await forget(email, { 'x-locale': 'te' })
    expect([status, body]).toEqual([200, { ok: true }])
    const [letter] = await vi.waitFor(async () => {
      const letters = await messagesTo(email)
      expect(letters).toHaveLength(1)
      return letters
    })
    expect(letter?.subject).toBe('అభ్యాస: కొత్త పాస్‌వర్డ్')
    expect(letter?.text).toMatch(
      /\nhttps:\/\/abhyasa\.test\/login\/reset-password\?code=[\w-]{43}\n/,
    )
  })

  it('gives the same answer for an unknown address, and sends nothing', async () => {
    const { status, body } = await forget('nobody@example.in')
    expect([status, body]).toEqual([200, { ok: true }])
    expect(await messagesTo('nobody@example.in')).toEqual([])
  })

  it('accepts the code once, sets the password and signs out every other device', async () => {
    const { email, refreshToken, jwt } = await registerMember()
    const code = (await linkTo(email)).searchParams.get('code')!
    const stored = JSON.stringify(
      (await database().prepare('SELECT * FROM reset_codes').all()).results,
    )
    expect(stored).not.toContain(code)
    const { status, body } = await reset(code, 'a new password')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(signedInKeys)
    expect(body.user.confirmed).toBe(true)
    expect((await signIn(email, password)).status).toBe(400)
    expect((await signIn(email, 'a new password')).status).toBe(200)
    expect((await call('GET', '/api/users/me', { jwt })).status).toBe(401)
    expect((await call('POST', '/api/token/refresh', { body: { refreshToken } })).status).toBe(401)
    const again = await reset(code, 'a third password')
    expect([again.status, again.body.error.message]).toEqual([400, 'Incorrect code provided'])
  })

  it('accepts a code in one of four simultaneous requests', async () => {
    const { email } = await registerMember()
    const code = (await linkTo(email)).searchParams.get('code')!
    const answers = await runConcurrently(4, 'SELECT user_id FROM reset_codes', () =>
      Promise.all([1, 2, 3, 4].map(() => reset(code, 'a new password'))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('refuses a code after an hour', async () => {
    const { email } = await registerMember()
    const code = (await linkTo(email)).searchParams.get('code')!
    await updateRows('UPDATE reset_codes SET expires_at = ?', secondsAgo(1))
    expect((await reset(code, 'a new password')).body.error.message).toBe('Incorrect code provided')
  })

  it('requires the new password twice, and refuses the e-mail address as password', async () => {
    const { email } = await registerMember()
    const code = (await linkTo(email)).searchParams.get('code')!
    const differing = await reset(code, 'a new password', 'a newer password')
    expect(differing.body.error).toMatchObject({
      ...{ status: 400, name: 'ValidationError', message: 'Passwords do not match' },
    })
    expect((await reset(code, email)).body.error.message).toBe('password must not be the email')
    expect((await reset(code, 'a new password')).status).toBe(200)
  })

  it("gives an account with somebody else's address to the mailbox's owner", async () => {
    const { email, jwt } = await registerMember()
    await call('PUT', '/api/update-profile', { jwt, body: { device_id: 'push-of-a-stranger' } })
    const code = (await linkTo(email)).searchParams.get('code')!
    const { body } = await reset(code, 'the true owner')
    expect(body.user).toMatchObject({ confirmed: true, device_id: null })
  })

  it('answers 503 for every address if there is no mail gateway', async () => {
    const url = settings.MAIL_GATEWAY_URL!
    settings.MAIL_GATEWAY_URL = ''
    const { status, body } = await forget('anybody@example.in')
    settings.MAIL_GATEWAY_URL = url
    expect(status).toBe(503)
    expect(body.error).toMatchObject({
      name: 'ServiceUnavailableError',
      message: 'The mail gateway is not configured',
    })
  })
})

describe('POST /api/auth/change-password', () => {
  const changeTo = (jwt: string | undefined, currentPassword: string, chosen: string) =>
    call('POST', '/api/auth/change-password', {
      ...(jwt !== undefined && { jwt }),
      body: { currentPassword, password: chosen, passwordConfirmation: chosen },
    })

  it('gives this device new tokens and signs out the others', async () => {
    const here = await registerMember()
    const { body: there } = await call('POST', '/api/auth/local', {
      body: { identifier: here.email, password },
      headers: onPhone,
    })
    const { status, body } = await changeTo(here.jwt, password, 'a new password')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(signedInKeys)
    expect((await call('GET', '/api/users/me', { jwt: body.jwt })).status).toBe(200)
    const renew = (refreshToken: string) =>
      call('POST', '/api/token/refresh', { body: { refreshToken } })
    expect((await renew(body.refreshToken)).status).toBe(200)
    expect((await renew(here.refreshToken)).status).toBe(401)
    const other = await call('GET', '/api/users/me', { jwt: there.jwt })
    expect([other.status, other.body.error.message]).toEqual([401, 'Invalid credentials'])
    expect((await signIn(here.email, 'a new password')).status).toBe(200)
  })

  it.each([
    ['a wrong password', 'a new password', 'The provided current password is invalid'],
    [password, password, 'Your new password must be different than your current password'],
    [password, 'short', 'password must be at least 8 characters'],
  ])('refuses current password %s with new password %s', async (current, chosen, message) => {
    const { jwt } = await registerMember()
    const { status, body } = await changeTo(jwt, current, chosen)
    expect([status, body.error.name, body.error.message]).toEqual([400, 'ValidationError', message])
  })

  it('answers 403 without a token', async () => {
    const { status, body } = await changeTo(undefined, password, 'a new password')
    expect([status, body.error.name, body.error.message]).toEqual([
      ...[403, 'ForbiddenError', 'Forbidden'],
    ])
  })
})
