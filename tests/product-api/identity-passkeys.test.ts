import { beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  messagesTo,
  newPhone,
  onPhone,
  registerMember,
  secondsAgo,
  signedInByPhone,
  signedInKeys,
  simulateGateways,
  siteHost,
  updateRows,
} from '../emulators/identity.ts'
import { newAuthenticator } from '../support/authenticator.ts'
import { database } from '../support/product-api.ts'

beforeAll(simulateGateways)

type Device = Awaited<ReturnType<typeof newAuthenticator>>
type Faults = NonNullable<Parameters<Device['get']>[1]>

const origin = `https://${siteHost}`
let browsers = 0
/** A browser as the site names it, by its sealed cookie. */
const newBrowser = () => ({ 'x-device-id': `browser-number-${(browsers += 1)}-of-tests` })

async function creationOptions(jwt: string, headers: Record<string, string>) {
  return call('POST', '/api/passkeys/options', { jwt, headers })
}

async function register(jwt: string, device: Device, faults: Faults = {}, headers = newBrowser()) {
  const options = await creationOptions(jwt, headers)
  const credential = await device.create(options.body as never, faults)
  return call('POST', '/api/passkeys', { jwt, headers, body: { credential } })
}

async function requestOptions(headers: Record<string, string>) {
  const { body } = await call('POST', '/api/auth/passkey/options', { headers })
  return body as unknown as { challenge: string; rpId: string }
}

const answer = (credential: unknown, headers: Record<string, string>) =>
  call('POST', '/api/auth/passkey', { headers, body: { credential } })

async function signInWith(device: Device, faults: Faults = {}, headers = newBrowser()) {
  return answer(await device.get(await requestOptions(headers), faults), headers)
}

/** A member with a passkey on a device. */
async function memberWithPasskey() {
  const phone = newPhone()
  const { jwt, user } = await signedInByPhone(phone)
  const device = await newAuthenticator(origin)
  const added = await register(jwt, device)
  return { jwt, user, phone, device, added }
}

const refusal = [400, 'Invalid passkey']
const outcome = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.error.message]

const eventsOf = async (userId: number) => {
  const { results } = await database()
    .prepare('SELECT kind, count FROM auth_events WHERE user_id = ?')
    .bind(userId)
    .all<{ kind: string; count: number }>()
  return Object.fromEntries(results.map(({ kind, count }) => [kind, count]))
}

describe('a passkey', () => {
  it('signs in to the account that made it, in any browser, without a name', async () => {
    const { user, device } = await memberWithPasskey()
    const { status, body } = await signInWith(device)
    expect([status, Object.keys(body)]).toEqual([200, signedInKeys])
    expect(body.user.id).toBe(user.id)
    expect((await call('GET', '/api/users/me', { jwt: body.jwt })).body).toMatchObject({
      id: user.id,
    })
    const counts = { registered: 1, 'passkey-added': 1, 'signed-in-by-passkey': 1 }
    await expect.poll(() => eventsOf(user.id)).toEqual(counts)
  })

  it('asks for verification of the person and names the site of SITE_URL', async () => {
    const { jwt, user } = await signedInByPhone()
    const { body } = await creationOptions(jwt, newBrowser())
    expect(body).toMatchObject({
      rp: { id: siteHost },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(JSON.stringify(body.user)).not.toContain(`"id":"${user.id}"`)
    expect(await requestOptions(newBrowser())).toMatchObject({
      rpId: siteHost,
      userVerification: 'required',
      allowCredentials: [],
    })
  })

  it('is listed with its browser and its last use, and removed by its owner only', async () => {
    const { jwt } = await signedInByPhone()
    const device = await newAuthenticator(origin)
    const agent = { ...newBrowser(), 'user-agent': 'Mozilla/5.0 (Android 13; Redmi 9A)' }
    await register(jwt, device, {}, agent)
    const list = async () => (await call('GET', '/api/passkeys', { jwt })).body.data
    expect(await list()).toMatchObject([
      { id: device.id, userAgent: agent['user-agent'], lastUsedAt: null },
    ])
    // A phone and a browser may be signed in at once.
    await signInWith(device, {}, { ...newBrowser(), ...onPhone })
    expect((await list())[0]?.lastUsedAt).toMatch(/^20\d\d-/)
    const stranger = await signedInByPhone()
    const remove = (own: string) =>
      call('DELETE', `/api/passkeys/${device.id}`, { jwt: own }).then(({ status }) => status)
    expect(await remove(stranger.jwt)).toBe(404)
    expect([await remove(jwt), await remove(jwt)]).toEqual([200, 404])
    expect(await list()).toEqual([])
    expect(outcome(await signInWith(device))).toEqual(refusal)
  })

  it('is announced to its owner, by SMS or to a confirmed e-mail address', async () => {
    const { phone } = await memberWithPasskey()
    await expect
      .poll(async () => (await messagesTo(phone))[0]?.text)
      .toContain('ಬೆರಳಚ್ಚಿನಿಂದ ಲಾಗಿನ್ ಅನ್ನು ಸೇರಿಸಲಾಗಿದೆ')
    const { jwt, email } = await registerMember()
    await updateRows('UPDATE users SET confirmed = 1 WHERE email = ?', email)
    await register(jwt, await newAuthenticator(origin))
    await expect.poll(async () => (await messagesTo(email))[0]?.subject).toContain('ಬೆರಳಚ್ಚಿನಿಂದ')
  })

  it('goes with the account, and is in its export', async () => {
    const { jwt, device } = await memberWithPasskey()
    const exported = await call('GET', '/api/users/me/export', { jwt })
    expect(JSON.stringify(exported.body.passkeys)).toContain(device.id)
    await call('DELETE', '/api/users/me', { jwt, body: { confirm: true } })
    expect(outcome(await signInWith(device))).toEqual(refusal)
  })

  it('does not sign in to an account that operators have blocked', async () => {
    const { user, device } = await memberWithPasskey()
    await updateRows('UPDATE users SET blocked = 1 WHERE id = ?', user.id)
    expect((await signInWith(device)).body.error.message).toContain('blocked')
  })
})

describe('adding a passkey', () => {
  it('is for members, and asks for a new sign-in after fifteen minutes', async () => {
    const { jwt } = await signedInByPhone()
    await updateRows('UPDATE sessions SET created_at = ?', secondsAgo(14 * 60))
    expect((await creationOptions(jwt, newBrowser())).status).toBe(200)
    await updateRows('UPDATE sessions SET created_at = ?', secondsAgo(16 * 60))
    const late = await creationOptions(jwt, newBrowser())
    expect([late.status, late.body.error.name]).toEqual([403, 'RecentSignInError'])
    expect((await call('POST', '/api/passkeys/options')).status).toBe(403)
    expect((await call('GET', '/api/passkeys')).status).toBe(403)
  })

  it('stops at ten, and leaves out a device that has one', async () => {
    const { jwt, user, device } = await memberWithPasskey()
    const options = await creationOptions(jwt, newBrowser())
    expect(options.body.excludeCredentials).toEqual([
      { id: device.id, type: 'public-key', transports: ['internal', 'hybrid'] },
    ])
    const headers = newBrowser()
    const waiting = await creationOptions(jwt, headers)
    for (let number = 0; number < 9; number += 1)
      await updateRows(
        `INSERT INTO passkeys VALUES (?, ?, 'k', 0, '', '', '2026-11-20T06:00:00.000Z', NULL)`,
        ...[`filler-${user.id}-${number}`, user.id],
      )
    expect((await creationOptions(jwt, newBrowser())).body.error.message).toBe('Too many passkeys')
    const eleventh = await newAuthenticator(origin)
    const credential = await eleventh.create(waiting.body as never)
    const added = await call('POST', '/api/passkeys', { jwt, headers, body: { credential } })
    expect(added.status).toBe(400)
  })

  it('refuses a passkey that another account has', async () => {
    const { device } = await memberWithPasskey()
    const thief = await signedInByPhone()
    expect((await register(thief.jwt, device)).status).toBe(400)
  })

  it.each<[string, Faults]>([
    ['another origin', { origin: 'https://abhyasa.test.evil.example' }],
    ['the origin without TLS', { origin: `http://${siteHost}` }],
    ['another site', { rpId: 'evil.example' }],
    ['nobody verified', { isUserVerified: false }],
    ['nobody present', { isUserPresent: false }],
    ['an assertion', { type: 'webauthn.get' }],
    ['a challenge of its own', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('refuses %s', async (_what, faults) => {
    const { jwt } = await signedInByPhone()
    expect(outcome(await register(jwt, await newAuthenticator(origin), faults))).toEqual(refusal)
    expect((await call('GET', '/api/passkeys', { jwt })).body.data).toEqual([])
  })

  it('refuses the answer to another member’s, another browser’s and a used challenge', async () => {
    const [one, other] = [await signedInByPhone(), await signedInByPhone()]
    const headers = newBrowser()
    const device = await newAuthenticator(origin)
    const credential = await device.create((await creationOptions(one.jwt, headers)).body as never)
    const add = (jwt: string, own: Record<string, string>) =>
      call('POST', '/api/passkeys', { jwt, headers: own, body: { credential } })
    expect(outcome(await add(other.jwt, headers))).toEqual(refusal)
    expect(outcome(await add(one.jwt, newBrowser()))).toEqual(refusal)
    expect((await add(one.jwt, headers)).status).toBe(200)
    await call('DELETE', `/api/passkeys/${device.id}`, { jwt: one.jwt })
    expect(outcome(await add(one.jwt, headers))).toEqual(refusal)
  })
})

describe('signing in by passkey', () => {
  it.each<[string, Faults]>([
    ['another origin', { origin: 'https://abhyasa.test.evil.example' }],
    ['another port', { origin: `${origin}:8443` }],
    ['another site', { rpId: 'evil.example' }],
    ['nobody verified', { isUserVerified: false }],
    ['nobody present', { isUserPresent: false }],
    ['a registration', { type: 'webauthn.create' }],
    ['a signature of other data', { hasWrongSignature: true }],
    ['a challenge of its own', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['another account’s handle', { userHandle: 'YW5vdGhlci1hY2NvdW50' }],
  ])('refuses %s, and says so in the log of the account', async (_what, faults) => {
    const { user, device } = await memberWithPasskey()
    expect(outcome(await signInWith(device, faults))).toEqual(refusal)
    await expect.poll(() => eventsOf(user.id)).toMatchObject({ 'wrong-passkey': 1 })
    expect((await signInWith(device)).status).toBe(200)
  })

  it('refuses an answer that was used before or at the same time, in one browser', async () => {
    const { device } = await memberWithPasskey()
    const headers = newBrowser()
    const first = await device.get(await requestOptions(headers), { counter: 0 })
    await updateRows('UPDATE passkeys SET counter = 0')
    const statuses = await Promise.all([1, 2, 3].map(() => answer(first, headers)))
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(outcome(await answer(first, headers))).toEqual(refusal)
  })

  it('refuses an answer in another browser than the one that asked', async () => {
    const { device } = await memberWithPasskey()
    const [own, stolen] = [newBrowser(), newBrowser()]
    const credential = await device.get(await requestOptions(own))
    expect(outcome(await answer(credential, stolen))).toEqual(refusal)
    expect(outcome(await answer(credential, {}))).toEqual(refusal)
    expect((await answer(credential, own)).status).toBe(200)
  })

  it('refuses a challenge after five minutes, an altered one, and one for adding', async () => {
    const { jwt, device } = await memberWithPasskey()
    const headers = newBrowser()
    const { challenge, rpId } = await requestOptions(headers)
    const text = atob(challenge.replaceAll('-', '+').replaceAll('_', '/'))
    const later = text.replace(/\.\d+\./, `.${Date.now() + 86_400_000}.`)
    const altered = btoa(later).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    const tried = await device.get({ challenge: altered, rpId })
    expect(outcome(await answer(tried, headers))).toEqual(refusal)
    const adding = (await creationOptions(jwt, headers)).body as unknown as { challenge: string }
    const mixed = await device.get({ challenge: adding.challenge, rpId })
    expect(outcome(await answer(mixed, headers))).toEqual(refusal)
  })

  it('refuses a copy of the device, whose counter stands behind', async () => {
    const { user, device } = await memberWithPasskey()
    expect((await signInWith(device, { counter: 50 })).status).toBe(200)
    for (const counter of [50, 49, 2, 0])
      expect(outcome(await signInWith(device, { counter }))).toEqual(refusal)
    await expect.poll(() => eventsOf(user.id)).toMatchObject({ 'wrong-passkey': 4 })
    expect((await signInWith(device, { counter: 51 })).status).toBe(200)
  })

  it('accepts devices that do not count', async () => {
    const { jwt } = await signedInByPhone()
    const device = await newAuthenticator(origin)
    await register(jwt, device, { counter: 0 })
    for (let time = 0; time < 2; time += 1)
      expect((await signInWith(device, { counter: 0 })).status).toBe(200)
  })

  it('refuses the signature of one member’s device under another’s passkey', async () => {
    const [owner, thief] = [await memberWithPasskey(), await memberWithPasskey()]
    const headers = newBrowser()
    const made = await thief.device.get(await requestOptions(headers))
    const forged = { ...made, id: owner.device.id, rawId: owner.device.id }
    expect(outcome(await answer(forged, headers))).toEqual(refusal)
    const named = { ...forged, response: { ...forged.response, userHandle: null } }
    expect(outcome(await answer(named, headers))).toEqual(refusal)
  })

  it('gives the same answer for an unknown passkey', async () => {
    expect(outcome(await signInWith(await newAuthenticator(origin)))).toEqual(refusal)
  })

  it('stores nothing for challenges that nobody has answered', async () => {
    const count = () =>
      database().prepare('SELECT count(*) AS n FROM used_passkey_challenges').first()
    const before = await count()
    for (let time = 0; time < 5; time += 1) await requestOptions(newBrowser())
    await signInWith(await newAuthenticator(origin))
    expect(await count()).toEqual(before)
  })

  it('is limited by address', async () => {
    const address = '203.0.113.201'
    const ask = () => call('POST', '/api/auth/passkey/options', { address })
    await ask()
    await updateRows('UPDATE limit_counters SET count = 200')
    const { status, headers } = await ask()
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  it.each(['', '127.0.0.1:8787', '203.0.113.9'])(
    'needs the site’s domain, not "%s"',
    async (host) => {
      const headers = { ...newBrowser(), 'x-site-host': host }
      expect((await call('POST', '/api/auth/passkey/options', { headers })).status).toBe(503)
    },
  )

  it.each([
    ...[{}, { credential: 'x' }, { credential: {} }, { credential: { id: 'x'.repeat(2000) } }],
  ])('refuses a body that is no answer of a device: %j', async (body) => {
    expect((await call('POST', '/api/auth/passkey', { body })).status).toBe(400)
  })
})
