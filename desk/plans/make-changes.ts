import catalogueSql from '../../authoring/loading/sql/catalogue.sql?raw'
import {
  catalogueDigest,
  stageCatalogue,
  type CatalogueDraft,
} from '../../authoring/loading/catalogue-rows.ts'
import { loadStatements, type ReadScript } from '../../authoring/loading/import-statements.ts'
import { catalogueText } from '../../authoring/text-format/catalogue-text.ts'
import { runStatements, type Database } from '../../product-api/database.ts'
import { auditStatement } from '../audit/audit-log.ts'
import { changedCatalogue } from './catalogue-change.ts'
import { dueChanges, madeEvent, type StoredChange } from './catalogue-changes.ts'

const path = 'catalogue.json'

/** The published catalogue with its digest, and that of the file that was published last where the
 *  desk has changed it since. */
export type PublishedCatalogue = {
  catalogue: CatalogueDraft
  digest: string
  fileDigest: string | null
}

/** null: the catalogue has no text, because it was loaded before texts were kept. */
export async function publishedCatalogue(db: Database): Promise<PublishedCatalogue | null> {
  const row = await db
    .prepare(
      `SELECT s.source, f.digest, r.file_digest AS fileDigest
       FROM content_sources s JOIN content_files f USING (path), catalogue_revision r
       WHERE s.path = ?`,
    )
    .bind(path)
    .first<{ source: string; digest: string; fileDigest: string | null }>()
  if (!row) return null
  const { source, ...digests } = row
  // Checked by the code that published it.
  return { catalogue: JSON.parse(source) as CatalogueDraft, ...digests }
}

/** Makes every approved change whose time has come, each in one transaction as a new text of the
 *  catalogue, with its entry in the audit log. One that cannot be made stays with the reason and is
 *  tried again a minute later. Cost: one look-up in an index where nothing is due. */
export async function makeDueChanges(db: Database, now: Date): Promise<void> {
  for (const stored of await dueChanges(db, now)) {
    try {
      await makeChange(db, stored, now)
    } catch (error) {
      // A deployment or an overlapping run was faster; the next run begins with its text.
      if (/changed meanwhile|decided once/.test(String(error))) continue
      console.error(JSON.stringify({ at: 'catalogue', id: stored.id, error: String(error) }))
      await recordFailure(db, stored, String(error))
    }
  }
}

async function makeChange(db: Database, { id, change }: StoredChange, now: Date) {
  const published = await publishedCatalogue(db)
  if (!published) throw new Error('the catalogue has no text: npm run content:deploy')
  const { digest, fileDigest } = published
  const catalogue = changedCatalogue(published.catalogue, change)
  if (typeof catalogue === 'string') throw new Error(catalogue)
  const at = now.toISOString()
  const file = {
    ...{ path, digest: catalogueDigest(catalogue), now: at, source: catalogueText(catalogue) },
  }
  await runStatements(db, [
    // First: the database refuses it unless the text that was changed is still the published one.
    {
      text: `UPDATE catalogue_changes SET state = 'made', revision = ?, base_digest = ?, made_at = ?,
        failure = NULL WHERE id = ?`,
      values: [catalogue.revision ?? 0, digest, at, id],
    },
    ...(await loadStatements(file, stageCatalogue(catalogue, at), readScript)),
    { text: 'UPDATE catalogue_revision SET file_digest = ?', values: [fileDigest ?? digest] },
    auditStatement(madeEvent(change), now),
  ])
}

const recordFailure = (db: Database, { id }: StoredChange, reason: string) =>
  runStatements(db, [
    {
      text: `UPDATE catalogue_changes SET failure = ? WHERE id = ? AND state = 'approved'`,
      values: [reason.replace(/^Error: /, '').slice(0, 500), id],
    },
  ])

const readScript: ReadScript = (name) => {
  if (name === 'catalogue') return Promise.resolve(catalogueSql)
  throw new Error(`the desk does not publish plans by ${name}.sql`)
}
