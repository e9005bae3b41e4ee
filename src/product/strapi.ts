type QueryPart =
  string | number | boolean | undefined | readonly QueryPart[] | { [key: string]: QueryPart }

/** Builds Strapi's query string: { filters: { slug: { $eq: 'x' } } } -> '?filters[slug][$eq]=x'. */
export function strapiQuery(parts: Record<string, QueryPart>): string {
  const pairs: string[] = []
  const add = (key: string, value: QueryPart) => {
    if (value === undefined) return
    if (typeof value !== 'object')
      pairs.push(`${encodeURI(key)}=${encodeURIComponent(String(value))}`)
    else for (const [inner, below] of Object.entries(value)) add(`${key}[${inner}]`, below)
  }
  for (const [key, value] of Object.entries(parts)) add(key, value)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** Strapi 4's answers in Strapi 5's shape: { id, attributes: {…} } -> { id, … }, relations out of their { data },
 *  and a documentId for whatever has only an id. */
export function flatten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flatten)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  if (entries.length === 1 && entries[0]![0] === 'data') return flatten(entries[0]![1])
  const { attributes, ...own } = value as Record<string, unknown>
  const flat = Object.fromEntries(Object.entries(own).map(([key, inner]) => [key, flatten(inner)]))
  if (typeof attributes === 'object' && attributes !== null)
    Object.assign(flat, flatten(attributes))
  if (typeof flat.id === 'number' || typeof flat.id === 'string')
    flat.documentId ??= String(flat.id)
  return flat
}
