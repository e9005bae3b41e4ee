import type { Database } from '../database.ts'

/** A scalar attribute: a column of the document's table or of its texts' table. */
export type Field = {
  column: string
  of: 'document' | 'text'
  as?: 'json' | 'boolean'
}

/** A relation to another content type: by a column of this table, or through a join table. */
export type Relation = {
  to: () => ContentType
} & ({ column: string } | { through: string; mine: string; theirs: string })

/** What to populate: relation or component -> its fields (null: all) and its own relations. */
export type PopulateTree = Map<string, { fields: string[] | null; populate: PopulateTree }>

/** Parts that belong to one document, loaded for many documents at once. `load`: ids of documents
 *  -> their parts, in order; `tree` says what to populate in the parts, from `nestedParts`. */
export type Component = {
  nestedParts: readonly string[]
  load: (
    db: Database,
    documentIds: readonly number[],
    locale: string,
    tree: PopulateTree,
  ) => Promise<Map<number, unknown[]>>
}

export type ContentType = {
  table: string
  texts: { table: string; key: string }
  fields: Record<string, Field>
  relations: Record<string, Relation>
  components: Record<string, Component>
  /** ORDER BY of a list whose request has no sort, and the tie-breaker of any other. */
  order: string
}

export const timestamps = {
  createdAt: { column: 'created_at', of: 'document' },
  updatedAt: { column: 'updated_at', of: 'document' },
  publishedAt: { column: 'created_at', of: 'document' },
  locale: { column: 'locale', of: 'text' },
} as const satisfies Record<string, Field>
