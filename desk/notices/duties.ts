import type { Database } from '../../product-api/database.ts'
import type { DeskMessages } from '../messages.ts'
import type { Operator } from '../operators/operators.ts'
import type { Duty } from '../today/duty.ts'
import { openNotices } from './stored-notices.ts'

/** Notices that somebody else wrote. Cost: one look-up in an index. */
export async function noticeDuties(
  db: Database,
  { id, role }: Operator,
  text: DeskMessages,
  now: Date,
): Promise<Duty[]> {
  if (role !== 'reviewer' && role !== 'owner') return []
  const waiting = (await openNotices(db, now)).filter(
    ({ state, proposedBy }) => state === 'proposed' && proposedBy !== id,
  )
  return waiting.length === 0
    ? []
    : [
        {
          title: text('work_notices'),
          note: text('waiting_count', { count: waiting.length }),
          count: waiting.length,
          links: [],
          action: { href: '/notices', name: text('nav_notices') },
        },
      ]
}
