import type { NotCountedReason } from '../../domain/attempt/attempt-result.ts'
import type { AttemptRow } from './attempt-row.ts'
import type { ReceivedEvent } from './journal-entries.ts'
import { maxCarriedEvents, maxJournalEvents } from './limits.ts'
import type { StoredEntry } from './stored-entries.ts'
import type { Journal } from './stored-journal.ts'

/** The entries to store for events that the journal does not have, each once, numbered in their
 *  order; none if the journal is full. `isCarrier`: the sender has only the carry key. */
export function newEntries(
  events: readonly ReceivedEvent[],
  row: AttemptRow,
  journal: Pick<Journal, 'count' | 'keysShown'>,
  isCarrier: boolean,
  now: Date,
): StoredEntry[] {
  if (journal.count >= (isCarrier ? maxCarriedEvents : maxJournalEvents)) return []
  const distinct = new Map(events.toReversed().map((event) => [event.id, event]))
  return [...distinct.values()].toReversed().map((event, index) => {
    const { id, writer, tick, kind, question, option, locale, spentMs, device, seen, via } = event
    const at = Math.max(0, event.happenedAt)
    return {
      ...{ id, n: row.last_n + index + 1, writer, tick, kind, question, option },
      ...{ locale, spentMs, device, seen, via, at, receivedAt: now.getTime() },
      claimedAt: event.at === at ? null : event.at,
      standing: standingOf(event, row, journal, now),
      raw: event.raw,
    }
  })
}

/** What the reader had submitted is final; what the clock has submitted is not, until its period is
 *  over. An answer that arrives after the key was shown could have been dated before it. */
function standingOf(
  { kind, question, problem, reason }: ReceivedEvent,
  { submitted_at, provisional_until }: AttemptRow,
  { keysShown }: Pick<Journal, 'keysShown'>,
  now: Date,
): NotCountedReason | 'counted' {
  if (problem === 'impossible') return reason ?? 'impossible'
  if (submitted_at !== null && provisional_until === null) return 'after-submission'
  if (problem === 'late') return reason ?? 'late'
  if (provisional_until !== null && provisional_until <= now.toISOString()) return 'period-over'
  const isAnswer = ['choose', 'save', 'mark', 'clear'].includes(kind)
  return isAnswer && question !== null && keysShown.has(question) ? 'after-reveal' : 'counted'
}
