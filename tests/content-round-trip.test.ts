import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { withdrawPaper } from '../desk/papers/publication.ts'
import { applyMigrations, loadContent } from '../tasks/local-content.ts'
import { withLocalDatabase } from '../tasks/local-database.ts'
import { startWorkers } from '../tasks/local-workers.ts'
import {
  broughtInText,
  dayOfTests,
  deskPeople,
  publishAtDesk,
  publishDay,
  ruleAtDesk,
} from './support/desk-content.ts'

// Content goes out of one database by the command and into an empty one by the command; the site
// serves the same bytes from both.

const desksPaper = 'pdo-paper-2-from-the-desk'
const withdrawn = 'pdo-paper-1-2024-pattern-1'
const ruled = 'vao-paper-1-model-paper-2'
const day = '2026-11-22'

let root = ''
let sites: Awaited<ReturnType<typeof startWorkers>>[] = []
const state = (name: string) => join(root, name)

beforeAll(async () => {
  // The Workers log every request.
  for (const level of ['log', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined)
  root = await mkdtemp(join(tmpdir(), 'abhyasa-round-trip-'))
  await withLocalDatabase(state('one'), async (db) => {
    await applyMigrations(db)
    await loadContent(db, new Date('2026-11-20T05:00:00.000Z'), () => undefined)
    const people = await deskPeople(db)
    const at = new Date('2026-11-22T03:00:00.000Z')
    const source = await broughtInText(desksPaper)
    await publishAtDesk(db, people, { slug: desksPaper, exam: 'pdo-paper-2', source }, at)
    const taken = await readFile(`content/papers/pdo-paper-1/${withdrawn}.txt`, 'utf8')
    await publishAtDesk(db, people, { slug: withdrawn, exam: 'pdo-paper-1', source: taken }, at)
    await withdrawPaper(db, withdrawn, people.reviewer, at)
    await publishDay(db, people, day, dayOfTests, at)
    await ruleAtDesk(db, people, `${desksPaper}-1`, at)
    await ruleAtDesk(db, people, await firstQuestionOf(ruled), at)
  })
  await run('export-content', state('files'), '--with-secrets', '--state', state('one'))
  await run('deploy-content', '--local', ...['--state', state('two'), '--folder', state('files')])
  sites = [await start('one'), await start('two')]
}, 400_000)

afterAll(async () => {
  for (const site of sites) await site.stop()
  await rm(root, { recursive: true })
})

const start = (name: string) =>
  startWorkers({
    ...{ port: 0, state: state(name), quiet: true, cronSeconds: 0 },
    bindings: {
      SITE_URL: 'https://abhyasa.test',
      SESSION_KEYS: 'the-key-of-the-round-trip-tests-0123456789',
    },
    productApiBindings: { JWT_SECRETS: 'the-secret-of-the-round-trip-tests-012345' },
  })

const run = (task: string, ...args: string[]) =>
  new Promise<string>((done, fail) =>
    execFile(process.execPath, [`tasks/${task}.ts`, ...args], (error, out, errors) =>
      error ? fail(new Error(out + errors)) : done(out),
    ),
  )

const firstQuestionOf = async (slug: string) => {
  const source = await readFile(`content/papers/vao-paper-1/${slug}.txt`, 'utf8')
  return /^--- (\S+)$/m.exec(source)?.[1] ?? ''
}

/** What each of the two sites answers: status, type and bytes. */
const answersOf = (path: string) =>
  Promise.all(
    sites.map(async ({ url }) => {
      const answer = await fetch(url + path, { redirect: 'manual' })
      const type = answer.headers.get('content-type')
      return `${answer.status} ${type}\n${await answer.text()}`
    }),
  )

const pathsIn = (sitemap: string) =>
  [...sitemap.matchAll(/<loc>https:\/\/abhyasa\.test([^<]*)<\/loc>/g)].map(
    ([, path = '']) => path || '/',
  )

describe('content that went out of a database as text and into an empty one', () => {
  it('is served byte for byte the same at every page of the sitemap', async () => {
    const [one = '', two] = await answersOf('/sitemap.xml')
    expect(two).toBe(one)
    const parts = pathsIn(one)
    const paths = new Set<string>()
    for (const part of parts) {
      const [own = '', other] = await answersOf(part)
      expect(other).toBe(own)
      for (const path of part.endsWith('.xml') ? pathsIn(own) : [part]) paths.add(path)
    }
    // Each page in one of its three languages.
    const due = [...paths].filter((_, index) => index % 3 === Math.floor(index / 3) % 3)
    expect(due.length).toBeGreaterThan(250)
    const different: string[] = []
    const compare = async () => {
      for (let path = due.pop(); path !== undefined; path = due.pop()) {
        const [own = '', other] = await answersOf(path)
        if (!own.startsWith('200 ')) different.push(`${path} answers ${own.slice(0, 30)}`)
        if (own !== other) different.push(`${path}: ${firstDifference(own, other ?? '')}`)
      }
    }
    await Promise.all([compare(), compare(), compare(), compare()])
    expect(different).toEqual([])
  }, 400_000)

  it.each([
    ['home', '/'],
    ['home in English', '/en'],
    ['exam', '/te/pdo-paper-2'],
    ['section of an exam', '/vao-paper-1/model-paper'],
    ['subject page', '/pdo-1-subject'],
    ['paper', `/karnataka/vao-paper-1/${ruled}`],
    ['paper that was brought in', `/karnataka/pdo-paper-2/${desksPaper}`],
    ['paper for printing', `/karnataka/vao-paper-1/${ruled}/print?beside=en`],
    ['answer sheet', `/en/karnataka/vao-paper-1/${ruled}/sheet`],
    ['instructions', `/karnataka/vao-paper-1/${ruled}/instructions`],
    ['withdrawn paper', `/karnataka/pdo-paper-1/${withdrawn}`],
    ['cards', '/te/flash-cards/constitution'],
    ['current affairs', '/current-affairs'],
    ['day of the desk', `/en/current-affairs/${day}`],
    ['patterns', '/en/vao-paper-1'],
    ['study plan', '/plan/vao'],
    ['material', '/pdo-30days-material'],
    ['policy', '/te/refundpolicy'],
    ['live mocks', '/live-mocks'],
    ['search', '/en/search?q=panchayat'],
  ])('is served the same: %s', async (_, path) => {
    const [one = '', two] = await answersOf(path)
    expect(one.slice(0, 4)).toBe(path.includes(withdrawn) ? '404 ' : '200 ')
    expect(two).toBe(one)
  })

  it.each([
    [desksPaper, 'pdo-paper-2'],
    [ruled, 'vao-paper-1'],
  ])('has the same solutions with the ruled key: %s', async (slug, exam) => {
    const [one = '', two] = await Promise.all(
      sites.map(({ url }) => solutionsOf(url, `/en/karnataka/${exam}/${slug}`)),
    )
    expect(one).toContain('Both options are right.')
    expect(two).toBe(one)
  })

  it('goes out again as the same files', async () => {
    await run('export-content', state('again'), '--with-secrets', '--state', state('two'))
    expect(await filesIn(state('again'))).toEqual(await filesIn(state('files')))
  }, 120_000)
})

async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: Record<string, string> = {}
  for (const entry of entries)
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name)
      files[path.slice(folder.length)] = await readFile(path, 'latin1')
    }
  return files
}

/** The page with the solutions after the first option of each question was sent as a form, without
 *  what belongs to the attempt: its id, its times. */
async function solutionsOf(url: string, path: string): Promise<string> {
  const cookies = new Map<string, string>()
  const request = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, origin: 'https://abhyasa.test' }
    const answer = await fetch(url + path, { redirect: 'manual', ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  const paper = await (await request(path)).text()
  const fields = new URLSearchParams()
  for (const [tag] of paper.matchAll(/<input[^>]*>/g)) {
    const name = / name="([^"]*)"/.exec(tag)?.[1] ?? ''
    const value = / value="([^"]*)"/.exec(tag)?.[1] ?? ''
    const isWanted = /type="(radio|hidden)"/.test(tag) && !fields.has(name)
    if (name !== '' && isWanted) fields.set(name, value)
  }
  let answer = await request(path, { method: 'POST', body: fields })
  let address = new URL(url)
  while (answer.status === 303) {
    address = new URL(answer.headers.get('location') ?? '/', url)
    answer = await request(address.pathname + address.search)
  }
  address.searchParams.set('page', 'all')
  const page = await (await request(address.pathname + address.search)).text()
  return page
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'ID')
    .replace(/\d{1,2}:\d{2}(:\d{2})?( [ap]m)?/gi, 'TIME')
}

function firstDifference(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return `${one.slice(Math.max(0, at - 60), at + 80)} / ${other.slice(at, at + 80)}`
}
