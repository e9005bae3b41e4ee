import type { CatalogueDraft } from '../../authoring/loading/catalogue-rows.ts'
import type { DeskContext } from '../desk-env.ts'
import { momentText } from '../ui/dates.ts'
import { SecondPerson } from '../ui/second-person.tsx'
import type { StoredChange } from './catalogue-changes.ts'
import { changeText } from './change-text.ts'

/** A change that waits for a second person, or for its time. */
export function ChangeCard({
  c,
  stored,
  plans,
}: {
  c: DeskContext
  stored: StoredChange
  plans: CatalogueDraft['plans']
}) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const { id, change, fromAt, state, proposedAt, failure } = stored
  const isApproved = state === 'approved'
  return (
    <section className="card">
      <h2>{text(isApproved ? 'change_scheduled' : 'second_person')}</h2>
      <p>
        <b>{changeText(change, { plans }, text, locale)}</b>
      </p>
      {fromAt > proposedAt && <p>{text('change_from', { at: momentText(fromAt, locale) })}</p>}
      {failure !== null && (
        <p className="err" role="alert">
          {text('change_failed', { reason: failure })}
        </p>
      )}
      <SecondPerson {...{ c, isApproved, address: `/plan-changes/${id}`, proposal: stored }} />
    </section>
  )
}
