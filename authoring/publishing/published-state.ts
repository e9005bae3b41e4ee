import { runStatements, type Database } from '../../product-api/database.ts'
import type { ContentDocument } from '../loading/content-rows.ts'
import type { Reference } from './content-files.ts'

/** What a database has of the content. */
export type PublishedState = {
  /** Path of a content file -> digest. */
  digests: Map<string, string>
  /** What the content files brought. Those of `content:import` and of the desk
   *  are `isImported`: they have no file in `content/`. */
  documents: (ContentDocument & { path: string; isImported: boolean })[]
  /** The papers and pages that the desk has published, as 'paper slug': no file replaces them. */
  ofDesk: Set<string>
  /** The digest of the catalogue file that was published last, where the desk has changed plans or
   *  coupons since; null: it has not. */
  catalogueBefore: string | null
  /** The slugs of all papers, withdrawn ones too. */
  papers: Set<string>
  /** What content may name, by `referenceKey`. */
  known: Set<string>
}

export const referenceKey = ({ kind, slug }: Reference | ContentDocument) => `${kind} ${slug}`

/** Cost: one batch; about 100 KB for 2,000 documents. */
export async function publishedState(database: Database): Promise<PublishedState> {
  const [files = [], documents = [], known = [], owned = [], papers = [], [revision] = []] =
    await runStatements(database, [
      { text: `SELECT path, digest FROM content_files`, values: [] },
      {
        text: `SELECT kind, slug, path, path LIKE 'import:%' OR path LIKE 'desk:%' AS isImported
             FROM content_documents`,
        values: [],
      },
      { text: knownReferences, values: [] },
      { text: ownedByDesk, values: [] },
      { text: 'SELECT slug FROM practice_tests', values: [] },
      { text: 'SELECT file_digest AS digest FROM catalogue_revision', values: [] },
    ])
  return {
    digests: new Map(files.map(({ path, digest }) => [String(path), String(digest)])),
    documents: documents.map(({ kind, slug, path, isImported }) => ({
      kind: kind as ContentDocument['kind'],
      slug: String(slug),
      path: String(path),
      isImported: isImported === 1,
    })),
    ofDesk: new Set(owned.map((row) => String(row.key))),
    catalogueBefore: typeof revision?.digest === 'string' ? revision.digest : null,
    papers: new Set(papers.map(({ slug }) => String(slug))),
    known: new Set(known.map((row) => String(row.key))),
  }
}

const knownReferences = `
SELECT 'exam ' || slug AS key FROM categories WHERE withdrawn_at IS NULL
UNION ALL SELECT 'tag ' || slug FROM tags
UNION ALL SELECT 'figure ' || path FROM media
UNION ALL SELECT 'paper ' || slug FROM practice_tests WHERE withdrawn_at IS NULL`

/** A day belongs to the desk from its first approval, also while it is withdrawn. */
const ownedByDesk = `
SELECT 'paper ' || slug AS key FROM desk_papers WHERE owned_at IS NOT NULL
UNION SELECT 'page ' || date || '-day' FROM affairs_approvals`
