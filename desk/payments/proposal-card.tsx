import type { ReactNode } from 'react'
import { exactMoneyText } from '../../domain/money.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import { momentText } from '../ui/dates.ts'
import { FormToken } from '../ui/fields.tsx'
import type { RefundProposal } from './refund-proposals.ts'

/** A refund that waits for a second person. `dispute`: what is asked before it is agreed to. */
export function ProposalCard({
  c,
  proposal,
  dispute = null,
}: {
  c: DeskContext
  proposal: RefundProposal
  dispute?: ReactNode
}) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const { id, transactionId, reason, proposer, proposedAt, proposedBy } = proposal
  const isOwn = proposedBy === operatorOf(c).id
  const button = (path: string, label: string, className: string) => (
    <form method="post" action={`/refunds/${id}/${path}`}>
      <FormToken value={c.get('formToken')} />
      {path === 'approve' && dispute}
      <button className={className}>{label}</button>
    </form>
  )
  return (
    <section className="card">
      <h2>{text('second_person')}</h2>
      <p>
        <b>{exactMoneyText(proposal)}</b> ·{' '}
        <a href={`/payments/${transactionId}`}>{text('order', { id: transactionId.slice(-6) })}</a>
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
