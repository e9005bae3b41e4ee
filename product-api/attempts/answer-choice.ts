import { progressOf, replacedIn } from '../../domain/attempt/journal-progress.ts'
import { eventId } from '../../domain/attempt/journal.ts'
import { choiceWriter } from '../../domain/attempt/replaced-answers.ts'
import type { Stores } from '../database.ts'
import { notFound, Refusal } from '../strapi/errors.ts'
import type { AttemptRow } from './attempt-row.ts'
import { isPastGrace } from './deadlines.ts'
import { readAttempt } from './read-attempt.ts'
import { serverEntry } from './server-entries.ts'
import { isCounted } from './stored-entries.ts'
import { addToJournal, maxTries, openJournal, stillArriving } from './stored-journal.ts'

/** Makes the replaced answer of another device the one that counts. `event`: its id. `after`: the
 *  number of the last event that the reader can have seen; without it, both answers. The same
 *  choice again changes nothing. Errors: Refusal 404 if no answer of the question was replaced by
 *  another device's; 409 AttemptOver after the end and after the submission, when keys are known.
 *  Cost: one read of the journal and one write. */
export async function chooseAnswer(
  stores: Stores,
  attempt: AttemptRow,
  { question, event, after }: { question: string; event: string; after?: number | undefined },
  now: Date,
): Promise<AttemptRow> {
  let row: AttemptRow | null = attempt
  for (let tries = 0; tries < maxTries; tries++) {
    const { submitted_at, ends_at } = row
    const isOver = ends_at !== null && isPastGrace(Date.parse(ends_at), now.getTime())
    if (submitted_at !== null || isOver)
      throw new Refusal(409, 'AttemptOver', 'The test is over: its answers stay as they are', {})
    const journal = await openJournal(stores, row)
    const events = (await journal.entries()).filter(isCounted)
    const wanted = events.find(({ id, ...found }) => id === event && found.question === question)
    if (!wanted) throw notFound()
    const progress = progressOf(events)
    if (progress.questions.get(question)?.state.saved === wanted.option) return row
    const found = replacedIn(progress).find(({ replaced }) => eventId(replaced) === event)
    if (!found) throw notFound()
    const own = {
      kind: wanted.kind === 'mark' ? ('mark' as const) : ('save' as const),
      ...{ question, option: wanted.option, locale: wanted.locale ?? null },
      ...{ writer: choiceWriter, device: choiceWriter },
      seen: after ?? Math.max(found.kept.n, wanted.n),
    }
    const entries = [serverEntry(row, own, now)]
    const added = await addToJournal(stores.own, row, journal, { entries }, now)
    if (added) return added
    row = await readAttempt(stores.own, attempt.id)
    if (!row) throw notFound()
  }
  throw stillArriving()
}
