import * as v from 'valibot'
import { columnOf, type Owner } from '../../attempts/attempt-row.ts'
import type { FrozenPaper } from '../../attempts/frozen-paper.ts'
import { fallbackChain } from '../../content/fallback.ts'
import type { MarkedQuestion } from '../marking/mark-paper.ts'
import { defaultLocale } from '../../strapi/query.ts'

/** How well a topic is known. `locale`: the language that its name is in. `total` leaves out cancelled questions: they say nothing of it. */
export type TopicResult = {
  slug: string
  name: string
  locale: string
  right: number
  wrong: number
  blank: number
  total: number
}

/** The names of all topics in a language, or the nearest that there is; for `topicNamesIn`. */
export const topicNames = (db: D1Database, locale: string) =>
  db
    .prepare(
      `SELECT g.slug, x.name, x.locale FROM tags g JOIN tag_texts x ON x.id = (
         SELECT id FROM tag_texts WHERE tag_id = g.id ORDER BY CASE locale WHEN ?1 THEN 0 WHEN ?2 THEN 1 ELSE 2 END LIMIT 1)
       ORDER BY g.position`,
    )
    .bind(...fallbackChain(locale).slice(0, 2))

/** The topics of a paper's questions, weakest first. */
export function topicsOf(
  { questions }: FrozenPaper,
  marked: readonly MarkedQuestion[],
  names: readonly TopicName[],
): TopicResult[] {
  const outcomes = new Map(marked.map(({ id, outcome }) => [id, outcome]))
  return names
    .map((name): TopicResult => {
      const about = questions.filter(({ topics }) => topics.includes(name.slug))
      const count = (...these: string[]) =>
        about.filter(({ id }) => these.includes(outcomes.get(id) ?? '')).length
      const [right, wrong, blank] = [count('right'), count('wrong'), count('blank', 'not-answered')]
      return { ...name, right, wrong, blank, total: right + wrong + blank }
    })
    .filter(({ total }) => total > 0)
    .sort(weakestFirst)
}

/** How well an owner knows each topic, over all questions of all attempts that they have submitted; weakest first. A paper taken again
 *  counts again. `locale`: of the names. Cost: one read of the owner's outcomes. */
export async function weakTopics(
  db: D1Database,
  owner: Owner,
  locale: string = defaultLocale,
): Promise<TopicResult[]> {
  const [counts, names] = await db.batch([
    db
      .prepare(
        `SELECT g.slug, sum(o.outcome = 'right') AS right, sum(o.outcome = 'wrong') AS wrong,
           sum(o.outcome IN ('blank', 'not-answered')) AS blank
         FROM attempts a JOIN attempt_outcomes o ON o.attempt_id = a.id AND o.outcome NOT IN ('awarded', 'void')
         JOIN questions q ON q.document_id = o.question JOIN question_tags t ON t.question_id = q.id JOIN tags g ON g.id = t.tag_id
         WHERE a.${columnOf(owner)} = ? AND a.submitted_at IS NOT NULL GROUP BY g.id`,
      )
      .bind(owner.id),
    topicNames(db, locale),
  ])
  const nameOf = new Map(topicNamesIn(names?.results ?? []).map((name) => [name.slug, name]))
  return v
    .parse(v.array(Counted), counts?.results)
    .map(({ slug, right, wrong, blank }): TopicResult => {
      const { name, locale } = nameOf.get(slug) ?? { name: slug, locale: defaultLocale }
      return { slug, name, locale, right, wrong, blank, total: right + wrong + blank }
    })
    .sort(weakestFirst)
}

const Counted = v.object({
  slug: v.string(),
  right: v.number(),
  wrong: v.number(),
  blank: v.number(),
})

/** By the share that was right, exactly; of two that are alike, the one that more is known of. */
const weakestFirst = (one: TopicResult, other: TopicResult) =>
  one.right * other.total - other.right * one.total || other.total - one.total

const TopicName = v.object({ slug: v.string(), name: v.string(), locale: v.string() })
type TopicName = v.InferOutput<typeof TopicName>

/** Reads the rows of `topicNames`. */
export const topicNamesIn = (rows: readonly unknown[]) => v.parse(v.array(TopicName), rows)
