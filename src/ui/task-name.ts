import type { PlanTask } from '../../domain/study/lesson-plan.ts'
import type { Messages } from './messages.ts'

/** The name of a task of a study plan, as text. */
export function taskName({ kind, of, name }: PlanTask, messages: Messages): string {
  if (kind === 'affairs') return messages.plan30_affairs_name()
  if (kind !== 'revise') return name
  const [from = '', to = ''] = of.split('-')
  return messages.plan30_revise_name({ from, to })
}
