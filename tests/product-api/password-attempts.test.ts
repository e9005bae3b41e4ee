import { scryptSync } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import { base64url } from '../../product-api/cryptography.ts'
import type { ClientInfo } from '../../product-api/client-info.ts'
import {
  forgetPasswordAttempts,
  hashRegistrationPassword,
  verifySignInPassword,
} from '../../product-api/identity/password-attempts.ts'
import { forgetRecentHashes } from '../../product-api/identity/passwords.ts'
import { Refusal } from '../../product-api/strapi/errors.ts'

beforeEach(() => {
  forgetPasswordAttempts()
  forgetRecentHashes()
})

const client = (network: string): ClientInfo => ({
  ...{ network, address: network, deviceKind: 'browser', userAgent: '', deviceId: '' },
  ...{ knownUserIds: [], locale: 'kn', siteHost: null },
})

/** Of 'right', at a cost that takes no time. */
const cheapHash = [
  ...['scrypt', 1, 1, 1, 'c2FsdA'],
  base64url(scryptSync('right', 'salt', 32, { N: 2, r: 1, p: 1 })),
].join('$')

const outcome = async (network: string, password: string, isKnownDevice = false) => {
  forgetRecentHashes()
  try {
    return await verifySignInPassword(client(network), password, cheapHash, isKnownDevice)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.body.error.status
  }
}

it('a network tries eight wrong passwords, then one in 40 seconds; others go on', async () => {
  for (let number = 0; number < 8; number += 1) expect(await outcome('one', 'wrong')).toBe(false)
  expect(await outcome('one', 'wrong')).toBe(429)
  expect(await outcome('one', 'right')).toBe(429)
  expect(await outcome('other', 'right')).toBe(true)
})

it('a device where the account was signed in before goes on beside them', async () => {
  for (let number = 0; number < 9; number += 1) await outcome('one', 'wrong')
  expect(await outcome('one', 'right', true)).toBe(true)
})

it('right passwords do not count: sixty phones of a school sign in from one address', async () => {
  for (let number = 0; number < 60; number += 1) expect(await outcome('one', 'right')).toBe(true)
  expect(await outcome('one', 'wrong')).toBe(false)
})

it('a network registers thirty accounts, then one in 5 seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    for (let number = 0; number < 30; number += 1) {
      forgetRecentHashes()
      expect(await hashRegistrationPassword(client('one'), 'x')).toMatch(/^scrypt\$14\$/)
    }
    expect(() => hashRegistrationPassword(client('one'), 'x')).toThrow(Refusal)
    vi.setSystemTime(Date.now() + 5000)
    expect(await hashRegistrationPassword(client('one'), 'x')).toMatch(/^scrypt\$14\$/)
  } finally {
    vi.useRealTimers()
  }
}, 60_000)
