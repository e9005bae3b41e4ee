import { parse } from 'qs'
import type { ContentType } from './content-type.ts'
import { invalidKey, validation } from './errors.ts'

/** What to show of a related document, and of what is related to that. */
export type PopulateTree = Map<string, { fields: string[] | null; populate: PopulateTree }>

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

export const defaultLocale = 'kn'
const defaultLimit = 25
const maxLimit = 100

type Nested = { [key: string]: unknown }
const isNested = (value: unknown): value is Nested => typeof value === 'object' && value !== null

/** Reads Strapi's query language for one content type.
 *  Errors: Refusal 400 'Invalid key …' for a field, relation or operator that the type does not have. */
export function readQuery(search: string, type: ContentType): Query {
  const raw = parse(search, {
    ignoreQueryPrefix: true,
    depth: 12,
    arrayLimit: 500,
    parameterLimit: 500,
  })
  return {
    locale: typeof raw.locale === 'string' && raw.locale !== '' ? raw.locale : defaultLocale,
    fields: readFields(raw.fields, type),
    populate: readPopulate(raw.populate, type, 'populate'),
    filter: readFilter(raw.filters, type, 'filters'),
    sort: readSort(raw.sort, type),
    pagination: readPagination(raw.pagination),
  }
}

function readFields(raw: unknown, type: ContentType): string[] | null {
  const names = words(raw)
  if (names.length === 0 || names.includes('*')) return null
  for (const name of names) if (!isScalar(type, name)) throw invalidKey(name, name, 'query')
  return names
}

function readPopulate(raw: unknown, type: ContentType, path: string): PopulateTree {
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
      fields: relation ? readFields(nested.fields, relation.to()) : null,
      populate: relation
        ? readPopulate(nested.populate, relation.to(), `${path}.${name}`)
        : readInside(nested.populate, type.components[name]?.nestedParts ?? [], `${path}.${name}`),
    })
  }
  return tree
}

/** Parts of parts are named only, and cannot be cut further. */
function readInside(raw: unknown, known: readonly string[], path: string): PopulateTree {
  const names = raw === '*' ? known : populated(raw).map(([name]) => name)
  return new Map(
    names.map((name) => {
      if (!known.includes(name)) throw invalidKey(name, `${path}.${name}`, 'query')
      return [name, { fields: null, populate: new Map() }]
    }),
  )
}

/** `a,b`, `[a, b]` and `{a: {…}, b: 'true'}` -> names with their options. */
function populated(raw: unknown): [string, unknown][] {
  if (!isNested(raw) || Array.isArray(raw)) return words(raw).map((name) => [name, 'true'])
  return Object.entries(raw).flatMap(([key, value]) =>
    /^\d+$/.test(key)
      ? words(value).map((name): [string, unknown] => [name, 'true'])
      : [[key, value]],
  )
}

function readFilter(raw: unknown, type: ContentType, path: string): Filter {
  if (raw === undefined || raw === '') return { kind: 'all', filters: [] }
  if (!isNested(raw)) throw validation('Invalid filters', { path })
  const filters = Object.entries(raw).map(([key, value]): Filter => {
    const below = `${path}.${key}`
    if (key === '$and' || key === '$or') {
      const parts = isNested(value) ? Object.values(value) : []
      const kind = key === '$and' ? 'all' : 'any'
      return { kind, filters: parts.map((part) => readFilter(part, type, below)) }
    }
    if (key === '$not') return { kind: 'not', filter: readFilter(value, type, below) }
    const relation = type.relations[key]
    if (relation)
      return { kind: 'relation', relation: key, filter: readFilter(value, relation.to(), below) }
    if (!isScalar(type, key)) throw invalidKey(key, below, 'query')
    return readComparison(key, value, below)
  })
  return { kind: 'all', filters }
}

function readComparison(field: string, value: unknown, path: string): Filter {
  if (!isNested(value)) return { kind: 'field', field, operator: '$eq', values: [String(value)] }
  const filters = Object.entries(value).map(([key, operand]): Filter => {
    const operator = operators.find((known) => known === key)
    if (!operator) throw invalidKey(key, `${path}.${key}`, 'query')
    return {
      kind: 'field',
      field,
      operator,
      values: operator === '$in' ? words(operand) : [String(operand)],
    }
  })
  return { kind: 'all', filters }
}

function readSort(raw: unknown, type: ContentType): Query['sort'] {
  return words(raw).map((word) => {
    const [field = '', direction = 'asc'] = word.split(':')
    if (!isScalar(type, field)) throw invalidKey(field, `sort.${field}`, 'query')
    if (!/^(asc|desc)$/i.test(direction)) throw validation(`Invalid order ${direction}`)
    return { field, descending: direction.toLowerCase() === 'desc' }
  })
}

/** Strapi's two forms; too large a page is cut to the cap without a word, as Strapi does. */
function readPagination(raw: unknown): Pagination {
  const nested = isNested(raw) ? raw : {}
  const withCount = nested.withCount !== 'false' && nested.withCount !== '0'
  if (nested.start !== undefined || nested.limit !== undefined) {
    const limit = whole(nested.limit, defaultLimit)
    return {
      kind: 'offset',
      start: Math.max(0, whole(nested.start, 0)),
      limit: Math.min(maxLimit, limit === -1 ? maxLimit : Math.max(1, limit)),
      withCount,
    }
  }
  return {
    kind: 'page',
    page: Math.max(1, whole(nested.page, 1)),
    pageSize: Math.min(maxLimit, Math.max(1, whole(nested.pageSize, defaultLimit))),
    withCount,
  }
}

const whole = (value: unknown, otherwise: number) =>
  typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : otherwise

const isScalar = (type: ContentType, name: string) =>
  name === 'id' || name === 'documentId' || Object.hasOwn(type.fields, name)

/** `a,b`, `[a, b]`, `{0: a}` -> ['a', 'b']. */
function words(raw: unknown): string[] {
  const parts = isNested(raw) ? Object.values(raw) : [raw]
  return parts
    .filter((part) => typeof part === 'string')
    .flatMap((part) => part.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
