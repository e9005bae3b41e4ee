import { execFile } from 'node:child_process'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stagePage } from '../../authoring/loading/content-rows.ts'
import { loadFile } from '../../authoring/loading/load-file.ts'
import { readPage } from '../../authoring/text-format/page.ts'
import { publishFolder } from '../../tasks/publish-folder.ts'
import { remoteDatabase } from '../../tasks/remote-database.ts'
import { contentFolder, fewFiles, type ContentFolder } from '../support/content-folder.ts'
import { startD1Api, type D1Api } from '../support/d1-api.ts'
import { databaseOf, dumpOf, sqlite } from '../support/sqlite-database.ts'

// Commands are started, and CI machines may be slow.
vi.setConfig({ testTimeout: 60_000 })

let database: DatabaseSync
let api: D1Api
let folder: ContentFolder
let printed: string[] = []

beforeEach(async () => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  database = sqlite()
  api = await startD1Api({ database })
  for (const [name, value] of Object.entries(api.settings)) vi.stubEnv(name, value)
  folder = await contentFolder()
  await deploy()
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await api.stop()
  await folder.delete()
})

const deploy = (withdraw = false) =>
  publishFolder(remoteDatabase(), {
    folder: folder.path,
    withdraw,
    wait: () => Promise.resolve(),
  })

const values = (sql: string) =>
  database
    .prepare(sql)
    .all()
    .map((row) => Object.values(row)[0])
const lines = (part: string) => printed.filter((line) => line.includes(part))

type Catalogue = { plans: { slug: string }[]; coupons: { code: string }[]; tags: unknown[] }
const editCatalogue = (change: (catalogue: Catalogue) => void) =>
  folder.edit('catalogue.json', (text) => {
    const catalogue = JSON.parse(text) as Catalogue
    change(catalogue)
    return JSON.stringify(catalogue)
  })

const plansOnSale = 'SELECT slug FROM subscription_plans WHERE withdrawn_at IS NULL ORDER BY slug'

describe('a plan or a coupon that the catalogue no longer has', () => {
  it('is withdrawn from sale, keeps its row, and comes back with the catalogue', async () => {
    const before = values(plansOnSale)
    expect(before).toContain('ap-teachers')
    expect(values('SELECT code FROM coupons')).toEqual(['ABHYASA10'])
    await editCatalogue((catalogue) => {
      catalogue.plans = catalogue.plans.filter(({ slug }) => slug !== 'ap-teachers')
      catalogue.coupons = []
    })
    await deploy()
    expect(lines('no longer sold: ')).toEqual([
      '  no longer sold: coupon ABHYASA10',
      '  no longer sold: subscription-plan ap-teachers',
    ])
    expect(values(plansOnSale)).toEqual(before.filter((slug) => slug !== 'ap-teachers'))
    expect(values("SELECT count(*) FROM subscription_plans WHERE slug = 'ap-teachers'")).toEqual([
      1,
    ])
    expect(values('SELECT code FROM coupons')).toEqual([])
    await folder.restore('catalogue.json')
    await deploy()
    expect(lines('no longer sold: ')).toHaveLength(2)
    expect(values(plansOnSale)).toEqual(before)
    expect(values('SELECT code FROM coupons')).toEqual(['ABHYASA10'])
  })

  it('stays if another program inserted it', async () => {
    database.exec(`INSERT INTO coupons (code, percent, digest, created_at, updated_at)
      VALUES ('OWN', 20, '', '', '')`)
    await editCatalogue((catalogue) => void (catalogue.coupons = []))
    await deploy()
    expect(values('SELECT code FROM coupons')).toEqual(['OWN'])
  })
})

describe('content whose file is gone', () => {
  const isListed = `SELECT count(*) FROM practice_tests WHERE withdrawn_at IS NULL
    AND slug = 'vao-paper-2-2024-pattern-1'`

  it('is listed first, and withdrawn by --withdraw', async () => {
    await folder.remove(fewFiles.otherPaper)
    await folder.remove(fewFiles.page)
    await folder.edit(fewFiles.cards, withoutLastCard)
    const cards = Number(values('SELECT count(*) FROM flash_cards')[0])
    await deploy()
    expect(lines('not withdrawn, file is gone')).toHaveLength(3)
    expect(values(isListed)).toEqual([1])
    await deploy(true)
    expect(lines('  withdrawn: ')).toHaveLength(3)
    expect(values(isListed)).toEqual([0])
    expect(values('SELECT count(*) FROM practice_tests')).toEqual([2])
    expect(values("SELECT count(*) FROM pages WHERE slug = 'terms'")).toEqual([0])
    expect(values('SELECT count(*) FROM flash_cards')).toEqual([cards - 1])
    const found = `SELECT count(*) FROM search_entries s LEFT JOIN practice_tests t
      ON t.id = s.test_id
      WHERE s.kind = 'card' OR t.withdrawn_at IS NOT NULL`
    expect(values(found)).toEqual([cards - 1])
    printed = []
    await deploy(true)
    expect(lines('withdrawn')).toEqual([])
  })

  it('ends in the same database whatever became of the request', async () => {
    await folder.remove(fewFiles.page)
    api.faultOf = faultAt(api.requests.length + 1, 'cut-after')
    await deploy(true)
    expect(api.requests.some(({ fault }) => fault === 'cut-after')).toBe(true)
    expect(values("SELECT count(*) FROM pages WHERE slug = 'terms'")).toEqual([0])
  })

  it('comes back with its file', async () => {
    const changing = ['loaded_at', 'created_at', 'updated_at', 'id', 'page_id', 'rowid']
    const before = dumpOf(database, changing)
    await folder.remove(fewFiles.otherPaper)
    await folder.remove(fewFiles.page)
    await deploy(true)
    await folder.restore(fewFiles.otherPaper)
    await folder.restore(fewFiles.page)
    await deploy()
    const after = dumpOf(database, changing)
    for (const table of ['practice_tests', 'pages', 'page_texts', 'content_documents'])
      expect(after[table]).toEqual(before[table])
    expect(values(isListed)).toEqual([1])
  })

  it('is not gone if it is now in another file', async () => {
    await folder.remove(fewFiles.otherPaper)
    await folder.restore(fewFiles.otherPaper, 'papers/vao-paper-2/renamed.txt')
    await deploy(true)
    expect(lines('withdrawn')).toEqual([])
    expect(values(isListed)).toEqual([1])
  })

  it('keeps the attempts at a withdrawn paper', async () => {
    database.exec(`
      INSERT INTO guests VALUES ('g', '2026-11-23', '2027-01-01');
      INSERT INTO paper_versions (test_id, digest, head, questions, keys, created_at)
      SELECT id, 'd', '{}', '[]', '{}', '' FROM practice_tests
      WHERE slug = 'vao-paper-2-2024-pattern-1';
      INSERT INTO attempts (
        id, version_id, test_id, guest_id, mode, locale, right_by, started_at, updated_at)
      SELECT 'a', id, test_id, 'g', 'practice', 'kn', 'free', '', '' FROM paper_versions;`)
    await folder.remove(fewFiles.otherPaper)
    await deploy(true)
    expect(values(isListed)).toEqual([0])
    expect(values('SELECT count(*) FROM attempts')).toEqual([1])
  })
})

describe('content that names what the database does not have', () => {
  const removeExam = () =>
    database.exec(`PRAGMA foreign_keys = OFF;
      DELETE FROM plan_categories; DELETE FROM practice_tests;
      DELETE FROM categories WHERE slug = 'vao-paper-2';
      DELETE FROM content_files WHERE path LIKE 'papers/%';
      PRAGMA foreign_keys = ON`)

  it('is reported by name and not published; the rest is', async () => {
    removeExam()
    expect(await deploy()).toBe('not-published')
    expect(lines('not published: ')).toEqual([
      `  not published: ${fewFiles.otherPaper}: the database does not have the exam "vao-paper-2"`,
    ])
    expect(values('SELECT slug FROM practice_tests')).toEqual(['ap-dsc-sa-mathematics-practice-1'])
  })

  it.each([
    ['exam', 'exam: vao-paper-9'],
    ['tag', 'topics: no-such-tag'],
  ])('is refused by the database itself: %s', async (kind, line) => {
    const { page } = readPage('p.txt', pageSource(line))
    const at = '2026-11-23T06:00:00.000Z'
    const loaded = loadFile(
      databaseOf(database),
      { path: 'pages/p.txt', digest: 'd', now: at },
      stagePage(page, at),
    )
    await expect(loaded).rejects.toThrow(
      `the content names an ${kind} that is`.replace('an t', 'a t'),
    )
    expect(values("SELECT count(*) FROM pages WHERE slug = 'p'")).toEqual([0])
  })

  it('stops content:import --remote before anything is imported', async () => {
    removeExam()
    const writes = () => api.requests.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0)
    const before = writes()
    const { status, errors } = await runImport(fewFiles.otherPaper)
    expect(errors).toContain('does not have the exam "vao-paper-2"')
    expect(errors).toContain('run "npm run content:deploy" first')
    expect([status, writes()]).toEqual([1, before])
  })
})

const runImport = (file: string) =>
  new Promise<{ status: number | null; errors: string }>((done) => {
    const args = ['tasks/import-content.ts', `content/${file}`, '--remote']
    const child = execFile(process.execPath, args, (_, __, errors) =>
      done({ status: child.exitCode, errors }),
    )
  })

const faultAt = (at: number, fault: 'cut-after') => (request: number) =>
  request === at ? fault : null

const withoutLastCard = (text: string) => text.slice(0, text.lastIndexOf('\n--- ') + 1)

const pageSource = (line: string) => `page: p
kind: material
languages: en
${line}
source: us
checked: 2026-11-21
title en: A page
description en: About nothing
body en: Text
`
