import type { Database } from '../../product-api/database.ts'
import type { DeskMessages } from '../messages.ts'
import type { Operator } from '../operators/operators.ts'
import type { Duty } from '../today/duty.ts'
import { openRulings } from './proposals.ts'
import { keyPath } from './ruled-question.ts'

/** Rulings about keys that somebody else proposed. Cost: one look-up in an index. */
export async function rulingDuties(
  db: Database,
  { id, role }: Operator,
  text: DeskMessages,
): Promise<Duty[]> {
  if (role !== 'reviewer' && role !== 'owner') return []
  const open = (await openRulings(db)).filter(({ proposedBy }) => proposedBy !== id)
  if (open.length === 0) return []
  const links = open.slice(0, 10).map(({ question, proposer }) => ({
    ...{ href: keyPath(question), name: question, note: proposer },
  }))
  return [{ title: text('work_rulings'), note: null, links, action: null }]
}
