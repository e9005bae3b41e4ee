import { notCountedReasons, type NotCountedReason } from './attempt-result.ts'
import { inOrder, setsAnswer, type EventKind } from './journal.ts'
import { replacedAnswers, type ReceivedEvent } from './replaced-answers.ts'

/** What became of an entry of a journal. counts: it is the answer. changed: the same device changed
 *  it later. replaced: another device's later answer counts. not-saved: a tap that was not saved.
 *  noted: no answer, or nothing was answered before it. Otherwise: why it does not count. */
export const answerOutcomes = [
  'counts',
  'changed',
  'replaced',
  'not-saved',
  'noted',
  ...notCountedReasons,
] as const
export type AnswerOutcome = (typeof answerOutcomes)[number]

/** What became of the counted events of a journal. Same order as `events`. */
export function outcomesOf(events: readonly ReceivedEvent[]): Map<ReceivedEvent, AnswerOutcome> {
  const replaced = new Set(replacedAnswers(events).map((found) => found.replaced))
  const outcomes = new Map<ReceivedEvent, AnswerOutcome>()
  const last = new Map<string, ReceivedEvent>()
  const tapped = new Map<string, ReceivedEvent>()
  const revealed = new Set<string>()
  for (const event of inOrder(events)) {
    const { question, kind } = event
    outcomes.set(event, 'noted')
    if (question === null) continue
    if (kind === 'reveal') revealed.add(question)
    if (kind === 'choose') {
      outcomes.set(event, 'not-saved')
      tapped.set(question, event)
    }
    if (!setsAnswer(event)) continue
    if (revealed.has(question)) {
      outcomes.set(event, 'after-reveal')
      continue
    }
    const before = last.get(question)
    if (before) outcomes.set(before, replaced.has(before) ? 'replaced' : 'changed')
    const tap = tapped.get(question)
    // The tap that was saved right after says nothing more.
    if (tap && tap.option === event.option) outcomes.set(tap, 'noted')
    outcomes.set(event, 'counts')
    last.set(question, event)
  }
  for (const event of replaced) outcomes.set(event, 'replaced')
  return outcomes
}

/** Whether the page lists an entry: not what only says where the reader was, and not a tap that was
 *  saved right after. */
export const isListed = (
  kind: EventKind | 'unreadable',
  outcome: AnswerOutcome | NotCountedReason,
) => kind === 'unreadable' || (kind !== 'visit' && kind !== 'leave' && !isSavedTap(kind, outcome))

const isSavedTap = (kind: EventKind, outcome: AnswerOutcome) =>
  kind === 'choose' && outcome === 'noted'
