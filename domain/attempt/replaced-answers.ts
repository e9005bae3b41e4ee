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
  const byQuestion = new Map<string, Map<string, Event>>()
  const lastOf = new Map<string, Event>()
  const revealed = new Set<string>()
  for (const event of inOrder(events)) {
    const { question, kind } = event
    if (question === null || revealed.has(question)) continue
    if (kind === 'reveal') revealed.add(question)
    if (!setsAnswer(event)) continue
    const devices = byQuestion.get(question) ?? new Map<string, Event>()
    byQuestion.set(question, devices.set(event.device ?? '', event))
    lastOf.set(question, event)
  }
  return [...lastOf].flatMap(([question, kept]) =>
    [...(byQuestion.get(question) ?? [])]
      .filter(([device]) => device !== (kept.device ?? ''))
      .map(([, event]) => event)
      .filter(({ kind }) => kind !== 'clear')
      .filter((event) => optionOf(event) !== optionOf(kept) && (kept.seen ?? 0) < event.n)
      .map((replaced) => ({ question, kept, replaced })),
  )
}

const optionOf = ({ kind, option }: JournalEvent) => (kind === 'clear' ? null : option)
