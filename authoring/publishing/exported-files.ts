import * as v from 'valibot'
import { inLanguages } from '../../domain/contracts/fields.ts'
import { locales } from '../../domain/locale.ts'
import { runStatements, type Database } from '../../product-api/database.ts'
import { openSource } from '../loading/sealed-source.ts'
import { rulingsPath, rulingsText } from '../text-format/rulings.ts'
import { isWritten, type ExportEntry } from './export-index.ts'

/** A file's content. null: it has been withdrawn since the index was read. */
export type ExportedFile = { entry: ExportEntry; content: Uint8Array | null }

const filesPerBatch = 20

/** The contents of files, in their order, some at a time. Errors: DatabaseFailure; Error where a
 *  stored text is damaged. Cost: one read for 20 texts or 20 figures, at most 1 MB each. */
export async function* exportedFiles(
  database: Database,
  entries: readonly ExportEntry[],
): AsyncGenerator<ExportedFile> {
  for (let at = 0; at < entries.length; at += filesPerBatch) {
    const some = entries.slice(at, at + filesPerBatch)
    const contents = await contentsOf(database, some)
    for (const entry of some)
      yield { entry, content: contents.get(`${entry.kind} ${entry.key}`) ?? null }
  }
}

async function contentsOf(database: Database, entries: readonly ExportEntry[]) {
  const keys = (kind: ExportEntry['kind']) =>
    JSON.stringify(entries.filter((entry) => entry.kind === kind).map(({ key }) => key))
  const statements = [
    { kind: 'text' as const, text: selectTexts, values: [keys('text')] },
    { kind: 'figure' as const, text: selectFigures, values: [keys('figure')] },
    { kind: 'live-mock' as const, text: selectLiveMocks, values: [keys('live-mock')] },
    { kind: 'rulings' as const, text: selectRulings, values: [] },
  ].filter(({ kind }) => entries.some((entry) => entry.kind === kind))
  const answers = await runStatements(database, statements)
  const contents = new Map<string, Uint8Array>()
  for (const [index, { kind }] of statements.entries())
    for (const [key, content] of await readers[kind](answers[index] ?? []))
      contents.set(`${kind} ${key}`, content)
  return contents
}

type Contents = [key: string, content: Uint8Array][]
type Read = (rows: readonly unknown[]) => Contents | Promise<Contents>

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textRows = v.array(v.object({ key: v.string(), source: v.string() }))
const sealedRows = v.array(v.object({ key: v.string(), source: v.string(), sourceKey: v.string() }))
const hexRows = v.array(v.object({ key: v.string(), hex: v.string() }))
const rulingRows = v.array(
  v.object({
    question: v.string(),
    kind: v.picklist(['accept', 'cancel']),
    accepted: v.nullable(v.pipe(v.string(), v.parseJson(), v.array(v.number()))),
    award: v.nullable(v.picklist(['all', 'attempters', 'nobody'])),
    wording: v.nullable(v.string()),
    locale: v.nullable(v.picklist(locales)),
    reason: v.pipe(v.string(), v.parseJson(), inLanguages(v.string())),
    decidedAt: v.string(),
  }),
)

const readers: Record<ExportEntry['kind'], Read> = {
  text: (rows) => v.parse(textRows, rows).map(({ key, source }) => [key, bytesOf(source)]),
  figure: (rows) =>
    v.parse(hexRows, rows).map(({ key, hex }) => [key, Uint8Array.from(Buffer.from(hex, 'hex'))]),
  'live-mock': async (rows) => {
    const contents: Contents = []
    for (const { key, ...sealed } of v.parse(sealedRows, rows))
      contents.push([key, bytesOf(await openSource(sealed))])
    return contents
  },
  rulings: (rows) => [[rulingsPath, bytesOf(rulingsText(v.parse(rulingRows, rows)))]],
}

const ofKeys = (column: string) => `${column} IN (SELECT value FROM json_each(?1))`
const selectTexts = `SELECT path AS key, source FROM content_sources WHERE ${ofKeys('path')}`
const selectFigures = `SELECT path AS key, hex(bytes) AS hex FROM media WHERE ${ofKeys('path')}`
const selectLiveMocks = `SELECT slug AS key, source, source_key AS sourceKey FROM live_mock_keys
  WHERE ${ofKeys('slug')}`
const selectRulings = `
SELECT q.editor_id AS question, r.kind, r.accepted, r.award, r.wording, r.locale, r.reason,
  r.decided_at AS decidedAt
FROM key_rulings r JOIN questions q ON q.id = r.question_id
WHERE ${isWritten} ORDER BY r.id`
