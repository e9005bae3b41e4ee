import { readFileSync, readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { stageCatalogue, type CatalogueDraft } from '../../authoring/loading/catalogue-rows.ts'
import { loadStatements } from '../../authoring/loading/load-file.ts'

const folder = 'product-api/migrations'
const catalogue = JSON.parse(readFileSync('content/catalogue.json', 'utf8')) as CatalogueDraft

it('a plan and a coupon that the catalogue no longer has are not sold', async () => {
  const database = new DatabaseSync(':memory:')
  for (const name of readdirSync(folder).sort())
    database.exec(readFileSync(`${folder}/${name}`, 'utf8'))
  const load = async (draft: CatalogueDraft) => {
    const now = '2026-11-21T06:00:00.000Z'
    const file = { path: 'catalogue.json', digest: 'test', now }
    for (const { text, values } of await loadStatements(file, stageCatalogue(draft, now)))
      database.prepare(text).run(...values)
  }
  const priced = () =>
    database
      .prepare(
        `SELECT DISTINCT p.slug FROM subscription_plans p JOIN plan_prices r ON r.plan_id = p.id
         ORDER BY p.position`,
      )
      .all()
      .map(({ slug }) => slug)
  await load(catalogue)
  expect(priced()).toEqual(catalogue.plans.map(({ slug }) => slug))
  const [removed, ...plans] = catalogue.plans
  await load({ ...catalogue, plans, coupons: [] })
  expect(priced()).toEqual(plans.map(({ slug }) => slug))
  expect(database.prepare('SELECT code FROM coupons').all()).toEqual([])
  // It stays for those who bought it.
  const kept = database.prepare('SELECT slug FROM subscription_plans WHERE slug = ?')
  expect(kept.get(removed!.slug)).toEqual({ slug: removed!.slug })
  await load(catalogue)
  expect(priced()).toContain(removed!.slug)
})
