import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  catalogueDigest,
  stageCatalogue,
  type CatalogueDraft,
} from '../../authoring/loading/catalogue-rows.ts'
import { loadFile } from '../../authoring/loading/load-file.ts'
import { catalogueFile } from '../../authoring/publishing/content-files.ts'
import { publishContent } from '../../authoring/publishing/publish-content.ts'
import { catalogueText } from '../../authoring/text-format/catalogue-text.ts'
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

it('is written as the text in which it is kept', () => {
  expect(catalogueText(catalogue)).toBe(readFileSync('content/catalogue.json', 'utf8'))
  const full = {
    ...{ revision: 3, ...catalogue },
    coupons: [...catalogue.coupons, { code: 'B', amountMinor: 5, currency: 'INR' }],
  }
  expect(JSON.parse(catalogueText(full))).toEqual(full)
})

it('keeps plans that are off sale, with the time since when', async () => {
  const database = sqlite()
  const load = (plans: CatalogueDraft['plans'], at: string) =>
    loadFile(
      databaseOf(database),
      { path: 'catalogue.json', digest: 'any', now: at },
      stageCatalogue({ ...catalogue, plans }, at),
    )
  const withdrawn = () =>
    database.prepare('SELECT withdrawn_at AS at FROM subscription_plans ORDER BY position').get()
  const [first, ...others] = catalogue.plans
  const off = [{ ...first!, offSale: true as const }, ...others]
  await load(off, now)
  await load(off, '2026-11-24T06:00:00.000Z')
  expect(withdrawn()).toEqual({ at: now })
  await load(catalogue.plans, '2026-11-25T06:00:00.000Z')
  expect(withdrawn()).toEqual({ at: null })
})

it('stays as the desk has changed it, and an edited one of before is refused', async () => {
  const database = sqlite()
  const db = databaseOf(database)
  const publish = (file: CatalogueDraft) => publishContent(db, [catalogueFile(file, now)], { now })
  const outcomeOf = async (file: CatalogueDraft) => {
    const { unchanged, ofDesk, results } = await publish(file)
    return { unchanged, ofDesk, results: results.map(({ outcome }) => outcome) }
  }
  await publish(catalogue)
  const ofDesk = { ...catalogue, revision: 1, coupons: [] }
  database
    .prepare('UPDATE content_files SET digest = ? WHERE path = ?')
    .run(catalogueDigest(ofDesk), 'catalogue.json')
  database
    .prepare('UPDATE catalogue_revision SET number = 1, file_digest = ?')
    .run(catalogueDigest(catalogue))

  expect(await outcomeOf(catalogue)).toEqual({
    ...{ unchanged: 0, ofDesk: ['catalogue.json'], results: [] },
  })
  await expect(publish({ ...catalogue, coupons: [] })).rejects.toThrow(/export it/)
  expect(await outcomeOf(ofDesk)).toMatchObject({ unchanged: 1, ofDesk: [] })
  const edited = { ...ofDesk, plans: ofDesk.plans.slice(1) }
  expect(await outcomeOf(edited)).toMatchObject({ results: ['published'] })
  expect(database.prepare('SELECT number, file_digest FROM catalogue_revision').get()).toEqual({
    ...{ number: 1, file_digest: null },
  })
})
