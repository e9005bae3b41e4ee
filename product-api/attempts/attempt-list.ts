import type { Database } from '../database.ts'
import { ownerColumn, type Owner } from '../owner.ts'
import type { ContentType } from '../strapi/content-type.ts'
import { paginationMeta } from '../strapi/find-documents.ts'
import { parseQuery, type Query } from '../strapi/query.ts'
import { filterCondition, limitAndOffset } from '../strapi/sql.ts'
import { listedColumns, type AttemptRow } from './attempt-row.ts'

/** One page of an owner's attempts, by a query string in Strapi's query language; the latest first
 *  unless the query sorts otherwise. Errors: Refusal 400 for an unknown field. Cost: one
 *  batch of two reads. */
export async function attemptPage(
  own: Database,
  owner: Owner,
  search: string,
  now: Date,
): Promise<{ rows: AttemptRow[]; pagination: Record<string, number> }> {
  const query = parseQuery(search, queryFields)
  const columns = columnsAt(now)
  const { text, values } = filterCondition(
    query.filter,
    (field) => columns[field] ?? 'NULL',
    () => ({ text: 'false', values: [] }),
  )
  const { limit, offset } = limitAndOffset(query.pagination)
  const from = `FROM attempts a
    JOIN paper_versions v ON v.id = a.version_id
    WHERE a.${ownerColumn(owner)} = ? AND a.released_to IS NULL AND ${text}`
  const [found, counted] = await own.batch([
    own
      .prepare(
        `SELECT ${listedColumns}, v.head ${from}
         ORDER BY ${orderOf(query, columns)} LIMIT ? OFFSET ?`,
      )
      .bind(owner.id, ...values, limit, offset),
    own.prepare(`SELECT count(*) AS total ${from}`).bind(owner.id, ...values),
  ])
  const total = (counted?.results as { total: number }[] | undefined)?.[0]?.total ?? 0
  return {
    rows: (found?.results ?? []) as AttemptRow[],
    pagination: paginationMeta(query.pagination, total),
  }
}

const fields = [
  ...['id', 'documentId', 'test', 'mode', 'status', 'locale'],
  ...['startedAt', 'submittedAt', 'createdAt', 'updatedAt'],
] as const
type Columns = Readonly<Record<string, string>>

/** The fields to filter and sort by, as attempt-json.ts names them -> their SQL at a time. */
const columnsAt = (now: Date): Columns & Record<(typeof fields)[number], string> => ({
  id: 'a.id',
  documentId: 'a.id',
  test: `(v.head ->> 'slug')`,
  mode: `(CASE a.on_paper WHEN 1 THEN 'paper' ELSE a.mode END)`,
  status: `(CASE WHEN a.submitted_at IS NOT NULL THEN 'submitted'
    WHEN a.ends_at <= '${now.toISOString()}' THEN 'overdue' ELSE 'running' END)`,
  locale: 'a.locale',
  startedAt: 'a.started_at',
  submittedAt: 'a.submitted_at',
  createdAt: 'a.started_at',
  updatedAt: 'a.updated_at',
})

/** For parseQuery only: an attempt is not a document with texts in several languages. */
const queryFields: ContentType = {
  table: 'attempts',
  texts: { table: '', key: '' },
  fields: Object.fromEntries(fields.map((field) => [field, { column: field, of: 'document' }])),
  relations: {},
  components: {},
  order: '',
}

const orderOf = ({ sort }: Query, columns: Columns) =>
  [
    ...sort.map(({ field, descending }) => `${columns[field]}${descending ? ' DESC' : ''}`),
    'a.started_at DESC',
    'a.id',
  ].join(', ')
