import type { LessonDraft, PaperDraft, PlanDayDraft, PlanDraft } from '../draft.ts'
import { documentFields, type StagedContent } from './content-rows.ts'

/** What the days of a plan are made of. `of`: a lesson, a tag, a paper, or the days to revise. */
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
/** What a paper takes with reading its explanations, less what it takes alone. */
const explanationsShare = 0.5

/** `lessons`, `papers`: at least those that the plan names. */
export function stagePlan(
  plan: PlanDraft,
  lessons: ReadonlyMap<string, LessonDraft>,
  papers: ReadonlyMap<string, Pick<PaperDraft, 'minutes'>>,
  now: string,
): StagedContent {
  const used = lessonsOf(plan, lessons)
  const days = withOwnIds(plan.days.map((day) => tasksOf(day, lessons, papers)))
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
  return { script: 'plan', parts: [{ part: 'plan', json }] }
}

/** The lessons that a plan gives to read. */
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

/** In steps of five minutes. */
const withExplanations = (minutes: number) =>
  Math.max(15, Math.ceil((minutes * (1 + explanationsShare)) / 5) * 5)

/** What comes a second time has a name of its own: 'cards:polity#2'. */
function withOwnIds(days: readonly Task[][]): Task[][] {
  const seen = new Map<string, number>()
  return days.map((tasks) =>
    tasks.map((task) => {
      const times = (seen.get(task.id) ?? 0) + 1
      seen.set(task.id, times)
      return times === 1 ? task : { ...task, id: `${task.id}#${times}` }
    }),
  )
}
