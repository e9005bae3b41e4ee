import type { CatalogueDraft } from '../../authoring/loading/catalogue-rows.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import { momentText } from '../ui/dates.ts'
import { FormToken } from '../ui/fields.tsx'
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
  const { id, change, fromAt, state, proposedBy, proposer, proposedAt, failure } = stored
  const isOwn = proposedBy === operatorOf(c).id
  const isScheduled = state === 'approved'
  const button = (path: string, label: string, className: string) => (
    <form method="post" action={`/plan-changes/${id}/${path}`}>
      <FormToken value={c.get('formToken')} />
      <button className={className}>{label}</button>
    </form>
  )
  return (
    <section className="card">
      <h2>{text(isScheduled ? 'change_scheduled' : 'second_person')}</h2>
      <p>
        <b>{changeText(change, { plans }, text, locale)}</b>
      </p>
      {fromAt > proposedAt && <p>{text('change_from', { at: momentText(fromAt, locale) })}</p>}
      {failure !== null && (
        <p className="err" role="alert">
          {text('change_failed', { reason: failure })}
        </p>
      )}
      <p className="small">
        {proposer} · {momentText(proposedAt, locale)}
      </p>
      {isOwn && !isScheduled && <p>{text('refund_own_note')}</p>}
      <div className="chips">
        {!isOwn && !isScheduled && button('approve', text('agree'), 'btn')}
        {button('decline', text('decline'), 'btn quiet')}
      </div>
    </section>
  )
}
