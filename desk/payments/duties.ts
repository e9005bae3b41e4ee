import type { Database } from '../../product-api/database.ts'
import { listTransactions } from '../../product-api/payments/operator/payment-lists.ts'
import type { DeskMessages } from '../messages.ts'
import type { Operator } from '../operators/operators.ts'
import type { Duty } from '../today/duty.ts'
import { openProposals } from './refund-proposals.ts'

/** What payments ask of a person. Cost: four reads. */
export async function paymentDuties(
  db: Database,
  { role }: Operator,
  text: DeskMessages,
  now: Date,
): Promise<Duty[]> {
  if (role !== 'cashier' && role !== 'owner') return []
  const context = { db, now: () => now }
  const lists = await Promise.all([
    openProposals(db),
    ...(['review', 'double', 'stuck'] as const).map((name) => listTransactions(context, name)),
  ])
  const count = lists.reduce((sum, list) => sum + list.length, 0)
  return count === 0
    ? []
    : [
        {
          title: text('work_payments'),
          note: text('waiting_count', { count }),
          count,
          links: [],
          action: { href: '/payments', name: text('nav_payments') },
        },
      ]
}
