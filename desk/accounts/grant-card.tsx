import { operatorOf, type DeskContext } from '../desk-env.ts'
import { momentText } from '../ui/dates.ts'
import { FormToken } from '../ui/fields.tsx'
import type { GrantProposal } from './grants.ts'

/** A plan that waits for a second person before it is given. */
export function GrantCard({ c, proposal }: { c: DeskContext; proposal: GrantProposal }) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const { id, userId, planName, days, reason, proposer, proposedAt, proposedBy } = proposal
  const isOwn = proposedBy === operatorOf(c).id
  const button = (path: string, label: string, className: string) => (
    <form method="post" action={`/grants/${id}/${path}`}>
      <FormToken value={c.get('formToken')} />
      <button className={className}>{label}</button>
    </form>
  )
  return (
    <section className="card">
      <h2>{text('second_person')}</h2>
      <p>
        {text('give_plan')}: <b>{planName}</b> · {text('days_count', { days })} ·{' '}
        <a href={`/accounts/${userId}`}>{text('account', { id: userId })}</a>
      </p>
      <p>{reason}</p>
      <p className="small">
        {proposer} · {momentText(proposedAt, locale)}
      </p>
      {isOwn && <p>{text('refund_own_note')}</p>}
      <div className="chips">
        {!isOwn && button('approve', text('agree'), 'btn')}
        {button('decline', text('decline'), 'btn quiet')}
      </div>
    </section>
  )
}
