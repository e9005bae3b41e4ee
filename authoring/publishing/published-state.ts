import { runStatements, type Database } from '../../product-api/database.ts'
import type { ContentDocument } from '../loading/content-rows.ts'
import type { Reference } from './content-files.ts'

/** What a database has of the content. */
export type PublishedState = {
  /** Path of a content file -> digest. */
  digests: Map<string, string>
  /** What the content files brought. Those of `content:import` and of the desk
   *  are `isImported`: they have no file in `content/`. */
  documents: (ContentDocument & { isImported: boolean })[]
  /** The slugs of papers that the desk has published: no file replaces them. */
  papersOfDesk: Set<string>
  /** What content may name, by `referenceKey`. */
  known: Set<string>
}

export const referenceKey = ({ kind, slug }: Reference) => `${kind} ${slug}`

/** Cost: one batch; about 100 KB for 2,000 documents. */
export async function publishedState(database: Database): Promise<PublishedState> {
  const [files = [], documents = [], known = [], owned = []] = await runStatements(database, [
    { text: `SELECT path, digest FROM content_files`, values: [] },
    {
      text: `SELECT kind, slug, path LIKE 'import:%' OR path LIKE 'desk:%' AS isImported
             FROM content_documents`,
      values: [],
    },
    { text: knownReferences, values: [] },
    { text: 'SELECT slug FROM desk_papers WHERE owned_at IS NOT NULL', values: [] },
  ])
  return {
    digests: new Map(files.map(({ path, digest }) => [String(path), String(digest)])),
    documents: documents.map(({ kind, slug, isImported }) => ({
      kind: kind as ContentDocument['kind'],
      slug: String(slug),
      isImported: isImported === 1,
    })),
    papersOfDesk: new Set(owned.map(({ slug }) => String(slug))),
    known: new Set(known.map((row) => String(row.key))),
  }
}

const knownReferences = `
SELECT 'exam ' || slug AS key FROM categories
UNION ALL SELECT 'tag ' || slug FROM tags
UNION ALL SELECT 'figure ' || path FROM media
UNION ALL SELECT 'paper ' || slug FROM practice_tests WHERE withdrawn_at IS NULL`
