import type { Database } from '../../product-api/database.ts'
import type { DeskMessages } from '../messages.ts'
import type { Operator } from '../operators/operators.ts'
import type { Duty } from '../today/duty.ts'
import { openChanges } from './catalogue-changes.ts'

/** Changes of prices and coupons that somebody else asked for, or that could not be made. Cost: one
 *  look-up in an index. */
export async function planDuties(
  db: Database,
  { id, role }: Operator,
  text: DeskMessages,
): Promise<Duty[]> {
  if (role !== 'cashier' && role !== 'owner') return []
  const waiting = (await openChanges(db)).filter(({ state, proposedBy, failure }) =>
    state === 'proposed' ? proposedBy !== id : failure !== null,
  )
  return waiting.length === 0
    ? []
    : [
        {
          title: text('work_plans'),
          note: text('waiting_count', { count: waiting.length }),
          count: waiting.length,
          links: [],
          action: { href: '/plans', name: text('nav_plans') },
        },
      ]
}
