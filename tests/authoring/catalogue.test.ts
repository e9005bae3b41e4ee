import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { stageCatalogue, type CatalogueDraft } from '../../authoring/loading/catalogue-rows.ts'
import { loadFile } from '../../authoring/loading/load-file.ts'
import { languages, locales } from '../../domain/locale.ts'
import { databaseOf, sqlite } from '../support/sqlite-database.ts'

const now = '2026-11-23T06:00:00.000Z'
const catalogue = JSON.parse(readFileSync('content/catalogue.json', 'utf8')) as CatalogueDraft

it('inserts the rows of languages that a database does not have yet', async () => {
  const database = sqlite()
  database.exec("DELETE FROM locales WHERE code = 'te'; UPDATE locales SET name = 'Kanarese'")
  const file = { path: 'catalogue.json', digest: 'any', now }
  await loadFile(databaseOf(database), file, stageCatalogue(catalogue, now))
  expect(database.prepare('SELECT code, name FROM locales ORDER BY rowid').all()).toEqual(
    locales.map((code) => ({ code, name: languages[code].name })),
  )
})
