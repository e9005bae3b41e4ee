import { expect, it } from 'vitest'
import type { Database } from '../../product-api/database.ts'
import {
  currentTestVersion,
  paperVersion,
  paperVersionWithKeys,
} from '../../product-api/papers/paper-versions.ts'
import { shortPaper } from '../support/attempts.ts'
import { database } from '../support/product-api.ts'

/** A version whose keys are not published, as that of a live mock. */
async function versionWithoutKeys(): Promise<number> {
  const test = await currentTestVersion(database(), shortPaper, new Date())
  const row = await database()
    .prepare(
      `INSERT INTO paper_versions (test_id, digest, head, questions, keys, created_at)
       SELECT test_id, 'unpublished', head, questions, '{}', created_at
       FROM paper_versions WHERE id = ? RETURNING id`,
    )
    .bind(test!.version_id)
    .first<{ id: number }>()
  return row!.id
}

it('is read once before its keys are published, and with them when they are', async () => {
  const texts: string[] = []
  const db: Database = {
    batch: (statements) => database().batch(statements),
    prepare(text) {
      texts.push(text)
      return database().prepare(text)
    },
  }
  const id = await versionWithoutKeys()
  const first = await paperVersion(db, id)
  expect(await paperVersion(db, id)).toBe(first)
  expect(texts).toHaveLength(1)
  expect((await paperVersionWithKeys(db, id)).keys).toEqual({})
  await database().prepare(`UPDATE paper_versions SET keys = '{"a":1}' WHERE id = ?`).bind(id).run()
  const { paper, keys } = await paperVersionWithKeys(db, id)
  expect([paper === first, keys]).toEqual([true, { a: 1 }])
  expect(texts.slice(1)).toEqual(Array(2).fill(expect.stringMatching(/^SELECT keys FROM/)))
  await paperVersionWithKeys(db, id)
  expect(texts).toHaveLength(3)
})
