import { Fragment } from 'react'
import type { Brand } from '../../brand.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { ownPlanPath, type StudyPlan } from '../../../domain/study/lesson-plan.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { dateText } from '../../ui/dates.ts'
import { Meta } from '../../ui/meta.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { article, StructuredData } from '../../ui/structured-data.tsx'
import { wordsIn } from '../../ui/words.ts'
import { BeginForm } from './begin-form.tsx'
import { Task, TaskName } from './task.tsx'

/** A plan's thirty days, for anybody to read, and how to make them one's own. */
export function PlanPage({
  place,
  brand,
  plan,
}: {
  place: PageContext
  brand: Brand
  plan: StudyPlan
}) {
  const { locale } = place
  const words = wordsIn(locale)
  const lang = plan.locale === locale ? undefined : plan.locale
  return (
    <>
      <Meta
        family="info"
        place={place}
        title={words.page_title({ title: plan.title })}
        description={plan.about}
      />
      <Sheet of="papers" />
      <Sheet of="study-plan" />
      <Breadcrumbs
        place={place}
        crumbs={[{ name: words.plan30_title(), path: ownPlanPath }, { name: plan.title }]}
      />
      <div className="hero" lang={lang}>
        <h1>{plan.title}</h1>
        <p>{plan.about}</p>
      </div>
      <p>{words.plan30_adapts()}</p>
      <BeginForm place={place} plans={plan.slug} fault={null} />
      <ol className="days">
        {plan.days.map((tasks, index) => (
          <li key={index} id={`day-${index + 1}`}>
            <details className="day" open={index === 0}>
              <summary>
                {words.plan30_day({ number: index + 1 })}{' '}
                <small>
                  {tasks.map((task, nth) => (
                    <Fragment key={task.id}>
                      {nth > 0 && ' · '}
                      <TaskName task={task} locale={locale} words={words} />
                    </Fragment>
                  ))}
                </small>
              </summary>
              <ul className="tasks">
                {tasks.map((task) => (
                  <li key={task.id}>
                    <Task place={place} task={task} words={words} />
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ol>
      <StructuredData
        of={article({
          url: place.origin + localizedPath(place.path, locale),
          headline: plan.title,
          language: plan.locale,
          modified: plan.updatedAt,
          publisher: brand.name.en,
        })}
      />
      <p className="small">{words.checked_on({ date: dateText(plan.checkedOn, locale) })}</p>
    </>
  )
}
