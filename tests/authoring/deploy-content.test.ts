import { spawn } from 'node:child_process'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadContent } from '../../tasks/local-content.ts'
import { publishFolder } from '../../tasks/publish-folder.ts'
import { remoteDatabase } from '../../tasks/remote-database.ts'
import { contentFolder, fewFiles, type ContentFolder } from '../support/content-folder.ts'
import { startD1Api, type D1Api, type Fault } from '../support/d1-api.ts'
import { databaseOf, dumpOf, sqlite } from '../support/sqlite-database.ts'

const now = '2026-11-23T06:00:00.000Z'
// Commands are started, and CI machines may be slow.
vi.setConfig({ testTimeout: 60_000 })

/** The code of a live mock, and what is sealed with it, are drawn anew for each database. */
const secret = ['code', 'paper_key', 'source', 'source_key']
const drawn = secret.map((column) => `live_mock_keys.${column}`)
const sealed = ['sealed', 'sealed_digest'].map((column) => `live_mocks.${column}`)

let database: DatabaseSync
let api: D1Api
let folder: ContentFolder
let printed: string[] = []
let waits: number[] = []

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  printed = []
  waits = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  database = sqlite()
  api = await startD1Api({ database })
  for (const [name, value] of Object.entries(api.settings)) vi.stubEnv(name, value)
  folder = await contentFolder()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await api.stop()
  await folder.delete()
})

const wait = (ms: number) => Promise.resolve(void waits.push(ms))

/** Runs the command's work. Returns its outcome and how many requests it made. */
async function deploy({ withdraw = false, path = folder.path } = {}) {
  const remote = remoteDatabase(wait)
  const outcome = await publishFolder(remote, { folder: path, withdraw, wait })
  return { outcome, ...remote.usage }
}

const count = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0])
const lines = (part: string) => printed.filter((line) => line.includes(part))

describe('content:deploy', () => {
  // All of the content, twice.
  const timeout = 300_000
  it(
    'brings the same rows as the local path, and a second run writes nothing',
    { timeout },
    async () => {
      const first = await deploy({ path: 'content' })
      expect(first.outcome).toBe('published')
      const local = sqlite()
      await loadContent(databaseOf(local), new Date(now), () => undefined)
      expect(count('SELECT count(*) FROM practice_tests')).toBeGreaterThan(50)
      expect(count('SELECT count(*) FROM plan_prices')).toBeGreaterThan(4)
      const except = [...drawn, ...sealed]
      expect(dumpOf(database, except)).toEqual(dumpOf(local, except))
      const second = await deploy({ path: 'content' })
      expect(second).toMatchObject({ outcome: 'published', rowsWritten: 0, requests: 2 })
      expect(lines('Unchanged: ').at(-1)).toContain('Published: 0 files.')
    },
  )

  it('publishes a changed file alone', async () => {
    await deploy()
    await folder.edit(fewFiles.page, (text) =>
      text.replace(/^title en: .*$/m, 'title en: New rules'),
    )
    const { requests } = await deploy()
    expect(requests).toBe(3)
    expect(lines('Published: 1 files')).toHaveLength(1)
    expect(count("SELECT count(*) FROM page_texts WHERE title = 'New rules'")).toBe(1)
  })

  it('changes nothing where the content has problems', async () => {
    await folder.edit(fewFiles.page, (text) => text.replace(/^title kn: .*$/m, 'title kn: Terms'))
    await expect(deploy()).rejects.toThrow(
      `Nothing was published. All of them: npm run content:check -- --folder ${folder.path}`,
    )
    await expect(deploy()).rejects.toThrow(/^The content has 1 problem: /)
    expect(api.requests).toHaveLength(0)
  })
})

describe('content:deploy with a fault', () => {
  const faults: Fault[] = ['429', '500', '500-after', 'cut', 'cut-after', 'overloaded', 'reset']

  it.each(faults)('%s at any request ends in the same database', async (fault) => {
    const small = await contentFolder([fewFiles.page, fewFiles.cards])
    const { requests } = await deploy({ path: small.path })
    expect(requests).toBeGreaterThanOrEqual(5)
    const expected = dumpOf(database)
    for (let at = 0; at < requests; at += 1) {
      await restart((request) => (request === at ? fault : null))
      expect([at, (await deploy({ path: small.path })).outcome]).toEqual([at, 'published'])
      expect(api.requests[at]?.fault).toBe(fault)
      expect(dumpOf(database)).toEqual(expected)
    }
    await small.delete()
  })

  it.each<[Fault, 'not-published' | 'unknown', string]>([
    ['429', 'not-published', 'not published'],
    ['500-after', 'unknown', 'unknown, run again'],
    ['cut', 'unknown', 'unknown, run again'],
    ['cut-after', 'unknown', 'unknown, run again'],
  ])(
    '%s that lasts is reported as %s, and the next run completes',
    async (fault, outcome, words) => {
      await deploy()
      const expected = dumpOf(database)
      await restart((request) => (request >= 3 ? fault : null))
      printed = []
      expect((await deploy()).outcome).toBe(outcome)
      expect(lines(words)[0]).toContain(fewFiles.otherPaper.slice(0, 6))
      expect(lines('not tried after')).toEqual([
        expect.stringMatching(/^ {2}not published: \d files, not tried after papers\//),
      ])
      expect(lines('Run the same command again')).toHaveLength(1)
      api.faultOf = () => null
      expect((await deploy()).outcome).toBe('published')
      expect(dumpOf(database)).toEqual(expected)
    },
  )

  it('stops where the free plan has no rows left, and the next day completes', async () => {
    await restart((request) => (request >= 3 ? 'used-up' : null))
    expect((await deploy()).outcome).toBe('not-published')
    expect(api.requests).toHaveLength(4)
    expect(waits).toEqual([])
    expect(lines('until tomorrow (midnight UTC)')).toHaveLength(1)
    expect(lines('not tried after')).toHaveLength(1)
    api.faultOf = () => null
    expect((await deploy()).outcome).toBe('published')
  })

  it('reports nothing as published when the token is refused', async () => {
    vi.stubEnv('CLOUDFLARE_API_TOKEN', 'another')
    await expect(deploy()).rejects.toMatchObject({
      outcome: 'not-run',
      message: 'Authentication error',
    })
    expect(api.requests).toHaveLength(1)
  })

  it('names the missing migrations', async () => {
    await restart(() => null, sqlite({ migrated: false }))
    await expect(deploy()).rejects.toThrow('"npm run deploy" applies them')
  })

  it('waits as long as Cloudflare asks, and otherwise twice as long each time', async () => {
    await api.stop()
    api = await startD1Api({ database, retryAfterSeconds: 7 })
    vi.stubEnv('CLOUDFLARE_API_BASE_URL', api.url)
    api.faultOf = (request) => (['429', 'overloaded', 'overloaded'] as const)[request] ?? null
    await deploy()
    expect(waits[0]).toBe(7000)
    expect(waits[1]).toBeGreaterThanOrEqual(1000)
    expect(waits[2]).toBeGreaterThanOrEqual(2000)
    expect(waits[2]).toBeLessThan(2700)
  })

  it('does not send a write of unknown outcome again for other commands', async () => {
    api.faultOf = () => 'cut-after'
    const insert = "INSERT INTO locales VALUES ('xx', 'X', 0, '', '')"
    const failed = await remoteDatabase(wait)
      .prepare(insert)
      .run()
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ outcome: 'unknown' })
    expect(api.requests).toHaveLength(1)
  })

  it('resumes after a kill with what is left', async () => {
    const whole = await deploy()
    const expected = dumpOf(database, ['loaded_at', 'created_at', 'updated_at'])
    await restart(() => null)
    const child = spawn(process.execPath, ['tasks/deploy-content.ts', '--folder', folder.path], {
      env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
    })
    const killed = new Promise((done) => child.on('exit', (_, signal) => done(signal)))
    api.faultOf = (request) => {
      if (request === 4) child.kill('SIGKILL')
      return null
    }
    expect(await killed).toBe('SIGKILL')
    const published = count('SELECT count(*) FROM content_files')
    expect(published).toBeGreaterThan(2)
    const rest = await deploy()
    expect(rest).toMatchObject({ outcome: 'published', requests: whole.requests - published })
    expect(dumpOf(database, ['loaded_at', 'created_at', 'updated_at'])).toEqual(expected)
  })
})

/** Another stand-in with an empty database. */
async function restart(faultOf: (request: number) => Fault | null, empty = sqlite()) {
  await api.stop()
  database = empty
  api = await startD1Api({ database, faultOf })
  vi.stubEnv('CLOUDFLARE_API_BASE_URL', api.url)
}
