import { offeredExams } from '../authoring/checks/exams.ts'
import type { CatalogueDraft } from '../authoring/loading/catalogue-rows.ts'
import { publishedState, referenceKey } from '../authoring/publishing/published-state.ts'
import { DatabaseFailure, type Database } from '../product-api/database.ts'
import { TaskError } from './task.ts'

/** Checks that the deployed database has the exams and tags by which imported files are checked.
 *  Errors: TaskError that names what it lacks. Cost: one batch. */
export async function requireCatalogue(
  database: Database,
  { categories, tags }: Pick<CatalogueDraft, 'categories' | 'tags'>,
) {
  const known = await knownReferences(database)
  const lacking = [
    ...offeredExams({ categories }).map((slug) => ({ kind: 'exam' as const, slug })),
    ...tags.map(({ slug }) => ({ kind: 'tag' as const, slug })),
  ].filter((reference) => !known.has(referenceKey(reference)))
  if (lacking.length === 0) return
  const named = lacking.slice(0, 5).map(({ kind, slug }) => `the ${kind} "${slug}"`)
  const others = lacking.length > named.length ? ` and ${lacking.length - named.length} others` : ''
  throw new TaskError(
    `The deployed database does not have ${named.join(', ')}${others} of ` +
      'content/catalogue.json; run "npm run content:deploy" first. Nothing was imported.',
  )
}

/** Empty where the database does not have its tables yet. */
async function knownReferences(database: Database): Promise<ReadonlySet<string>> {
  try {
    return (await publishedState(database)).known
  } catch (error) {
    if (error instanceof DatabaseFailure && /no such (table|column)/.test(error.message))
      return new Set()
    throw error
  }
}
