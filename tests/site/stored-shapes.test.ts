import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  sealAccess,
  sealGuest,
  unsealAccess,
  unsealGuest,
  unsealSession,
} from '../../src/session/sealed-cookie.ts'
import cookies from '../fixtures/cookies-version-0.json'
import { requestsTo, keys, newBrowser, memberWire, sessionCookie } from '../support/reader.ts'
import { captureLog, productApiAnswers } from '../support/site.ts'

// Cookies outlive deploys, so the current code has to unseal the cookies of earlier versions.

/** The user's fields added after version 0, with their defaults. A new field of the session gets an
 *  entry here; the fixture, which contains sealed cookies, is never edited. */
const fieldsAddedLater: Record<string, unknown> = {}
const userOfVersion0 = { ...cookies.user, ...fieldsAddedLater }

const guestCookie = '__Host-guest'

beforeEach(() => {
  captureLog()
  vi.useFakeTimers({ now: Date.parse(cookies.sealedAt) + 60_000, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A session that is sealed by the current code after `change` has modified its record. */
async function sealedWith(change: (record: Record<string, unknown>) => void): Promise<string> {
  const { Session, encrypt } = await import('hono-sessions')
  const unsealed = await unsealSession(keys, cookies.session)
  const record = structuredClone(unsealed!.record) as Record<string, unknown>
  change(record)
  const session = new Session(3600)
  session.set('session', record)
  session.touch()
  return encrypt(keys[0], JSON.stringify(session.getCache()))
}

describe('a session cookie without a version', () => {
  it('is unsealed with all its fields', async () => {
    const unsealed = await unsealSession(keys, cookies.session)
    expect(unsealed?.record.user).toEqual(userOfVersion0)
    expect(unsealed?.record).toMatchObject({
      refreshToken: 'refresh-of-version-0',
      askedAt: Date.parse(cookies.sealedAt),
      error: null,
    })
  })

  it('keeps its reader signed in', async () => {
    productApiAnswers(memberWire({ isPremium: true }))
    const browser = newBrowser(new Map([[sessionCookie, cookies.session]]))
    const session = await browser.session()
    expect(session).toMatchObject({ user: { id: 7, username: 'ರವಿ', isPremium: true } })
    expect((await browser.go('/account')).status).toBe(200)
  })

  it('is sealed with the version when it changes', async () => {
    productApiAnswers(memberWire({ username: 'ರವಿ ಕುಮಾರ' }))
    const browser = newBrowser(new Map([[sessionCookie, cookies.session]]))
    await browser.go('/account')
    const resealed = browser.jar.get(sessionCookie)!
    expect(resealed).not.toBe(cookies.session)
    const { decrypt } = await import('hono-sessions')
    const text = (await decrypt(keys[0], resealed)) as string
    expect(JSON.parse(text)).toMatchObject({ _data: { session: { value: { v: 1 } } } })
  })
})

describe('a session cookie that lacks a field', () => {
  it.each([
    ['isPremium', false],
    ['device_id', null],
    ['gender', 'others'],
    ['blocked', false],
    ['confirmed', true],
    ['createdAt', '1970-01-01T00:00:00.000Z'],
    ['updatedAt', '1970-01-01T00:00:00.000Z'],
    ['username', ''],
    ['provider', 'local'],
    ['freeTestTaken', false],
    ...Object.entries(fieldsAddedLater),
  ])('of the user (%s) is unsealed with its default', async (field, fallback) => {
    const sealed = await sealedWith(({ user }) => Reflect.deleteProperty(user as object, field))
    const unsealed = await unsealSession(keys, sealed)
    expect(unsealed?.record.user).toEqual({ ...userOfVersion0, [field]: fallback })
  })

  it.each([
    ['askedAt', 0],
    ['error', null],
  ])('of the session (%s) is unsealed with its default', async (field, fallback) => {
    const sealed = await sealedWith((record) => Reflect.deleteProperty(record, field))
    expect((await unsealSession(keys, sealed))?.record).toMatchObject({ [field]: fallback })
  })

  it.each(['jwt', 'refreshToken', 'user'])(
    'without which there is no session (%s) is refused',
    async (field) => {
      const sealed = await sealedWith((record) => Reflect.deleteProperty(record, field))
      expect(await unsealSession(keys, sealed)).toBeNull()
    },
  )

  it('is unsealed although it has a field of a later version', async () => {
    const sealed = await sealedWith((record) => Object.assign(record, { v: 2, later: 'field' }))
    expect((await unsealSession(keys, sealed))?.record.user).toEqual(userOfVersion0)
  })
})

describe('a guest cookie without a version', () => {
  it('is unsealed as the token itself', async () => {
    expect(await unsealGuest(keys, cookies.guest)).toMatch(/^eyJ.*\.signature$/)
  })

  it('keeps its guest: calls are sent with the same token', async () => {
    const seen = productApiAnswers({})
    const browser = newBrowser(new Map([[guestCookie, cookies.guest]]))
    await browser.go('/attempts')
    const [call] = requestsTo(seen, '/api/user-test-progresses')
    expect(call?.headers.get('authorization')).toBe(
      `Bearer ${await unsealGuest(keys, cookies.guest)}`,
    )
    expect(browser.jar.get(guestCookie)).toBe(cookies.guest)
  })
})

describe('a guest cookie of the current version', () => {
  it('contains the version and is unsealed as its token', async () => {
    const sealed = await sealGuest(keys, 'guest-token')
    const { decrypt } = await import('hono-sessions')
    expect(JSON.parse((await decrypt(keys[0], sealed)) as string)).toEqual({
      v: 1,
      token: 'guest-token',
    })
    expect(await unsealGuest(keys, sealed)).toBe('guest-token')
  })
})

describe('the access to an attempt that its page carries', () => {
  const attempt = '6f0c2b8e-8d6a-4c53-9d5f-0f2b7d3a1e44'
  const jwt = (header: string) =>
    `${btoa(header).replace(/=+$/, '')}.${btoa('{"id":"a-guest"}').replace(/=+$/, '')}.signature`

  it('is unsealed with every token, and for its own attempt alone', async () => {
    for (const guestToken of [
      null,
      'not.a-jwt',
      jwt('{"alg":"HS256","typ":"JWT"}'),
      jwt('{"alg":"HS512","typ":"JWT"}'),
    ]) {
      const access = { attempt, carryKey: 'a-carry_key', guestToken }
      const sealed = await sealAccess(keys, access)
      expect(await unsealAccess(keys, sealed, attempt)).toEqual(access)
      expect(await unsealAccess(keys, sealed, attempt.replace('6', '7'))).toBeNull()
    }
  })

  it('is unsealed from pages of version 1', async () => {
    const { encrypt } = await import('hono-sessions')
    const access = { attempt, carryKey: 'a-carry_key', guestToken: 'a.guest.token' }
    const sealed = await encrypt(keys[0], JSON.stringify({ v: 1, ...access }))
    expect(await unsealAccess(keys, sealed, attempt)).toMatchObject(access)
  })
})
