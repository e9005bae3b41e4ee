import type { LessonDraft, PaperDraft, PlanDayDraft, PlanDraft } from '../draft.ts'
import { documentFields, type StagedContent } from './content-rows.ts'

/** A task of a plan's day. `of`: a lesson, a tag, a paper, or the days to revise. */
type Task = {
  id: string
  kind: 'read' | 'cards' | 'paper' | 'revise' | 'affairs'
  of: string
  topics: string[]
  minutes: number
}

const cardsMinutes = 20
const reviseMinutes = 60
const affairsMinutes = 20
/** Reading a paper's explanations takes this share of the paper's own minutes. */
const explanationsShare = 0.5

/** Stages a plan. `lessons` and `papers` contain at least those that the plan names. */
export function stagePlan(
  plan: PlanDraft,
  lessons: ReadonlyMap<string, LessonDraft>,
  papers: ReadonlyMap<string, Pick<PaperDraft, 'minutes'>>,
  now: string,
): StagedContent {
  const used = lessonsOf(plan, lessons)
  const days = withUniqueIds(plan.days.map((day) => tasksOf(day, lessons, papers)))
  const json = {
    ...documentFields({ ...plan, used, days }, now, ['study-plan', plan.slug]),
    slug: plan.slug,
    position: plan.position,
    exams: plan.exams,
    days,
    source: plan.source,
    checkedOn: plan.checkedOn,
    texts: plan.languages.map((locale) => ({
      locale,
      title: plan.title[locale],
      about: plan.about[locale],
      lessons: Object.fromEntries(
        used.map(({ id, name, text }) => [id, { name: name[locale], text: text[locale] }]),
      ),
    })),
  }
  return {
    script: 'plan',
    parts: [{ part: 'plan', json }],
    documents: [{ kind: 'study-plan', slug: plan.slug }],
  }
}

/** The lessons that a plan's days name, each once. */
export const lessonsOf = ({ days }: PlanDraft, lessons: ReadonlyMap<string, LessonDraft>) =>
  [...new Set(days.flatMap((day) => day.read))].flatMap((id) => lessons.get(id) ?? [])

function tasksOf(
  { number, read, cards, papers: slugs, revise, affairs }: PlanDayDraft,
  lessons: ReadonlyMap<string, LessonDraft>,
  papers: ReadonlyMap<string, Pick<PaperDraft, 'minutes'>>,
): Task[] {
  const task = (kind: Task['kind'], of: string, minutes: number, topics: string[] = []): Task => ({
    id: `${kind}:${of}`,
    ...{ kind, of, topics, minutes },
  })
  return [
    ...read.map((id) => task('read', id, lessons.get(id)?.minutes ?? 0, lessons.get(id)?.topics)),
    ...cards.map((tag) => task('cards', tag, cardsMinutes, [tag])),
    ...slugs.map((slug) => task('paper', slug, withExplanations(papers.get(slug)?.minutes ?? 0))),
    ...(revise ? [task('revise', `${revise.from}-${revise.to}`, reviseMinutes)] : []),
    ...(affairs ? [task('affairs', String(number), affairsMinutes)] : []),
  ]
}

/** Rounded up to five minutes, at least 15. */
const withExplanations = (minutes: number) =>
  Math.max(15, Math.ceil((minutes * (1 + explanationsShare)) / 5) * 5)

/** Makes repeated task ids unique by a number: 'cards:polity#2'. */
function withUniqueIds(days: readonly Task[][]): Task[][] {
  const counts = new Map<string, number>()
  return days.map((tasks) =>
    tasks.map((task) => {
      const count = (counts.get(task.id) ?? 0) + 1
      counts.set(task.id, count)
      return count === 1 ? task : { ...task, id: `${task.id}#${count}` }
    }),
  )
}
