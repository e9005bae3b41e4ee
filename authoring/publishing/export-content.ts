import { runStatements, type Database } from '../../product-api/database.ts'

/** A file of the content folder. `path`: below the folder. */
export type ExportedFile = { path: string; content: string | Uint8Array }

/** The content files of a database, as they were loaded, and the papers that the desk has
 *  published. `missing`: what has no text to write: days of the desk, and what was imported.
 *  Cost: two reads; about 6 MB for 300 files. */
export async function exportedFiles(
  database: Database,
): Promise<{ files: ExportedFile[]; missing: string[] }> {
  const [sources = [], figures = []] = await runStatements(database, [
    {
      text: `SELECT f.path, s.source, c.slug AS exam FROM content_files f
        LEFT JOIN content_sources s USING (path)
        LEFT JOIN practice_tests t ON f.path = 'desk:papers/' || t.slug
        LEFT JOIN categories c ON c.id = t.category_id
        WHERE f.path NOT LIKE '/%' ORDER BY f.path`,
      values: [],
    },
    { text: 'SELECT path, hex(bytes) AS hex FROM media ORDER BY path', values: [] },
  ])
  const texts = sources.flatMap(({ path, source, exam }): ExportedFile[] =>
    typeof source === 'string' ? [{ path: pathOf(String(path), exam), content: source }] : [],
  )
  const pictures = figures.map(({ path, hex }) => ({
    path: `figures/${String(path)
      .replace(/^\/figures\//, '')
      .replace(/\.[0-9a-f]{10}(?=\.)/, '')}`,
    content: Uint8Array.from(Buffer.from(String(hex), 'hex')),
  }))
  const missing = sources.filter(({ source }) => source === null).map(({ path }) => String(path))
  return { files: [...texts, ...pictures], missing }
}

/** A paper of the desk is written where the files of its exam are. */
const pathOf = (path: string, exam: unknown) =>
  typeof exam === 'string' ? `papers/${exam}/${path.replace('desk:papers/', '')}.txt` : path
