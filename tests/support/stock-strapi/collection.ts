import { parse } from 'qs'
import type { Attributes } from '../../../tasks/strapi-schema/content-types.ts'
import type { StrapiContent, StrapiEntry } from './content.ts'
import { isPopulatable, type StrapiSchema, type StrapiType } from './schema.ts'

type Nested = { [key: string]: unknown }
const isNested = (value: unknown): value is Nested => typeof value === 'object' && value !== null

/** A query that Strapi refuses with 400. `details` are those of Strapi 5. */
export class InvalidQuery extends Error {
  details: object
  constructor(version: 4 | 5, key: string, param: string) {
    super(version === 5 ? `Invalid key ${key}` : `Invalid parameter ${key}`)
    this.details = version === 5 ? { key, path: null, source: 'query', param } : {}
  }
}

const ownFields = ['id', 'createdAt', 'updatedAt', 'publishedAt']
const timestamps = {
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
  publishedAt: '2026-11-21T00:00:00.000Z',
}
const defaultLocale = 'en'
const maxLimit = 100

/** Answers `GET /api/<plural>` as Strapi 5.54 and 4.26 do. Throws InvalidQuery. */
export function findEntries(
  version: 4 | 5,
  { types, parts }: StrapiSchema,
  content: StrapiContent,
  type: StrapiType,
  search: string,
) {
  const query = parse(search, { ignoreQueryPrefix: true, depth: 20, arrayLimit: 100 })
  const invalid = (key: string, param: string) => new InvalidQuery(version, key, param)

  const isScalar = ({ attributes, isLocalized }: StrapiType, name: string) =>
    ownFields.includes(name) ||
    (name === 'documentId' && version === 5) ||
    (name === 'locale' && isLocalized) ||
    (attributes[name] !== undefined && !isPopulatable(attributes[name]))

  const entriesOf = (of: StrapiType, locale: string) =>
    (content[of.name] ?? []).filter((entry) => !of.isLocalized || entry.locale === locale)

  const related = (of: StrapiType, value: unknown, locale: string): StrapiEntry[] => {
    const ids = Array.isArray(value) ? (value as unknown[]) : [value]
    return entriesOf(of, locale).filter(({ documentId }) => ids.includes(documentId))
  }

  function matches(of: StrapiType, entry: StrapiEntry, filters: unknown): boolean {
    if (!isNested(filters)) return true
    return Object.entries(filters)
      .map(([name, condition]) => {
        const attribute = of.attributes[name]
        if (attribute?.type === 'relation') {
          const target = types.get(attribute.to)
          // Who may not read a type may not ask about it either.
          if (!target?.isReadable) throw invalid(name, 'filters')
          const targets = related(target, entry.values[name], entry.locale)
          // Strapi checks the keys even if nothing is related.
          matches(target, { documentId: '', locale: entry.locale, values: {} }, condition)
          return targets.some((one) => matches(target, one, condition))
        }
        if (!isScalar(of, name)) throw invalid(name, 'filters')
        return compares(entry.values[name], condition)
      })
      .every(Boolean)
  }

  function compares(value: unknown, condition: unknown): boolean {
    const stored = typeof value === 'string' || typeof value === 'number' ? String(value) : null
    if (!isNested(condition)) return stored === condition
    return Object.entries(condition).every(([operator, operand]) => {
      const text = String(operand)
      if (operator === '$eq') return stored === text
      if (operator === '$contains') return stored?.includes(text) === true
      if (operator === '$lte') return stored !== null && stored <= text
      throw invalid(operator, 'filters')
    })
  }

  const fieldsOf = (of: StrapiType, raw: unknown): string[] | null => {
    const names = namesIn(raw)
    for (const name of names) if (!isScalar(of, name)) throw invalid(name, 'fields')
    return names.length === 0 ? null : names
  }

  function entryOutput(of: StrapiType, entry: StrapiEntry, options: Nested): Nested {
    const fields = fieldsOf(of, options.fields)
    const isWanted = (name: string) => fields === null || fields.includes(name)
    const locale = of.isLocalized && { locale: entry.locale }
    const scalars = Object.fromEntries(
      Object.entries({ ...valuesOf(of.attributes, entry.values), ...timestamps, ...locale }).filter(
        ([name]) => isWanted(name),
      ),
    )
    const own = { ...scalars, ...populated(of.attributes, entry, options.populate) }
    const id = numberOf(entry)
    return version === 5 ? { id, documentId: entry.documentId, ...own } : { id, attributes: own }
  }

  const numberOf = (entry: StrapiEntry) => Object.values(content).flat().indexOf(entry) + 1

  const valuesOf = (attributes: Attributes, values: Nested) =>
    Object.fromEntries(
      Object.entries(attributes)
        .filter(([, attribute]) => !isPopulatable(attribute))
        .map(([name]) => [name, values[name] ?? null]),
    )

  /** The populated relations, components and images of an entry or component. */
  function populated(
    attributes: Attributes,
    { values, locale }: { values: Nested; locale: string },
    raw: unknown,
  ): Nested {
    const output: Nested = {}
    for (const [name, options] of wantedParts(attributes, raw)) {
      const attribute = attributes[name]
      if (!attribute || !isPopulatable(attribute)) {
        if (version === 5) throw invalid(name, 'populate')
        continue
      }
      const value = values[name] ?? null
      if (attribute.type === 'relation') {
        const target = types.get(attribute.to)
        if (!target?.isReadable) continue
        const found = related(target, value, locale).map((one) => entryOutput(target, one, options))
        output[name] = inData(attribute.isMany ? found : (found[0] ?? null))
      } else if (attribute.type === 'component') {
        const own = parts.get(attribute.component) ?? {}
        const list = (Array.isArray(value) ? value : []) as Nested[]
        output[name] = list.map((part, index) => ({
          id: index + 1,
          ...valuesOf(own, part),
          ...populated(own, { values: part, locale }, options.populate),
        }))
        // The keys are checked although the list is empty.
        if (list.length === 0) populated(own, { values: {}, locale }, options.populate)
      } else if (!isNested(value)) output[name] = inData(null)
      else {
        const file = { name: 'district.png', mime: 'image/png', formats: null, ...value }
        output[name] =
          version === 5
            ? { id: 1, documentId: 'file', ...file }
            : inData({ id: 1, attributes: file })
      }
    }
    return output
  }

  const inData = (value: unknown) => (version === 4 ? { data: value } : value)

  const locale = typeof query.locale === 'string' ? query.locale : defaultLocale
  const options: Nested = { fields: query.fields, populate: query.populate }
  const probe: StrapiEntry = { documentId: '', locale: defaultLocale, values: {} }
  // Strapi checks a query before it reads anything.
  entryOutput(type, probe, options)
  matches(type, probe, query.filters)
  const sorted = entriesOf(type, locale).filter((entry) => matches(type, entry, query.filters))
  for (const rule of namesIn(query.sort).toReversed()) {
    const [field = '', order = 'asc'] = rule.split(':')
    if (!isScalar(type, field)) throw invalid(field, 'sort')
    const sign = order === 'desc' ? -1 : 1
    sorted.sort((a, b) => sign * String(a.values[field]).localeCompare(String(b.values[field])))
  }
  const asked = isNested(query.pagination) ? query.pagination : {}
  const page = Math.max(1, Number(asked.page ?? 1))
  const pageSize = Math.min(maxLimit, Number(asked.pageSize ?? 25))
  const shown = sorted.slice((page - 1) * pageSize, page * pageSize)
  const counts = { pageCount: Math.ceil(sorted.length / pageSize), total: sorted.length }
  const pagination = { page, pageSize, ...(asked.withCount !== 'false' && counts) }
  return { data: shown.map((entry) => entryOutput(type, entry, options)), meta: { pagination } }
}

/** `a,b`, `[a, b]` -> ['a', 'b']. */
const namesIn = (raw: unknown): string[] =>
  (isNested(raw) ? Object.values(raw) : [raw])
    .filter((part) => typeof part === 'string')
    .flatMap((part) => part.split(','))

/** `*`, `a,b`, `[a, b]`, `{ a: 'true', b: { populate: … } }` -> names with their options. */
function wantedParts(attributes: Attributes, raw: unknown): [string, Nested][] {
  if (raw === undefined) return []
  if (raw === '*' || raw === 'true')
    return Object.entries(attributes).flatMap(([name, attribute]) =>
      isPopulatable(attribute) ? [[name, {}] as [string, Nested]] : [],
    )
  if (!isNested(raw) || Array.isArray(raw)) return namesIn(raw).map((name) => [name, {}])
  return Object.entries(raw).map(([name, options]) => [name, isNested(options) ? options : {}])
}
