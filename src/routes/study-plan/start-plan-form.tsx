import { ownPlanPath, planPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { PlanSummary } from '../../../domain/study/lesson-plan.ts'
import { FormField } from '../../ui/form-field.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** The invalid field of the form, and the submitted values. */
export type StartPlanError = { field: 'plan' | 'exam'; plan: string; exam: string }

/** Starts a plan today. `plans`: the plans to choose from, or the slug of the only one. */
export function StartPlanForm({
  page: { locale },
  plans,
  error,
}: {
  page: { locale: PageContext['locale'] }
  plans: readonly PlanSummary[] | string
  error: StartPlanError | null
}) {
  const messages = messagesFor(locale)
  return (
    <form className="fields begin" method="post" action={localizedPath(ownPlanPath, locale)}>
      <InlineStyle name="form" />
      {typeof plans === 'string' ? (
        <input type="hidden" name="plan" value={plans} />
      ) : (
        <fieldset className="plans">
          <legend>{messages.plan30_choose()}</legend>
          {error?.field === 'plan' && (
            <strong className="error" role="alert">
              {messages.plan30_plan_error()}
            </strong>
          )}
          {plans.map(({ slug, title, about, locale: planLocale }) => (
            <div key={slug} lang={planLocale === locale ? undefined : planLocale}>
              <label>
                <input
                  type="radio"
                  name="plan"
                  value={slug}
                  defaultChecked={error?.plan === slug}
                  required
                />{' '}
                <b>{title}</b>
              </label>
              <p>{about}</p>
              <a href={localizedPath(planPath(slug), locale)} lang={locale}>
                {messages.plan30_read_days()}
              </a>
            </div>
          ))}
        </fieldset>
      )}
      <FormField
        name="exam"
        type="date"
        label={messages.plan30_exam_on()}
        hint={messages.plan30_exam_hint()}
        value={error?.exam ?? ''}
        error={error?.field === 'exam' ? messages.plan30_exam_error() : undefined}
        autoFocus={error?.field === 'exam'}
      />
      <button className="btn wide">{messages.plan30_start()}</button>
      <SubmissionOverlay messages={messages} />
    </form>
  )
}
