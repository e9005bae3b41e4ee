import {
  applyEvent,
  compareEvents,
  eventId,
  setsAnswer,
  untouchedQuestion,
  type AttemptState,
  type JournalEvent,
  type QuestionState,
} from './journal.ts'
import { replacedInQuestion, type ReceivedEvent, type ReplacedAnswer } from './replaced-answers.ts'

// What a journal amounts to, kept so that events that come after all others are added to it without
// reading the journal. Always equal to `replay` and `replacedAnswers` of all events.

/** The position of an event in the order in which events count (`inOrder`). at: the latest time of
 *  its device and of its writer so far. */
type Position = { at: number; tick: number; writer: string }

/** A question's state. last: the position of its last event. answers: in order, those that may
 *  still be named as replaced, or show that another one was. The last one is the answer. */
export type QuestionProgress = {
  state: QuestionState
  last: Position
  answers: ReceivedEvent[]
}

/** What the counted events of a journal amount to. devices, writers: the last event of each device
 *  ('' for unknown ones) and of each writer. latestAt: the latest time of all events. */
export type JournalProgress = {
  questions: Map<string, QuestionProgress>
  devices: Map<string, Position>
  writers: Map<string, Position>
  isSubmitted: boolean
  lastTick: number
  latestAt: number
}

export const emptyProgress = (): JournalProgress => ({
  ...{ questions: new Map(), devices: new Map(), writers: new Map() },
  ...{ isSubmitted: false, lastTick: 0, latestAt: 0 },
})

/** The progress of a whole journal, in any order, without copies. Cost: n log n. */
export function progressOf(events: readonly ReceivedEvent[]): JournalProgress {
  const progress = emptyProgress()
  // Events of one device always continue each other in this order; then nothing precedes them.
  for (const { event, position } of placed(events, progress)) addEvent(progress, event, position)
  return progress
}

/** Adds new events to a progress. Returns whether it did: not if one of them counts before an event
 *  that is part of it, of its device, writer or question; then the progress is unchanged, and
 *  `progressOf` the whole journal is needed. `events`: new, each once. Cost: n log n of the new
 *  events. */
export function addToProgress(
  progress: JournalProgress,
  events: readonly ReceivedEvent[],
): boolean {
  for (const event of events) {
    const isNext = (last: Position | undefined) =>
      !last || comparePositions({ ...event, at: last.at }, last) > 0
    if (!isNext(progress.devices.get(deviceOf(event)))) return false
    if (!isNext(progress.writers.get(event.writer))) return false
  }
  const added = placed(events, progress)
  for (const { event, position } of added) {
    const last = progress.questions.get(event.question ?? '')?.last
    if (event.question !== null && last && comparePositions(position, last) <= 0) return false
  }
  for (const { event, position } of added) addEvent(progress, event, position)
  return true
}

/** Events with their positions, in order, after those of a progress. */
function placed(events: readonly ReceivedEvent[], { devices, writers }: JournalProgress) {
  const ofDevices = new Map<string, number>()
  const ofWriters = new Map<string, number>()
  return events
    .toSorted(compareEvents)
    .map((event) => {
      const { tick, writer } = event
      const device = deviceOf(event)
      const ofDevice = ofDevices.get(device) ?? devices.get(device)?.at ?? 0
      const ofWriter = ofWriters.get(writer) ?? writers.get(writer)?.at ?? 0
      const position = { at: Math.max(event.at, ofDevice, ofWriter), tick, writer }
      ofDevices.set(device, position.at)
      ofWriters.set(writer, position.at)
      return { event, position }
    })
    .sort((one, other) => comparePositions(one.position, other.position))
}

const comparePositions = (one: Position, other: Position) =>
  one.at - other.at ||
  one.tick - other.tick ||
  (one.writer < other.writer ? -1 : one.writer > other.writer ? 1 : 0)

function addEvent(progress: JournalProgress, event: ReceivedEvent, position: Position) {
  progress.devices.set(deviceOf(event), position)
  progress.writers.set(event.writer, position)
  progress.lastTick = Math.max(progress.lastTick, event.tick)
  progress.latestAt = Math.max(progress.latestAt, event.at)
  if (event.kind === 'submit') progress.isSubmitted = true
  if (event.question === null) return
  const before = progress.questions.get(event.question)
  const state = before?.state ?? untouchedQuestion
  const answers = before?.answers ?? []
  progress.questions.set(event.question, {
    state: applyEvent(state, event),
    last: position,
    answers: setsAnswer(event) && !state.isRevealed ? stillNeeded([...answers, event]) : answers,
  })
}

/** What precedes the last answer of every device is neither replaced by a later answer nor shows
 *  that another one was. */
function stillNeeded(answers: ReceivedEvent[]): ReceivedEvent[] {
  const lastOfDevices = new Map(answers.map((answer, index) => [deviceOf(answer), index]))
  return answers.slice(Math.min(...lastOfDevices.values()))
}

const deviceOf = ({ device }: JournalEvent) => device ?? ''

/** As `replay` of all events returns it. */
export const stateOf = ({ questions, isSubmitted, lastTick }: JournalProgress): AttemptState => ({
  questions: new Map([...questions].map(([id, { state }]) => [id, state])),
  ...{ isSubmitted, lastTick },
})

/** As `replacedAnswers` of all events returns it. */
export const replacedIn = ({ questions }: JournalProgress): ReplacedAnswer[] =>
  [...questions].flatMap(([question, { answers }]) => replacedInQuestion(question, answers))

/** How many questions have a saved answer. */
export const answeredIn = ({ questions }: JournalProgress): number =>
  [...questions.values()].filter(({ state }) => state.saved !== null).length

/** The id of the event that is the answer to a question now; null if there is none. */
export function answerIn({ questions }: JournalProgress, question: string | null): string | null {
  const answer = questions.get(question ?? '')?.answers.at(-1)
  return answer ? eventId(answer) : null
}
