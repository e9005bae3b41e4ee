import { parse } from 'qs'
import { defaultLocale } from '../../domain/locale.ts'
import type { ContentType, PopulateTree } from './content-type.ts'
import { invalidKey, validation } from './errors.ts'

export type Filter =
  | { kind: 'all' | 'any'; filters: Filter[] }
  | { kind: 'not'; filter: Filter }
  | { kind: 'field'; field: string; operator: Operator; values: string[] }
  | { kind: 'relation'; relation: string; filter: Filter }

export type Pagination =
  | { kind: 'page'; page: number; pageSize: number; withCount: boolean }
  | { kind: 'offset'; start: number; limit: number; withCount: boolean }

export type Query = {
  locale: string
  fields: string[] | null
  populate: PopulateTree
  filter: Filter
  sort: { field: string; descending: boolean }[]
  pagination: Pagination
}

const operators = ['$eq', '$in', '$contains', '$lte', '$gte'] as const
type Operator = (typeof operators)[number]

const defaultLimit = 25
const maxLimit = 100
/** D1 binds at most 100 values to a statement; a condition on a relation uses two. */
const maxConditions = 30
const maxSortFields = 10

type Nested = { [key: string]: unknown }
const isNested = (value: unknown): value is Nested => typeof value === 'object' && value !== null

/** Parses a query string in Strapi's query language for a content type. Errors: Refusal 400
 *  'Invalid key …' for an unknown field, relation or operator; 400 for too many conditions or sort
 *  fields. */
export function parseQuery(search: string, type: ContentType): Query {
  const raw = parse(search, {
    ignoreQueryPrefix: true,
    depth: 12,
    arrayLimit: 500,
    parameterLimit: 500,
  })
  const filter = parseFilter(raw.filters, type, 'filters')
  if (conditionsIn(filter) > maxConditions)
    throw validation(`Filters have at most ${maxConditions} conditions`)
  const sort = parseSort(raw.sort, type)
  if (sort.length > maxSortFields)
    throw validation(`A list is sorted by at most ${maxSortFields} fields`)
  return {
    locale: typeof raw.locale === 'string' && raw.locale !== '' ? raw.locale : defaultLocale,
    fields: parseFields(raw.fields, type),
    populate: parsePopulate(raw.populate, type, 'populate'),
    filter,
    sort,
    pagination: parsePagination(raw.pagination),
  }
}

function conditionsIn(filter: Filter): number {
  switch (filter.kind) {
    case 'all':
    case 'any':
      return filter.filters.reduce((sum, part) => sum + conditionsIn(part), 0)
    case 'not':
      return conditionsIn(filter.filter)
    case 'field':
      return 1
    case 'relation':
      return 1 + conditionsIn(filter.filter)
  }
}

function parseFields(raw: unknown, type: ContentType): string[] | null {
  const names = listOf(raw)
  if (names.length === 0 || names.includes('*')) return null
  for (const name of names) if (!isScalar(type, name)) throw invalidKey(name, name, 'query')
  return names
}

function parsePopulate(raw: unknown, type: ContentType, path: string): PopulateTree {
  const tree: PopulateTree = new Map()
  const known = [...Object.keys(type.relations), ...Object.keys(type.components)]
  if (raw === '*' || raw === 'true') {
    for (const name of known) tree.set(name, { fields: null, populate: new Map() })
    return tree
  }
  for (const [name, options] of populated(raw)) {
    if (!known.includes(name)) throw invalidKey(name, `${path}.${name}`, 'query')
    const nested = isNested(options) ? options : {}
    const relation = type.relations[name]
    tree.set(name, {
      fields: relation ? parseFields(nested.fields, relation.to()) : null,
      populate: relation
        ? parsePopulate(nested.populate, relation.to(), `${path}.${name}`)
        : parseNestedParts(
            nested.populate,
            type.components[name]?.nestedParts ?? [],
            `${path}.${name}`,
          ),
    })
  }
  return tree
}

/** The nested parts of a component: by name only, without fields or populate of their own. */
function parseNestedParts(raw: unknown, known: readonly string[], path: string): PopulateTree {
  const names = raw === '*' ? known : populated(raw).map(([name]) => name)
  return new Map(
    names.map((name) => {
      if (!known.includes(name)) throw invalidKey(name, `${path}.${name}`, 'query')
      return [name, { fields: null, populate: new Map() }]
    }),
  )
}

/** `a,b.c`, `[a, b.c]` and `{a: {…}, b: 'true'}` -> names with their options. */
function populated(raw: unknown): [string, unknown][] {
  if (!isNested(raw) || Array.isArray(raw)) return namesWithParts(listOf(raw))
  const listed = Object.entries(raw).filter(([key]) => /^\d+$/.test(key))
  const named = Object.entries(raw).filter(([key]) => !/^\d+$/.test(key))
  return [...namesWithParts(listed.flatMap(([, value]) => listOf(value))), ...named]
}

/** 'plan', 'plan.state', 'plan.tags' -> plan with { populate: ['state', 'tags'] }. */
function namesWithParts(paths: readonly string[]): [string, unknown][] {
  const parts = new Map<string, string[]>()
  for (const path of paths) {
    const [name = '', ...rest] = path.split('.')
    const below = parts.get(name) ?? []
    parts.set(name, rest.length === 0 ? below : [...below, rest.join('.')])
  }
  return [...parts].map(([name, below]) => [name, below.length > 0 ? { populate: below } : 'true'])
}

function parseFilter(raw: unknown, type: ContentType, path: string): Filter {
  if (raw === undefined || raw === '') return { kind: 'all', filters: [] }
  if (!isNested(raw)) throw validation('Invalid filters', { path })
  const filters = Object.entries(raw).map(([key, value]): Filter => {
    const keyPath = `${path}.${key}`
    if (key === '$and' || key === '$or') {
      const parts = isNested(value) ? Object.values(value) : []
      const kind = key === '$and' ? 'all' : 'any'
      return { kind, filters: parts.map((part) => parseFilter(part, type, keyPath)) }
    }
    if (key === '$not') return { kind: 'not', filter: parseFilter(value, type, keyPath) }
    const relation = type.relations[key]
    if (relation)
      return { kind: 'relation', relation: key, filter: parseFilter(value, relation.to(), keyPath) }
    if (!isScalar(type, key)) throw invalidKey(key, keyPath, 'query')
    return parseComparison(key, value, keyPath)
  })
  return { kind: 'all', filters }
}

function parseComparison(field: string, value: unknown, path: string): Filter {
  if (!isNested(value)) return { kind: 'field', field, operator: '$eq', values: [String(value)] }
  const filters = Object.entries(value).map(([key, operand]): Filter => {
    const operator = operators.find((known) => known === key)
    if (!operator) throw invalidKey(key, `${path}.${key}`, 'query')
    return {
      kind: 'field',
      field,
      operator,
      values: operator === '$in' ? listOf(operand) : [String(operand)],
    }
  })
  return { kind: 'all', filters }
}

function parseSort(raw: unknown, type: ContentType): Query['sort'] {
  return listOf(raw).map((entry) => {
    const [field = '', direction = 'asc'] = entry.split(':')
    if (!isScalar(type, field)) throw invalidKey(field, `sort.${field}`, 'query')
    if (!/^(asc|desc)$/i.test(direction)) throw validation(`Invalid order ${direction}`)
    return { field, descending: direction.toLowerCase() === 'desc' }
  })
}

/** Strapi's two forms. A size above the maximum is reduced to it, without an error, like Strapi. */
function parsePagination(raw: unknown): Pagination {
  const nested = isNested(raw) ? raw : {}
  const withCount = nested.withCount !== 'false' && nested.withCount !== '0'
  if (nested.start !== undefined || nested.limit !== undefined) {
    const limit = integer(nested.limit, defaultLimit)
    return {
      kind: 'offset',
      start: Math.max(0, integer(nested.start, 0)),
      limit: Math.min(maxLimit, limit === -1 ? maxLimit : Math.max(1, limit)),
      withCount,
    }
  }
  return {
    kind: 'page',
    page: Math.max(1, integer(nested.page, 1)),
    pageSize: Math.min(maxLimit, Math.max(1, integer(nested.pageSize, defaultLimit))),
    withCount,
  }
}

const integer = (value: unknown, fallback: number) =>
  typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : fallback

const isScalar = (type: ContentType, name: string) =>
  name === 'id' || name === 'documentId' || Object.hasOwn(type.fields, name)

/** `a,b`, `[a, b]`, `{0: a}` -> ['a', 'b']. */
function listOf(raw: unknown): string[] {
  const parts = isNested(raw) ? Object.values(raw) : [raw]
  return parts
    .filter((part) => typeof part === 'string')
    .flatMap((part) => part.split(','))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
