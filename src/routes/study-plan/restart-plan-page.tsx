import { ownPlanPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { OwnPlan } from '../../../domain/study/lesson-plan.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** Asks for confirmation before a new plan replaces the current one, whose ticks would be lost. */
export function RestartPlanPage({
  page: { locale },
  current,
  chosen,
}: {
  page: PageContext
  current: OwnPlan
  chosen: { slug: string; exam: string }
}) {
  const messages = messagesFor(locale)
  const title = messages.plan30_restart_title()
  const ownPlanHref = localizedPath(ownPlanPath, locale)
  return (
    <div className="narrow">
      <UnlistedMeta
        title={messages.page_title({ title })}
        description={messages.plan30_restart_body({ plan: current.title })}
      />
      <div className="hero">
        <h1>{title}</h1>
        <p>{messages.plan30_restart_body({ plan: current.title })}</p>
      </div>
      <form className="fields" method="post" action={ownPlanHref}>
        <InlineStyle name="form" />
        <a className="btn wide" href={ownPlanHref}>
          {messages.plan30_continue()}
        </a>
        <input type="hidden" name="plan" value={chosen.slug} />
        <input type="hidden" name="exam" value={chosen.exam} />
        <button className="btn quiet wide" name="restart" value="yes">
          {messages.plan30_restart()}
        </button>
      </form>
    </div>
  )
}
