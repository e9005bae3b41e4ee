import * as v from 'valibot'
import type { planSummary, planTask, studyPlan } from '../../domain/contracts/study.ts'
import { fallbackChain, locales, type Locale } from '../../domain/locale.ts'
import { parseTopicNames, selectTopicNames } from '../content/texts.ts'
import type { Database } from '../database.ts'

/** A task of a plan with its texts. `of`, by kind: a lesson, a tag, a paper, the days to revise
 *  (1-6), or a number. `text`: what there is to read. */
export type PlanTask = v.InferOutput<typeof planTask>
export type PlanSummary = v.InferOutput<typeof planSummary>
export type StudyPlan = v.InferOutput<typeof studyPlan>

const StoredTask = v.object({
  id: v.string(),
  kind: v.picklist(['read', 'cards', 'paper', 'revise', 'affairs']),
  of: v.string(),
  topics: v.array(v.string()),
  minutes: v.number(),
})
type StoredTask = v.InferOutput<typeof StoredTask>

const json = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.string(), v.parseJson(), schema)
const PlanRow = v.object({
  slug: v.string(),
  locale: v.picklist(locales),
  title: v.string(),
  about: v.string(),
  exams: json(v.array(v.string())),
  days: json(v.array(v.array(StoredTask))),
  lessons: json(v.record(v.string(), v.object({ name: v.string(), text: v.string() }))),
  source: v.string(),
  checkedOn: v.string(),
  updatedAt: v.string(),
})
type PlanRow = v.InferOutput<typeof PlanRow>

/** ?1, ?2: the preferred languages. ?3: the slug, or null for all. */
const selectPlans = `
SELECT p.slug, p.days, p.source, p.checked_on AS checkedOn, p.updated_at AS updatedAt,
  x.locale, x.title, x.about, x.lessons,
  (SELECT json_group_array(c.slug)
    FROM study_plan_categories k JOIN categories c ON c.id = k.category_id
    WHERE k.plan_id = p.id) AS exams
FROM study_plans p JOIN study_plan_texts x ON x.id = (
  SELECT id FROM study_plan_texts WHERE plan_id = p.id
  ORDER BY CASE locale WHEN ?1 THEN 0 WHEN ?2 THEN 1 ELSE 2 END LIMIT 1)
WHERE ?3 IS NULL OR p.slug = ?3 ORDER BY p.position, p.slug`

async function planRows(db: Database, locale: Locale, slug: string | null): Promise<PlanRow[]> {
  const preferred = fallbackChain(locale).slice(0, 2)
  const { results } = await db
    .prepare(selectPlans)
    .bind(...preferred, slug)
    .all()
  return v.parse(v.array(PlanRow), results)
}

/** All plans, in order. */
export async function planSummaries(db: Database, locale: Locale): Promise<PlanSummary[]> {
  return (await planRows(db, locale, null)).map(summaryOf)
}

/** A plan with its days; null for an unknown slug. Cost: two reads. */
export async function planBySlug(
  db: Database,
  slug: string,
  locale: Locale,
): Promise<StudyPlan | null> {
  const [row] = await planRows(db, locale, slug)
  if (!row) return null
  const { source, checkedOn, updatedAt } = row
  const days = await namedTasks(db, row, locale)
  return { ...summaryOf(row), source, checkedOn, updatedAt, days }
}

const summaryOf = ({ slug, locale, title, about, exams }: PlanRow): PlanSummary => ({
  ...{ slug, locale, title, about, exams },
})

const PaperRow = v.object({
  slug: v.string(),
  name: v.string(),
  locale: v.picklist(locales),
  exam: v.string(),
  state: v.string(),
  access: v.picklist(['free', 'premium']),
})

/** The tasks with their names, day by day. Tasks whose lesson, tag or paper no longer exists are
 *  left out. */
async function namedTasks(db: Database, row: PlanRow, locale: Locale): Promise<PlanTask[][]> {
  const slugs = row.days.flat().flatMap(({ kind, of }) => (kind === 'paper' ? [of] : []))
  const [topicRows, paperRows] = await db.batch([
    selectTopicNames(db, locale),
    db
      .prepare(
        `SELECT t.slug, t.access, x.title AS name, x.locale, c.slug AS exam, s.slug AS state
         FROM json_each(?1) j
         JOIN practice_tests t ON t.slug = j.value AND t.withdrawn_at IS NULL
         JOIN categories c ON c.id = t.category_id
         JOIN states s ON s.id = c.state_id
         JOIN practice_test_texts x ON x.id = (
           SELECT id FROM practice_test_texts WHERE test_id = t.id
           ORDER BY CASE locale WHEN ?2 THEN 0 WHEN ?3 THEN 1 ELSE 2 END LIMIT 1)`,
      )
      .bind(JSON.stringify(slugs), ...fallbackChain(locale).slice(0, 2)),
  ])
  const tags = new Map(parseTopicNames(topicRows?.results ?? []).map((tag) => [tag.slug, tag]))
  const papers = new Map(
    v.parse(v.array(PaperRow), paperRows?.results).map((paper) => [paper.slug, paper]),
  )
  const named = (task: StoredTask): PlanTask | null => {
    const { kind, of } = task
    const unnamed = { ...task, locale: row.locale, text: null, paper: null }
    switch (kind) {
      case 'read': {
        const lesson = row.lessons[of]
        return lesson ? { ...unnamed, ...lesson } : null
      }
      case 'cards': {
        const tag = tags.get(of)
        return tag ? { ...unnamed, name: tag.name, locale: tag.locale } : null
      }
      case 'paper': {
        const paper = papers.get(of)
        if (!paper) return null
        const { name, locale, exam, state, access } = paper
        return { ...unnamed, name, locale, paper: { exam, state, access } }
      }
      case 'revise':
        return { ...unnamed, name: '', text: lessonNames(row, of).join(' · ') }
      case 'affairs':
        return { ...unnamed, name: '' }
    }
  }
  return row.days.map((tasks) => tasks.flatMap((task) => named(task) ?? []))
}

/** The names of the lessons of a range of days: '1-6'. */
function lessonNames({ days, lessons }: PlanRow, range: string): string[] {
  const [from = 1, to = 0] = range.split('-').map(Number)
  const reading = days
    .slice(from - 1, to)
    .flat()
    .filter(({ kind }) => kind === 'read')
  return reading.flatMap(({ of }) => lessons[of]?.name ?? [])
}
