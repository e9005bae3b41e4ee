import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { ownPlanPath, type OwnPlan } from '../../../domain/study/lesson-plan.ts'
import { Field } from '../../ui/field.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import type { Words } from '../../ui/words.ts'

/** Another day of the exam, or no plan any more. */
export function ChangeForms({
  place: { locale },
  plan,
  examFault,
  words,
}: {
  place: PageContext
  plan: OwnPlan
  examFault: string | null
  words: Words
}) {
  return (
    <details className="change" open={examFault !== null}>
      <summary>{words.plan30_change()}</summary>
      <Sheet of="form" />
      <form className="fields" method="post" action={localizedPath(`${ownPlanPath}/exam`, locale)}>
        <input type="hidden" name="plan" value={plan.slug} />
        <Field
          name="exam"
          type="date"
          label={words.plan30_exam_on()}
          hint={words.plan30_exam_hint()}
          value={examFault ?? plan.examOn ?? ''}
          fault={examFault === null ? undefined : words.plan30_exam_fault()}
          focused={examFault !== null}
        />
        <button className="btn wide">{words.plan30_keep_date()}</button>
      </form>
      <form className="fields" method="post" action={localizedPath(`${ownPlanPath}/leave`, locale)}>
        <input type="hidden" name="plan" value={plan.slug} />
        <p>{words.plan30_leave_note()}</p>
        <button className="btn quiet wide">{words.plan30_leave()}</button>
      </form>
    </details>
  )
}
