import { operatorOf, type DeskContext } from '../desk-env.ts'
import { questionsOf, readingsOf } from './readings.ts'
import type { Paper } from './stored-papers.ts'

/** Whether an operator may see the keys of a paper. While it waits for its second reading, those
 *  who review see them after they have answered every question that is not their own. */
export async function maySeeKeys(c: DeskContext, paper: Paper): Promise<boolean> {
  const { id, role } = operatorOf(c)
  if (paper.state !== 'review' || role === 'author' || paper.authorId === id) return true
  const readings = await readingsOf(c.env.DB, paper.slug)
  return questionsOf(paper).every(
    ({ digest, authorId }) =>
      authorId === id || readings.some((one) => one.digest === digest && one.readerId === id),
  )
}

/** The way to the second reading, for who may not see the keys yet. */
export const toBlindReading = (c: DeskContext, { slug }: Paper) =>
  c.redirect(`/papers/${slug}/read`, 303)
