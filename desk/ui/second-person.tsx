import type { ReactNode } from 'react'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import { momentText } from './dates.ts'
import { FormToken } from './fields.tsx'

/** A button that is a form of its own: POST to `action`. `question`: fields above it. */
export function ActionButton({
  c,
  action,
  label,
  className,
  question = null,
}: {
  c: DeskContext
  action: string
  label: string
  className: string
  question?: ReactNode
}) {
  return (
    <form method="post" action={action}>
      <FormToken value={c.get('formToken')} />
      {question}
      <button className={className}>{label}</button>
    </form>
  )
}

/** Who proposed something and when, and the buttons of whoever decides about it. `address`:
 *  'approve' and 'decline' are below it. `isApproved`: it may only be declined any more.
 *  `question`: what is asked before it is agreed to. */
export function SecondPerson({
  c,
  address,
  proposal: { proposer, proposedAt, proposedBy },
  isApproved = false,
  question = null,
}: {
  c: DeskContext
  address: string
  proposal: { proposer: string; proposedAt: string; proposedBy: number }
  isApproved?: boolean
  question?: ReactNode
}) {
  const text = c.get('text')
  const isOwn = proposedBy === operatorOf(c).id
  return (
    <>
      <p className="small">
        {proposer} · {momentText(proposedAt, c.get('locale'))}
      </p>
      {isOwn && !isApproved && <p>{text('own_proposal_note')}</p>}
      <div className="chips">
        {!isOwn && !isApproved && (
          <ActionButton
            {...{ c, question, action: `${address}/approve` }}
            label={text('agree')}
            className="btn"
          />
        )}
        <ActionButton
          {...{ c, action: `${address}/decline` }}
          label={text('decline')}
          className="btn quiet"
        />
      </div>
    </>
  )
}
