import type { Locale } from '../locale.ts'

/** A task of a plan. of: its subject: a lesson (read), a tag (cards, weak), a paper, days as 1-6
 *  (revise), '' (affairs). */
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

/** A task in the plan that a reader follows. Days as 2027-01-31. */
export type OwnTask = PlanTask & {
  doneOn: string | null
  doneBy: 'tick' | 'paper' | null
  movedFrom: string | null
}
/** The plan that a reader follows, as of today. left: tasks not done before the exam. */
export type OwnPlan = PlanSummary & {
  startsOn: string
  examOn: string | null
  today: string
  days: readonly { on: string; tasks: readonly OwnTask[] }[]
  left: readonly PlanTask[]
}

/** The coming days of a reader's plan as a device keeps them for its home page. */
export type PlanDayNote = {
  on: string
  tasks: readonly { name: string; lang: Locale; isDone: boolean }[]
}

/** The number of done tasks of a plan, and of all. */
export function progressOf({ days, left }: OwnPlan): { done: number; total: number } {
  const tasks = days.flatMap((day) => day.tasks)
  return {
    done: tasks.filter(({ doneOn }) => doneOn !== null).length,
    total: tasks.length + left.length,
  }
}

/** Days from one date to another. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
