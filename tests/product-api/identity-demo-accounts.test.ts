import { beforeAll, describe, expect, it } from 'vitest'
import { runStatements } from '../../product-api/database.ts'
import { demoAccounts } from '../../product-api/identity/demo-accounts.ts'
import productApiSettings from '../../product-api/wrangler.toml?raw'
import siteSettings from '../../wrangler.toml?raw'
import { call, simulateGateways } from '../emulators/identity.ts'
import { database } from '../support/product-api.ts'

beforeAll(simulateGateways)

const people = {
  free: { username: 'demo-free', email: 'free@example.in', password: 'free-password' },
  premium: { username: 'demo-premium', email: 'Premium@example.in', password: 'premium-password' },
}

const load = async (now = new Date(), accounts = people) =>
  runStatements(database(), await demoAccounts(accounts, now))
const signIn = (identifier: string, password: string) =>
  call('POST', '/api/auth/local', { body: { identifier, password } })

describe('demo accounts of a local start', () => {
  it('are a free and a premium member, who can sign in', async () => {
    await load()
    const free = await signIn('free@example.in', 'free-password')
    expect(free.body.user).toMatchObject({ username: 'demo-free', isPremium: false })
    const premium = await signIn('premium@example.in', 'premium-password')
    expect(premium.body.user).toMatchObject({ isPremium: true, confirmed: true })
  })

  it('give the premium member the first plan for its days', async () => {
    const row = await database()
      .prepare(
        `SELECT p.position, p.days, julianday(s.ends_at) - julianday(s.starts_at) AS given,
           s.ends_at
         FROM user_subscriptions s JOIN subscription_plans p ON p.id = s.plan_id`,
      )
      .first<{ position: number; days: number; given: number; ends_at: string }>()
    const first = await database()
      .prepare('SELECT min(position) AS position FROM subscription_plans')
      .first<{ position: number }>()
    expect(row?.position).toBe(first?.position)
    expect(row?.given).toBeCloseTo(row!.days)
    expect(new Date(row!.ends_at).toISOString()).toBe(row?.ends_at)
  })

  it('stay two with one subscription on a second start, and get its passwords', async () => {
    const before = await database().prepare('SELECT id FROM users ORDER BY id').all()
    await load(new Date(), { ...people, free: { ...people.free, password: 'another-password' } })
    const after = await database().prepare('SELECT id FROM users ORDER BY id').all()
    expect(after.results).toEqual(before.results)
    expect(
      await database().prepare('SELECT count(*) AS n FROM user_subscriptions').first(),
    ).toEqual({ n: 1 })
    expect((await signIn('free@example.in', 'another-password')).status).toBe(200)
  })
})

describe('code and secrets for local starts only', () => {
  const sources = import.meta.glob<string>(
    ['../../product-api/**/*.ts', '../../src/**/*.{ts,tsx}', '!../../src/paraglide/**'],
    { query: '?raw', eager: true, import: 'default' },
  )

  /** All files that a file imports, directly or indirectly. */
  function reachedFrom(start: string) {
    const reached = new Set<string>()
    const visit = (path: string) => {
      const source = sources[path]
      if (source === undefined || reached.has(path)) return
      reached.add(path)
      for (const [, name = ''] of source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g))
        visit(`../..${new URL(name, `file:///${path.replace(/^(\.\.\/)+/, '')}`).pathname}`)
    }
    visit(start)
    return [...reached]
  }

  it('the Worker does not import the demo accounts', () => {
    const reached = reachedFrom('../../product-api/worker.ts')
    expect(reached).toContain('../../product-api/identity/passwords.ts')
    expect(reached).not.toContain('../../product-api/identity/demo-accounts.ts')
  })

  it('neither Worker mentions an emulator', () => {
    for (const toml of [siteSettings, productApiSettings]) expect(toml).not.toMatch(/emulator/i)
    const naming = Object.entries(sources).filter(([, source]) => /emulators\//.test(source))
    expect(naming.map(([path]) => path)).toEqual([])
  })

  it('the settings of the product API contain no secret', () => {
    expect(productApiSettings).not.toMatch(/^\s*(JWT_SECRETS|\w+_TOKEN)\s*=/m)
  })
})
