import type { Statement } from '../database.ts'
import type { ContentType } from './content-type.ts'
import type { Filter, Pagination, Query } from './query.ts'

/** The column of an attribute. `d` and `t`: the aliases of the document's table and of its texts'
 *  table. */
function column(type: ContentType, field: string, d: string, t: string): string {
  if (field === 'id') return `${t}.id`
  if (field === 'documentId') return `${d}.document_id`
  const { column: name, of } = type.fields[field]!
  return `${of === 'document' ? d : t}.${name}`
}

/** FROM and WHERE for the documents of a type that exist in a locale and match a filter. `level`
 *  keeps the aliases of nested queries apart. */
function matching(type: ContentType, locale: string, filter: Filter, level: number): Statement {
  const [d, t] = [`d${level}`, `t${level}`]
  const condition = where(type, locale, filter, level)
  return {
    text: `FROM ${type.table} ${d}
      JOIN ${type.texts.table} ${t} ON ${t}.${type.texts.key} = ${d}.id AND ${t}.locale = ?
      WHERE ${published(type, d)} AND ${condition.text}`,
    values: [locale, ...condition.values],
  }
}

const published = ({ isWithdrawable }: ContentType, d: string) =>
  isWithdrawable ? `${d}.withdrawn_at IS NULL` : 'true'

function where(type: ContentType, locale: string, filter: Filter, level: number): Statement {
  const [d, t] = [`d${level}`, `t${level}`]
  return filterCondition(
    filter,
    (field) => column(type, field, d, t),
    (name, relatedFilter) => {
      const relation = type.relations[name]!
      const { text, values } = matching(relation.to(), locale, relatedFilter, level + 1)
      const ids = `SELECT d${level + 1}.id ${text}`
      if ('column' in relation) return { text: `${d}.${relation.column} IN (${ids})`, values }
      return {
        text: `${d}.id IN (SELECT ${relation.mine} FROM ${relation.through}
          WHERE ${relation.theirs} IN (${ids}))`,
        values,
      }
    },
  )
}

/** The SQL condition of a filter. `columnOf`: a field -> its SQL expression; `ofRelation`: the
 *  condition of a filter on related documents. */
export function filterCondition(
  filter: Filter,
  columnOf: (field: string) => string,
  ofRelation: (relation: string, filter: Filter) => Statement,
): Statement {
  switch (filter.kind) {
    case 'all':
    case 'any': {
      const parts = filter.filters.map((part) => filterCondition(part, columnOf, ofRelation))
      if (parts.length === 0) return { text: 'true', values: [] }
      return {
        text: `(${parts.map(({ text }) => text).join(filter.kind === 'all' ? ' AND ' : ' OR ')})`,
        values: parts.flatMap(({ values }) => values),
      }
    }
    case 'not': {
      const { text, values } = filterCondition(filter.filter, columnOf, ofRelation)
      return { text: `NOT ${text}`, values }
    }
    case 'field':
      return comparison(columnOf(filter.field), filter)
    case 'relation':
      return ofRelation(filter.relation, filter.filter)
  }
}

function comparison(
  column: string,
  { operator, values }: Extract<Filter, { kind: 'field' }>,
): Statement {
  switch (operator) {
    case '$eq':
      return { text: `${column} = ?`, values }
    case '$in':
      return {
        text: `${column} IN (SELECT value FROM json_each(?))`,
        values: [JSON.stringify(values)],
      }
    case '$lte':
      return { text: `${column} <= ?`, values }
    case '$gte':
      return { text: `${column} >= ?`, values }
    case '$contains':
      return { text: `instr(${column}, ?) > 0`, values }
  }
}

/** A page of documents. Each row has doc_id (for relations), the to-one columns, and every field
 *  under its own name. */
export function selectPage(type: ContentType, query: Query): { rows: Statement; count: Statement } {
  const found = matching(type, query.locale, query.filter, 0)
  const order = query.sort.map(
    ({ field, descending }) => `${column(type, field, 'd0', 't0')}${descending ? ' DESC' : ''}`,
  )
  const { limit, offset } = limitAndOffset(query.pagination)
  return {
    rows: {
      text: `SELECT ${columns(type)} ${found.text}
        ORDER BY ${[...order, type.order].join(', ')} LIMIT ? OFFSET ?`,
      values: [...found.values, limit, offset],
    },
    count: { text: `SELECT count(*) AS total ${found.text}`, values: found.values },
  }
}

/** The values of LIMIT and OFFSET for a page. */
export const limitAndOffset = (pagination: Pagination) =>
  pagination.kind === 'page'
    ? { limit: pagination.pageSize, offset: (pagination.page - 1) * pagination.pageSize }
    : { limit: pagination.limit, offset: pagination.start }

/** Documents by the ids of their rows, in one locale. */
export function selectByIds(type: ContentType, locale: string, ids: readonly number[]): Statement {
  return {
    text: `SELECT ${columns(type)}
      FROM json_each(?) j JOIN ${type.table} d0 ON d0.id = j.value
      JOIN ${type.texts.table} t0 ON t0.${type.texts.key} = d0.id AND t0.locale = ?
      WHERE ${published(type, 'd0')}
      ORDER BY ${type.order}`,
    values: [JSON.stringify(ids), locale],
  }
}

/** The pairs of a many-to-many relation for some documents. */
export function selectPairs(
  relation: { through: string; mine: string; theirs: string },
  ids: readonly number[],
): Statement {
  return {
    text: `SELECT p.${relation.mine} AS mine, p.${relation.theirs} AS theirs
      FROM json_each(?) j JOIN ${relation.through} p ON p.${relation.mine} = j.value`,
    values: [JSON.stringify(ids)],
  }
}

function columns(type: ContentType): string {
  const links = Object.values(type.relations).flatMap((relation) =>
    'column' in relation ? [`d0.${relation.column}`] : [],
  )
  const fields = Object.keys(type.fields).map(
    (field) => `${column(type, field, 'd0', 't0')} AS "${field}"`,
  )
  return [
    'd0.id AS doc_id',
    't0.id AS id',
    'd0.document_id AS documentId',
    ...links,
    ...fields,
  ].join(', ')
}
