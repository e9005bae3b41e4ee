import type { AttemptState, JournalEvent, QuestionState } from './journal.ts'
import type { Rescue, RescueAnswer } from './rescue-code.ts'

/** The answers of an attempt for a rescue code. questions: ids in the paper's order. */
export const rescueAnswersOf = (
  { questions: states }: AttemptState,
  questions: readonly string[],
): RescueAnswer[] =>
  questions.flatMap((id, index) => {
    const state = states.get(id)
    return state?.isVisited ? [{ index, ...answerIn(state) }] : []
  })

function answerIn({ chosen, saved, isMarked }: QuestionState) {
  if (saved !== null || isMarked) return { option: saved, isMarked, isSaved: true }
  return { option: chosen, isMarked, isSaved: chosen === null }
}

/** The answers of a rescue code as events. The same code gives the same events, so that entering it
 *  twice has no effect. Their tick is that of the code, so that they do not overwrite later taps.
 *  Their locale is null, because a code does not contain it.
 *  questions: ids in the paper's order; indexes beyond them are left out.
 *  atMs: the server's time, but at most the attempt's end, because later events do not count. */
export function rescueEvents(
  rescue: Rescue,
  questions: readonly string[],
  atMs: number,
): JournalEvent[] {
  const digest = digestOf(JSON.stringify(rescue))
  return rescue.answers.flatMap(({ index, option, isMarked, isSaved }) => {
    const question = questions[index]
    if (question === undefined) return []
    const event = (kind: JournalEvent['kind'], part: string): JournalEvent => ({
      // Events of one tick need different writers.
      writer: `rescue-${digest}-${index}${part}`,
      tick: Math.max(1, rescue.tick),
      at: atMs,
      kind,
      question,
      option: kind === 'clear' ? null : option,
      locale: null,
      spentMs: 0,
    })
    if (isMarked) return [event('mark', 'a')]
    if (isSaved && option !== null) return [event('save', 'a')]
    return option === null ? [event('clear', 'a')] : [event('clear', 'a'), event('choose', 'b')]
  })
}

/** FNV-1a in 64 bits, as letters and digits. */
function digestOf(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (let at = 0; at < text.length; at++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n)
  return hash.toString(36)
}
