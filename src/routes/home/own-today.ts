import { hallPath, ownPlanPath } from '../../addresses/paths.ts'
import { localizedPath } from '../../addresses/address.ts'
import type { ApiClient } from '../../api-client/client.ts'
import { ownAttempts } from '../../api-client/results.ts'
import { ownCards } from '../../api-client/study.ts'
import { ownStudyPlan } from '../../api-client/study-plans.ts'
import { bestTextOf } from '../../../domain/attempt/attempt.ts'
import type { AttemptSummary } from '../../../domain/attempt/attempt-result.ts'
import type { Locale } from '../../../domain/locale.ts'
import { messagesFor } from '../../ui/messages.ts'
import { taskName } from '../../ui/task-name.ts'
import type { OwnPlan } from '../../../domain/study/lesson-plan.ts'

/** What a member does today, as the product API knows it. */
export type OwnToday = {
  /** The running test that ends first. leftMs: of its time; null without a clock. */
  test: {
    title: string
    lang: Locale | undefined
    href: string
    leftMs: number | null
    answered: number
    count: number
  } | null
  /** The first task of the study plan for today that is not done. */
  task: { name: string; lang: Locale | undefined; href: string } | null
  /** The number of cards due for review; null if none is. */
  due: number | null
}

const maxUnfinished = 5

/** Asks the product API for a member's running tests, plan and cards. What it does not answer is
 *  left out: the home page opens without it. Cost: three requests at the same time. */
export async function ownToday(api: ApiClient, locale: Locale): Promise<OwnToday> {
  const [attempts, plan, cards] = await Promise.all([
    ownAttempts(api, 'unfinished', 1, maxUnfinished),
    ownStudyPlan(api, locale),
    ownCards(api, 'due', locale),
  ])
  return {
    test: attempts.ok ? runningTest(attempts.value.attempts, locale) : null,
    task: plan.ok && plan.value ? firstTask(plan.value, locale) : null,
    due: cards.ok && cards.value.cards.length > 0 ? cards.value.cards.length : null,
  }
}

function runningTest(attempts: readonly AttemptSummary[], locale: Locale): OwnToday['test'] {
  const endOf = ({ endsAt }: AttemptSummary) => (endsAt === null ? Infinity : Date.parse(endsAt))
  const [first] = attempts
    .filter((attempt) => attempt.status === 'running' && endOf(attempt) > Date.now())
    .sort((one, other) => (endOf(one) < endOf(other) ? -1 : 1))
  if (!first) return null
  const title = bestTextOf(first.title, locale)
  return {
    title: title?.text ?? first.test,
    lang: title && title.locale !== locale ? title.locale : undefined,
    href: localizedPath(hallPath(first.id), locale),
    leftMs: first.endsAt === null ? null : endOf(first) - Date.now(),
    answered: first.answered,
    count: first.questionCount,
  }
}

function firstTask({ days, today }: OwnPlan, locale: Locale): OwnToday['task'] {
  const tasks = days.find(({ on }) => on === today)?.tasks ?? []
  const task = tasks.find(({ doneOn }) => doneOn === null)
  if (!task) return null
  return {
    name: taskName(task, messagesFor(locale)),
    lang: task.locale === locale || task.name === '' ? undefined : task.locale,
    href: `${localizedPath(ownPlanPath, locale)}#today`,
  }
}
