import type { ContentType } from '../strapi/content-type.ts'
import { readQuery, type Filter, type Query } from '../strapi/query.ts'
import { compare, type Sql } from '../strapi/sql.ts'
import { columnOf, type AttemptRow, type Owner } from './attempt-row.ts'

type Page = {
  rows: AttemptRow[]
  pagination: Record<string, number>
}

/** What somebody has begun, by a query in Strapi's language; the latest first where it asks for no other order.
 *  Errors: Refusal 400 for a field that attempts cannot be asked by. Cost: one batch of two reads. */
export async function attemptsOf(
  db: D1Database,
  owner: Owner,
  search: string,
  now: Date,
): Promise<Page> {
  const query = readQuery(search, asked)
  const columns = columnsAt(now)
  const { text, values } = where(query.filter, columns)
  const { pagination } = query
  const [limit, offset] =
    pagination.kind === 'page'
      ? [pagination.pageSize, (pagination.page - 1) * pagination.pageSize]
      : [pagination.limit, pagination.start]
  const from = `FROM attempts a JOIN paper_versions v ON v.id = a.version_id JOIN practice_tests t ON t.id = a.test_id
    WHERE a.${columnOf(owner)} = ? AND ${text}`
  const [found, counted] = await db.batch([
    db
      .prepare(`SELECT a.*, v.head ${from} ORDER BY ${orderOf(query, columns)} LIMIT ? OFFSET ?`)
      .bind(owner.id, ...values, limit, offset),
    db.prepare(`SELECT count(*) AS total ${from}`).bind(owner.id, ...values),
  ])
  const total = (counted?.results as { total: number }[] | undefined)?.[0]?.total ?? 0
  return {
    rows: (found?.results ?? []) as AttemptRow[],
    pagination:
      pagination.kind === 'page'
        ? {
            page: pagination.page,
            pageSize: limit,
            pageCount: Math.ceil(total / limit),
            total,
          }
        : { start: offset, limit, total },
  }
}

const fields = [
  ...['id', 'documentId', 'test', 'mode', 'status', 'locale'],
  ...['startedAt', 'submittedAt', 'createdAt', 'updatedAt'],
] as const
type Columns = Readonly<Record<string, string>>

/** What attempts can be filtered and sorted by: a field as attempt-json.ts names it -> what it is in SQL at a time. */
const columnsAt = (now: Date): Columns & Record<(typeof fields)[number], string> => ({
  id: 'a.id',
  documentId: 'a.id',
  test: 't.slug',
  mode: 'a.mode',
  status: `(CASE WHEN a.submitted_at IS NOT NULL THEN 'submitted'
    WHEN a.ends_at <= '${now.toISOString()}' THEN 'overdue' ELSE 'running' END)`,
  locale: 'a.locale',
  startedAt: 'a.started_at',
  submittedAt: 'a.submitted_at',
  createdAt: 'a.started_at',
  updatedAt: 'a.updated_at',
})

/** For reading queries alone: attempts are no documents with texts in three languages. */
const asked: ContentType = {
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

function where(filter: Filter, columns: Columns): Sql {
  switch (filter.kind) {
    case 'all':
    case 'any': {
      const parts = filter.filters.map((part) => where(part, columns))
      if (parts.length === 0) return { text: 'true', values: [] }
      return {
        text: `(${parts.map(({ text }) => text).join(filter.kind === 'all' ? ' AND ' : ' OR ')})`,
        values: parts.flatMap(({ values }) => values),
      }
    }
    case 'not': {
      const { text, values } = where(filter.filter, columns)
      return { text: `NOT ${text}`, values }
    }
    case 'field':
      return compare(columns[filter.field] ?? 'NULL', filter)
    case 'relation':
      return { text: 'false', values: [] }
  }
}
