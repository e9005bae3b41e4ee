import type { Locale } from '../../../domain/locale.ts'
import { ownPlanPath, planPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { loginPath } from '../../addresses/callback-url.ts'
import {
  daysBetween,
  progressOf,
  type OwnPlan,
  type OwnTask,
  type PlanDayNote,
} from '../../../domain/study/lesson-plan.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { dateText } from '../../ui/dates.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { OutcomeIcon } from '../../ui/outcome-icon.tsx'
import { InlineScript, InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { ChangePlanForms } from './change-plan-forms.tsx'
import { taskName } from '../../ui/task-name.ts'
import { Task } from './task.tsx'

/** The reader's study plan as of today. `examDateError`: the rejected exam date, or null. */
export function OwnPlanPage({
  page,
  plan,
  isMember,
  examDateError,
}: {
  page: PageContext
  plan: OwnPlan
  isMember: boolean
  examDateError: string | null
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  const { done, total } = progressOf(plan)
  const before = plan.days.filter(({ on }) => on < plan.today).toReversed()
  const today = plan.days.find(({ on }) => on === plan.today)
  const coming = plan.days.filter(({ on }) => on > plan.today)
  const login = loginPath(localizedPath(ownPlanPath, locale), locale)
  const parts = { page, messages }
  return (
    <>
      <UnlistedMeta
        title={messages.page_title({ title: messages.plan30_mine() })}
        description={messages.plan30_lead()}
      />
      <InlineStyle name="papers" />
      <InlineStyle name="chart" />
      <InlineStyle name="study-plan" />
      <Breadcrumbs page={page} crumbs={[{ name: messages.plan30_mine() }]} />
      <div className="hero" lang={plan.locale === locale ? undefined : plan.locale}>
        <h1>{plan.title}</h1>
      </div>
      <p className="progress">
        <progress value={done} max={total} aria-label={messages.plan30_mine()} />
        <span>{messages.plan30_progress({ done, total })}</span>
      </p>
      {plan.examOn !== null && <p>{examDateText(plan.examOn, plan.today, page, messages)}</p>}
      <p>
        <a href={localizedPath(planPath(plan.slug), locale)}>{messages.plan30_read_days()}</a>
      </p>
      <form
        method="post"
        action={localizedPath(`${ownPlanPath}/tick`, locale)}
        data-days={JSON.stringify(comingDays(plan, locale))}
      >
        <input type="hidden" name="plan" value={plan.slug} />
        <section id="today">
          <h2>
            {messages.plan30_today()} <small>{dateText(plan.today, locale)}</small>
          </h2>
          {today ? (
            <Tasks tasks={today.tasks} {...parts} />
          ) : (
            <p>{done === total ? messages.plan30_all_done() : messages.plan30_nothing_today()}</p>
          )}
        </section>
        {plan.left.length > 0 && (
          <section>
            <h2>{messages.plan30_left()}</h2>
            <ul className="tasks">
              {plan.left.map((task) => (
                <li key={task.id}>
                  <Task page={page} task={task} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {coming.length > 0 && <Days name={messages.plan30_coming()} days={coming} {...parts} />}
        {before.length > 0 && <Days name={messages.plan30_before()} days={before} {...parts} />}
      </form>
      <InlineScript name="plan-note" />
      <ChangePlanForms page={page} plan={plan} examDateError={examDateError} />
      {!isMember && (
        <p className="note">
          <span>{messages.plan30_sign_in()}</span> <a href={login}>{messages.login()}</a>
        </p>
      )}
    </>
  )
}

const daysOnDevice = 7

/** Today's tasks and those of the next days, as the home page of this device shows them. */
const comingDays = ({ days, today }: OwnPlan, locale: Locale): PlanDayNote[] =>
  days
    .filter(({ on }) => on >= today)
    .slice(0, daysOnDevice)
    .map(({ on, tasks }) => ({
      on,
      tasks: tasks.map((task) => ({
        name: taskName(task, messagesFor(locale)),
        lang: task.name === '' ? locale : task.locale,
        isDone: task.doneOn !== null,
      })),
    }))

function examDateText(
  examOn: string,
  today: string,
  { locale }: PageContext,
  messages: Messages,
): string {
  const days = daysBetween(today, examOn)
  if (days < 0) return messages.plan30_exam_over({ date: dateText(examOn, locale) })
  if (days === 0) return messages.plan30_exam_today()
  if (days === 1) return messages.plan30_exam_tomorrow()
  return messages.plan30_exam_in({ date: dateText(examOn, locale), days })
}

function Days({ name, days, page }: { name: string; days: OwnPlan['days']; page: PageContext }) {
  const messages = messagesFor(page.locale)
  return (
    <section>
      <h2>{name}</h2>
      {days.map(({ on, tasks }) => (
        <details key={on} className="day">
          <summary>
            {dateText(on, page.locale)}{' '}
            <small>
              {messages.minutes({ count: tasks.reduce((sum, { minutes }) => sum + minutes, 0) })}
            </small>
          </summary>
          <Tasks tasks={tasks} page={page} />
        </details>
      ))}
    </section>
  )
}

function Tasks({ tasks, page }: { tasks: readonly OwnTask[]; page: PageContext }) {
  const messages = messagesFor(page.locale)
  return (
    <ul className="tasks">
      {tasks.map((task) => (
        <li key={task.id} id={taskAnchor(task.id)} className={task.doneOn === null ? '' : 'done'}>
          <Task page={page} task={task}>
            {task.movedFrom !== null && task.doneOn === null && (
              <small className="moved">
                {messages.plan30_moved({ date: dateText(task.movedFrom, page.locale) })}
              </small>
            )}
          </Task>
          <TickButton task={task} messages={messages} />
        </li>
      ))}
    </ul>
  )
}

function TickButton({ task, messages }: { task: OwnTask; messages: Messages }) {
  const name = taskName(task, messages)
  if (task.doneOn === null)
    return (
      <button
        className="btn quiet"
        name="tick"
        value={task.id}
        aria-label={messages.plan30_tick_name({ task: name })}
      >
        {messages.plan30_tick()}
      </button>
    )
  return (
    <p className="ticked">
      <OutcomeIcon outcome="right" />{' '}
      {task.doneBy === 'paper' ? messages.plan30_by_paper() : messages.plan30_is_done()}
      {task.doneBy === 'tick' && (
        <button
          className="undo"
          name="untick"
          value={task.id}
          aria-label={messages.plan30_untick_name({ task: name })}
        >
          {messages.plan30_untick()}
        </button>
      )}
    </p>
  )
}

/** The fragment identifier of a task in the page. */
export const taskAnchor = (id: string) => `task-${id.replaceAll(/[:#]/g, '-')}`
