import type { Database } from '../../product-api/database.ts'
import type { DeskMessages } from '../messages.ts'
import type { Operator } from '../operators/operators.ts'
import type { Duty } from '../today/duty.ts'

/** The reports of readers that wait for an answer. Cost: one look-up in an index. */
export async function reportDuties(
  db: Database,
  { role }: Operator,
  text: DeskMessages,
): Promise<Duty[]> {
  if (role !== 'reviewer' && role !== 'owner') return []
  const row = await db
    .prepare(`SELECT count(*) AS count FROM question_reports WHERE status = 'open'`)
    .first<{ count: number }>()
  const count = row?.count ?? 0
  return count === 0
    ? []
    : [
        {
          title: text('work_reports'),
          note: text('waiting_count', { count }),
          count,
          links: [],
          action: { href: '/reports', name: text('open_inbox') },
        },
      ]
}
