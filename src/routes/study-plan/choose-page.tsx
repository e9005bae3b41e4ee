import type { PageContext } from '../../addresses/address.ts'
import type { PlanSummary } from '../../../domain/study/lesson-plan.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Meta } from '../../ui/meta.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { wordsIn } from '../../ui/words.ts'
import { BeginForm, type BeginFault } from './begin-form.tsx'

/** For one who follows no plan yet: which there are. */
export function ChoosePage({
  place,
  plans,
  fault,
}: {
  place: PageContext
  plans: readonly PlanSummary[]
  fault: BeginFault | null
}) {
  const words = wordsIn(place.locale)
  const title = words.plan30_title()
  return (
    <>
      <Meta
        family="info"
        place={place}
        title={words.page_title({ title })}
        description={words.plan30_lead()}
      />
      <Sheet of="study-plan" />
      <Breadcrumbs place={place} crumbs={[{ name: title }]} />
      <div className="hero">
        <h1>{title}</h1>
        <p>{words.plan30_lead()}</p>
      </div>
      <BeginForm place={place} plans={plans} fault={fault} />
      <p>{words.plan30_adapts()}</p>
    </>
  )
}
