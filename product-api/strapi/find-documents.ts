import type { Database, Statement } from '../database.ts'
import type { ContentType, PopulateTree } from './content-type.ts'
import type { Pagination, Query } from './query.ts'
import { selectByIds, selectPage, selectPairs } from './sql.ts'

type Row = Record<string, unknown> & { doc_id: number }
type Entry = Record<string, unknown>

const prepare = (db: Database, { text, values }: Statement) => db.prepare(text).bind(...values)

/** A page of documents in Strapi 5's shape: { data, meta: { pagination } }. Cost: one batch for the
 *  page and its count, then one read for each populated component and two for each relation. */
export async function findDocuments(db: Database, type: ContentType, query: Query) {
  const statements = selectPage(type, query)
  const { pagination } = query
  const [page, counted] = await db.batch([
    prepare(db, statements.rows),
    ...(pagination.withCount ? [prepare(db, statements.count)] : []),
  ])
  const rows = (page?.results ?? []) as Row[]
  const total = (counted?.results as { total: number }[] | undefined)?.[0]?.total
  return {
    data: await entries(db, type, query.locale, rows, query.fields, query.populate),
    meta: { pagination: paginationMeta(pagination, total) },
  }
}

/** `meta.pagination` of a list. `total`: how many documents match, if they were counted. */
export function paginationMeta(
  pagination: Pagination,
  total: number | undefined,
): Record<string, number> {
  if (pagination.kind === 'offset') {
    const { start, limit } = pagination
    return { start, limit, ...(total !== undefined && { total }) }
  }
  const { page, pageSize } = pagination
  return {
    page,
    pageSize,
    ...(total !== undefined && { pageCount: Math.ceil(total / pageSize), total }),
  }
}

async function entries(
  db: Database,
  type: ContentType,
  locale: string,
  rows: readonly Row[],
  fields: string[] | null,
  populate: PopulateTree,
): Promise<Entry[]> {
  const ids = rows.map((row) => row.doc_id)
  const parts = await Promise.all(
    [...populate].map(async ([name, options]): Promise<[string, (row: Row) => unknown]> => {
      const relation = type.relations[name]
      if (!relation) {
        const component = type.components[name]!
        const loaded = await component.load(db, ids, locale, options.populate)
        return [name, (row) => loaded.get(row.doc_id)]
      }
      const links = await linksOf(db, relation, rows)
      const wanted = [...new Set([...links.values()].flat())]
      const related = await byDocument(db, relation.to(), locale, wanted, options)
      const pick = (row: Row) =>
        [...related].filter(([id]) => links.get(row.doc_id)?.includes(id)).map(([, entry]) => entry)
      return 'column' in relation ? [name, (row) => pick(row)[0] ?? null] : [name, pick]
    }),
  )
  return rows.map((row) => ({
    ...scalars(type, row, fields),
    ...Object.fromEntries(
      parts.flatMap(([name, of]) => {
        const part = of(row)
        return part === undefined ? [] : [[name, part]]
      }),
    ),
  }))
}

function scalars(type: ContentType, row: Row, fields: string[] | null): Entry {
  const entry: Entry = { id: row.id, documentId: row.documentId }
  for (const [name, field] of Object.entries(type.fields)) {
    if (fields && !fields.includes(name)) continue
    const value = row[name]
    if (field.as === 'json') entry[name] = JSON.parse(String(value))
    else if (field.as === 'boolean') entry[name] = value === 1
    else entry[name] = value
  }
  return entry
}

/** Document id -> ids of the related documents. */
async function linksOf(
  db: Database,
  relation: ContentType['relations'][string],
  rows: readonly Row[],
): Promise<Map<number, number[]>> {
  if ('column' in relation)
    return new Map(
      rows.flatMap((row): [number, number[]][] => {
        const id = row[relation.column]
        return typeof id === 'number' ? [[row.doc_id, [id]]] : []
      }),
    )
  const sql = selectPairs(
    relation,
    rows.map((row) => row.doc_id),
  )
  const { results } = await prepare(db, sql).all<{ mine: number; theirs: number }>()
  const links = new Map<number, number[]>()
  for (const { mine, theirs } of results) links.set(mine, [...(links.get(mine) ?? []), theirs])
  return links
}

async function byDocument(
  db: Database,
  type: ContentType,
  locale: string,
  ids: readonly number[],
  { fields, populate }: { fields: string[] | null; populate: PopulateTree },
): Promise<Map<number, Entry>> {
  const { results } = await prepare(db, selectByIds(type, locale, ids)).all<Row>()
  const related = await entries(db, type, locale, results, fields, populate)
  return new Map(results.map((row, index) => [row.doc_id, related[index]!]))
}
