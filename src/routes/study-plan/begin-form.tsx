import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { ownPlanPath, planPath, type PlanSummary } from '../../../domain/study/lesson-plan.ts'
import { Field } from '../../ui/field.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { WaitOverlay } from '../../ui/wait-overlay.tsx'
import { wordsIn } from '../../ui/words.ts'

/** What was wrong with a choice, and what was chosen. */
export type BeginFault = { field: 'plan' | 'exam'; plan: string; exam: string }

/** Begins a plan today: one of these, or the one of this name. */
export function BeginForm({
  place: { locale },
  plans,
  fault,
}: {
  place: { locale: PageContext['locale'] }
  plans: readonly PlanSummary[] | string
  fault: BeginFault | null
}) {
  const words = wordsIn(locale)
  return (
    <form className="fields begin" method="post" action={localizedPath(ownPlanPath, locale)}>
      <Sheet of="form" />
      {typeof plans === 'string' ? (
        <input type="hidden" name="plan" value={plans} />
      ) : (
        <fieldset className="plans">
          <legend>{words.plan30_choose()}</legend>
          {fault?.field === 'plan' && (
            <strong className="fault" role="alert">
              {words.plan30_plan_fault()}
            </strong>
          )}
          {plans.map(({ slug, title, about, locale: own }) => (
            <div key={slug} lang={own === locale ? undefined : own}>
              <label>
                <input
                  type="radio"
                  name="plan"
                  value={slug}
                  defaultChecked={fault?.plan === slug}
                  required
                />{' '}
                <b>{title}</b>
              </label>
              <p>{about}</p>
              <a href={localizedPath(planPath(slug), locale)} lang={locale}>
                {words.plan30_read_days()}
              </a>
            </div>
          ))}
        </fieldset>
      )}
      <Field
        name="exam"
        type="date"
        label={words.plan30_exam_on()}
        hint={words.plan30_exam_hint()}
        value={fault?.exam ?? ''}
        fault={fault?.field === 'exam' ? words.plan30_exam_fault() : undefined}
        focused={fault?.field === 'exam'}
      />
      <button className="btn wide">{words.plan30_start()}</button>
      <WaitOverlay words={words} />
    </form>
  )
}
