import { inOrder, setsAnswer, type JournalEvent } from './journal.ts'

/** An event in the server's list. n: its number there, in the order of arrival. */
export type ReceivedEvent = JournalEvent & { n: number }

/** Two devices answered a question differently, and the one whose answer counts (`kept`) had not
 *  fetched the other's. `replaced` was given earlier. */
export type ReplacedAnswer<Event extends ReceivedEvent = ReceivedEvent> = {
  question: string
  kept: Event
  replaced: Event
}

/** The server's own writer, for the reader's choice between two devices' answers. */
export const choiceWriter = 'server-choice'

/** The answers that a later answer of another device replaced without its knowledge. The reader is
 *  told of them and can choose. An answer without `seen` (of a rescue code, an earlier page) is
 *  taken for one that knew nothing. Where events do not name their device, there are none. */
export function replacedAnswers<Event extends ReceivedEvent>(
  events: readonly Event[],
): ReplacedAnswer<Event>[] {
  const byQuestion = new Map<string, Event[]>()
  const revealed = new Set<string>()
  for (const event of inOrder(events)) {
    const { question, kind } = event
    if (question === null || revealed.has(question)) continue
    if (kind === 'reveal') revealed.add(question)
    if (!setsAnswer(event)) continue
    const answers = byQuestion.get(question)
    if (answers) answers.push(event)
    else byQuestion.set(question, [event])
  }
  return [...byQuestion].flatMap(([question, answers]) => replacedInQuestion(question, answers))
}

/** The replaced answers of one question. `answers`: those to it until its key was shown, in the
 *  order in which they count. */
export function replacedInQuestion<Event extends ReceivedEvent>(
  question: string,
  answers: readonly Event[],
): ReplacedAnswer<Event>[] {
  const kept = answers.at(-1)
  if (!kept) return []
  const lastOfDevices = new Map(answers.map((answer) => [deviceOf(answer), answer]))
  return [...lastOfDevices.values()]
    .filter((answer) => deviceOf(answer) !== deviceOf(kept) && answer.kind !== 'clear')
    .filter((answer) => optionOf(answer) !== optionOf(kept))
    .filter((answer) => isReplacedUnseen(answer, kept, answers))
    .map((replaced) => ({ question, kept, replaced }))
}

/** Whether a device answered after another's answer without having fetched it, and the device of
 *  `kept` has not been told since: the response that tells names both. `answers`: of a question, in
 *  order. */
function isReplacedUnseen(
  other: ReceivedEvent,
  kept: ReceivedEvent,
  answers: readonly ReceivedEvent[],
): boolean {
  const fetched = kept.seen ?? 0
  // The reader chose between the answers that were named by then.
  if (kept.device === choiceWriter) return fetched < other.n
  return answers
    .slice(answers.indexOf(other) + 1)
    .filter((answer) => deviceOf(answer) !== deviceOf(other) && (answer.seen ?? 0) < other.n)
    .some((answer) => answer === kept || fetched < answer.n)
}

const deviceOf = ({ device }: JournalEvent) => device ?? ''
const optionOf = ({ kind, option }: JournalEvent) => (kind === 'clear' ? null : option)
