import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localAccounts, seedAccounts } from '../tasks/local-accounts.ts'
import { prepareCatalogue } from '../tasks/local-content.ts'
import { withLocalDatabase } from '../tasks/local-database.ts'
import { startWorkers } from '../tasks/local-workers.ts'

describe('deployed files', () => {
  const built = ['dist/abhyasa_site', 'dist/abhyasa_product_api', 'dist/abhyasa_desk'].flatMap(
    (folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  )

  it.each([
    localAccounts.free.password,
    localAccounts.premium.email,
    'emulator',
    'localhost:8788',
    '127.0.0.1:87',
  ])('do not contain %j', (text) => {
    expect(built.length).toBeGreaterThan(2)
    expect(built.filter((file) => file.includes(text))).toEqual([])
  })
})

describe('a restart of both Workers', () => {
  let state = ''
  beforeAll(async () => {
    state = await mkdtemp(join(tmpdir(), 'abhyasa-restart-'))
    await withLocalDatabase(state, (database) => prepareCatalogue(database, new Date()))
    await seedAccounts(state)
  }, 60_000)
  afterAll(() => rm(state, { recursive: true }))

  const start = () =>
    startWorkers({
      port: 0,
      state,
      bindings: { SESSION_KEYS: 'a-key-that-outlives-the-restart-0123456789' },
      productApiBindings: { JWT_SECRETS: 'a-secret-that-outlives-the-restart-012345' },
      quiet: true,
    })

  it(
    'keeps sessions signed in, and signed-out sessions signed out',
    { timeout: 60_000 },
    async () => {
      const before = await start()
      const { email, password } = localAccounts.free
      const signedIn = await fetch(`${before.url}/login`, {
        method: 'POST',
        body: new URLSearchParams({ email, password }),
        headers: { origin: before.url },
        redirect: 'manual',
      })
      const cookie = signedIn.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
      expect(cookie).toContain('__Host-session=')
      await before.stop()

      const after = await start()
      const own = await fetch(`${after.url}/account`, { headers: { cookie }, redirect: 'manual' })
      expect(own.status).toBe(200)
      const signedOut = await fetch(`${after.url}/account/sign-out`, {
        method: 'POST',
        headers: { cookie, origin: after.url },
        redirect: 'manual',
      })
      expect(signedOut.status).toBe(303)
      await after.stop()

      const last = await start()
      const copy = await fetch(`${last.url}/api/auth/session`, { headers: { cookie } })
      expect(await copy.json()).toEqual({})
      await last.stop()
    },
  )
})
