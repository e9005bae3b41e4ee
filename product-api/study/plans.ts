import * as v from 'valibot'
import { fallbackChain } from '../content/fallback.ts'
import { topicNames, topicNamesIn } from '../scoring/results/topics.ts'

/** A task of a plan, in words. of: a lesson, a tag, a paper, the days to revise (1-6), or a number. topics: tags that it teaches.
 *  locale: the language of `name` and `text`. text: what there is to read. */
export type PlanTask = {
  id: string
  kind: 'read' | 'cards' | 'paper' | 'revise' | 'affairs' | 'weak'
  of: string
  topics: string[]
  minutes: number
  locale: string
  name: string
  text: string | null
  paper: { exam: string; state: string; access: 'free' | 'premium' } | null
}

/** A plan as lists show it. exams: slugs. */
export type PlanSummary = {
  slug: string
  locale: string
  title: string
  about: string
  exams: string[]
}
export type StudyPlan = PlanSummary & {
  source: string
  checkedOn: string
  updatedAt: string
  days: PlanTask[][]
}

const WrittenTask = v.object({
  id: v.string(),
  kind: v.picklist(['read', 'cards', 'paper', 'revise', 'affairs']),
  of: v.string(),
  topics: v.array(v.string()),
  minutes: v.number(),
})
type WrittenTask = v.InferOutput<typeof WrittenTask>

const json = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.string(), v.parseJson(), schema)
const Row = v.object({
  slug: v.string(),
  locale: v.string(),
  title: v.string(),
  about: v.string(),
  exams: json(v.array(v.string())),
  days: json(v.array(v.array(WrittenTask))),
  lessons: json(v.record(v.string(), v.object({ name: v.string(), text: v.string() }))),
  source: v.string(),
  checkedOn: v.string(),
  updatedAt: v.string(),
})
type Row = v.InferOutput<typeof Row>

/** ?1, ?2: languages, the nearest first. ?3: the slug, or null for all. */
const plansSql = `
SELECT p.slug, p.days, p.source, p.checked_on AS checkedOn, p.updated_at AS updatedAt, x.locale, x.title, x.about, x.lessons,
  (SELECT json_group_array(c.slug) FROM study_plan_categories k JOIN categories c ON c.id = k.category_id WHERE k.plan_id = p.id) AS exams
FROM study_plans p JOIN study_plan_texts x ON x.id = (
  SELECT id FROM study_plan_texts WHERE plan_id = p.id ORDER BY CASE locale WHEN ?1 THEN 0 WHEN ?2 THEN 1 ELSE 2 END LIMIT 1)
WHERE ?3 IS NULL OR p.slug = ?3 ORDER BY p.position, p.slug`

async function rowsOf(db: D1Database, locale: string, slug: string | null): Promise<Row[]> {
  const languages = fallbackChain(locale).slice(0, 2)
  const { results } = await db
    .prepare(plansSql)
    .bind(...languages, slug)
    .all()
  return v.parse(v.array(Row), results)
}

/** All plans, in order. */
export async function plansIn(db: D1Database, locale: string): Promise<PlanSummary[]> {
  return (await rowsOf(db, locale, null)).map(summary)
}

/** A plan with its days; null: there is none. Cost: two reads. */
export async function planBySlug(
  db: D1Database,
  slug: string,
  locale: string,
): Promise<StudyPlan | null> {
  const [row] = await rowsOf(db, locale, slug)
  if (!row) return null
  const { source, checkedOn, updatedAt } = row
  const days = await inWords(db, row, locale)
  return { ...summary(row), source, checkedOn, updatedAt, days }
}

const summary = ({ slug, locale, title, about, exams }: Row): PlanSummary => ({
  ...{ slug, locale, title, about, exams },
})

const Paper = v.object({
  slug: v.string(),
  name: v.string(),
  locale: v.string(),
  exam: v.string(),
  state: v.string(),
  access: v.picklist(['free', 'premium']),
})

/** The tasks with their names. What is no longer there to be done is no task. */
async function inWords(db: D1Database, row: Row, locale: string): Promise<PlanTask[][]> {
  const slugs = row.days.flat().flatMap(({ kind, of }) => (kind === 'paper' ? [of] : []))
  const [names, found] = await db.batch([
    topicNames(db, locale),
    db
      .prepare(
        `SELECT t.slug, t.access, x.title AS name, x.locale, c.slug AS exam, s.slug AS state
         FROM json_each(?1) j JOIN practice_tests t ON t.slug = j.value JOIN categories c ON c.id = t.category_id
         JOIN states s ON s.id = c.state_id JOIN practice_test_texts x ON x.id = (
           SELECT id FROM practice_test_texts WHERE test_id = t.id
           ORDER BY CASE locale WHEN ?2 THEN 0 WHEN ?3 THEN 1 ELSE 2 END LIMIT 1)`,
      )
      .bind(JSON.stringify(slugs), ...fallbackChain(locale).slice(0, 2)),
  ])
  const tags = new Map(topicNamesIn(names?.results ?? []).map((tag) => [tag.slug, tag]))
  const papers = new Map(
    v.parse(v.array(Paper), found?.results).map((paper) => [paper.slug, paper]),
  )
  const worded = (task: WrittenTask): PlanTask | null => {
    const { kind, of } = task
    const plain = { ...task, locale: row.locale, text: null, paper: null }
    switch (kind) {
      case 'read': {
        const lesson = row.lessons[of]
        return lesson ? { ...plain, ...lesson } : null
      }
      case 'cards': {
        const tag = tags.get(of)
        return tag ? { ...plain, name: tag.name, locale: tag.locale } : null
      }
      case 'paper': {
        const paper = papers.get(of)
        if (!paper) return null
        const { name, locale, exam, state, access } = paper
        return { ...plain, name, locale, paper: { exam, state, access } }
      }
      case 'revise':
        return { ...plain, name: '', text: lessonsOf(row, of).join(' · ') }
      case 'affairs':
        return { ...plain, name: '' }
    }
  }
  return row.days.map((tasks) => tasks.flatMap((task) => worded(task) ?? []))
}

/** The names of what is read on some days, as '1-6'. */
function lessonsOf({ days, lessons }: Row, range: string): string[] {
  const [from = 1, to = 0] = range.split('-').map(Number)
  const read = days
    .slice(from - 1, to)
    .flat()
    .filter(({ kind }) => kind === 'read')
  return read.flatMap(({ of }) => lessons[of]?.name ?? [])
}
