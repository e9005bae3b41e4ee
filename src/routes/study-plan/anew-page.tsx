import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { ownPlanPath, type OwnPlan } from '../../../domain/study/lesson-plan.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { wordsIn } from '../../ui/words.ts'

/** Asks one who follows a plan whether they mean to begin. */
export function AnewPage({
  place: { locale },
  now,
  next,
}: {
  place: PageContext
  now: OwnPlan
  next: { slug: string; exam: string }
}) {
  const words = wordsIn(locale)
  const title = words.plan30_anew_title()
  const own = localizedPath(ownPlanPath, locale)
  return (
    <div className="narrow">
      <UnlistedMeta
        title={words.page_title({ title })}
        description={words.plan30_anew_body({ plan: now.title })}
      />
      <div className="hero">
        <h1>{title}</h1>
        <p>{words.plan30_anew_body({ plan: now.title })}</p>
      </div>
      <form className="fields" method="post" action={own}>
        <Sheet of="form" />
        <a className="btn wide" href={own}>
          {words.plan30_go_on()}
        </a>
        <input type="hidden" name="plan" value={next.slug} />
        <input type="hidden" name="exam" value={next.exam} />
        <button className="btn quiet wide" name="anew" value="yes">
          {words.plan30_anew()}
        </button>
      </form>
    </div>
  )
}
