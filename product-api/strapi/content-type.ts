import type { Database } from '../database.ts'
import type { PopulateTree } from './query.ts'

/** A scalar attribute: a column of the document's table or of its texts'. */
export type Field = {
  column: string
  of: 'document' | 'text'
  as?: 'json' | 'boolean'
}

/** A link to another content type: by a column of this table, or through a table of pairs. */
export type Relation = {
  to: () => ContentType
} & ({ column: string } | { through: string; mine: string; theirs: string })

/** Parts that belong to one document. Loaded for many documents at once.
 *  ids of documents -> their parts, in order; `tree` says what to populate inside the parts. */
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
  /** The order of a list for which nobody asked for another. */
  order: string
}

export const timestamps = {
  createdAt: { column: 'created_at', of: 'document' },
  updatedAt: { column: 'updated_at', of: 'document' },
  publishedAt: { column: 'created_at', of: 'document' },
  locale: { column: 'locale', of: 'text' },
} as const satisfies Record<string, Field>
