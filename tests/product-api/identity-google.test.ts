import { sign } from 'hono/jwt'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  atGoogle,
  call,
  updateRows,
  formPost,
  jsonPost,
  runConcurrently,
  simulateGateways,
  password,
  registerMember,
  settings,
  signedInKeys,
} from '../emulators/identity.ts'
import { database } from '../support/product-api.ts'

beforeAll(simulateGateways)

const asha = '100000000000000000001'
const ravi = '100000000000000000002'
const redirectUri = 'https://abhyasa.test/api/auth/callback/google'

const setFault = (name: string) => atGoogle('/faults', jsonPost({ mode: name }))

/** Gets an id_token as the site does: an authorization code, exchanged at Google. */
async function idToken(person: string, nonce?: string): Promise<string> {
  const chosen = await atGoogle(
    '/o/oauth2/v2/choose',
    formPost({
      ...{ client_id: 'google-emulator-client', redirect_uri: redirectUri, person },
      ...{ response_type: 'code', scope: 'openid email profile', state: 's' },
      ...(nonce !== undefined && { nonce }),
    }),
  )
  const code = new URL(chosen.headers.get('location')!).searchParams.get('code')!
  const exchanged = await atGoogle(
    '/token',
    formPost({
      ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      ...{ client_id: 'google-emulator-client', client_secret: 'google-emulator-secret' },
    }),
  )
  return (await exchanged.json<{ id_token: string }>()).id_token
}

const signIn = (token: string, nonce?: string) =>
  call(
    'GET',
    `/api/auth/google/callback?${new URLSearchParams({
      ...{ id_token: token },
      ...(nonce !== undefined && { nonce }),
    }).toString()}`,
  )

/** Runs something while the Google emulator has a fault. */
async function withFault<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  await setFault(name)
  try {
    return await work()
  } finally {
    await setFault('ok')
  }
}

describe('GET /api/auth/google/callback', () => {
  it('registers a new person, who gets the same account the next time', async () => {
    const first = await signIn(await idToken(asha, 'n1'), 'n1')
    expect(first.status).toBe(200)
    expect(Object.keys(first.body)).toEqual(signedInKeys)
    expect(first.body.user).toMatchObject({
      ...{ email: 'asha.gowda@example.com', provider: 'google', confirmed: true, phone: null },
    })
    expect(JSON.stringify(first.body.user)).not.toContain(asha)
    const second = await signIn(await idToken(asha, 'n2'), 'n2')
    expect(second.body.user.id).toBe(first.body.user.id)
  })

  it('creates one account for three simultaneous sign-ins of one person', async () => {
    await updateRows('DELETE FROM users')
    const token = await idToken(asha)
    const answers = await runConcurrently(3, 'WHERE email = ?', () =>
      Promise.all([1, 2, 3].map(() => signIn(token))),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1)
  })

  it.each(['expired', 'wrong-audience', 'wrong-nonce', 'unknown-key'])(
    'refuses a token that is %s',
    async (fault) => {
      const { status, body } = await withFault(fault, async () =>
        signIn(await idToken(asha, 'n3'), 'n3'),
      )
      expect(status).toBe(400)
      expect(body).toEqual({
        data: null,
        error: {
          ...{ status: 400, name: 'ApplicationError', details: {} },
          message: 'The Google sign-in could not be verified',
        },
      })
    },
  )

  it("refuses a token without the site's nonce, and one with an unexpected nonce", async () => {
    expect((await signIn(await idToken(asha), 'n4')).status).toBe(400)
    expect((await signIn(await idToken(asha, 'n4'))).status).toBe(400)
  })

  it('refuses an address that Google has not verified', async () => {
    const { status, body } = await withFault('unverified-email', async () =>
      signIn(await idToken(asha)),
    )
    expect([status, body.error.message]).toEqual([400, 'Google has not verified this email'])
  })

  it('refuses a token whose header, payload or signature was changed', async () => {
    const parts = (await idToken(asha)).split('.')
    for (const index of [0, 1, 2]) {
      const changed = parts.map((part, at) => (at === index ? flipped(part) : part)).join('.')
      expect((await signIn(changed)).status).toBe(400)
    }
    expect((await signIn('no token')).status).toBe(400)
  })

  it('refuses a token signed by HMAC with the public key as its secret', async () => {
    const [, claims] = (await idToken(asha)).split('.')
    const answer = await atGoogle('/oauth2/v3/certs')
    const { keys } = await answer.json<{ keys: { kid: string; n: string }[] }>()
    const originalClaims = JSON.parse(
      atob(claims!.replaceAll('-', '+').replaceAll('_', '/')),
    ) as object
    const forged = await sign({ ...originalClaims }, keys[0]!.n, 'HS256')
    const head = btoa(JSON.stringify({ alg: 'HS256', typ: 'JWT', kid: keys[0]!.kid }))
    expect((await signIn([head, ...forged.split('.').slice(1)].join('.'))).status).toBe(400)
  })

  it('fetches a rotated key, and otherwise caches the keys as long as Google allows', async () => {
    await signIn(await idToken(asha))
    const fetchMock = vi.mocked(fetch)
    fetchMock.mockClear()
    await signIn(await idToken(asha))
    expect(fetchMock).toHaveBeenCalledTimes(0)
    await setFault('rotate-keys')
    expect((await signIn(await idToken(asha))).status).toBe(200)
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })

  it('answers 503 while Google cannot be reached', async () => {
    const token = await idToken(asha)
    settings.GOOGLE_JWKS_URL = 'https://google.test/nowhere'
    const { status, body } = await signIn(token)
    settings.GOOGLE_JWKS_URL = 'https://google.test/oauth2/v3/certs'
    expect([status, body.error.message]).toEqual([503, 'Google cannot be reached'])
  })

  it('names a missing token, and is disabled without a client id', async () => {
    const { status, body } = await call('GET', '/api/auth/google/callback')
    expect([status, body.error.message]).toEqual([400, 'id_token is a required field'])
    settings.GOOGLE_CLIENT_ID = ''
    const off = await signIn('x')
    settings.GOOGLE_CLIENT_ID = 'google-emulator-client'
    expect([off.status, off.body.error.message]).toEqual([400, 'This provider is disabled'])
  })
})

const flipped = (part: string) => {
  const at = Math.floor(part.length / 2)
  return part.slice(0, at) + (part[at] === 'A' ? 'B' : 'A') + part.slice(at + 1)
}

describe('an account with the same e-mail address', () => {
  it('is linked and keeps its password, if it was confirmed', async () => {
    await updateRows('DELETE FROM users')
    const { user, jwt } = await registerMember('ravi.teja@example.com')
    await updateRows('UPDATE users SET confirmed = 1')
    const { status, body } = await signIn(await idToken(ravi))
    expect([status, body.user.id, body.user.provider]).toEqual([200, user.id, 'local'])
    const again = await call('POST', '/api/auth/local', {
      body: { identifier: 'ravi.teja@example.com', password },
    })
    expect(again.status).toBe(200)
    expect((await call('GET', '/api/users/me', { jwt })).status).toBe(499)
  })

  it('is linked without password, sessions and push address, if not confirmed', async () => {
    await updateRows('DELETE FROM users')
    const { user, jwt, refreshToken } = await registerMember('ravi.teja@example.com')
    await call('PUT', '/api/update-profile', { jwt, body: { device_id: 'push-of-a-stranger' } })
    const { body } = await signIn(await idToken(ravi))
    expect(body.user).toMatchObject({
      ...{ id: user.id, provider: 'google', confirmed: true, device_id: null },
    })
    const stranger = await call('POST', '/api/auth/local', {
      body: { identifier: 'ravi.teja@example.com', password },
    })
    expect(stranger.status).toBe(400)
    expect((await call('GET', '/api/users/me', { jwt })).status).toBe(401)
    expect((await call('POST', '/api/token/refresh', { body: { refreshToken } })).status).toBe(401)
    const row = await database().prepare('SELECT password_hash FROM users').first()
    expect(row).toEqual({ password_hash: null })
  })

  it('is refused, if it is linked to another Google id', async () => {
    await updateRows('DELETE FROM users')
    await signIn(await idToken(ravi))
    await updateRows(`UPDATE users SET google_sub = 'somebody-else'`)
    const { status, body } = await signIn(await idToken(ravi))
    expect([status, body.error.message]).toEqual([400, 'Email is already taken.'])
  })

  it('is refused, if the member is blocked', async () => {
    await updateRows('DELETE FROM users')
    await signIn(await idToken(ravi))
    await updateRows('UPDATE users SET blocked = 1')
    const { status, body } = await signIn(await idToken(ravi))
    expect([status, body.error.message]).toEqual([
      ...[400, 'Your account has been blocked by an administrator'],
    ])
  })
})
