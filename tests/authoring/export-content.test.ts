import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { readPublishableFiles } from '../../authoring/publishing/content-files.ts'
import { exportedFiles } from '../../authoring/publishing/export-content.ts'
import { publishContent } from '../../authoring/publishing/publish-content.ts'
import { loadContent } from '../../tasks/local-content.ts'
import { databaseOf, dumpOf, sqlite } from '../support/sqlite-database.ts'

it(
  'all content is written out byte for byte, and makes the same rows in an empty database',
  { timeout: 120_000 },
  async () => {
    const now = '2026-11-23T06:00:00.000Z'
    const [first, second] = [sqlite(), sqlite()]
    await loadContent(databaseOf(first), new Date(now), () => undefined)
    const { files, missing } = await exportedFiles(databaseOf(first))
    expect(missing).toEqual([])
    expect(files.length).toBeGreaterThan(200)
    const folder = await mkdtemp(join(tmpdir(), 'abhyasa-export-'))
    for (const { path, content } of files) {
      expect([path, (await readFile(`content/${path}`)).equals(Buffer.from(content))]).toEqual([
        ...[path, true],
      ])
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }
    const read = await readPublishableFiles(folder, now)
    if (!('files' in read)) throw new Error(read.problems[0]?.reason)
    await publishContent(databaseOf(second), read.files, { now })
    expect(dumpOf(second)).toEqual(dumpOf(first))
    await rm(folder, { recursive: true })
  },
)
