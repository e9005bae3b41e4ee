import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localAccounts, seedAccounts } from '../tasks/local-accounts.ts'
import { prepareCatalogue, prepareDatabase } from '../tasks/local-content.ts'
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

describe('a restart of the product API during a test', () => {
  let state = ''
  beforeAll(async () => {
    state = await mkdtemp(join(tmpdir(), 'abhyasa-objects-'))
    await prepareDatabase(state)
  }, 180_000)
  afterAll(() => rm(state, { recursive: true }))

  const start = () =>
    startWorkers({
      ...{ port: 0, only: 'product-api', state, quiet: true, cronSeconds: 0 },
      productApiBindings: { JWT_SECRETS: 'a-secret-that-outlives-the-restart-012345' },
    })

  it('loses no answer, submits once, and brings the summary by the queue', async () => {
    const path = '/api/user-test-progresses'
    let api = await start()
    const { jwt } = await bodyOf<{ jwt: string }>(await fetch(`${api.url}/api/guest/token`))
    const call = async <Data>(method: string, below: string, body?: object): Promise<Data> => {
      const answer = await fetch(`${api.url}${path}${below}`, {
        method,
        headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      return (await bodyOf<{ data: Data }>(answer)).data
    }
    const id = crypto.randomUUID()
    const test = { id, test: 'vao-paper-1-full-1', mode: 'exam', locale: 'kn' }
    await call('POST', '', { data: test })
    const { questions } = await call<{ questions: { id: string }[] }>('GET', `/${id}/paper`)
    const events = questions.slice(0, 40).map(({ id: question }, index) => ({
      ...{ writer: 'phone-before-and-after', tick: index + 1, at: Date.now(), kind: 'save' },
      ...{ question, option: 1, locale: 'kn', spentMs: 1000, device: 'phone-one' },
    }))
    await call('POST', `/${id}/events`, { events: events.slice(0, 20) })
    await api.stop()

    api = await start()
    await call('POST', `/${id}/events`, { events: events.slice(10) })
    const known = await call<{ events: { tick: number }[] }>('GET', `/${id}/events?after=0`)
    expect(known.events.map(({ tick }) => tick)).toEqual(events.map(({ tick }) => tick))
    const [one, other] = await Promise.all(
      [1, 2].map(() => call<{ score: string; answered: number }>('POST', `/${id}/submit`, {})),
    )
    expect(one).toMatchObject({ answered: 40, score: other!.score })
    await expect
      .poll(
        async () => {
          const topics = await fetch(`${api.url}/api/user-topics`, {
            headers: { authorization: `Bearer ${jwt}` },
          })
          return (await bodyOf<{ data: unknown[] }>(topics)).data.length
        },
        { timeout: 20_000, interval: 500 },
      )
      .toBeGreaterThan(0)
    await api.stop()
  }, 90_000)
})

const bodyOf = async <Body>(response: Response) => (await response.json()) as Body
