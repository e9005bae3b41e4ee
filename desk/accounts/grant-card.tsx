import type { DeskContext } from '../desk-env.ts'
import { SecondPerson } from '../ui/second-person.tsx'
import type { GrantProposal } from './grants.ts'

/** A plan that waits for a second person before it is given. */
export function GrantCard({ c, proposal }: { c: DeskContext; proposal: GrantProposal }) {
  const text = c.get('text')
  const { id, userId, planName, days, reason } = proposal
  return (
    <section className="card">
      <h2>{text('second_person')}</h2>
      <p>
        {text('give_plan')}: <b>{planName}</b> · {text('days_count', { days })} ·{' '}
        <a href={`/accounts/${userId}`}>{text('account', { id: String(userId) })}</a>
      </p>
      <p>{reason}</p>
      <SecondPerson c={c} address={`/grants/${id}`} proposal={proposal} />
    </section>
  )
}
