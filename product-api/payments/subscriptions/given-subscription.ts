import type { Statement } from '../../database.ts'
import { newDocumentId } from '../../document-id.ts'
import { insertSubscription, moveIntoFreedTime } from './subscription-period.ts'

// What operators do with subscriptions that nobody paid for, as statements for the desk.

/** Gives the subscription of the proposal with this form key, if it is approved. As a bought one,
 *  it begins when the active one to the same plan ends. Nothing happens the second time. */
export const giveSubscription = (formKey: string, now: Date): Statement => ({
  text: insertSubscription({
    source: 'subscription_grants',
    origin: 'grant_id',
    days: 't.days',
    condition: `t.form_key = ?1 AND t.state = 'approved' AND t.user_id IS NOT NULL`,
    documentId: '?2',
    at: '?3',
  }),
  values: [formKey, newDocumentId(), now.toISOString()],
})

/** Whether the subscription of a grant still runs or is to begin: SQL with the grant's id and the
 *  time as `?`. */
export const isGivenRunning = `EXISTS (SELECT 1 FROM user_subscriptions
  WHERE grant_id = ? AND status = 'active' AND ends_at > ?)`

/** Ends the subscription of a grant, and moves later ones to the same plan into the freed time, as
 *  the end of a bought one does. Subscriptions that were paid for cannot be ended by it. */
export const endGivenSubscription = (grantId: number, now: Date): Statement[] => [
  {
    text: moveIntoFreedTime('s.grant_id = ?1', '?2'),
    values: [grantId, now.toISOString()],
  },
  {
    text: `UPDATE user_subscriptions SET status = 'cancelled', updated_at = ?2
      WHERE grant_id = ?1 AND status = 'active' AND ends_at > ?2`,
    values: [grantId, now.toISOString()],
  },
]
