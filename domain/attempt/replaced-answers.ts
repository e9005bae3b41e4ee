import { eventId, inOrder, type JournalEvent } from './journal.ts'

/** An event with the time at which the server received it, in ms since 1970. */
export type ReceivedEvent = JournalEvent & { receivedAt: number }

/** Two devices answered a question differently, and neither knew of the other's answer. `kept`
 *  counts; `replaced` was given earlier. */
export type ReplacedAnswer<Event extends ReceivedEvent = ReceivedEvent> = {
  question: string
  kept: Event
  replaced: Event
}

/** By then an online device has delivered a tap, and has received those of others. */
const syncedMs = 60_000

/** The answers that a later answer of another device replaced without its knowledge. The reader is
 *  told of them and can choose. Where events do not name their device, there are none. */
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
    if (kind !== 'save' && kind !== 'mark' && kind !== 'clear') continue
    const devices = byQuestion.get(question) ?? new Map<string, Event>()
    byQuestion.set(question, devices.set(event.device ?? '', event))
    lastOf.set(question, event)
  }
  return [...lastOf].flatMap(([question, kept]) =>
    kept.writer === choiceWriter
      ? []
      : [...(byQuestion.get(question) ?? [])]
          .filter(([device]) => device !== (kept.device ?? ''))
          .map(([, event]) => event)
          .filter(({ kind, option }) => kind !== 'clear' && option !== null)
          .filter((event) => optionOf(event) !== optionOf(kept) && isUnaware(kept, event))
          .map((replaced) => ({ question, kept, replaced })),
  )
}

/** The server's own writer, for the reader's choice between two devices' answers. */
export const choiceWriter = 'server-choice'

const optionOf = ({ kind, option }: JournalEvent) => (kind === 'clear' ? null : option)

/** Whether whoever gave an answer cannot have known an earlier one: it had not arrived, or the
 *  answer itself was given offline. */
const isUnaware = (kept: ReceivedEvent, replaced: ReceivedEvent) =>
  eventId(kept) !== eventId(replaced) &&
  (replaced.receivedAt >= kept.at || kept.receivedAt - kept.at > syncedMs)
