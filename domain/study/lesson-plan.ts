import { findExam } from '../exams.ts'
import type { Locale } from '../locale.ts'
import { testPath } from '../paper.ts'

/** A task of a plan. of: what it is about, by its kind: a lesson, a tag, a paper, the days to revise (1-6), nothing, a tag. */
export type PlanTask = {
  id: string
  kind: 'read' | 'cards' | 'paper' | 'revise' | 'affairs' | 'weak'
  of: string
  minutes: number
  /** The language of `name` and `text`. */
  locale: Locale
  name: string
  text: string | null
  paper: { exam: string; access: 'free' | 'premium' } | null
}

export type PlanSummary = {
  slug: string
  locale: Locale
  title: string
  about: string
}
export type StudyPlan = PlanSummary & {
  checkedOn: string
  updatedAt: string
  days: readonly (readonly PlanTask[])[]
}

/** A task where it stands for one who follows the plan. Days as 2027-01-31. */
export type OwnTask = PlanTask & {
  doneOn: string | null
  doneBy: 'tick' | 'paper' | null
  movedFrom: string | null
}
/** The plan as it is for them today. left: not done when the exam came. */
export type OwnPlan = PlanSummary & {
  startsOn: string
  examOn: string | null
  today: string
  days: readonly { on: string; tasks: readonly OwnTask[] }[]
  left: readonly PlanTask[]
}

export const ownPlanPath = '/plan'
export const planPath = (slug: string) => `${ownPlanPath}/${slug}`

/** Where a task is done; null: with one's own book. */
export function taskPath({ kind, of, paper }: PlanTask): string | null {
  switch (kind) {
    case 'read':
      return null
    case 'cards':
      return `/flash-cards/${of}`
    case 'affairs':
      return '/current-affairs'
    case 'revise':
    case 'weak':
      return '/flash-cards?of=wrong'
    case 'paper': {
      const exam = findExam(paper?.exam ?? '')
      return exam ? testPath(exam.state, exam.slug, of) : null
    }
  }
}

/** How much of a plan is done. */
export function progressOf({ days, left }: OwnPlan): { done: number; total: number } {
  const tasks = days.flatMap((day) => day.tasks)
  return {
    done: tasks.filter(({ doneOn }) => doneOn !== null).length,
    total: tasks.length + left.length,
  }
}

/** From one day to another. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
