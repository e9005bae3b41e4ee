import type { AllSent } from './event-set.ts'
import type { CopyCount } from './event-storage.ts'
import type { JournalStatus } from './journal-status.ts'

/** What the reader is told about the answers, in one of four states.
 *  sent: the server has named every event of this device as stored.
 *  saved: `count` are not sent yet, and on their way.
 *  offline: `count` are not sent, and there is no connection.
 *  refused: the server has not accepted `count`; they are kept and sent again.
 *  isStored: whether this device has them also when the page is closed. */
export type SaveSign =
  | { kind: 'sent'; proof: AllSent }
  | { kind: 'saved' | 'offline' | 'refused'; count: number; isStored: boolean }

/** unsent: the number of unsent events, and of the questions of which the server has refused
 *  one; without any unsent event, the proof. isOnline: the last request succeeded. copies:
 *  storages that have all events. */
export type Delivered = {
  unsent: { count: number; refused: number } | AllSent
  isOnline: boolean
  copies: CopyCount
}

export const signOf = ({ allSent, unsent, refused, isOnline, copies }: JournalStatus): SaveSign =>
  saveSign({ unsent: allSent ?? { count: unsent, refused }, isOnline, copies })

export function saveSign({ unsent, isOnline, copies }: Delivered): SaveSign {
  if (!('count' in unsent)) return { kind: 'sent', proof: unsent }
  const { count, refused } = unsent
  const isStored = copies > 0
  if (refused > 0) return { kind: 'refused', count: refused, isStored }
  return { kind: isOnline ? 'saved' : 'offline', count, isStored }
}
