import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createTurnstile,
  turnstileKeys,
  type TurnstileFault,
} from '../../emulators/turnstile/turnstile.ts'
import { forgetAttacks } from '../../product-api/identity/attack-meter.ts'
import { forgetHumanChecks } from '../../product-api/identity/human-check.ts'
import { forgetPasswordAttempts } from '../../product-api/identity/password-attempts.ts'
import {
  call,
  newEmail,
  newPhone,
  password,
  registerMember,
  settings,
  simulateGateways,
  siteHost,
} from '../emulators/identity.ts'

// Cloudflare Turnstile in front of registering, codes and passwords, against its emulator.

// Passwords are hashed here, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let turnstile: ReturnType<typeof createTurnstile>

beforeEach(() => {
  simulateGateways()
  turnstile = createTurnstile()
  const others = vi.mocked(globalThis.fetch).getMockImplementation()!
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (new URL(request.url).host !== 'turnstile.test') return others(input, init)
    const aborted = new Promise<never>((_, reject) =>
      init?.signal?.addEventListener('abort', () => reject(new Error('timed out'))),
    )
    return Promise.race([turnstile.fetch(request), aborted])
  })
  forgetAttacks()
  forgetHumanChecks()
  forgetPasswordAttempts()
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const name of Object.keys(settings).filter((key) => key.startsWith('TURNSTILE')))
    settings[name] = ''
})

function configure(when = '') {
  Object.assign(settings, {
    TURNSTILE_SECRET_KEY: turnstileKeys.secret,
    TURNSTILE_VERIFY_URL: 'https://turnstile.test/turnstile/v0/siteverify',
    TURNSTILE_WHEN: when,
  })
}

const tokenFor = (action: string, hostname = siteHost) =>
  turnstile.issue({ sitekey: turnstileKeys.site, action, hostname })
const withToken = (token: string) => ({ 'x-turnstile-token': token })

const register = (headers: Record<string, string> = {}) =>
  call('POST', '/api/auth/local/register', { headers, body: { email: newEmail(), password } })
const sendCode = (headers: Record<string, string> = {}, phone = newPhone()) =>
  call('POST', '/api/auth/local/registerPhone', { headers, body: { phone } })
const signIn = (identifier: string, word: string, headers: Record<string, string> = {}) =>
  call('POST', '/api/auth/local', { headers, body: { identifier, password: word } })

const required = [403, 'HumanCheckRequired']
const outcome = ({ status, body }: Awaited<ReturnType<typeof call>>) => [
  status,
  (body as { error?: { name: string } }).error?.name,
]

describe('without keys', () => {
  it('nobody is asked, whatever happens', async () => {
    settings.TURNSTILE_WHEN = 'always'
    expect((await register()).status).toBe(200)
    expect((await sendCode()).status).toBe(200)
    expect(turnstile.requests).toEqual([])
  })
})

describe('always', () => {
  beforeEach(() => configure('always'))

  it('registering, codes and passwords need a token of their own action', async () => {
    expect(outcome(await register())).toEqual(required)
    expect(outcome(await sendCode())).toEqual(required)
    expect(outcome(await signIn('nobody@example.in', password))).toEqual(required)
    expect((await register(withToken(tokenFor('register')))).status).toBe(200)
    expect((await sendCode(withToken(tokenFor('phone-code')))).status).toBe(200)
    const wrong = await signIn('nobody@example.in', password, withToken(tokenFor('password')))
    expect(outcome(wrong)).toEqual([400, 'ValidationError'])
    expect(outcome(await register(withToken(tokenFor('phone-code'))))).toEqual(required)
    expect(turnstile.requests.every(({ secret }) => secret === turnstileKeys.secret)).toBe(true)
    expect(turnstile.requests[0]?.remoteip).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
  })

  it('a token is used once, and one of another site or nobody’s is refused', async () => {
    const token = tokenFor('register')
    expect((await register(withToken(token))).status).toBe(200)
    expect(outcome(await register(withToken(token)))).toEqual(required)
    const elsewhere = tokenFor('register', 'evil.example')
    expect(outcome(await register(withToken(elsewhere)))).toEqual(required)
    expect(outcome(await register(withToken('0.made-up')))).toEqual(required)
    const asked = turnstile.requests.length
    expect(outcome(await register(withToken('x'.repeat(2049))))).toEqual(required)
    expect(turnstile.requests).toHaveLength(asked)
  })

  it.each<TurnstileFault>(['expired', 'wrong-hostname', 'wrong-action'])(
    'a token is refused: %s',
    async (fault) => {
      turnstile.setFault(fault)
      expect(outcome(await register(withToken(tokenFor('register'))))).toEqual(required)
    },
  )

  it.each<TurnstileFault>(['down', 'timeout', 'internal-error', 'garbage'])(
    'everybody with a token passes while Turnstile fails: %s',
    async (fault) => {
      turnstile.setFault(fault)
      const startedAt = Date.now()
      expect((await sendCode(withToken('0.any-token'))).status).toBe(200)
      expect(Date.now() - startedAt).toBeLessThan(5000)
    },
    15_000,
  )

  it.each<TurnstileFault>(['down', 'internal-error'])(
    'who got no token passes, too, until it works again: %s',
    async (fault) => {
      turnstile.setFault(fault)
      const now = Date.now()
      expect((await sendCode()).status).toBe(200)
      expect((await sendCode()).status).toBe(200)
      // Asked once: a flood without tokens asks Turnstile for nothing.
      expect(turnstile.requests).toHaveLength(1)
      turnstile.setFault('none')
      vi.spyOn(Date, 'now').mockReturnValue(now + 61_000)
      expect(outcome(await sendCode())).toEqual(required)
      expect(outcome(await sendCode())).toEqual(required)
      expect(turnstile.requests).toHaveLength(2)
    },
  )

  it('the limits hold while Turnstile fails', async () => {
    turnstile.setFault('down')
    const phone = newPhone()
    const statuses: number[] = []
    for (let number = 0; number < 7; number += 1)
      statuses.push(
        (
          await call('POST', '/api/auth/local/resend-otp', {
            ...{ headers: withToken('0.any-token'), body: { phone } },
          })
        ).status,
      )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.at(-1)).toBe(429)
  })

  it('a device where the owner signed in before is not asked', async () => {
    const token = withToken(tokenFor('register'))
    const email = newEmail()
    const { body } = await call('POST', '/api/auth/local/register', {
      ...{ headers: token, body: { email, password } },
    })
    const known = { 'x-device-id': 'device-of-the-owner-1', 'x-known-users': `${body.user.id}` }
    expect((await signIn(email, password, known)).status).toBe(200)
  })
})

describe('under attack', () => {
  it('asks after many wrong passwords, for ten minutes, and for passwords only', async () => {
    const { email } = await registerMember()
    configure()
    const networks = Array.from({ length: 31 }, (_, index) => `198.51.${index}.7`)
    for (const address of networks)
      await call('POST', '/api/auth/local', {
        ...{ address, body: { identifier: newEmail(), password: 'a wrong password' } },
      })
    expect(outcome(await signIn(email, password))).toEqual(required)
    expect((await signIn(email, password, withToken(tokenFor('password')))).status).toBe(200)
    expect((await register()).status).toBe(200)
    expect((await sendCode()).status).toBe(200)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 11 * 60_000)
    expect((await signIn(email, password)).status).toBe(200)
  }, 60_000)

  it('asks nobody while people behave as usual', async () => {
    configure('attack')
    for (let number = 0; number < 5; number += 1) expect((await sendCode()).status).toBe(200)
    expect(turnstile.requests).toEqual([])
  })
})
