import type { Database } from '../../product-api/database.ts'
import { examsIn, takenIds, topicsIn } from './catalogue.ts'
import { knownFigures } from './figures.ts'
import type { KnownReferences } from './paper-problems.ts'
import type { Paper } from './stored-papers.ts'

/** What a paper may name. Cost: four reads. */
export async function knownReferences(db: Database, paper: Paper): Promise<KnownReferences> {
  const locale = paper.languages[0]!
  const ids = paper.pieces.filter(({ mark }) => mark === 'item').map(({ name }) => name)
  const [exams, topics, figures, taken] = await Promise.all([
    examsIn(db, locale),
    topicsIn(db, locale),
    knownFigures(db),
    takenIds(db, paper.slug, ids),
  ])
  const slugs = (all: readonly { slug: string }[]) => new Set(all.map(({ slug }) => slug))
  return {
    ...{ exams: slugs(exams), topics: slugs(topics) },
    figures: new Set(figures.keys()),
    takenIds: taken,
  }
}
