import { runStatements, type Database, type Statement } from '../../product-api/database.ts'
import type { ContentDocument } from '../loading/content-rows.ts'
import { withdrawnPathOf } from '../loading/import-statements.ts'
import { runVerified, type Wait } from '../loading/verified-batch.ts'
import type { PublishableFile } from './content-files.ts'
import type { PublishedState } from './published-state.ts'

/** The kinds whose documents are withdrawn on demand. Plans and coupons are withdrawn with the
 *  catalogue that no longer has them. */
const kinds: readonly ContentDocument['kind'][] = [
  ...(['paper', 'live-mock', 'card', 'page', 'pattern', 'study-plan', 'lesson'] as const),
]

const keyOf = ({ kind, slug }: ContentDocument) => `${kind} ${slug}`

/** The documents that content files brought and no file has any more, once each. What was imported
 *  by `content:import` is none of them, and neither is a live mock that an export left out because
 *  it is secret. `exported`: the files that an export wrote into the folder; null: none did. */
export function goneDocuments(
  { documents }: PublishedState,
  files: readonly PublishableFile[],
  exported: ReadonlySet<string> | null = null,
): ContentDocument[] {
  const kept = new Set([
    ...files.flatMap(({ content }) => content.documents.map(keyOf)),
    ...documents.filter(({ isImported }) => isImported).map(keyOf),
  ])
  const gone = new Map<string, ContentDocument>()
  const isLeftOut = (kind: ContentDocument['kind'], path: string) =>
    kind === 'live-mock' && exported !== null && !exported.has(path)
  for (const { kind, slug, path } of documents)
    if (isLeftOut(kind, path)) kept.add(keyOf({ kind, slug }))
    else if (kinds.includes(kind) && !kept.has(keyOf({ kind, slug })))
      gone.set(keyOf({ kind, slug }), { kind, slug })
  return [...gone.values()]
}

/** The plans and coupons that content files brought and no file has any more: they are no longer
 *  sold once the catalogue is published. */
export function goneFromSale(
  { documents }: PublishedState,
  files: readonly PublishableFile[],
): ContentDocument[] {
  const kept = new Set(files.flatMap(({ content }) => content.documents.map(keyOf)))
  return documents.filter(
    (document) =>
      (document.kind === 'subscription-plan' || document.kind === 'coupon') &&
      !kept.has(keyOf(document)),
  )
}

/** Withdraws documents, all or none. A paper is kept, with its text, for the attempts at it and is
 *  neither listed nor found nor started; the others are deleted. A file that comes back is
 *  published again.
 *  Errors: DatabaseFailure. Cost: one batch. */
export async function withdrawDocuments(
  database: Database,
  documents: readonly ContentDocument[],
  now: string,
  wait?: Wait,
) {
  const json = JSON.stringify(documents)
  await runVerified(
    () => runStatements(database, withdrawalStatements(documents, now)),
    async () => {
      const row = await database
        .prepare(`SELECT count(*) AS rest ${recordedAs}`)
        .bind(json)
        .first<{ rest: number }>()
      return row?.rest === 0
    },
    wait,
  )
}

const recordedAs = `FROM content_documents WHERE (kind, slug) IN (
  SELECT value ->> 'kind', value ->> 'slug' FROM json_each(?1))`

/** The texts of the papers that are withdrawn, under the path of withdrawn ones. */
const keptTexts = `
SELECT ${withdrawnPathOf('d.slug')} AS path, s.source
FROM json_each(?1) j JOIN content_documents d ON d.kind = 'paper' AND d.slug = j.value ->> 'slug'
JOIN content_sources s ON s.path = d.path WHERE j.value ->> 'kind' = 'paper'`

/** The statements that withdraw documents, to be run in one transaction. */
export function withdrawalStatements(
  documents: readonly ContentDocument[],
  now: string,
): Statement[] {
  const json = JSON.stringify(documents)
  const slugs = (kind: ContentDocument['kind']) =>
    `SELECT value ->> 'slug' FROM json_each(?1) WHERE value ->> 'kind' = '${kind}'`
  const statements: readonly [text: string, ...values: string[]][] = [
    [
      `UPDATE practice_tests SET withdrawn_at = ?2
       WHERE slug IN (${slugs('paper')}) AND withdrawn_at IS NULL`,
      now,
    ],
    [
      `UPDATE live_mocks SET withdrawn_at = ?2
       WHERE slug IN (${slugs('live-mock')}) AND withdrawn_at IS NULL`,
      now,
    ],
    [
      `DELETE FROM search_entries
       WHERE test_id IN (SELECT id FROM practice_tests WHERE slug IN (${slugs('paper')}))
         OR card_id IN (SELECT id FROM flash_cards WHERE editor_id IN (${slugs('card')}))
         OR page_id IN (SELECT id FROM pages WHERE slug IN (${slugs('page')}))`,
    ],
    [`DELETE FROM flash_cards WHERE editor_id IN (${slugs('card')})`],
    [`DELETE FROM pages WHERE slug IN (${slugs('page')})`],
    [`DELETE FROM pattern_sheets WHERE slug IN (${slugs('pattern')})`],
    [`DELETE FROM study_plans WHERE slug IN (${slugs('study-plan')})`],
    [
      `INSERT INTO content_files (path, digest, loaded_at) SELECT path, '', ?2 FROM (${keptTexts})
       WHERE true ON CONFLICT (path) DO UPDATE SET loaded_at = excluded.loaded_at`,
      now,
    ],
    [
      `INSERT INTO content_sources (path, source) SELECT path, source FROM (${keptTexts})
       WHERE true ON CONFLICT (path) DO UPDATE SET source = excluded.source`,
    ],
    [`DELETE FROM content_files WHERE path IN (SELECT path ${recordedAs})`],
    [`DELETE ${recordedAs}`],
  ]
  return statements.map(([text, ...values]) => ({ text, values: [json, ...values] }))
}
