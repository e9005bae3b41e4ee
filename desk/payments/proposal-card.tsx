import type { ReactNode } from 'react'
import { exactMoneyText } from '../../domain/money.ts'
import type { DeskContext } from '../desk-env.ts'
import { SecondPerson } from '../ui/second-person.tsx'
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
  const text = c.get('text')
  const { id, transactionId, reason } = proposal
  return (
    <section className="card">
      <h2>{text('second_person')}</h2>
      <p>
        <b>{exactMoneyText(proposal)}</b> ·{' '}
        <a href={`/payments/${transactionId}`}>{text('order', { id: transactionId.slice(-6) })}</a>
      </p>
      <p>{reason}</p>
      <SecondPerson {...{ c, proposal, address: `/refunds/${id}`, question: dispute }} />
    </section>
  )
}
