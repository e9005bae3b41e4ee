import type { JournalEvent } from './journal.ts'
import type { Rescue, RescueAnswer } from './rescue-code.ts'

/** What a rescue code carries, as events. The same code gives the same events, so that it can be
 *  entered twice. questions: ids in the paper's order; indexes beyond them are left out.
 *
 *  Events of version 2 are the device's own, with their own ids: those that it delivers later are
 *  known then. Version 1 does not say what the device itself did, so it only adds answers: a blank
 *  there may be another device's answer that the device never saw. Its events have the tick at
 *  which the code was made, so that they undo nothing that was tapped later and has arrived.
 *  atMs: their time, now by the server's clock, but no later than the attempt's end, for later
 *  events do not count. */
export function rescueEvents(
  rescue: Rescue,
  questions: readonly string[],
  atMs: number,
): JournalEvent[] {
  if (rescue.version === 1) return version1Events(rescue, questions, atMs)
  return rescue.events.flatMap(({ index, kind, option, writer, tick, atMs: at }) => {
    const question = questions[index]
    if (question === undefined) return []
    return [{ writer, tick, at, kind, question, option, locale: null, spentMs: 0 }]
  })
}

function version1Events(
  rescue: Extract<Rescue, { version: 1 }>,
  questions: readonly string[],
  atMs: number,
): JournalEvent[] {
  const { version: _, ...code } = rescue
  const digest = digestOf(JSON.stringify(code))
  return rescue.answers.flatMap((answer): JournalEvent[] => {
    const question = questions[answer.index]
    if (question === undefined || answer.option === null) return []
    return [
      {
        // Events of one tick need different writers.
        writer: `rescue-${digest}-${answer.index}a`,
        tick: Math.max(1, rescue.tick),
        at: atMs,
        kind: kindOf(answer),
        question,
        option: answer.option,
        locale: null,
        spentMs: 0,
      },
    ]
  })
}

const kindOf = ({ isMarked, isSaved }: RescueAnswer) =>
  isMarked ? 'mark' : isSaved ? 'save' : 'choose'

/** FNV-1a in 64 bits, as letters and digits. */
function digestOf(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (let at = 0; at < text.length; at++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n)
  return hash.toString(36)
}
