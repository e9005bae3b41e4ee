import type { Database } from '../../product-api/database.ts'
import type { Locale } from '../../domain/locale.ts'
import type { DeskMessages } from '../messages.ts'
import type { Operator } from '../operators/operators.ts'
import type { Duty } from '../today/duty.ts'
import { openGrants } from './grants.ts'

/** Plans that somebody else wants to give. Cost: one read. */
export async function grantDuties(
  db: Database,
  { id, role }: Operator,
  text: DeskMessages,
  locale: Locale,
): Promise<Duty[]> {
  if (role !== 'cashier' && role !== 'owner') return []
  const waiting = (await openGrants(db, locale)).filter(({ proposedBy }) => proposedBy !== id)
  return waiting.length === 0
    ? []
    : [
        {
          title: text('work_grants'),
          note: null,
          links: waiting.map(({ userId, planName, days, reason }) => ({
            href: `/accounts/${userId}`,
            name: `${planName} · ${text('days_count', { days })}`,
            note: reason,
          })),
          action: null,
        },
      ]
}
