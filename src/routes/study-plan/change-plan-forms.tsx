import { ownPlanPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { OwnPlan } from '../../../domain/study/lesson-plan.ts'
import { FormField } from '../../ui/form-field.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** Forms that change the date of the exam and leave the plan. */
export function ChangePlanForms({
  page: { locale },
  plan,
  examDateError,
}: {
  page: PageContext
  plan: OwnPlan
  examDateError: string | null
}) {
  const messages = messagesFor(locale)
  return (
    <details className="change" open={examDateError !== null}>
      <summary>{messages.plan30_change()}</summary>
      <InlineStyle name="form" />
      <form className="fields" method="post" action={localizedPath(`${ownPlanPath}/exam`, locale)}>
        <input type="hidden" name="plan" value={plan.slug} />
        <FormField
          name="exam"
          type="date"
          label={messages.plan30_exam_on()}
          hint={messages.plan30_exam_hint()}
          value={examDateError ?? plan.examOn ?? ''}
          error={examDateError === null ? undefined : messages.plan30_exam_error()}
          autoFocus={examDateError !== null}
        />
        <button className="btn wide">{messages.plan30_save_date()}</button>
      </form>
      <form className="fields" method="post" action={localizedPath(`${ownPlanPath}/leave`, locale)}>
        <input type="hidden" name="plan" value={plan.slug} />
        <p>{messages.plan30_leave_note()}</p>
        <button className="btn quiet wide">{messages.plan30_leave()}</button>
      </form>
    </details>
  )
}
