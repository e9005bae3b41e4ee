import { answerIn, replacedIn } from '../../domain/attempt/journal-progress.ts'
import type { JournalEvent } from '../../domain/attempt/journal.ts'
import type { Acknowledgement as AnswerBody } from '../../domain/contracts/attempt-journal.ts'
import { maxReturnedEvents } from '../../domain/contracts/attempts.ts'
import type { Stores } from '../database.ts'
import { paperVersion, type PaperVersion } from '../papers/paper-versions.ts'
import { notFound } from '../strapi/errors.ts'
import type { AttemptRow } from './attempt-row.ts'
import { newEntries } from './entry-standing.ts'
import { parseEvents, type Batch, type ReceivedEvent } from './journal-entries.ts'
import { markLateAnswers } from './late-answers.ts'
import { readAttempt } from './read-attempt.ts'
import { replacedInPaper } from './replaced-answers.ts'
import { isCounted, type CountedEntry, type StoredEntry } from './stored-entries.ts'
import {
  addToJournal,
  maxTries,
  openJournal,
  stillArriving,
  type Journal,
} from './stored-journal.ts'
import { afterWhatTheyKnew } from './undated-events.ts'

/** `results`, `acknowledged`, `apart`, `replaced`, `events` and `next` as domain/contracts/
 *  attempt-journal.ts describes them. */
export type Acknowledgement = Omit<AnswerBody, 'attempt' | 'questions' | 'events'> & {
  events: JournalEvent[]
  attempt: AttemptRow
}

/** Who delivers. `sendsAgain`: keeps what is refused; answers to a section that has not begun are
 *  refused then, because a wrong clock may have opened it, and otherwise do not count. `unmatched`:
 *  answers of a form that the paper has no question or option for. */
export type Sender = Partial<Batch> & {
  isCarrier?: boolean
  limit?: number
  sendsAgain?: boolean
  unmatched?: readonly ReceivedEvent[]
}

/** Stores what a device sends of an attempt's journal, each event once, and returns what became of
 *  each, and the events of other devices. The server's clock decides what counts, and whether the
 *  attempt is submitted at that moment; where the clock has submitted it, the marks follow.
 *  `after`: the number of the last event that the device has; `limit`: of returned events. Errors:
 *  Refusal 404 if the attempt was deleted meanwhile; 503 if others keep writing in between. Cost:
 *  one write of one row, if something is new; what was sent before, or happened before the last
 *  known event of its device or question, reads the journal: a row for some hundred entries. Two
 *  more transactions for answers that arrive after the submission. */
export async function deliverEvents(
  stores: Stores,
  attempt: AttemptRow,
  sent: readonly unknown[],
  after: number,
  now: Date,
  { sendsAgain = false, unmatched = [], ...sender }: Sender = {},
): Promise<Acknowledgement> {
  const paper = await paperVersion(stores.shared, attempt.version_id)
  let row: AttemptRow | null = attempt
  for (let tries = 0; tries < maxTries; tries++) {
    const parsed = await parseEvents(sent, row, paper, now.getTime(), sender)
    const taken = sendsAgain ? parsed.filter(({ isEarly }) => !isEarly) : parsed
    const journal = await openJournal(stores, row)
    const received = [...(await afterWhatTheyKnew(journal, row.last_n, taken)), ...unmatched]
    const delivery = { row, parsed, received, after, paper, sender }
    const answer = await deliverTo(stores, journal, delivery, now)
    if (answer) return answer
    row = await readAttempt(stores.own, attempt.id)
    if (!row) throw notFound()
  }
  throw stillArriving()
}

type Delivery = {
  row: AttemptRow
  parsed: readonly ReceivedEvent[]
  received: readonly ReceivedEvent[]
  after: number
  paper: PaperVersion
  sender: Sender
}

/** null: another request has changed the attempt since it was read. */
async function deliverTo(
  stores: Stores,
  journal: Journal,
  { row, parsed, received, after, paper, sender }: Delivery,
  now: Date,
): Promise<Acknowledgement | null> {
  const { isCarrier = false, limit = maxReturnedEvents } = sender
  const ids = new Set(received.map(({ id }) => id))
  const known = received.some(journal.mayHave)
    ? new Map((await journal.entries()).map((entry) => [entry.id, entry]))
    : new Map<string, StoredEntry>()
  const before = after < row.last_n ? await journal.entriesAfter(after) : []
  const isNew = ({ id }: ReceivedEvent) => !known.has(id) && !journal.archive?.dropped.has(id)
  const entries = newEntries(received.filter(isNew), row, journal, isCarrier, now)
  const updated =
    entries.length > 0 ? await addToJournal(stores.own, row, journal, { entries }, now) : row
  if (!updated) return null
  const { progress } = journal
  const stored = new Map([...known, ...entries.map((entry) => [entry.id, entry] as const)])
  const own = [...ids].flatMap((id) => stored.get(id) ?? [])
  const others = before
    .filter(isCounted)
    .filter(({ id, n }) => n > after && !ids.has(id))
    .slice(0, limit)
  const isUnmarked = own.some(
    ({ standing, n }) => standing === 'counted' && n > (updated.marked_n ?? 0),
  )
  const replaced =
    !isCarrier && progress.devices.size > 1 ? replacedInPaper(replacedIn(progress), paper) : []
  const replacedIds = new Set(replaced.map((found) => found.replaced.event))
  const isReplaced = ({ id, question }: StoredEntry) => {
    if (!isCarrier) return replacedIds.has(id)
    const answer = answerIn(progress, question)
    return answer !== null && answer !== id && !ids.has(answer)
  }
  return {
    results: parsed.map((event) =>
      journal.archive?.dropped.has(event.id)
        ? { stored: 'counted', id: event.id, at: event.happenedAt, isReplaced: false }
        : resultOf(event, stored.get(event.id), isReplaced),
    ),
    acknowledged: own.map(({ id }) => id),
    apart: own.flatMap(({ id, standing }) => (standing === 'counted' ? [] : { id, standing })),
    replaced,
    events: others.map(eventOf),
    next: others.length === limit ? (others.at(-1)?.n ?? 0) : updated.last_n,
    attempt:
      isUnmarked && updated.submitted_at !== null
        ? await markLateAnswers(stores, updated, now)
        : updated,
  }
}

const eventOf = (entry: CountedEntry): JournalEvent => {
  const { writer, tick, at, kind, question, option, locale, spentMs, device } = entry
  return { writer, tick, at, kind, question, option, locale, spentMs, device }
}

function resultOf(
  { id, isEarly }: ReceivedEvent,
  entry: StoredEntry | undefined,
  isReplaced: (entry: StoredEntry) => boolean,
): Acknowledgement['results'][number] {
  if (!entry)
    return { stored: 'refused', id, reason: isEarly ? 'section-not-open' : 'journal-full' }
  const { standing, at } = entry
  return standing === 'counted'
    ? { stored: 'counted', id, at, isReplaced: isReplaced(entry) }
    : { stored: 'apart', id, at, reason: standing }
}
