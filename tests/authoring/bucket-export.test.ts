import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { exportToBucket } from '../../authoring/publishing/bucket-export.ts'
import { objectKey, storedFiles } from '../../authoring/publishing/content-bucket.ts'
import { readPublishableFiles } from '../../authoring/publishing/content-files.ts'
import { fetchExport } from '../../authoring/publishing/fetch-export.ts'
import { publishContent } from '../../authoring/publishing/publish-content.ts'
import { writeExport } from '../../authoring/publishing/write-export.ts'
import type { Database } from '../../product-api/database.ts'
import { memoryBucket } from '../support/content-bucket.ts'
import { contentFolder, fewFiles, type ContentFolder } from '../support/content-folder.ts'
import { dayOfTests, deskPeople, publishDay } from '../support/desk-content.ts'
import { databaseOf, sqlite } from '../support/sqlite-database.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const day = '2026-11-22'
const firstDay = new Date('2026-11-22T04:30:00.000Z')

let database: DatabaseSync
let db: Database
let content: ContentFolder
let bucket: ReturnType<typeof memoryBucket>
const folders: string[] = []
beforeEach(async () => {
  database = sqlite()
  db = databaseOf(database)
  content = await contentFolder()
  await publish(db, content.path)
  await publishDay(db, await deskPeople(db), day, dayOfTests, firstDay)
  bucket = memoryBucket()
})
afterEach(async () => {
  await content.delete()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

async function publish(to: Database, folder: string) {
  const read = await readPublishableFiles(folder, firstDay.toISOString())
  if (!('files' in read)) throw new Error(JSON.stringify(read.problems.slice(0, 3)))
  return publishContent(to, read.files, { now: firstDay.toISOString() })
}

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'abhyasa-bucket-'))
  folders.push(folder)
  return folder
}

async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((one) => join(one.parentPath, one.name))
  const files: Record<string, string> = {}
  for (const path of paths.sort())
    files[path.slice(folder.length + 1)] = await readFile(path, 'hex')
  return files
}

const exportedFiles = async (from: Database) => {
  const folder = await newFolder()
  await writeExport(from, folder, { withSecrets: false, prune: false })
  return filesIn(folder)
}

const night = (on = day, maxFiles = 1000) => exportToBucket(db, bucket, { night: on, maxFiles })
const newest = { night: null, prune: false }

it('comes out of the bucket as content:export writes it, and into an empty database', async () => {
  expect(await night()).toMatchObject({ isFinished: true, missing: 0 })
  const folder = await newFolder()
  await fetchExport(bucket.read, folder, newest)
  const files = await filesIn(folder)
  expect(files).toEqual(await exportedFiles(db))
  const text = await readFile(join(folder, `current-affairs/${day}-day.txt`), 'utf8')
  expect(text).toContain('title en: 22 November: Constitution Day\n')
  const second = databaseOf(sqlite())
  await publish(second, folder)
  expect(await exportedFiles(second)).toEqual(files)
})

it('writes nothing where nothing has changed', async () => {
  await night()
  const puts = bucket.calls.puts.length
  expect(await night('2026-11-23')).toMatchObject({ isFinished: true, written: 0 })
  expect(bucket.calls.puts).toHaveLength(puts)
  expect(bucket.calls.deletes).not.toContain('manifest.json')
})

it('writes only the files that have changed', async () => {
  await night()
  const before = bucket.calls.puts.length
  await content.edit(fewFiles.page, (text) =>
    text.replace(/^title en: .*$/m, 'title en: New terms'),
  )
  await publish(db, content.path)
  expect(await night('2026-11-23')).toMatchObject({ isFinished: true, written: 1 })
  expect(bucket.calls.puts.slice(before)).toEqual([
    expect.stringMatching(/^files\/pages\/terms\.txt\/[0-9a-f]{64}$/),
    ...['manifests/2026-11-23.json', 'manifest.json'],
  ])
  const folder = await newFolder()
  await fetchExport(bucket.read, folder, { ...newest, night: '2026-11-22' })
  expect(await readFile(join(folder, fewFiles.page), 'utf8')).not.toContain('New terms')
  // A night without a change is as the one before.
  await fetchExport(bucket.read, folder, { ...newest, night: '2026-11-25' })
  expect(await readFile(join(folder, fewFiles.page), 'utf8')).toContain('New terms')
})

it('goes on after some files, and never shows an export that is not complete', async () => {
  const steps = []
  for (let step = 0; step < 50 && steps.at(-1)?.isFinished !== true; step++) {
    expect(await storedFiles(bucket, 'manifest.json')).toEqual([])
    steps.push(await night(day, 3))
  }
  const files = await storedFiles(bucket, 'manifest.json')
  expect(steps.length).toBeGreaterThan(Math.floor(files.length / 3))
  expect(Math.max(...steps.map(({ written }) => written))).toBe(3)
  const objects = bucket.calls.puts.filter((key) => key.startsWith('files/'))
  expect(objects.sort()).toEqual([...new Set(files.map(objectKey))].sort())
})

it('loses at most twenty files when it is interrupted', async () => {
  for (const kind of ['pages', 'flash-cards'])
    for (const name of (await readdir(`content/${kind}`)).slice(0, 12))
      await content.restore(`${kind}/${name}`)
  await publish(db, content.path)
  bucket.condition.putsLeft = 25
  await expect(night()).rejects.toThrow('the connection was lost')
  bucket.condition.putsLeft = Infinity
  expect(await storedFiles(bucket, 'unfinished.json')).toHaveLength(20)
  const stored = bucket.calls.puts.length
  expect((await night()).isFinished).toBe(true)
  const again = bucket.calls.puts.slice(stored).filter((key) => key.startsWith('files/'))
  expect(again.filter((key) => bucket.calls.puts.indexOf(key) < stored)).toHaveLength(4)
  const folder = await newFolder()
  await fetchExport(bucket.read, folder, newest)
  expect(await filesIn(folder)).toEqual(await exportedFiles(db))
})

it('does not end a night while content is published', async () => {
  const page = fewFiles.page
  await content.edit(page, (text) => text.replace(/^title en: .*$/m, 'title en: Newer'))
  const put = bucket.put.bind(bucket)
  let isPublished = false
  bucket.put = async (key, value) => {
    if (!isPublished) await publish(db, content.path)
    isPublished = true
    return put(key, value)
  }
  expect((await exportToBucket(db, bucket, { night: day, maxFiles: 1000 })).isFinished).toBe(false)
  expect((await night()).isFinished).toBe(true)
  const folder = await newFolder()
  await fetchExport(bucket.read, folder, newest)
  expect(await filesIn(folder)).toEqual(await exportedFiles(db))
})

it('keeps what a file was for ninety nights', async () => {
  const titles = ['One', 'Two', 'Three']
  const nights = ['2026-08-01', '2026-08-20', '2026-11-20']
  for (const [index, title] of titles.entries()) {
    await content.edit(fewFiles.page, (text) =>
      text.replace(/^title en: .*$/m, `title en: ${title}`),
    )
    await publish(db, content.path)
    await night(nights[index])
  }
  const stored = (key: string) => bucket.objects.has(key)
  // The first was replaced 92 nights before the last.
  expect(nights.map((one) => stored(`manifests/${one}.json`))).toEqual([false, true, true])
  const versions = [...bucket.objects.keys()].filter((key) =>
    key.startsWith('files/pages/terms.txt'),
  )
  expect(versions).toHaveLength(2)
  for (const key of ['manifest.json', 'manifests/2026-08-20.json'])
    for (const file of await storedFiles(bucket, key)) expect(stored(objectKey(file))).toBe(true)
})

it('reads only what differs, lists what an export has not, names what is damaged', async () => {
  await night()
  const folder = await newFolder()
  await fetchExport(bucket.read, folder, newest)
  await writeFile(join(folder, 'pages', 'own.txt'), 'own')
  await writeFile(join(folder, fewFiles.page), 'edited')
  const again = await fetchExport(bucket.read, folder, newest)
  expect(again).toMatchObject({ written: 1, stale: ['pages/own.txt'] })
  const [file] = await storedFiles(bucket, 'manifest.json')
  bucket.objects.set(objectKey(file!), new TextEncoder().encode('damaged'))
  await expect(fetchExport(bucket.read, await newFolder(), newest)).rejects.toThrow(/is damaged/)
  await expect(
    fetchExport(bucket.read, folder, { ...newest, night: '2026-11-21' }),
  ).rejects.toThrow('the bucket has no export of 2026-11-21')
})
