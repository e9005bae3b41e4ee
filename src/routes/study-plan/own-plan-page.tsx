import { localizedPath, type PageContext } from '../../addresses/address.ts'
import {
  daysBetween,
  ownPlanPath,
  planPath,
  progressOf,
  type OwnPlan,
  type OwnTask,
} from '../../../domain/study/lesson-plan.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { dateText } from '../../ui/dates.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { OutcomeSign } from '../../ui/outcome-sign.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'
import { ChangeForms } from './change-forms.tsx'
import { Task, taskName } from './task.tsx'

/** The plan that one follows, as it is today. examFault: what was given as the day of the exam and cannot be. */
export function OwnPlanPage({
  place,
  plan,
  isMember,
  examFault,
}: {
  place: PageContext
  plan: OwnPlan
  isMember: boolean
  examFault: string | null
}) {
  const { locale } = place
  const words = wordsIn(locale)
  const { done, total } = progressOf(plan)
  const before = plan.days.filter(({ on }) => on < plan.today).toReversed()
  const today = plan.days.find(({ on }) => on === plan.today)
  const coming = plan.days.filter(({ on }) => on > plan.today)
  const login = `${localizedPath('/login', locale)}?${new URLSearchParams({ callbackUrl: localizedPath(ownPlanPath, locale) })}`
  const parts = { place, words }
  return (
    <>
      <UnlistedMeta
        title={words.page_title({ title: words.plan30_mine() })}
        description={words.plan30_lead()}
      />
      <Sheet of="papers" />
      <Sheet of="chart" />
      <Sheet of="study-plan" />
      <Breadcrumbs place={place} crumbs={[{ name: words.plan30_mine() }]} />
      <div className="hero" lang={plan.locale === locale ? undefined : plan.locale}>
        <h1>{plan.title}</h1>
      </div>
      <p className="progress">
        <progress value={done} max={total} aria-label={words.plan30_mine()} />
        <span>{words.plan30_progress({ done, total })}</span>
      </p>
      {plan.examOn !== null && <p>{examText(plan.examOn, plan.today, place, words)}</p>}
      <p>
        <a href={localizedPath(planPath(plan.slug), locale)}>{words.plan30_read_days()}</a>
      </p>
      <form method="post" action={localizedPath(`${ownPlanPath}/tick`, locale)}>
        <input type="hidden" name="plan" value={plan.slug} />
        <section id="today">
          <h2>
            {words.plan30_today()} <small>{dateText(plan.today, locale)}</small>
          </h2>
          {today ? (
            <Tasks tasks={today.tasks} {...parts} />
          ) : (
            <p>{done === total ? words.plan30_all_done() : words.plan30_nothing_today()}</p>
          )}
        </section>
        {plan.left.length > 0 && (
          <section>
            <h2>{words.plan30_left()}</h2>
            <ul className="tasks">
              {plan.left.map((task) => (
                <li key={task.id}>
                  <Task place={place} task={task} words={words} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {coming.length > 0 && <Days name={words.plan30_coming()} days={coming} {...parts} />}
        {before.length > 0 && <Days name={words.plan30_before()} days={before} {...parts} />}
      </form>
      <ChangeForms place={place} plan={plan} examFault={examFault} words={words} />
      {!isMember && (
        <p className="note">
          <span>{words.plan30_sign_in()}</span> <a href={login}>{words.login()}</a>
        </p>
      )}
    </>
  )
}

function examText(examOn: string, today: string, { locale }: PageContext, words: Words): string {
  const days = daysBetween(today, examOn)
  if (days < 0) return words.plan30_exam_over({ date: dateText(examOn, locale) })
  if (days === 0) return words.plan30_exam_today()
  if (days === 1) return words.plan30_exam_tomorrow()
  return words.plan30_exam_in({ date: dateText(examOn, locale), days })
}

function Days({
  name,
  days,
  place,
  words,
}: {
  name: string
  days: OwnPlan['days']
  place: PageContext
  words: Words
}) {
  return (
    <section>
      <h2>{name}</h2>
      {days.map(({ on, tasks }) => (
        <details key={on} className="day">
          <summary>
            {dateText(on, place.locale)}{' '}
            <small>
              {words.minutes({ count: tasks.reduce((sum, { minutes }) => sum + minutes, 0) })}
            </small>
          </summary>
          <Tasks tasks={tasks} place={place} words={words} />
        </details>
      ))}
    </section>
  )
}

function Tasks({
  tasks,
  place,
  words,
}: {
  tasks: readonly OwnTask[]
  place: PageContext
  words: Words
}) {
  return (
    <ul className="tasks">
      {tasks.map((task) => (
        <li key={task.id} id={taskAnchor(task.id)} className={task.doneOn === null ? '' : 'done'}>
          <Task place={place} task={task} words={words}>
            {task.movedFrom !== null && task.doneOn === null && (
              <small className="moved">
                {words.plan30_moved({ date: dateText(task.movedFrom, place.locale) })}
              </small>
            )}
          </Task>
          <Tick task={task} words={words} />
        </li>
      ))}
    </ul>
  )
}

function Tick({ task, words }: { task: OwnTask; words: Words }) {
  const name = taskName(task, words)
  if (task.doneOn === null)
    return (
      <button
        className="btn quiet"
        name="tick"
        value={task.id}
        aria-label={words.plan30_tick_name({ task: name })}
      >
        {words.plan30_tick()}
      </button>
    )
  return (
    <p className="ticked">
      <OutcomeSign outcome="right" />{' '}
      {task.doneBy === 'paper' ? words.plan30_by_paper() : words.plan30_is_done()}
      {task.doneBy === 'tick' && (
        <button
          className="undo"
          name="untick"
          value={task.id}
          aria-label={words.plan30_untick_name({ task: name })}
        >
          {words.plan30_untick()}
        </button>
      )}
    </p>
  )
}

/** The place of a task in the page. */
export const taskAnchor = (id: string) => `task-${id.replaceAll(/[:#]/g, '-')}`
