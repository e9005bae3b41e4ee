import type { Database } from '../../../authoring/load.ts'

/** The worker's own database as tasks see theirs: by batches alone, each of them one transaction. */
export const overD1 = (db: D1Database): Database => ({
  async batch(statements) {
    const answers = await db.batch<Record<string, unknown>>(
      statements.map(({ text, values }) => db.prepare(text).bind(...values)),
    )
    return answers.map(({ results }) => results)
  },
})
