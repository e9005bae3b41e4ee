import type { Database } from '../database.ts'

/** A scalar attribute: a column of the document's table or of the table with its texts. */
export type Field = {
  column: string
  of: 'document' | 'text'
  as?: 'json' | 'boolean'
}

/** A relation to another content type: by a column of the document's table, or by a join table. */
export type Relation = {
  to: () => ContentType
} & ({ column: string } | { through: string; mine: string; theirs: string })

/** What to populate: relation or component -> its fields (null: all) and what to populate in it. */
export type PopulateTree = Map<string, { fields: string[] | null; populate: PopulateTree }>

/** Parts that belong to a document (Strapi's components). `load` reads them for many documents at
 *  once: document id -> its parts, in order. `tree`: which of `nestedParts` to populate in them. */
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
  /** Its table has `withdrawn_at`; a withdrawn document is never found. */
  isWithdrawable?: true
  /** ORDER BY of a list whose request has no sort, and the tie-breaker of any other. */
  order: string
}

export const timestamps = {
  createdAt: { column: 'created_at', of: 'document' },
  updatedAt: { column: 'updated_at', of: 'document' },
  publishedAt: { column: 'created_at', of: 'document' },
  locale: { column: 'locale', of: 'text' },
} as const satisfies Record<string, Field>
