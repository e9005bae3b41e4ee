import type { PageContext } from '../../addresses/address.ts'
import type { PlanSummary } from '../../../domain/study/lesson-plan.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Meta } from '../../ui/meta.tsx'
import { InlineScript, InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { StartPlanForm, type StartPlanError } from './start-plan-form.tsx'

/** The study plans to choose from, for a reader who follows none. */
export function ChoosePlanPage({
  page,
  plans,
  error,
}: {
  page: PageContext
  plans: readonly PlanSummary[]
  error: StartPlanError | null
}) {
  const messages = messagesFor(page.locale)
  const title = messages.plan30_title()
  return (
    <>
      <Meta
        shareImage="info"
        page={page}
        title={messages.page_title({ title })}
        description={messages.plan30_lead()}
      />
      <InlineStyle name="study-plan" />
      <Breadcrumbs page={page} crumbs={[{ name: title }]} />
      <div className="hero">
        <h1>{title}</h1>
        <p>{messages.plan30_lead()}</p>
      </div>
      {/* A plan that was left is not on the home page any more. */}
      <InlineScript name="plan-note" />
      <StartPlanForm page={page} plans={plans} error={error} />
      <p>{messages.plan30_adapts()}</p>
    </>
  )
}
