import { ownPlanPath } from '../../addresses/paths.ts'
import { Fragment } from 'react'
import type { Brand } from '../../brand.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { StudyPlan } from '../../../domain/study/lesson-plan.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { dateText } from '../../ui/dates.ts'
import { Meta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { article, StructuredData } from '../../ui/structured-data.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { StartPlanForm } from './start-plan-form.tsx'
import { Task, TaskName } from './task.tsx'

/** A study plan's thirty days, public, with the form that starts it. */
export function PlanPage({
  page,
  brand,
  plan,
}: {
  page: PageContext
  brand: Brand
  plan: StudyPlan
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  const lang = plan.locale === locale ? undefined : plan.locale
  return (
    <>
      <Meta
        shareImage="info"
        page={page}
        title={messages.page_title({ title: plan.title })}
        description={plan.about}
      />
      <InlineStyle name="papers" />
      <InlineStyle name="study-plan" />
      <Breadcrumbs
        page={page}
        crumbs={[{ name: messages.plan30_title(), path: ownPlanPath }, { name: plan.title }]}
      />
      <div className="hero" lang={lang}>
        <h1>{plan.title}</h1>
        <p>{plan.about}</p>
      </div>
      <p>{messages.plan30_adapts()}</p>
      <StartPlanForm page={page} plans={plan.slug} error={null} />
      <ol className="days">
        {plan.days.map((tasks, index) => (
          <li key={index} id={`day-${index + 1}`}>
            <details className="day" open={index === 0}>
              <summary>
                {messages.plan30_day({ number: index + 1 })}{' '}
                <small>
                  {tasks.map((task, nth) => (
                    <Fragment key={task.id}>
                      {nth > 0 && ' · '}
                      <TaskName task={task} locale={locale} messages={messages} />
                    </Fragment>
                  ))}
                </small>
              </summary>
              <ul className="tasks">
                {tasks.map((task) => (
                  <li key={task.id}>
                    <Task page={page} task={task} />
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ol>
      <StructuredData
        data={article({
          url: page.origin + localizedPath(page.path, locale),
          headline: plan.title,
          language: plan.locale,
          modified: plan.updatedAt,
          brand,
        })}
      />
      <p className="small">{messages.checked_on({ date: dateText(plan.checkedOn, locale) })}</p>
    </>
  )
}
