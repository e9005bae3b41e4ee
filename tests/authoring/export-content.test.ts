import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readPublishableFiles } from '../../authoring/publishing/content-files.ts'
import { exportedPaths } from '../../authoring/publishing/export-manifest.ts'
import { publishContent } from '../../authoring/publishing/publish-content.ts'
import { goneDocuments, withdrawDocuments } from '../../authoring/publishing/withdraw-content.ts'
import { writeExport } from '../../authoring/publishing/write-export.ts'
import { keepDayTexts } from '../../desk/affairs/day-texts.ts'
import { withdrawDay } from '../../desk/affairs/publication.ts'
import { withdrawPaper } from '../../desk/papers/publication.ts'
import type { Database } from '../../product-api/database.ts'
import { loadContent } from '../../tasks/local-content.ts'
import { contentFolder, fewFiles, type ContentFolder } from '../support/content-folder.ts'
import {
  broughtInText,
  dayOfTests,
  deskPeople,
  publishAtDesk,
  publishDay,
  ruleAtDesk,
  type DeskPeople,
} from '../support/desk-content.ts'
import { databaseOf, dumpOf, sqlite } from '../support/sqlite-database.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const firstDay = new Date('2026-11-22T04:30:00.000Z')
const nextDay = new Date('2026-11-23T06:00:00.000Z')
const lastDay = new Date('2026-11-25T08:00:00.000Z')

const folders: string[] = []
const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'abhyasa-export-'))
  folders.push(folder)
  return folder
}
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

const settings = { withSecrets: false, prune: false }
const exported = async (database: DatabaseSync, changes: Partial<typeof settings> = {}) => {
  const folder = await newFolder()
  const report = await writeExport(databaseOf(database), folder, { ...settings, ...changes })
  return { folder, report, files: await filesIn(folder) }
}

/** Every file below a folder: path -> text, of a figure its bytes in hexadecimal. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  return Object.fromEntries(
    await Promise.all(
      paths.map(async (path) => [
        path.slice(folder.length + 1),
        await readFile(path, /\.(txt|json|md)$/.test(path) ? 'utf8' : 'hex'),
      ]),
    ),
  ) as Record<string, string>
}

/** Brings a folder to a database, as content:deploy does. */
async function publish(database: Database, folder: string, now: Date) {
  const read = await readPublishableFiles(folder, now.toISOString())
  if (!('files' in read)) throw new Error(JSON.stringify(read.problems.slice(0, 3)))
  const report = await publishContent(database, read.files, { now: now.toISOString() })
  const failed = report.results.filter(({ outcome }) => outcome !== 'published')
  if (failed.length > 0) throw new Error(JSON.stringify(failed.slice(0, 3)))
  return { ...report, gone: goneDocuments(report.before, read.files, await exportedPaths(folder)) }
}

/** What readers see: rows without numbers that each database gives for itself. */
const published = (database: DatabaseSync) => {
  const own = ['id', 'loaded_at', 'created_at', 'started_at', 'token', 'rowid', 'settled_at']
  const numbers = ['test_id', 'question_id', 'section_id', 'page_id', 'card_id', 'plan_id']
  const others = ['tag_id', 'category_id', 'sheet_id', 'state_id', 'proposal_id', 'version']
  const sealed = ['live_mocks.sealed', 'live_mocks.sealed_digest']
  const dump = dumpOf(database, [...own, ...numbers, ...others, ...sealed])
  const tables = [
    ...['practice_tests', 'practice_test_texts', 'test_sections', 'test_questions', 'questions'],
    ...['question_texts', 'answer_keys', 'explanations', 'pages', 'page_texts', 'page_questions'],
    ...['flash_cards', 'flash_card_texts', 'pattern_sheets', 'pattern_sheet_texts', 'media'],
    ...['study_plans', 'study_plan_texts', 'subscription_plans', 'plan_prices', 'coupons'],
    ...['categories', 'tags', 'states', 'key_rulings', 'live_mocks', 'search_entries'],
  ]
  return Object.fromEntries(tables.map((table) => [table, dump[table]]))
}

/** The first rows of each table that differ. */
function differences(one: DatabaseSync, other: DatabaseSync): string[] {
  const [rows, expected] = [published(one), published(other)]
  return Object.entries(expected).flatMap(([table, all = []]) => {
    const own = rows[table] ?? []
    const at = [...all.keys(), all.length].find((index) => own[index] !== all[index])
    return at === undefined
      ? []
      : [`${table}: ${own[at]?.slice(0, 600)} instead of ${all[at]?.slice(0, 600)}`]
  })
}

describe('content:export of everything in content/', () => {
  let first: DatabaseSync
  beforeAll(async () => {
    first = sqlite()
    await loadContent(databaseOf(first), firstDay, () => undefined)
  })

  it('writes every file byte for byte, and no other, but for the manifest', async () => {
    const { files, report } = await exported(first, { withSecrets: true })
    const { 'README.md': _, ...content } = await filesIn('content')
    const { 'manifest.json': manifest, ...rest } = files
    expect(Object.keys(rest)).toEqual(Object.keys(content))
    for (const [path, text] of Object.entries(content))
      expect([path, rest[path] === text]).toEqual([path, true])
    expect(manifest).toContain('"version": 1')
    expect(report).toMatchObject({ withheld: [], missing: [], stale: [] })
    expect(report.files).toBeGreaterThan(290)
  })

  it('makes the same rows in an empty database on another day, and the same files', async () => {
    const once = await exported(first, { withSecrets: true })
    const second = sqlite()
    await publish(databaseOf(second), once.folder, lastDay)
    expect(differences(second, first)).toEqual([])
    const again = await exported(second, { withSecrets: true })
    expect(again.files).toEqual(once.files)
    expect((await publish(databaseOf(second), again.folder, lastDay)).results).toEqual([])
  })

  it('does not write a live mock before its results unless it is asked to', async () => {
    const { files, report } = await exported(first)
    expect(report.withheld).toEqual(['live-mocks/vao-live-2026-12-13.txt'])
    expect(Object.keys(files).filter((path) => path.startsWith('live-mocks/'))).toEqual([])
    expect(JSON.stringify(files)).not.toContain('vao-live-2026-12-13-01')
  })
})

describe('content:export of what the desk has made', () => {
  let database: DatabaseSync
  let db: Database
  let folder: ContentFolder
  let people: DeskPeople
  const slug = 'pdo-paper-2-from-the-desk'
  beforeEach(async () => {
    database = sqlite()
    db = databaseOf(database)
    folder = await contentFolder()
    await publish(db, folder.path, firstDay)
    people = await deskPeople(db)
  })
  afterEach(() => folder.delete())

  const bringIn = async () =>
    publishAtDesk(
      db,
      people,
      { slug, exam: 'pdo-paper-2', source: await broughtInText(slug) },
      nextDay,
    )
  /** The export comes into an empty database and out of it again, the same. */
  const expectRoundTrip = async (at = lastDay) => {
    const once = await exported(database)
    expect(once.report.missing).toEqual([])
    const second = sqlite()
    await publish(databaseOf(second), once.folder, at)
    expect(differences(second, database)).toEqual([])
    expect((await exported(second)).files).toEqual(once.files)
    return { ...once, second }
  }

  it('writes a paper that was brought in where the files of its exam are', async () => {
    await bringIn()
    const { files } = await expectRoundTrip()
    expect(files[`papers/pdo-paper-2/${slug}.txt`]).toBe(await broughtInText(slug))
  })

  it('writes the text of the desk of a paper that the desk took over', async () => {
    const source = await readFile(join(folder.path, fewFiles.otherPaper), 'utf8')
    const taken = source.replace(/^minutes: .*$/m, 'minutes: 47')
    const other = { slug: 'vao-paper-2-2024-pattern-1', exam: 'vao-paper-2' }
    await publishAtDesk(db, people, { ...other, source: taken }, nextDay)
    const { files } = await expectRoundTrip()
    expect(files[fewFiles.otherPaper]).toContain('minutes: 47')
  })

  it('writes a day of current affairs as text, in its complete languages', async () => {
    await publishDay(db, people, '2026-11-22', dayOfTests, nextDay)
    const { files } = await expectRoundTrip()
    const text = files['current-affairs/2026-11-22-day.txt']
    expect(text).toContain('languages: kn en\n')
    expect(text).toContain('title en: 22 November: Constitution Day\n')
    expect(text).toContain('( ) ಗ \\| ಘ | c \\| d\n')
    expect(text).not.toContain('పూర్తి')
  })

  it('writes days that were published before their texts were kept', async () => {
    await publishDay(db, people, '2026-11-22', dayOfTests, nextDay)
    const { files } = await exported(database)
    database.exec(`DELETE FROM content_sources WHERE path LIKE 'desk:%'`)
    expect((await exported(database)).report.missing).toEqual(['the page 2026-11-22-day'])
    expect(await keepDayTexts(db)).toBe(1)
    expect((await exported(database)).files).toEqual(files)
    expect(await keepDayTexts(db)).toBe(0)
  })

  it('writes rulings about keys in their order, and brings none twice', async () => {
    await bringIn()
    await ruleAtDesk(db, people, `${slug}-1`, nextDay)
    await ruleAtDesk(db, people, `${slug}-1`, lastDay)
    const { files, folder: path, second } = await expectRoundTrip()
    expect(files['rulings.txt']?.match(/^--- .*$/gm)).toEqual([`--- ${slug}-1`, `--- ${slug}-1`])
    await publish(databaseOf(second), path, lastDay)
    const rulings = 'SELECT decided_at FROM key_rulings ORDER BY id'
    expect(second.prepare(rulings).all()).toEqual(database.prepare(rulings).all())
  })

  it('keeps the text of a withdrawn paper, which stays withdrawn in another database', async () => {
    await bringIn()
    await withdrawPaper(db, slug, people.reviewer, nextDay)
    const { files, second } = await exportedAndBack()
    expect(files[`withdrawn/papers/${slug}.txt`]).toContain(`paper: ${slug}`)
    expect(files[`papers/pdo-paper-2/${slug}.txt`]).toBeUndefined()
    const state = `SELECT slug, withdrawn_at IS NOT NULL AS gone FROM practice_tests ORDER BY slug`
    expect(second.prepare(state).all()).toEqual(database.prepare(state).all())
    await publishAgainFromText()
    const back = await exported(database)
    expect(back.files[`withdrawn/papers/${slug}.txt`]).toBeUndefined()
    expect(back.files[`papers/pdo-paper-2/${slug}.txt`]).toContain(`paper: ${slug}`)
  })
  const exportedAndBack = async () => {
    const once = await exported(database)
    const second = sqlite()
    await publish(databaseOf(second), once.folder, lastDay)
    expect((await exported(second)).files).toEqual(once.files)
    return { ...once, second }
  }
  const publishAgainFromText = async () => {
    const text = (await broughtInText(slug)).replace('minutes: 10', 'minutes: 12')
    await publishAtDesk(db, people, { slug, exam: 'pdo-paper-2', source: text }, lastDay)
  }

  it('keeps the text of a paper whose file is gone, and never withdraws one by it', async () => {
    await folder.remove(fewFiles.otherPaper)
    const { gone } = await publish(db, folder.path, nextDay)
    await withdrawDocuments(db, gone, nextDay.toISOString())
    const { folder: path } = await exportedAndBack()
    await folder.restore(fewFiles.otherPaper)
    await publish(db, folder.path, lastDay)
    const state = `SELECT withdrawn_at FROM practice_tests
      WHERE slug = 'vao-paper-2-2024-pattern-1'`
    expect(database.prepare(state).get()).toEqual({ withdrawn_at: null })
    await publish(db, path, lastDay)
    expect(database.prepare(state).get()).toEqual({ withdrawn_at: null })
  })

  it('is not replaced or brought back by an older export of the same database', async () => {
    await bringIn()
    await publishDay(db, people, '2026-11-22', dayOfTests, nextDay)
    const { folder: path } = await exported(database)
    await withdrawPaper(db, slug, people.reviewer, lastDay)
    await withdrawDay(db, '2026-11-22', people.reviewer, lastDay)
    const { ofDesk } = await publish(db, path, lastDay)
    expect(ofDesk).toEqual([`papers/pdo-paper-2/${slug}.txt`, 'current-affairs/2026-11-22-day.txt'])
    expect(database.prepare(`SELECT slug FROM pages WHERE slug LIKE '%-day'`).all()).toEqual([])
  })
})

describe('content:export of live mocks', () => {
  const slug = 'vao-live-2026-12-13'
  const path = `live-mocks/${slug}.txt`
  /** A folder with a live mock of 23 November -> its text. */
  const withLiveMock = async () => {
    const folder = await contentFolder()
    await mkdir(join(folder.path, 'live-mocks'))
    await folder.restore(path)
    await folder.edit(path, (text) => text.replaceAll('2026-12-13 1', '2026-11-23 1'))
    return { folder, text: await readFile(join(folder.path, path), 'utf8') }
  }

  it('writes one whose results are out, and its paper comes with it', async () => {
    const { folder, text } = await withLiveMock()
    const database = sqlite()
    const db = databaseOf(database)
    await publish(db, folder.path, firstDay)
    expect((await exported(database)).report.withheld).toEqual([path])
    database.exec(`UPDATE live_mocks SET published_at = '${nextDay.toISOString()}'`)
    await publish(db, folder.path, lastDay)
    const { files, folder: written } = await exported(database)
    expect(files[path]).toBe(text)
    const second = sqlite()
    await publish(databaseOf(second), written, lastDay)
    const state = `SELECT t.slug, t.withdrawn_at FROM practice_tests t JOIN live_mocks USING (slug)`
    expect(second.prepare(state).all()).toEqual([{ slug, withdrawn_at: null }])
    await folder.delete()
  })

  it('stay in the database and in the folder of an export that left them out', async () => {
    const { folder, text } = await withLiveMock()
    const database = sqlite()
    const db = databaseOf(database)
    await publish(db, folder.path, firstDay)
    const { folder: without } = await exported(database)
    expect((await publish(db, without, nextDay)).gone).toEqual([])
    expect((await publish(databaseOf(sqlite()), without, nextDay)).gone).toEqual([])
    const { folder: secret } = await exported(database, { withSecrets: true })
    const again = await writeExport(db, secret, { withSecrets: false, prune: true })
    expect(again.stale).toEqual([])
    expect(await readFile(join(secret, path), 'utf8')).toBe(text)
    // Written with secrets, and deleted by somebody since.
    await writeExport(db, secret, { withSecrets: true, prune: false })
    await rm(join(secret, path))
    expect((await publish(db, secret, nextDay)).gone).toEqual([{ kind: 'live-mock', slug }])
    await folder.delete()
  })

  it('are withdrawn like other documents when their file is gone', async () => {
    const { folder } = await withLiveMock()
    const database = sqlite()
    await publish(databaseOf(database), folder.path, firstDay)
    await folder.remove(path)
    const { gone } = await publish(databaseOf(database), folder.path, firstDay)
    expect(gone).toEqual([{ kind: 'live-mock', slug }])
    await withdrawDocuments(databaseOf(database), gone, nextDay.toISOString())
    expect((await exported(database, { withSecrets: true })).report.files).toBe(7)
    await folder.delete()
  })
})

describe('the folder of an export', () => {
  let folder: ContentFolder
  let database: DatabaseSync
  beforeEach(async () => {
    folder = await contentFolder()
    database = sqlite()
    await publish(databaseOf(database), folder.path, firstDay)
  })
  afterEach(() => folder.delete())

  it('is written again only where something changed, and keeps what is no content', async () => {
    const path = await newFolder()
    const once = await writeExport(databaseOf(database), path, settings)
    expect([once.files, once.written]).toEqual([7, 7])
    await writeFile(join(path, 'NOTES.md'), 'own notes')
    await folder.edit(fewFiles.page, (text) => text.replace('checked: 2026', 'checked: 2025'))
    await publish(databaseOf(database), folder.path, nextDay)
    const again = await writeExport(databaseOf(database), path, settings)
    expect([again.files, again.written]).toEqual([7, 1])
    expect(await readFile(join(path, 'NOTES.md'), 'utf8')).toBe('own notes')
  })

  it('lists files that the database does not publish, and deletes them if asked', async () => {
    const path = await newFolder()
    await writeExport(databaseOf(database), path, settings)
    await writeFile(join(path, 'pages/old.txt'), 'page: old')
    const { stale } = await writeExport(databaseOf(database), path, settings)
    expect(stale).toEqual(['pages/old.txt'])
    await writeExport(databaseOf(database), path, { ...settings, prune: true })
    expect(Object.keys(await filesIn(path))).not.toContain('pages/old.txt')
  })

  it('stays as it was where the database fails at any request', async () => {
    const path = await newFolder()
    await writeExport(databaseOf(database), path, settings)
    const before = await filesIn(path)
    await folder.edit(fewFiles.page, (text) => text.replace('checked: 2026', 'checked: 2025'))
    await publish(databaseOf(database), folder.path, nextDay)
    let requests = 0
    const counting = failingAt(databaseOf(database), () => void (requests += 1))
    await writeExport(counting, await newFolder(), settings)
    for (let at = 1; at <= requests; at += 1) {
      let request = 0
      const failing = failingAt(databaseOf(database), () => {
        if ((request += 1) === at) throw new Error('cut')
      })
      await expect(writeExport(failing, path, settings)).rejects.toThrow('cut')
      expect(await filesIn(path)).toEqual(before)
    }
    expect(requests).toBeGreaterThan(2)
  })

  it('has one moment’s content also while content is published', async () => {
    let request = 0
    const changing = failingAt(databaseOf(database), () => {
      if ((request += 1) !== 2) return
      database.exec(`UPDATE content_sources SET source = 'new' WHERE path = '${fewFiles.page}';
        UPDATE content_files SET digest = 'new' WHERE path = '${fewFiles.page}'`)
    })
    const path = await newFolder()
    await writeExport(changing, path, settings)
    expect(await readFile(join(path, fewFiles.page), 'utf8')).toBe('new')
  })

  it('is refused with the check’s words after somebody edited it wrongly', async () => {
    const { folder: path } = await exported(database)
    const page = join(path, fewFiles.page)
    await writeFile(page, (await readFile(page, 'utf8')).replace(/^page: .*$/m, 'exam: nothing'))
    const read = await readPublishableFiles(path, nextDay.toISOString())
    expect(read).toHaveProperty('problems.0.file', fewFiles.page)
  })

  const failingAt = (db: Database, before: () => void): Database => ({
    prepare: (text) => db.prepare(text),
    batch: (statements) => {
      before()
      return db.batch(statements)
    },
  })
})

describe('npm run content:export', () => {
  const run = (...args: string[]) =>
    new Promise<{ status: number | null; out: string }>((done) => {
      const all = ['tasks/export-content.ts', ...args]
      const child = execFile(process.execPath, all, (_, out, errors) =>
        done({ status: child.exitCode, out: out + errors }),
      )
    })

  it('wants one folder, and says why where it cannot be written', async () => {
    expect(await run()).toMatchObject({ status: 1, out: expect.stringContaining('Name one') })
    const state = await newFolder()
    const file = join(await newFolder(), 'a-file')
    await writeFile(file, '')
    const { status, out } = await run(file, '--state', state)
    expect(out).toContain('The folder cannot be written')
    expect(status).toBe(1)
  })
})
